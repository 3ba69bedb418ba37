// list: lists scenarios, rules or faults, optionally only those that match a pattern.

import { didYouMeanPattern } from '../../conformance/core/did-you-mean.js'
import { fits } from '../../conformance/core/select.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { oneOf, read, type Verb } from './verb.js'

const options = {
  json: { about: 'print JSON' },
  quick: { about: 'only scenarios of the quick selection' },
  level: { value: 'must|open', about: 'only scenarios or rules of this level' },
} as const

interface ListedItem {
  readonly line: string
  /** The names that are compared with patterns. */
  readonly names: readonly string[]
  /** True for a scenario that `test --quick` runs. */
  readonly quick?: boolean
  /** The level of a scenario or a rule. */
  readonly level?: 'must' | 'open'
  readonly value: object
}

/** Functions that return the entries of each list. Each function imports only the modules that it needs. */
const lists = {
  async scenarios() {
    const { scenarios, select } = await import('../../conformance/index.js')
    const isQuick = new Set(select(scenarios, { quick: true }))
    return scenarios.map((scenario) => {
      const { id, title, interface: of, rule, level, needs } = scenario
      const quick = isQuick.has(scenario)
      return {
        line: id,
        names: [id],
        quick,
        level,
        value: { id, title, interface: of, rule, level, needs, quick },
      }
    })
  },
  async rules() {
    const { rules } = await import('#generated/rules.js')
    return rules.map((rule) => ({
      line: `${rule.level.padEnd(5)}${rule.id.padEnd(57)}${rule.quote.replace(/\s+/g, ' ')}`,
      names: [rule.id],
      level: rule.level,
      value: rule,
    }))
  },
  async faults() {
    const { faults } = await import('../../mocks/faults/index.js')
    return faults.map(({ id, name, interface: of, breaks }) => ({
      line: `${of.padEnd(6)}${id.padEnd(41)}${name}${breaks.length === 0 ? ' (variant)' : ''}`,
      names: [id, ...breaks],
      value: { id, name, interface: of, breaks },
    }))
  },
} as const satisfies Readonly<Record<string, () => Promise<readonly ListedItem[]>>>

type What = keyof typeof lists

/**
 * Returns the list and the patterns. Without the name of a list, patterns select scenarios, as in
 * `test`.
 */
const request = ([first, ...others]: readonly string[]): readonly [What, readonly string[]] =>
  first === undefined || Object.hasOwn(lists, first)
    ? [(first ?? 'scenarios') as What, others]
    : ['scenarios', [first, ...others]]

/**
 * Returns the entries that match a pattern, or all entries if there are no patterns. Throws a
 * `UsageError` for a pattern that matches no entry.
 */
function matching(entries: readonly ListedItem[], patterns: readonly string[], what: What) {
  const fitsAny = (pattern: string, { names }: ListedItem) =>
    names.some((name) => fits(pattern, name))
  const hintFor = (pattern: string) =>
    // The first word may be a list.
    didYouMeanPattern(pattern, [...Object.keys(lists), ...entries.flatMap(({ names }) => names)])
  for (const pattern of patterns)
    if (!entries.some((entry) => fitsAny(pattern, entry)))
      throw new UsageError(
        `the pattern "${pattern}" matches none of the ${what}${hintFor(pattern)}; list takes ${Object.keys(lists).join(', ')}, and patterns over their ids`,
      )
  return patterns.length === 0
    ? entries
    : entries.filter((entry) => patterns.some((pattern) => fitsAny(pattern, entry)))
}

export const verb: Verb = {
  summary: 'lists scenarios, rules or faults',
  positionals: 'scenarios|rules|faults [PATTERN…]',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    const [what, patterns] = request(positionals)
    if (values.quick === true && what !== 'scenarios')
      throw new UsageError(`--quick is for scenarios, not for ${what}; leave it out`)
    if (values.level !== undefined && what === 'faults')
      throw new UsageError('--level is for scenarios and rules, not for faults; leave it out')
    const level = values.level && oneOf('level', values.level, ['must', 'open'])
    const entries = matching(await lists[what](), patterns, what).filter(
      (each) =>
        (values.quick !== true || each.quick === true) &&
        (level === undefined || each.level === level),
    )
    const listedValues = entries.map(({ value }) => value)
    const lines = entries.map(({ line }) => line).join('\n')
    console.log(values.json === true ? JSON.stringify(listedValues, null, 2) : lines)
    return 0
  },
}
