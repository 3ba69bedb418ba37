// Which HTTP methods run a command by path, and which are refused everywhere.

import type { Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { executed, named, result } from '../fixtures/matchers.js'
import { observation, scenario, type Ask } from '../fixtures/world.js'
import { elementAt } from '../fixtures/writings.js'

/** Each with another that shows that the path itself is understood. */
const methods = [
  { method: 'GET', rule: 'kv.methods.get', other: 'POST' },
  { method: 'HEAD', rule: 'kv.methods.head', other: 'GET' },
  { method: 'POST', rule: 'kv.methods.post', other: 'GET' },
  { method: 'PUT', rule: 'kv.methods.put', other: 'GET' },
] as const

const strangers = ['DELETE', 'PATCH', 'OPTIONS', 'TRACE']

/** Endpoints, and a request that is accepted there. */
const endpoints: Readonly<Record<string, { readonly path: string; readonly accepted: Ask }>> = {
  'a command by path': { path: '/ECHO/a', accepted: ({ kv }) => kv.send('GET', '/ECHO/a') },
  'the root': { path: '/', accepted: ({ kv, id }) => kv.command(['ECHO', id]) },
  'the pipeline': { path: '/pipeline', accepted: ({ kv, id }) => kv.pipeline([['ECHO', id]]) },
  'the transaction': {
    path: '/multi-exec',
    accepted: ({ kv, id }) => kv.transaction([['ECHO', id]]),
  },
  info: { path: '/info', accepted: ({ kv }) => kv.send('POST', '/info') },
  monitor: { path: '/monitor', accepted: ({ kv }) => kv.monitor() },
  subscribe: { path: '/subscribe/channel', accepted: ({ kv, id }) => kv.subscribe(id) },
  publish: {
    path: '/publish/channel/message',
    accepted: ({ kv, id }) => kv.publish(id, 'message'),
  },
}

/** Paths that write to a key, and what they leave there; the key of the last one exists. */
const paths: Readonly<
  Record<string, { readonly path: (key: string) => string; readonly left: string }>
> = {
  'a path': { path: (key) => `/SET/${key}/after`, left: 'after' },
  'a path in lower case': { path: (key) => `/set/${key}/after`, left: 'after' },
  'a path with an encoded space': { path: (key) => `/SET/${key}/a%20b`, left: 'a b' },
  'INCR, once': { path: (key) => `/INCR/${key}`, left: '1' },
  'a path with options': { path: (key) => `/SET/${key}/after/XX/EX/1000`, left: 'after' },
}

export const methodScenarios = [
  ...methods.map(({ method, rule, other }) =>
    scenario(`${method} runs the command in the path`, {
      id: `${rule}/paths`,
      async run({ kv, keyOf }) {
        const names = Object.keys(paths)
        const keys = names.map((_, index) => keyOf(`${index}`))
        given(await kv.send(other, `/SET/${keys.at(-1)}/before`), result('OK'))
        given(await kv.send(other, `/INCR/${keyOf('counter')}`), result(1))
        given(await kv.command(['GET', keys.at(-1)]), result('before'))

        const replies: Exchange[] = []
        for (const [index, name] of names.entries())
          replies.push(await kv.send(method, paths[name]!.path(keys[index]!)))
        const left = await kv.command(['MGET', ...keys])
        await eachRow(paths, async (path, name) => {
          const index = names.indexOf(name)
          must(replies[index]!, executed())
          must(left, elementAt(index, path.left))
        })
      },
    }),
  ),
  scenario('the same GET runs the command each time', {
    id: 'kv.methods.get/twice',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))
      given(await kv.send('GET', `/INCR/${key}`), result(2))

      must(await kv.send('GET', `/INCR/${key}`), result(3))
    },
  }),

  scenario('DELETE, PATCH, OPTIONS and TRACE are answered 405 everywhere', {
    id: 'kv.methods.others-refused/every-endpoint',
    async run(world) {
      await eachRow(endpoints, async ({ path, accepted }) => {
        given(await accepted(world), executed())

        const replies = strangers.map((method) => world.kv.send(method, path))
        for (const [index, reply] of (await Promise.all(replies)).entries())
          must(reply, named(strangers[index]!, status(405)))
      })
    },
  }),
  observation('status of an unknown method', {
    id: 'kv.methods.unregistered/brew',
    async run({ kv, id, note }) {
      note('BREW', (await kv.send('BREW', `/ECHO/${id}`)).status)
    },
  }),

  scenario('DELETE, PATCH, OPTIONS and TRACE run no command by path', {
    id: 'kv.methods.others-refused/runs-nothing',
    async run({ kv, key }) {
      given(await kv.send('GET', `/SET/${key}/before`), result('OK'))
      given(await kv.command(['GET', key]), result('before'))

      for (const method of strangers) await kv.send(method, `/SET/${key}/${method}`)
      must(await kv.command(['GET', key]), result('before'))
    },
  }),
  scenario('DELETE and PATCH run no command of their body', {
    id: 'kv.methods.others-refused/runs-no-body',
    async run({ kv, key }) {
      const set = (value: string) => JSON.stringify(['SET', key, value])
      const bodies: Readonly<Record<string, (value: string) => string>> = {
        '/': set,
        '/pipeline': (value) => `[${set(value)}]`,
        '/multi-exec': (value) => `[${set(value)}]`,
        [`/SET/${key}`]: (value) => value,
      }
      for (const [target, body] of Object.entries(bodies))
        given(await kv.send('POST', target, { body: body('accepted') }), executed())
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['GET', key]), result('before'))

      // The value names the request that wrote it.
      for (const method of ['DELETE', 'PATCH'])
        for (const [target, body] of Object.entries(bodies))
          await kv.send(method, target, { body: body(`${method} ${target}`) })
      must(await kv.command(['GET', key]), result('before'))
    },
  }),
]
