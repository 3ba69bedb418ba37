// Prints the results of measurements.

/** Prints a table. All columns except the first are aligned to the right. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? ''
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  console.log(`\n${title}\n`)
  for (const row of [head, ...rows]) console.log(`  ${line(row)}`)
}

/** Formats a whole number, for example `1 234 567`. */
export const whole = (number: number): string =>
  String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ' ')

/** Formats a ratio, for example `12.3 ×`. */
export const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`
