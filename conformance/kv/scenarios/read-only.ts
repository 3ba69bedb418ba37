// The Read Only token: which commands it may run, in every form, and that a command it is refused has
// done nothing.

import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { inQuery, strangerToken } from '../fixtures/credentials.js'
import { byPath, formsByName, inBody, inPipeline, inTransaction } from '../fixtures/forms.js'
import type { Form } from '../fixtures/forms.js'
import { envelopeAt, envelopes, executed } from '../fixtures/matchers.js'
import { executedInBatch, failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { preparedRows, setAll } from '../fixtures/prepared.js'
import { supported } from '../fixtures/support.js'
import type { Command, KvClient } from '../fixtures/client.js'
import { commandOf, observation, scenario, type KvWorld } from '../fixtures/world.js'
import { elementAt } from '../fixtures/writings.js'

/** Writes to a key that holds a text; `other` is another key. */
type Write = (kv: KvClient, token: string, key: string, other: string) => Promise<Exchange>

const alone =
  (line: string): Write =>
  (kv, token, key, other) =>
    kv.command(commandOf(line, { kv, key, keyOf: () => other }), { token })

const set = (key: string): Command => ['SET', key, 'after']

const writes: Readonly<Record<string, Write>> = {
  SET: alone('SET KEY after'),
  'set in lower case': alone('set KEY after'),
  'APPEND by path': (kv, token, key) => kv.path(['APPEND', key, '!'], { token }),
  'SET by HEAD': (kv, token, key) => kv.path(['SET', key, 'after'], { method: 'HEAD', token }),
  'SET by PUT': (kv, token, key) => kv.path(['SET', key, 'after'], { method: 'PUT', token }),
  'SET with its value in the body': (kv, token, key) =>
    kv.path(['SET', key], { body: 'after', token }),
  'SET with the token in the query': (kv, token, key) =>
    kv.path(['SET', key, 'after'], { token: null, query: inQuery(kv, token) }),
  'DEL in a pipeline': (kv, token, key) => kv.pipeline([['DEL', key]], { token }),
  'DEL in a transaction': (kv, token, key) => kv.transaction([['DEL', key]], { token }),
  'a write after a read in a pipeline': (kv, token, key) =>
    kv.pipeline([['GET', key], set(key)], { token }),
  'a write after a read in a transaction': (kv, token, key) =>
    kv.transaction([['GET', key], set(key)], { token }),
  'GETDEL, which reads too': alone('GETDEL KEY'),
  'GETSET, which reads too': alone('GETSET KEY after'),
  'EXPIRE, which ends a key': alone('EXPIRE KEY 0'),
  RENAME: alone('RENAME KEY OTHER'),
  'SORT, which stores what it reads': alone('SORT OTHER STORE KEY'),
  SETBIT: alone('SETBIT KEY 7 0'),
  SETRANGE: alone('SETRANGE KEY 0 X'),
  'a script': alone("EVAL return(redis.call('SET',KEYS[1],'after')) 1 KEY"),
  'mset in lower case in a pipeline': (kv, token, key) =>
    kv.pipeline([['mset', key, 'after']], { token }),
}

/** Commands of which the document does not say whether the Read Only token may run them. */
const undecided = [
  ...['HSCAN KEY 0', 'RANDOMKEY', 'DBSIZE', 'TIME', 'INFO', 'PUBLISH KEY message', 'PING'],
  // It may keep what it has counted, and so counts as a write in places.
  'PFCOUNT KEY',
]

/** A write, after what makes its data, and before what shows that it has not been done. */
type CategoryWrite = readonly [setup: string, write: string, check: string]
type CategoryWrites = Readonly<Record<string, CategoryWrite>>

const simpleValues: CategoryWrites = {
  INCR: ['SET KEY 7', 'INCR KEY', 'GET KEY'],
  UNLINK: ['SET KEY value', 'UNLINK KEY', 'GET KEY'],
  RPUSH: ['RPUSH KEY a', 'RPUSH KEY b', 'LRANGE KEY 0 -1'],
  HSET: ['HSET KEY field before', 'HSET KEY field after', 'HGET KEY field'],
  SADD: ['SADD KEY a', 'SADD KEY b', 'SMEMBERS KEY'],
}

const otherValues: CategoryWrites = {
  ZADD: ['ZADD KEY 1 a', 'ZADD KEY 2 b', 'ZRANGE KEY 0 -1'],
  GEOADD: ['GEOADD KEY 13 38 a', 'GEOADD KEY 15 37 b', 'GEOPOS KEY b'],
  PFADD: ['PFADD KEY a', 'PFADD KEY b', 'PFCOUNT KEY'],
  XADD: ['XADD KEY 1-1 field value', 'XADD KEY 2-1 field value', 'XLEN KEY'],
  EVAL: ['SET KEY before', "EVAL return(redis.call('SET',KEYS[1],'after')) 1 KEY", 'GET KEY'],
}

const jsonValues: CategoryWrites = {
  'JSON.SET': ['JSON.SET KEY $ 1', 'JSON.SET KEY $ 2', 'JSON.GET KEY'],
}

/** Judges that the Read Only token is refused writes in every form, and that they change nothing. */
async function mustRefuseWrites(world: KvWorld, token: string, rows: CategoryWrites) {
  const { kv, id } = world
  given(await kv.command(['GET', id], { token }), result(null))
  // The Standard token writes to other keys than those that must not change.
  const accepted = Object.entries(rows).map(([name, [setup, write, check]]) => {
    return [name, { setup: [setup, write.replace(/\bKEY\b/, 'OTHER')], write, check }] as const
  })
  const prepared = await preparedRows(world, Object.fromEntries(accepted))
  const names = Object.keys(prepared)
  const commands = (of: 'write' | 'check', label = 'key') =>
    Object.values(prepared).map((row) =>
      commandOf(row[of], { ...row.world, key: row.world.keyOf(label) }),
    )
  given(await kv.transaction(commands('write', 'third')), executedInBatch())

  const look = async () => kv.pipeline(commands('check'))
  let before = given(await look(), executedInBatch())
  const table: Record<string, () => void> = {}
  /** Sends every write in one form, and keeps how each was answered and what it left. */
  async function refuse(
    where: string,
    ask: () => Promise<readonly Exchange[]>,
    refused: (index: number) => Matcher<Exchange>,
  ) {
    const values = resultsIn(before)
    const replies = await ask()
    const after = (before = await look())
    for (const [index, name] of names.entries())
      table[`${name} ${where}`] = () => {
        must(replies[index]!, refused(index))
        must(after, named('afterwards', envelopeAt(index, values[index])))
      }
  }
  for (const { where, ask, failed } of [inBody, byPath, inTransaction])
    await refuse(
      where,
      () => Promise.all(commands('write').map((command) => ask(kv, command, { token }))),
      () => failed,
    )
  const inOnePipeline = async () => {
    const reply = await kv.pipeline(commands('write'), { token })
    return names.map(() => reply)
  }
  await refuse('in a pipeline', inOnePipeline, refusedAt)
  await eachRow(table, async (judge) => judge())
}

const resultsIn = (batch: Exchange) =>
  ((jsonOf(batch) ?? []) as readonly { result?: unknown }[]).map(({ result }) => result)

/** One command of a batch was not executed, whatever became of the others. */
const refusedAt =
  (index: number): Matcher<Exchange> =>
  (reply) => {
    const got = jsonOf(reply)
    const envelope: unknown = Array.isArray(got) ? got[index] : undefined
    const isExecuted = typeof envelope === 'object' && envelope !== null && !('error' in envelope)
    return isExecuted ? lacks(`an error in envelope ${index}`, envelope) : undefined
  }

/** A command of each category that reads one value, after what makes its data. */
const reads: Readonly<Record<string, { readonly setup: readonly string[] }>> = Object.fromEntries(
  [
    ['SET KEY value', 'GET KEY'],
    ['RPUSH KEY element', 'LRANGE KEY 0 -1'],
    ['SET KEY value', 'GETBIT KEY 1'],
    ['SET KEY value', 'EXISTS KEY'],
    ['HSET KEY field value', 'HGET KEY field'],
    ['SADD KEY member', 'SISMEMBER KEY member'],
    ['ZADD KEY 1 member', 'ZSCORE KEY member'],
    ['GEOADD KEY 13 38 member', 'GEOPOS KEY member'],
    ['XADD KEY 1-1 field value', 'XLEN KEY'],
    ['JSON.SET KEY $ 1', 'JSON.GET KEY'],
  ].map((setup) => [setup.at(-1)!, { setup }]),
)

/** The read commands that the document says are refused all the same. */
const refusedReads = [
  { name: 'SCAN', rule: 'kv.authentication.read-only-refuses-scan', line: 'SCAN 0 COUNT 1' },
  { name: 'KEYS', rule: 'kv.authentication.read-only-refuses-keys', line: 'KEYS KEY' },
] as const

/** Judges that the Read Only token is refused a command in these forms, its name in either case. */
async function mustRefuseRead(
  world: KvWorld & { readonly provide: { readonly readOnlyToken: () => Promise<string> } },
  line: string,
  forms: readonly Form[],
) {
  const { kv, id, provide } = world
  const token = await provide.readOnlyToken()
  const [upper, ...args] = commandOf(line, world)
  given(await kv.command(['GET', id], { token }), executed())

  await eachRow(formsByName(...forms), async (form) => {
    given(await form.ask(kv, [upper, ...args]), form.executed)

    for (const name of [upper, upper.toLowerCase()])
      must(await form.ask(kv, [name, ...args], { token }), named(name, form.failed))
  })
}

export const readOnlyScenarios = [
  scenario('the Read Only token reads values of every kind', {
    id: 'kv.authentication.read-only-reads/every-kind',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, provide } = world
      const token = await provide.readOnlyToken()
      const prepared = await preparedRows(world, reads)
      const names = Object.keys(prepared)

      await eachRow(prepared, async (row, read) => {
        const command = commandOf(read, row.world)
        // The two forms in turn: no read needs both.
        const form = names.indexOf(read) % 2 ? byPath : inBody
        const value = memberOf(given(await form.ask(kv, command), executed()), 'result')

        must(await form.ask(kv, command, { token }), named(form.where, form.answers(value)))
      })
    },
  }),
  scenario('the Read Only token reads in a pipeline', {
    id: 'kv.authentication.read-only-reads/pipeline',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, provide } = world
      const token = await provide.readOnlyToken()
      const prepared = Object.entries(await preparedRows(world, reads))
      const commands = prepared.map(([read, row]) => commandOf(read, row.world))
      const values = resultsIn(given(await kv.pipeline(commands), executedInBatch()))

      must(await kv.pipeline(commands, { token }), envelopes(...values))
    },
  }),
  scenario('writes of the Read Only token change nothing', {
    id: 'kv.authentication.read-only-refuses-writes/changes-nothing',
    needs: ['readOnlyToken'],
    async run({ kv, keyOf, provide }) {
      const token = await provide.readOnlyToken()
      const names = Object.keys(writes)
      const [keys, others] = ['key', 'other'].map((label) =>
        names.map((_, index) => keyOf(`${index}-${label}`)),
      ) as [string[], string[]]
      await setAll(
        kv,
        keys.map((key) => [key, 'before']),
      )
      given(await kv.command(['GET', keys[0]], { token }), result('before'))
      given(await kv.command(['MGET', ...keys]), result(keys.map(() => 'before')))
      const ask = async (index: number, token: string) =>
        writes[names[index]!]!(kv, token, keys[index]!, others[index]!)

      await Promise.all(names.map(async (_, index) => ask(index, token)))
      const left = await kv.command(['MGET', ...keys])
      await eachRow(writes, async (_, name) => {
        const index = names.indexOf(name)
        const isChanged = elementAt(index, 'before')(left) !== undefined
        // A form that anybody may use breaks another rule.
        if (isChanged) given(await ask(index, strangerToken), failed())
        must(left, elementAt(index, 'before'))
      })
    },
  }),
  ...(
    [
      ['strings, lists, hashes and sets', 'strings-lists-hashes-sets', simpleValues],
      ['sorted sets, geo, streams and scripts', 'zsets-geo-streams-scripts', otherValues],
    ] as const
  ).map(([what, id, rows]) =>
    scenario(`the Read Only token may not write ${what}`, {
      id: `kv.authentication.read-only-refuses-writes/${id}`,
      needs: ['readOnlyToken'],
      async run(world) {
        await mustRefuseWrites(world, await world.provide.readOnlyToken(), rows)
      },
    }),
  ),
  scenario('the Read Only token may not write JSON', {
    id: 'kv.authentication.read-only-refuses-writes/json',
    needs: ['readOnlyToken'],
    async run(world) {
      await supported(world, 'JSON.SET')
      await mustRefuseWrites(world, await world.provide.readOnlyToken(), jsonValues)
    },
  }),
  ...refusedReads.flatMap(({ name, rule, line }) =>
    [
      { where: '', id: 'alone', forms: [inBody, byPath] },
      { where: ' in batches', id: 'in-batches', forms: [inPipeline, inTransaction] },
    ].map(({ where, id, forms }) =>
      scenario(`the Read Only token is refused ${name}${where}`, {
        id: `${rule}/${id}`,
        needs: ['readOnlyToken'],
        run: (world) => mustRefuseRead(world, line, forms),
      }),
    ),
  ),
  // A target that does not refuse it loses every key: only the operator can allow that.
  scenario('the Read Only token is refused FLUSHDB', {
    id: 'kv.authentication.read-only-refuses-writes/flushdb',
    needs: ['readOnlyToken', 'dedicatedAccount'],
    async run({ kv, key, provide }) {
      const token = await provide.readOnlyToken()
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['GET', key], { token }), result('before'))
      // A token that may write is not one to send FLUSHDB with.
      given(await kv.command(['SET', key, 'after'], { token }), failed())
      given(await kv.command(['GET', key]), result('before'))

      must(await kv.command(['FLUSHDB'], { token }), failed())
      must(await kv.command(['GET', key]), result('before'))
    },
  }),

  observation('commands that the Read Only token may or may not run', {
    id: 'kv.authentication.read-only-denied-commands/commands-transactions-streams',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, id, note, provide } = world
      const token = await provide.readOnlyToken()
      for (const line of undecided)
        note(line, (await kv.command(commandOf(line, world), { token })).status)
      note('GET in a transaction', outcomeOf(await kv.transaction([['GET', id]], { token })))
      note('the monitor', (await kv.monitor({ token })).status)
      note('a subscription', (await kv.subscribe(id, { token })).status)
    },
  }),
  observation('error for a write of the Read Only token', {
    id: 'kv.authentication.read-only-error/alone-and-in-batches',
    needs: ['readOnlyToken'],
    async run({ kv, key, note, provide }) {
      const token = await provide.readOnlyToken()
      const write = ['SET', key, 'value'] as const
      note('alone', outcomeOf(await kv.command(write, { token })))
      note('in a pipeline', outcomeOf(await kv.pipeline([write, ['PING']], { token })))
      note('in a transaction', outcomeOf(await kv.transaction([write, ['PING']], { token })))
    },
  }),
]
