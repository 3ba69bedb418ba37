// The tables of README.md that are derived from the code, and whether they are current.

import { problemsOf, type Problem } from '../generate/problem.js'
import type { Files } from './check.js'

/** A table by the NAME between whose markers it stands: `<!-- table:NAME -->` and `<!-- /table -->`. */
export type Tables = Readonly<Record<string, () => string>>

const readme = 'README.md'
const block = /^<!-- table:(\S+) -->\n(?:[^]*?\n)??<!-- \/table -->$/gm

/** README.md with every known table written anew. */
export const rewritten = (text: string, tables: Tables): string =>
  text.replaceAll(block, (old, name: string) => {
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined
    return table ? `<!-- table:${name} -->\n\n${table()}\n\n<!-- /table -->` : old
  })

/** Reports tables that say something else than the code, and markers that no table belongs to. */
export function staleTables(files: Files, tables: Tables): readonly Problem[] {
  const text = files.get(readme) ?? ''
  return [...text.matchAll(block)].flatMap((match) => {
    const [old, name = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    if (!Object.hasOwn(tables, name))
      return [
        problemsOf(readme)(line, `there is no table ${name}: use ${Object.keys(tables).join(', ')}`),
      ]
    return rewritten(old, tables) === old
      ? []
      : [problemsOf(readme)(line, `table ${name} is stale: run npm run check -- --write`)]
  })
}

/** A Markdown table; a cell that is a number stands to the right. */
export function markdown(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const isNumber = (column: number) => rows.every((row) => typeof row[column] === 'number')
  const lines = [head, head.map((_, column) => (isNumber(column) ? '---:' : '---')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
