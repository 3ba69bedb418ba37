// The table of safety limits in docs/security.md, from the record that the mock reads them from.

import { defaultSafety, optionName, type Safety } from '../../mocks/safety.js'
import { markdown } from './tables.js'

/** The file whose comments say what each limit bounds. */
export const safetySource = 'mocks/safety.ts'

/** @param source the text of `safetySource` */
export function safetyTable(source: string): string {
  const comments = source.matchAll(/\/\*\* (.+) \*\/\n {2}readonly (\w+): number/g)
  return markdown(
    ['`--limit`', '`safety`', 'default', 'bounds'],
    Array.from(comments, ([, about = '', name = '']) => [
      `\`${optionName(name as keyof Safety)}\``,
      `\`${name}\``,
      shown(name as keyof Safety),
      about,
    ]),
  )
}

function shown(name: keyof Safety): string {
  const value = defaultSafety[name]
  if (name.endsWith('Ms')) return `${value} ms`
  if (!name.endsWith('Bytes')) return String(value)
  const unit = [1, 2 ** 10, 2 ** 20, 2 ** 30].findLastIndex((size) => value % size === 0)
  return `${value / 1024 ** unit}${['', 'K', 'M', 'G'][unit]}`
}
