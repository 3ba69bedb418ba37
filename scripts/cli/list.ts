// list: what there is to select, explain or switch on, all of it or what patterns fit.

import { fits } from '../../conformance/core/select.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { read, type Verb } from './verb.js'

const options = {
  json: { about: 'print JSON' },
  quick: { about: 'only the scenarios of the quick selection' },
} as const

interface Entry {
  readonly line: string
  /** What a pattern is held against. */
  readonly names: readonly string[]
  /** True for a scenario of the quick selection. */
  readonly quick?: boolean
  readonly value: object
}

/** Each list as the lines a person reads and the values a program does, from what it alone needs. */
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
        value: { id, title, interface: of, rule, level, needs, quick },
      }
    })
  },
  async rules() {
    const { rules } = await import('#generated/rules.js')
    return rules.map((rule) => ({
      line: `${rule.level.padEnd(5)}${rule.id}`,
      names: [rule.id],
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
} as const satisfies Readonly<Record<string, () => Promise<readonly Entry[]>>>

type What = keyof typeof lists

/** Without one of the lists' names, patterns are over scenarios, as those of `test` are. */
const asked = ([first, ...others]: readonly string[]): readonly [What, readonly string[]] =>
  first === undefined || Object.hasOwn(lists, first)
    ? [(first ?? 'scenarios') as What, others]
    : ['scenarios', [first, ...others]]

/** Those that some pattern fits, all without one. Throws a `UsageError` for a pattern that fits none. */
function matching(entries: readonly Entry[], patterns: readonly string[], what: What) {
  const fitsAny = (pattern: string, { names }: Entry) => names.some((name) => fits(pattern, name))
  for (const pattern of patterns)
    if (!entries.some((entry) => fitsAny(pattern, entry)))
      throw new UsageError(
        `the pattern "${pattern}" matches none of the ${what}; list takes ${Object.keys(lists).join(', ')}, and patterns over their ids`,
      )
  return patterns.length === 0
    ? entries
    : entries.filter((entry) => patterns.some((pattern) => fitsAny(pattern, entry)))
}

export const verb: Verb = {
  summary: 'lists scenarios, rules or faults, without touching a target',
  positionals: 'scenarios|rules|faults [PATTERN…]',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    const [what, patterns] = asked(positionals)
    if (values.quick === true && what !== 'scenarios')
      throw new UsageError(`--quick selects scenarios, and ${what} are listed here; leave it out`)
    const listed = matching(await lists[what](), patterns, what)
    const entries = values.quick === true ? listed.filter(({ quick }) => quick) : listed
    if (values.json === true)
      console.log(
        JSON.stringify(
          entries.map(({ value }) => value),
          null,
          2,
        ),
      )
    else console.log(entries.map(({ line }) => line).join('\n'))
    return 0
  },
}
