// The HTTP methods that run a command by path, and those that every endpoint refuses.

import type { Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import type { KvClient } from '../fixtures/client.js'
import { executed, failed, named, result } from '../fixtures/matchers.js'
import { keysFor, withSibling } from '../fixtures/tables.js'
import { observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'

/** Each with another method that shows that the target reads the path. */
const methods = [
  { method: 'GET', rule: 'kv.methods.get', other: 'POST' },
  { method: 'HEAD', rule: 'kv.methods.head', other: 'GET' },
  { method: 'POST', rule: 'kv.methods.post', other: 'GET' },
  { method: 'PUT', rule: 'kv.methods.put', other: 'GET' },
] as const

const refused = ['DELETE', 'PATCH', 'OPTIONS', 'TRACE']

/** Endpoints, and a request that is accepted there. */
const endpoints: Readonly<Record<string, { readonly path: string; readonly accepted: Ask }>> = {
  'a command by path': { path: '/ECHO/a', accepted: ({ kv, id }) => kv.path(['ECHO', id]) },
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

/** Paths that write to a key, and the value afterwards. The key of the last one exists. */
const paths: Readonly<Record<string, readonly [path: (key: string) => string, left: string]>> = {
  'a path': [(key) => `/SET/${key}/after`, 'after'],
  'a path in lower case': [(key) => `/set/${key}/after`, 'after'],
  'a path with an encoded space': [(key) => `/SET/${key}/a%20b`, 'a b'],
  INCR: [(key) => `/INCR/${key}`, '1'],
  'a path with options': [(key) => `/SET/${key}/after/XX/EX/1000`, 'after'],
}

/**
 * Sends a path. With POST, its last segment is the body, because the contract leaves open if an empty
 * body is an argument too.
 */
function sendPath(kv: KvClient, method: string, path: string) {
  const last = path.lastIndexOf('/')
  return method === 'POST'
    ? kv.send(method, path.slice(0, last), {
        body: decodeURIComponent(path.slice(last + 1)),
        headers: [['Content-Type', 'text/plain']],
      })
    : kv.send(method, path)
}

/** Requests that are refused with HTTP 400, by method. */
const refusals: Readonly<Record<string, (world: KvWorld, method: string) => Promise<Exchange>>> = {
  'a command that fails': ({ kv, key }, method) => kv.path(['INCR', key], { method }),
  'an unknown command': ({ kv, id }, method) => kv.path(['NOSUCHCOMMAND', id], { method }),
  'an unsupported command': ({ kv, key }, method) => kv.path(['BLPOP', key, 1], { method }),
  'an unknown response format': ({ kv, id }, method) =>
    kv.path(['ECHO', id], { method, format: 'xml' }),
  'base64 with resp2': ({ kv, id }, method) =>
    kv.path(['ECHO', id], { method, encoding: 'base64', format: 'resp2' }),
}

export const methodScenarios = [
  ...methods.map(({ method, rule, other }) =>
    scenario(`HTTP ${method} runs the command in the path`, {
      id: `${rule}/paths`,
      async run(world) {
        const { kv } = world
        const { keys, of, values } = keysFor(world, paths)
        given(await sendPath(kv, other, `/SET/${keys.at(-1)}/before`), result('OK'))
        given(await kv.command(['GET', keys.at(-1)]), result('before'))

        const replies: Record<string, Exchange> = {}
        for (const [name, [path]] of Object.entries(paths))
          replies[name] = await sendPath(kv, method, path(of(name)))
        const left = await values()
        await eachRow(paths, async ([, want], name) => {
          must(replies[name]!, executed())
          must(left[name]!, result(want))
        })
      },
    }),
  ),
  scenario('HTTP HEAD of a refused command returns HTTP 400, as GET does', {
    id: 'kv.methods.head/refused-commands',
    async run(world) {
      const { kv, key } = world
      given(await kv.path(['SET', key, 'text'], { method: 'HEAD' }), executed())
      given(await kv.command(['GET', key]), result('text'))

      await eachRow(refusals, async (ask) => {
        given(await ask(world, 'GET'), status(400))
        must(await ask(world, 'HEAD'), status(400))
      })
    },
  }),
  scenario('HTTP HEAD does not change the next response on its connection', {
    id: 'kv.methods.head/next-response',
    async run({ kv, id }) {
      const connection = id
      given(await kv.path(['ECHO', 'before'], { connection }), result('before'))
      given(await kv.path(['ECHO', 'head'], { connection, method: 'HEAD' }), executed())
      must(await kv.path(['ECHO', 'after'], { connection }), result('after'))
      given(await kv.path(['BLPOP', id, 1], { connection, method: 'HEAD' }), failed())
      must(await kv.path(['ECHO', 'last'], { connection }), result('last'))
    },
  }),
  scenario('HTTP GET of `/INCR/<key>` increments the key at each request', {
    id: 'kv.methods.get/twice',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))
      given(await kv.send('GET', `/INCR/${key}`), result(2))

      must(await kv.send('GET', `/INCR/${key}`), result(3))
    },
  }),

  scenario('every endpoint returns HTTP 405 to DELETE, PATCH, OPTIONS and TRACE', {
    id: 'kv.methods.others-refused/every-endpoint',
    async run(world) {
      given(await world.kv.command(['ECHO', world.id]), executed())
      await eachRow(endpoints, async ({ path, accepted }) => {
        const replies = await Promise.all(refused.map((method) => world.kv.send(method, path)))
        await withSibling(
          () => replies.forEach((reply, index) => must(reply, named(refused[index]!, status(405)))),
          async () => given(await accepted(world), executed()),
        )
      })
    },
  }),
  observation('observes the HTTP status of a request with the unknown method BREW', {
    id: 'kv.methods.unregistered/brew',
    async run({ kv, id, note }) {
      note('BREW', (await kv.send('BREW', `/ECHO/${id}`)).status)
    },
  }),

  scenario('DELETE, PATCH, OPTIONS and TRACE do not run the command in the path', {
    id: 'kv.methods.others-refused/runs-nothing',
    async run({ kv, key }) {
      given(await kv.send('GET', `/SET/${key}/before`), result('OK'))
      given(await kv.command(['GET', key]), result('before'))

      for (const method of refused) await kv.send(method, `/SET/${key}/${method}`)
      must(await kv.command(['GET', key]), result('before'))
    },
  }),
  scenario('DELETE and PATCH do not run the command in the request body', {
    id: 'kv.methods.others-refused/runs-no-body',
    async run({ kv, key }) {
      const set = (value: string) => JSON.stringify(['SET', key, value])
      const bodies: Readonly<Record<string, (value: string) => string>> = {
        '/': set,
        '/pipeline': (value) => `[${set(value)}]`,
        '/multi-exec': (value) => `[${set(value)}]`,
        [`/SET/${key}`]: (value) => value,
      }
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['GET', key]), result('before'))

      // The value names the request that wrote it.
      for (const method of ['DELETE', 'PATCH'])
        for (const [target, body] of Object.entries(bodies))
          await kv.send(method, target, { body: body(`${method} ${target}`) })
      const left = await kv.command(['GET', key])
      await withSibling(
        () => must(left, result('before')),
        async () => {
          for (const [target, body] of Object.entries(bodies))
            given(await kv.send('POST', target, { body: body('accepted') }), executed())
        },
      )
    },
  }),
]
