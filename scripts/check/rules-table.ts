// The table of rules in docs/rules.md: for each topic how many there are and what proves them.

import type { Rule } from '#generated/rules.js'
import { markdown } from './tables.js'

/** `scenarios` judge one rule each; `faults` break several, or none. */
export function rulesTable(
  rules: readonly Rule[],
  scenarios: readonly { readonly rule: string }[],
  faults: readonly { readonly breaks: readonly string[] }[],
): string {
  const topicOf = (id: string) => id.split('.').slice(0, 2).join('.')
  const topics = [...new Set(rules.map(({ id }) => topicOf(id)))]
  const rows = topics.map((topic) => {
    const own = rules.filter(({ id }) => topicOf(id) === topic)
    const isOwn = (id: string) => topicOf(id) === topic
    return [
      `\`${topic}\``,
      own.filter(({ level }) => level === 'must').length,
      own.filter(({ level }) => level === 'open').length,
      scenarios.filter(({ rule }) => isOwn(rule)).length,
      faults.filter(({ breaks }) => breaks.some(isOwn)).length,
    ]
  })
  return markdown(['topic', 'must', 'open', 'scenarios', 'faults'], rows)
}
