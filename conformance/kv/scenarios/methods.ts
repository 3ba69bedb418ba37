// Which HTTP methods run a command by path, and which are refused everywhere.

import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { executed, named, result } from '../fixtures/matchers.js'
import { observation, scenario, type Ask } from '../fixtures/world.js'

/** Each with another that shows that the path itself is understood. */
const methods = [
  { method: 'GET', rule: 'kv.methods.get', other: 'POST' },
  { method: 'HEAD', rule: 'kv.methods.head', other: 'GET' },
  { method: 'POST', rule: 'kv.methods.post', other: 'GET' },
  { method: 'PUT', rule: 'kv.methods.put', other: 'GET' },
] as const

const strangers = ['DELETE', 'PATCH', 'OPTIONS', 'TRACE']

/** Endpoints with a path of their own, and a request that is accepted there. */
const endpoints: readonly { what: string; path: string; accepted: Ask }[] = [
  { what: 'the root', path: '/', accepted: ({ kv, id }) => kv.command(['ECHO', id]) },
  {
    what: 'the pipeline',
    path: '/pipeline',
    accepted: ({ kv, id }) => kv.pipeline([['ECHO', id]]),
  },
  {
    what: 'the transaction',
    path: '/multi-exec',
    accepted: ({ kv, id }) => kv.transaction([['ECHO', id]]),
  },
  {
    what: 'the server information',
    path: '/info',
    accepted: ({ kv }) => kv.send('POST', '/info'),
  },
  { what: 'the monitor', path: '/monitor', accepted: ({ kv }) => kv.monitor() },
  {
    what: 'a subscription',
    path: '/subscribe/channel',
    accepted: ({ kv, id }) => kv.subscribe(id),
  },
  {
    what: 'a message',
    path: '/publish/channel/message',
    accepted: ({ kv, id }) => kv.publish(id, 'message'),
  },
]

/** Forms of a path that writes `id` to `key`, each with what is written. */
const paths: readonly {
  what: string
  path: (key: string, id: string) => string
  left: (id: string) => string
}[] = [
  { what: 'in lower case', path: (key, id) => `/set/${key}/${id}`, left: (id) => id },
  {
    what: 'with an encoded space',
    path: (key, id) => `/SET/${key}/${id}%20a`,
    left: (id) => `${id} a`,
  },
  {
    what: 'with options',
    path: (key, id) => `/SET/${key}/${id}/XX/EX/1000`,
    left: (id) => id,
  },
]

export const methodScenarios = [
  ...methods.map(({ method, rule, other }) =>
    scenario(`${method} runs the command in the path`, {
      rule,
      async run({ kv, id, key }) {
        given(await kv.send(other, `/SET/${key}/before`), result('OK'))
        given(await kv.command(['GET', key]), result('before'))

        must(await kv.send(method, `/SET/${key}/${id}`), executed())
        must(await kv.command(['GET', key]), result(id))
      },
    }),
  ),

  ...methods.flatMap(({ method, rule, other }) =>
    paths.map(({ what, path, left }) =>
      scenario(`${method} runs the command in a path ${what}`, {
        rule,
        async run({ kv, id, key }) {
          given(await kv.send(other, `/SET/${key}/before`), result('OK'))
          given(await kv.command(['GET', key]), result('before'))
          given(await kv.send(other, `/SET/${key}/before`), result('OK'))

          must(await kv.send(method, path(key, id)), executed())
          must(await kv.command(['GET', key]), result(left(id)))
        },
      }),
    ),
  ),

  scenario('the same GET runs the command each time', {
    rule: 'kv.methods.get',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))
      given(await kv.send('GET', `/INCR/${key}`), result(2))

      must(await kv.send('GET', `/INCR/${key}`), result(3))
    },
  }),

  ...strangers.map((method) =>
    scenario(`${method} is answered 405`, {
      rule: 'kv.methods.others-refused',
      async run({ kv, id }) {
        given(await kv.send('GET', `/ECHO/${id}`), result(id))

        must(await kv.send(method, `/ECHO/${id}`), status(405))
      },
    }),
  ),
  ...strangers.flatMap((method) =>
    endpoints.map(({ what, path, accepted: ask }) =>
      scenario(`${method} on ${what} is answered 405`, {
        rule: 'kv.methods.others-refused',
        async run(world) {
          given(await ask(world), executed())

          must(await world.kv.send(method, path), status(405))
        },
      }),
    ),
  ),
  observation('the status of a method that is not registered', {
    rule: 'kv.methods.unregistered',
    async run({ kv, id, note }) {
      note('BREW', (await kv.send('BREW', `/ECHO/${id}`)).status)
    },
  }),

  ...strangers.map((method) =>
    scenario(`${method} runs nothing`, {
      rule: 'kv.methods.others-refused',
      async run({ kv, key }) {
        given(await kv.send('GET', `/SET/${key}/before`), result('OK'))
        given(await kv.command(['GET', key]), result('before'))

        await kv.send(method, `/SET/${key}/after`)
        must(await kv.command(['GET', key]), result('before'))
      },
    }),
  ),
  ...['DELETE', 'PATCH'].map((method) =>
    scenario(`${method} runs no command of its body`, {
      rule: 'kv.methods.others-refused',
      async run({ kv, key }) {
        const set = JSON.stringify(['SET', key, 'after'])
        const requests = [
          { target: '/', body: set },
          { target: '/pipeline', body: `[${set}]` },
          { target: '/multi-exec', body: `[${set}]` },
          { target: `/SET/${key}`, body: 'after' },
        ]
        for (const { target, body } of requests)
          given(await kv.send('POST', target, { body }), executed())
        given(await kv.command(['SET', key, 'before']), result('OK'))
        given(await kv.command(['GET', key]), result('before'))

        for (const { target, body } of requests) {
          await kv.send(method, target, { body })
          must(await kv.command(['GET', key]), named(`after ${target}`, result('before')))
        }
      },
    }),
  ),

  ...methods.map(({ method, rule, other }) =>
    scenario(`${method} runs the command once`, {
      rule,
      async run({ kv, key }) {
        given(await kv.send(other, `/INCR/${key}`), result(1))
        given(await kv.command(['GET', key]), result('1'))

        must(await kv.send(method, `/INCR/${key}`), executed())
        must(await kv.command(['GET', key]), result('2'))
      },
    }),
  ),
]
