// How durations are written: a number and a unit, or several of them in a row.

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/**
 * The milliseconds of a duration such as `90s` or `1d10h`, rounded to a whole number; nothing when
 * it is not one, or longer than can be counted exactly. `units` are the letters allowed; `compound`
 * false allows one number and one unit only.
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
