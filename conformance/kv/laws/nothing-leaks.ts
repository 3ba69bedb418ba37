// The reply to a request depends on the request alone, not on what its connection carried before, nor on
// equal requests at the same time.

import { allBut, dimension, namesIn, notPlain, type Value, without } from '../../core/law.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import type { Exchange } from '../../wire/exchange.js'
import { ask, batchOf, type Manner } from '../fixtures/ask.js'
import { strangerToken } from '../fixtures/client.js'
import { tokenOf, type Holder } from '../fixtures/case-tokens.js'
import {
  isRefusal,
  replies,
  repliesInBatch,
  statusProblem,
  type Expected,
} from '../fixtures/reading.js'
import { executed, executedInBatch, failed, failedInBatch } from '../fixtures/matchers.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import { method, wayIn } from '../dimensions.js'
import { law } from './law.js'

type Send = () => Promise<Exchange>

/** The requests that the connection carried before. Returns the number of equal requests. */
interface Before extends Value {
  /** True if an equal request runs at the same time. */
  readonly beside?: true
  run(world: Holder, connection: string, same: Send): Promise<number>
}

const once = async (sent: Promise<Exchange>): Promise<number> => {
  await sent
  return 0
}
const echo = ['ECHO', 'before'] as const

const before = dimension<Before>('', {
  'after nothing': { run: async () => 0 },
  'after an equal request': {
    async run(_, __, same) {
      given(await same(), executed())
      return 1
    },
    rule: 'kv.body.command-array',
  },
  'after three equal requests': {
    async run(_, __, same) {
      for (let index = 0; index < 3; index++) given(await same(), executed())
      return 3
    },
    rule: 'kv.body.command-array',
  },
  'beside an equal request': { run: async () => 0, beside: true, rule: 'kv.body.command-array' },
  'after a request in base64': {
    run: async ({ kv }, connection) => once(kv.command(echo, { connection, encoding: 'base64' })),
    rule: 'kv.base64.strings',
  },
  'after a request in resp2': {
    run: async ({ kv }, connection) => once(kv.command(echo, { connection, format: 'resp2' })),
    rule: 'kv.response-format.json-default',
  },
  'after a wrong token': {
    run: async ({ kv }, connection) => once(kv.command(echo, { connection, token: strangerToken })),
    rule: 'kv.authentication.bearer-header',
  },
  'after a body without its end': {
    run: async ({ kv }, connection) => once(kv.post('/', '["ECHO","before"', { connection })),
    rule: 'kv.body.command-array',
  },
  'after a failing command in base64': {
    run: async ({ kv }, connection) =>
      once(kv.command(['ECHO'], { connection, encoding: 'base64' })),
    rule: 'kv.base64.strings',
  },
  'after a pipeline in resp2': {
    run: async ({ kv }, connection) => once(kv.pipeline([echo], { connection, format: 'resp2' })),
    rule: 'kv.response-format.json-default',
  },
  'after a command of an ACL user': {
    async run(world, connection) {
      const token = await tokenOf(world, 'acl', ['+acl|whoami', '+multi', '+exec', '+ping'])
      return once(world.kv.command(['ACL', 'WHOAMI'], { connection, token }))
    },
    rule: 'kv.authentication.standard-any-command',
  },
  'after a body with query options': {
    run: async ({ kv, keyOf }, connection) =>
      once(kv.path(['SET', keyOf('before')], { query: 'EX=100', body: 'value', connection })),
    rule: 'kv.path.query-options-follow-body',
  },
  'after a PUT with a body': {
    run: async ({ kv }, connection) =>
      once(kv.path(echo, { method: 'PUT', body: 'GET /PING HTTP/1.1\r\n\r\n', connection })),
    rule: 'kv.methods.put',
  },
})

interface Then extends Value {
  readonly kind: 'standard' | 'readOnly' | 'none'
  /** The way in of a write between two equal reads. */
  readonly changed?: string
}

/** The request that is judged. */
const then = dimension<Then>('', {
  'a write with the Standard token': { kind: 'standard' },
  'a write with the Read Only token': {
    kind: 'readOnly',
  },
  'a write without a token': { kind: 'none' },
  'a read after a write in a pipeline': { kind: 'standard', changed: 'in a pipeline' },
  'a read after a write in a transaction': { kind: 'standard', changed: 'in a transaction' },
  'a read after a write in the body': { kind: 'standard', changed: 'in the body' },
})
const afterEqual = ['after an equal request', 'after three equal requests']
const reads = namesIn(then).filter((name) => name.startsWith('a read'))

