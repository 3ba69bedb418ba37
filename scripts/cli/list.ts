// list: what there is to select, explain or switch on.

import { faults } from '../../mocks/faults/index.js'
import { rules, scenarios } from '../../conformance/index.js'
import { UsageError } from '../../conformance/usage-error.js'
import { read, type Verb } from './verb.js'

const options = { json: { about: 'print JSON' } } as const

/** Each list as the lines a person reads and the values a program does. */
const lists = {
  scenarios: () =>
    scenarios.map(({ id, title, interface: of, rule, level, needs }) => ({
      line: id,
      value: { id, title, interface: of, rule, level, needs },
    })),
  rules: () => rules.map((rule) => ({ line: `${rule.level.padEnd(5)}${rule.id}`, value: rule })),
  faults: () =>
    faults.map(({ name, interface: of, breaks }) => ({
      line: `${of.padEnd(6)}${name}${breaks.length === 0 ? ' (variant)' : ''}`,
      value: { name, interface: of, breaks },
    })),
} as const

export const verb: Verb = {
  summary: 'lists scenarios, rules or faults, without touching a target',
  positionals: 'scenarios|rules|faults',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    const [what = 'scenarios', ...rest] = positionals
    if (!Object.hasOwn(lists, what) || rest.length > 0)
      throw new UsageError(`list takes scenarios, rules or faults, not "${positionals.join(' ')}"`)
    const entries = lists[what as keyof typeof lists]()
    if (values.json === true)
      console.log(
        JSON.stringify(
          entries.map(({ value }) => value),
          null,
          2,
        ),
      )
    else for (const { line } of entries) console.log(line)
    return 0
  },
}
