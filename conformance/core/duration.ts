// Durations as findings and reports print them.

const UNITS = [
  { size: 86_400_000, name: 'd' },
  { size: 3_600_000, name: 'h' },
  { size: 60_000, name: 'min' },
] as const

/**
 * Returns milliseconds in the largest units, to the millisecond: `30 d`, `1 h 30 min`, `1 d 0.001 s`, `12 ms`.
 * Below 1 s the unit is `ms`.
 */
export function durationText(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return 'unlimited time'
  if (milliseconds < 0) return `-${durationText(-milliseconds)}`
  if (milliseconds < 1000) return `${milliseconds} ms`
  let rest = milliseconds
  const parts = UNITS.flatMap(({ size, name }) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${name}`]
  })
  return [...parts, ...(rest === 0 ? [] : [`${Number((rest / 1000).toFixed(3))} s`])].join(' ')
}