export const nothingLeaks = law({
  id: 'nothing-leaks',
  title: 'a reply depends on its request alone',
  over: {
    method,
    wayIn: without(wayIn, 'by path with a body and query options'),
    before,
    then,
  },
  never: [
    {
      wayIn: allBut(wayIn, 'by path'),
      method: ['GET', 'PUT', 'HEAD'],
    },
    { wayIn: 'by path', method: 'POST' },
    { method: ['PUT', 'HEAD'], before: allBut(before, 'after nothing', ...afterEqual) },
    {
      wayIn: 'by path with its last argument in the body',
      before: namesIn(before).filter((name) => !name.includes('body')),
    },
    { before: notPlain(before), then: reads.slice(1) },
    { before: 'beside an equal request', then: notPlain(then) },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ then: 'a write without a token', wayIn: '*' }, 'kv.authentication.every-endpoint'],
    [{ then: 'a write without a token', method: '*' }, 'kv.authentication.every-endpoint'],
    [{ then: 'a write without a token' }, 'kv.authentication.missing-token'],
    [{ then: 'a write with the Read Only token' }, 'kv.authentication.read-only-refuses-writes'],
  ],
  namedRules: ['kv.pipeline.array-of-envelopes', 'kv.transaction.array-of-envelopes'],
  baseRule: 'kv.body.command-array',
  async check(world, { before, then }, choice) {
    const { kv, key, keyOf, id } = world
    const { wayIn = '', method = '' } = choice
    const manner = (token: string | null): Manner => ({
      wayIn,
      method,
      token,
      format: {},
      spell: String,
      framing: {},
      connection: id,
    })
    const command = ['APPEND', key, 'x'] as const
    const send = async (token: string | null) => ask(kv, manner(token), command)
    const count = await before.run(world, id, async () => send(kv.token))
    if (before.beside === true) {
      const sent = [
        send(kv.token),
        ask(kv, { ...manner(kv.token), connection: `${id}-other` }, command),
      ]
      for (const reply of await Promise.all(sent)) given(reply, executed())
      must(await kv.command(['GET', key], { connection: id }), replies('xx', 'json', true))
      return
    }
    const of = wayIn === 'in a pipeline' ? 'pipeline' : 'transaction'
    const isReply = (want: Expected): Matcher<Exchange> =>
      method === 'HEAD'
        ? (exchange) => statusProblem(200, exchange)
        : // Other laws judge the content type.
          batchOf(wayIn)
          ? repliesInBatch([want], 'json', `kv.${of}.array-of-envelopes`, true)
          : replies(want, 'json', true)
    // A violation counts only if the first request of a connection has the right reply.
    const accept = async () => {
      const onOther = { ...manner(kv.token), connection: `${id}-other` }
      given(await ask(kv, onOther, ['APPEND', keyOf('other'), 'x']), isReply(1n))
    }
    if (then.changed !== undefined) {
      const read = async (connection: string) =>
        ask(kv, { ...manner(kv.token), connection }, ['GET', key])
      given(await kv.command(['SET', key, 'before']), executed())
      given(await read(id), isReply('before'))
      const write = { ...manner(kv.token), wayIn: then.changed, method: 'POST' }
      given(
        await ask(kv, write, ['SET', key, id]),
        batchOf(then.changed) ? executedInBatch() : executed(),
      )
      const reply = await read(id)
      await judgeIfAccepted(
        () => must(reply, isReply(id)),
        async () => given(await read(`${id}-other`), isReply(id)),
      )
      return
    }
    const isDone = then.kind === 'standard'
    const token = isDone ? kv.token : then.kind === 'none' ? null : await tokenOf(world, 'readOnly')
    const reply = await send(token)
    const length = count + (isDone ? 1 : 0)
    await judgeIfAccepted(() => {
      if (isDone) must(reply, isReply(BigInt(length)))
      else if (then.kind === 'none')
        must(reply, isRefusal(401, method === 'HEAD' ? 'HEAD' : 'json'))
      else if (method !== 'HEAD') must(reply, batchOf(wayIn) ? failedInBatch() : failed())
    }, accept)
    const [name, left] = isDone ? ['GET', 'x'.repeat(length)] : ['STRLEN', BigInt(length)]
    must(await kv.command([name, key], { connection: id }), replies(left, 'json', true))
  },
})
