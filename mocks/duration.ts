// Durations: a number and a unit, or several of them without spaces.

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Parses milliseconds such as `500ms`, or any duration of `parseDuration`. */
export function parseMilliseconds(text: string): number | undefined {
  const [, number] = /^(\d+)ms$/.exec(text) ?? []
  return number === undefined ? parseDuration(text) : Number(number)
}

/**
 * Parses a duration such as `90s` or `1d10h` to whole milliseconds. Returns undefined for any other
 * text and for more than the largest safe integer. `units` are the allowed units. If `compound` is
 * false, only one number and unit is allowed.
 */
export function parseDuration(
  text: string,
  { units = 'smhd', compound = true } = {},
): number | undefined {
  const part = `(\\d+(?:\\.\\d+)?)([${units}])`
  if (!new RegExp(compound ? `^(?:${part})+$` : `^${part}$`).test(text)) return undefined
  const sum = Array.from(text.matchAll(new RegExp(part, 'g'))).reduce(
    (sum, [, number, unit]) => sum + Number(number) * MILLISECONDS[unit!]!,
    0,
  )
  const milliseconds = Math.round(sum)
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined
}
