// Removes values that differ between runs.

const runSpecific = new RegExp(
  [
    /svc-contract-[0-9a-f]{8}-\d+/, // keys, paths and labels of a scenario
    /(?:wfr|msg)_[0-9A-Za-z]{8,}/, // ids of runs and messages that the target has chosen
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    /(?<=127\.0\.0\.1:)\d+/, // ports
    /(?<!\d)\d{10}(?:\.\d+|\d{3})(?!\d)/, // times in seconds and in milliseconds
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Replaces keys, ids, ports and times with `…`. */
export const withoutRunSpecific = (text: string): string => text.replace(runSpecific, '…')

/** Returns the sentence of a failure without values that differ between runs. */
export const sentenceOf = ({ reason, findings: [finding] }: FailureText): string =>
  withoutRunSpecific(finding?.message ?? reason ?? 'fails').replace(/\s+/g, ' ')

interface FailureText {
  readonly reason?: string
  readonly findings: readonly { readonly message: string }[]
}

/**
 * Returns true if two sentences describe the same failure. Ignores measured times, which differ
 * between runs.
 */
export const isSameFailure = (one: string, other: string): boolean =>
  withoutTimes(one) === withoutTimes(other)

const withoutTimes = (text: string) => text.replace(/\d+(\.\d+)?(?= (ms|s)\b)/g, '…')
