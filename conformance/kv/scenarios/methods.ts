// The HTTP methods that run a command by path, and those that every endpoint refuses.

import type { Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { executed, result } from '../fixtures/matchers.js'
import { keysFor } from '../fixtures/tables.js'
import { observation, scenario } from '../fixtures/world.js'

/** POST by path without a body, with another method that shows that the target reads the path. */
const methods = [{ method: 'POST', rule: 'kv.methods.post', other: 'GET' }] as const

/** Paths that write to a key, and the value afterwards. The key of the last one exists. */
const paths: Readonly<Record<string, readonly [path: (key: string) => string, left: string]>> = {
  'a path': [(key) => `/SET/${key}/after`, 'after'],
  'a path in lower case': [(key) => `/set/${key}/after`, 'after'],
  'a path with an encoded space': [(key) => `/SET/${key}/a%20b`, 'a b'],
  INCR: [(key) => `/INCR/${key}`, '1'],
  'a path with options': [(key) => `/SET/${key}/after/XX/EX/1000`, 'after'],
}

export const methodScenarios = [
  ...methods.map(({ method, rule, other }) =>
    scenario(`HTTP ${method} runs the command in the path`, {
      id: `${rule}/paths`,
      async run(world) {
        const { kv } = world
        const { keys, of, values } = keysFor(world, paths)
        given(await kv.send(other, `/SET/${keys.at(-1)}/before`), result('OK'))
        given(await kv.command(['GET', keys.at(-1)]), result('before'))

        const replies: Record<string, Exchange> = {}
        for (const [name, [path]] of Object.entries(paths))
          replies[name] = await kv.send(method, path(of(name)))
        const left = await values()
        await eachRow(paths, async ([, want], name) => {
          must(replies[name]!, executed())
          must(left[name]!, result(want))
        })
      },
    }),
  ),
  scenario('HTTP GET of `/INCR/<key>` increments the key at each request', {
    id: 'kv.methods.get/twice',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))
      given(await kv.send('GET', `/INCR/${key}`), result(2))

      must(await kv.send('GET', `/INCR/${key}`), result(3))
    },
  }),
  observation('observes the HTTP status of a request with the unknown method BREW', {
    id: 'kv.methods.unregistered/brew',
    async run({ kv, id, note }) {
      note('BREW', (await kv.send('BREW', `/ECHO/${id}`)).status)
    },
  }),
]
