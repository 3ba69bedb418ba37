// The table of Prism in docs/prism.md: what became of the rules that the suite judged examples by.

import { markdown } from './tables.js'

/** The list that a selftest holds to the truth: on each line a rule and its verdict. */
export const prismVerdicts = 'conformance/selftest/__snapshots__/prism.txt'

export function prismTable(list: string): string {
  const verdicts = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [rule = '', verdict = ''] = line.split(' ')
      return { topic: rule.split('.').slice(0, 2).join('.'), verdict }
    })
  const rows = [...new Set(verdicts.map(({ topic }) => topic))].map((topic) => {
    const own = verdicts.filter((each) => each.topic === topic)
    const count = (verdict: string) => own.filter((each) => each.verdict === verdict).length
    return [
      `\`${topic}\``,
      `${count('conforming')} of ${own.length}`,
      count('violated'),
      count('blocked'),
    ]
  })
  return markdown(['topic', 'conform', 'violated', 'need state first'], rows)
}
