// Writes the tables in docs/rules.md, docs/prism.md, docs/implementations.md and docs/security.md.

import type { Rule } from '#generated/rules.js'
import { brokenRules, type Row } from '../../conformance/selftest/matrix/matrix.js'
import { defaultSafety, optionName, type Safety } from '../../mocks/safety.js'
import { markdown } from './tables.js'

const topicOf = (id: string) => id.split('.').slice(0, 2).join('.')

/** Writes the number of rules, scenarios and faults of each topic. The rows of the matrix say what a fault breaks. */
export function rulesTable(
  rules: readonly Rule[],
  scenarios: readonly { readonly rule: string }[],
  faults: readonly Row[],
): string {
  const topics = [...new Set(rules.map(({ id }) => topicOf(id)))]
  const rows = topics.map((topic) => {
    const own = rules.filter(({ id }) => topicOf(id) === topic)
    const isOwn = (id: string) => topicOf(id) === topic
    return [
      `\`${topic}\``,
      own.filter(({ level }) => level === 'must').length,
      own.filter(({ level }) => level === 'open').length,
      scenarios.filter(({ rule }) => isOwn(rule)).length,
      faults.filter((row) => brokenRules(row).some(({ rule }) => isOwn(rule))).length,
    ]
  })
  return markdown(['topic', 'must', 'open', 'scenarios', 'faults'], rows)
}

/** The snapshot of a self-test that runs the suite against Prism. Each line has a rule and its verdict. */
export const prismVerdicts = 'conformance/selftest/__snapshots__/prism.txt'

/** Writes the verdicts on Prism by topic. */
export function prismTable(list: string): string {
  const verdicts = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [rule = '', verdict = ''] = line.split(' ')
      return { topic: topicOf(rule), verdict }
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

/** The counts of the last run of the campaign `implementations`. */
export const implementationCounts = 'conformance/selftest/__snapshots__/implementations.json'

interface Count {
  readonly conforming: number
  readonly judged: number
}

/** The part of the JSON of `compare` that the table shows. */
export interface ImplementationCounts {
  readonly implementations: readonly { readonly name: string; readonly rules: Count }[]
  readonly headings: readonly {
    readonly interface: string
    readonly heading: string
    readonly counts: Readonly<Record<string, Count>>
  }[]
}

/** Writes the conforming and the judged rules of each implementation, by the headings of the contract. */
export function implementationsTable(json: string): string {
  const { implementations, headings } = JSON.parse(json) as ImplementationCounts
  const names = implementations.map(({ name }) => name)
  const cell = (count: Count | undefined) =>
    count === undefined || count.judged === 0 ? '–' : `${count.conforming} of ${count.judged}`
  return markdown(
    ['heading', ...names.map((name) => `\`${name}\``)],
    [
      ['**all rules**', ...implementations.map(({ rules }) => cell(rules))],
      ...headings
        .filter(({ counts }) => names.some((name) => (counts[name]?.judged ?? 0) > 0))
        .map(({ interface: of, heading, counts }) => [
          `${of}: ${heading}`,
          ...names.map((name) => cell(counts[name])),
        ]),
    ],
  )
}

/** The file whose comments describe the limits. */
export const safetySource = 'mocks/safety.ts'

/** Writes the safety limits. `source` is the text of the file `safetySource`. */
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
