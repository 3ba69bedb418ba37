// Updates the tables in Markdown pages that are generated from the code.

import { problemsOf, type Problem } from '../generate/problem.js'
import type { Files } from './check.js'

/** Functions that write tables, by the NAME in the markers `<!-- table:NAME -->` and `<!-- /table -->`. */
export type Tables = Readonly<Record<string, () => string>>

const block = /^<!-- table:(\S+) -->\n(?:[^]*?\n)??<!-- \/table -->$/gm

/** Returns the page with all tables up to date. */
export const rewritten = (text: string, tables: Tables): string =>
  text.replaceAll(block, (old, name: string) => {
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined
    return table ? `<!-- table:${name} -->\n\n${table()}\n\n<!-- /table -->` : old
  })

/** Reports outdated tables and markers without a table. */
export const staleTables = (files: Files, tables: Tables): readonly Problem[] =>
  [...files]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) => staleIn(file, text, tables))

const staleIn = (file: string, text: string, tables: Tables): readonly Problem[] =>
  [...text.matchAll(block)].flatMap((match) => {
    const [old, name = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    const problem = (what: string) => [problemsOf(file)(line, what)]
    if (!Object.hasOwn(tables, name))
      return problem(`there is no table ${name}: use ${Object.keys(tables).join(', ')}`)
    return rewritten(old, tables) === old
      ? []
      : problem(`table ${name} is stale: run npm run check -- --write`)
  })

/** Formats a Markdown table like prettier. Columns of numbers are aligned to the right. */
export function markdown(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const columns = head.map((title, column) => {
    const cells = rows.map((row) => row[column] ?? '')
    const width = Math.max(3, title.length, ...cells.map((cell) => String(cell).length))
    return cells.every((cell) => typeof cell === 'number')
      ? { rule: `${'-'.repeat(width - 1)}:`, pad: (text: string) => text.padStart(width) }
      : { rule: '-'.repeat(width), pad: (text: string) => text.padEnd(width) }
  })
  const line = (cells: readonly (string | number)[]) =>
    `| ${columns.map(({ pad }, column) => pad(String(cells[column] ?? ''))).join(' | ')} |`
  return [line(head), line(columns.map(({ rule }) => rule)), ...rows.map(line)].join('\n')
}
