// list: what there is to select, explain or switch on.

import { UsageError } from '../../conformance/usage-error.js'
import { read, type Verb } from './verb.js'

const options = { json: { about: 'print JSON' } } as const

interface Entry {
  readonly line: string
  readonly value: object
}

/** Each list as the lines a person reads and the values a program does, from what it alone needs. */
const lists = {
  async scenarios() {
    const { scenarios } = await import('../../conformance/index.js')
    return scenarios.map(({ id, title, interface: of, rule, level, needs }) => ({
      line: id,
      value: { id, title, interface: of, rule, level, needs },
    }))
  },
  async rules() {
    const { rules } = await import('#generated/rules.js')
    return rules.map((rule) => ({ line: `${rule.level.padEnd(5)}${rule.id}`, value: rule }))
  },
  async faults() {
    const { faults } = await import('../../mocks/faults/index.js')
    return faults.map(({ name, interface: of, breaks }) => ({
      line: `${of.padEnd(6)}${name}${breaks.length === 0 ? ' (variant)' : ''}`,
      value: { name, interface: of, breaks },
    }))
  },
} as const satisfies Readonly<Record<string, () => Promise<readonly Entry[]>>>

export const verb: Verb = {
  summary: 'lists scenarios, rules or faults, without touching a target',
  positionals: 'scenarios|rules|faults',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    const [what = 'scenarios', ...rest] = positionals
    if (!Object.hasOwn(lists, what) || rest.length > 0)
      throw new UsageError(`list takes scenarios, rules or faults, not "${positionals.join(' ')}"`)
    const entries: readonly Entry[] = await lists[what as keyof typeof lists]()
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
