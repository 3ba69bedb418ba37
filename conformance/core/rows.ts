// Tables of inputs inside one scenario.

import { Blocked, NotApplicable, Violation, type Finding } from './judgement.js'

/** The most failed rows that are reported, because one mistake often fails every row. */
const SHOWN = 5

/**
 * Tests the rows of a table one after the other and reports each failed row by its name. Throws a
 * `Violation` if a row is violated. Otherwise throws `Blocked` if the setup of a row failed. Leaves out
 * rows that need what the target lacks, and throws `NotApplicable` if no other row is left.
 *
 * @example
 * await eachRow({ 'by path': viaPath, 'in a pipeline': viaPipeline }, async (form, name) => { ...
 * })
 */
export async function eachRow<Row>(
  rows: Readonly<Record<string, Row>>,
  test: (row: Row, name: string) => Promise<void>,
): Promise<void> {
  const violated: Finding[] = []
  const blocked: Finding[] = []
  let judged = 0
  let inapplicable: NotApplicable | undefined
  for (const [name, row] of Object.entries(rows)) {
    try {
      await test(row, name)
      judged++
    } catch (error) {
      if (error instanceof NotApplicable) {
        inapplicable ??= error
        continue
      }
      if (!(error instanceof Violation || error instanceof Blocked)) throw error
      const named = error.findings.map((each) => ({ ...each, message: `${name}: ${each.message}` }))
      ;(error instanceof Violation ? violated : blocked).push(...named)
    }
  }
  if (violated.length > 0) throw new Violation(shortened(violated))
  if (blocked.length > 0) throw new Blocked(shortened(blocked))
  if (judged === 0 && inapplicable !== undefined) throw inapplicable
}

/** Converts a list to a table. `nameOf` returns the name of each row. */
export const byName = <Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Readonly<Record<string, Row>> => Object.fromEntries(rows.map((row) => [nameOf(row), row]))

/** Converts a list of strings to a table. Each string is also the name of its row. */
export const byValue = <Value extends string>(
  values: readonly Value[],
): Readonly<Record<string, Value>> => byName(values, String)

function shortened(findings: readonly Finding[]): readonly Finding[] {
  const more = findings.length - SHOWN
  const [next, ...others] = findings.slice(SHOWN)
  const isOfOneRule = others.every(({ rule }) => rule === next?.rule)
  return more <= 0
    ? findings
    : [
        ...findings.slice(0, SHOWN),
        {
          message: `and ${more} more`,
          ...(isOfOneRule && next?.rule && { rule: next.rule }),
          ...(findings.slice(SHOWN).every(({ overdue }) => overdue) && { overdue: true }),
        },
      ]
}
