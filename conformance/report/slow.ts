// The reason of scenarios whose time ended because the target responds slowly.

/** Returns the first words of the reason. `limitMs` is the time of the scenario in milliseconds. */
export const slowInWords = (limitMs: number): string =>
  `the ${limitMs} ms of the scenario ended, because the target is slow; raise --timeout`

/** Returns true for a finding that begins with these words. */
export const isOfSlowTarget = ({ message }: { readonly message: string }): boolean =>
  /^the \d+ ms of the scenario ended, because the target is slow/.test(message)
