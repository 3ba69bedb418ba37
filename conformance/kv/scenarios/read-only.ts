// The Read Only token: the commands it may run, and that refused commands change nothing.

import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { lacks } from '../../core/matchers.js'
import { byName, byValue, eachRow } from '../../core/rows.js'
import { inQuery, strangerToken, type Command, type KvClient } from '../fixtures/client.js'
import { byPath, formsByName, inBody, inPipeline, inTransaction } from '../fixtures/forms.js'
import type { Form } from '../fixtures/forms.js'
import { anError, envelopes, executed } from '../fixtures/matchers.js'
import { executedInBatch, failed, named, result } from '../fixtures/matchers.js'
import { envelopeOf, outcomeOf, resultsOf } from '../fixtures/replies.js'
import { prepared, preparedScripts, supported } from '../fixtures/scripts.js'
import { keysFor, withSibling } from '../fixtures/tables.js'
import { commandOf, observation, scenario, type KvWorld } from '../fixtures/world.js'
import { otherWrites, simpleWrites, type Write as WriteRow } from '../fixtures/writes.js'

/** Writes to a key that holds a string; `other` is another key. */
type Write = (kv: KvClient, token: string, key: string, other: string) => Promise<Exchange>

const inBodyOf =
  (line: string): Write =>
  (kv, token, key, other) =>
    kv.command(commandOf(line, { kv, key, keyOf: () => other }), { token })

const set = (key: string): Command => ['SET', key, 'after']

const writes: Readonly<Record<string, Write>> = {
  SET: inBodyOf('SET KEY after'),
  'set in lower case': inBodyOf('set KEY after'),
  'APPEND by path': (kv, token, key) => kv.path(['APPEND', key, '!'], { token }),
  'SET by HEAD': (kv, token, key) => kv.path(['SET', key, 'after'], { method: 'HEAD', token }),
  'SET by PUT': (kv, token, key) => kv.path(['SET', key, 'after'], { method: 'PUT', token }),
  'SET with a body': (kv, token, key) => kv.path(['SET', key], { body: 'after', token }),
  'SET with the token in the query': (kv, token, key) =>
    kv.path(['SET', key, 'after'], { token: null, query: inQuery(kv, token) }),
  'DEL in a pipeline': (kv, token, key) => kv.pipeline([['DEL', key]], { token }),
  'DEL in a transaction': (kv, token, key) => kv.transaction([['DEL', key]], { token }),
  'a write after a read in a pipeline': (kv, token, key) =>
    kv.pipeline([['GET', key], set(key)], { token }),
  'a write after a read in a transaction': (kv, token, key) =>
    kv.transaction([['GET', key], set(key)], { token }),
  'GETDEL, which reads too': inBodyOf('GETDEL KEY'),
  'GETSET, which reads too': inBodyOf('GETSET KEY after'),
  'EXPIRE, which removes a key': inBodyOf('EXPIRE KEY 0'),
  RENAME: inBodyOf('RENAME KEY OTHER'),
  'SORT, which stores what it reads': inBodyOf('SORT OTHER STORE KEY'),
  SETBIT: inBodyOf('SETBIT KEY 7 1'),
  SETRANGE: inBodyOf('SETRANGE KEY 0 X'),
  'a script': inBodyOf("EVAL return(redis.call('SET',KEYS[1],'after')) 1 KEY"),
  'mset in lower case in a pipeline': (kv, token, key) =>
    kv.pipeline([['mset', key, 'after']], { token }),
}

/** Commands for which the document does not say if the Read Only token may run them. */
const undecided = [
  ...['HSCAN KEY 0', 'RANDOMKEY', 'DBSIZE', 'TIME', 'INFO', 'PUBLISH KEY message', 'PING'],
  // It may cache its count in the key: some servers treat it as a write.
  'PFCOUNT KEY',
]

/** Judges that the Read Only token is refused writes in every form, and that they change nothing. */
async function mustRefuseWrites(
  world: KvWorld,
  token: string,
  writes: Readonly<Record<string, WriteRow>>,
) {
  const { kv, id } = world
  given(await kv.command(['GET', id], { token }), result(null))
  // The Standard token writes to other keys than those that must not change.
  const setups = Object.entries(writes).map(([name, [setup, write, check]]) => {
    const accepted = write.replaceAll(/\bKEY\b/g, 'OTHER')
    return [name, { setup: `${setup}; ${accepted}; ${check}`, write, check }] as const
  })
  const rows = await prepared(world, Object.fromEntries(setups))
  const commands = (which: 'write' | 'check', label = 'key') =>
    Object.values(rows).map(({ [which]: line, world }) =>
      commandOf(line, { ...world, key: world.keyOf(label) }),
    )
  const look = async () => kv.pipeline(commands('check'))
  const before = resultsOf(given(await look(), executedInBatch()))
  const replies: Record<string, readonly Exchange[]> = {}
  for (const { where, ask } of alone)
    replies[where] = await Promise.all(commands('write').map((write) => ask(kv, write, { token })))
  const batch = await kv.pipeline(commands('write'), { token })
  const after = await look()
  const indexes = Object.keys(rows).map((name, index) => [name, index] as const)
  await eachRow(Object.fromEntries(indexes), async (index) =>
    withSibling(
      () => {
        for (const { where, failed } of alone) must(replies[where]![index]!, named(where, failed))
        must(batch, named('in a pipeline', refusedAt(index)))
        must(envelopeOf(after, index), named('afterwards', result(before[index])))
      },
      async () => given(await kv.transaction(commands('write', 'third')), executedInBatch()),
    ),
  )
}

/** The forms in which every command is a request of its own. */
const alone = [inBody, byPath, inTransaction]

/** A command of a batch was not executed. */
const refusedAt =
  (index: number): Matcher<Exchange> =>
  (reply) => {
    const got = jsonOf(reply)
    const envelope: unknown = Array.isArray(got) ? got[index] : undefined
    const isExecuted = typeof envelope === 'object' && envelope !== null && !('error' in envelope)
    return isExecuted ? lacks(`an error in envelope ${index}`, envelope) : undefined
  }

/**
 * Scripts whose last command reads a value, one for each category. The contract leaves open which reads
 * are powerful, so all but the first may be refused.
 */
const reads = byValue([
  'SET KEY value; GET KEY; GET KEY',
  'RPUSH KEY element; LRANGE KEY 0 -1; LRANGE KEY 0 -1',
  'SET KEY value; GETBIT KEY 1; GETBIT KEY 1',
  'SET KEY value; EXISTS KEY; EXISTS KEY',
  'HSET KEY field value; HGET KEY field; HGET KEY field',
  'SADD KEY member; SISMEMBER KEY member; SISMEMBER KEY member',
  'ZADD KEY 1 member; ZSCORE KEY member; ZSCORE KEY member',
  'GEOADD KEY 13 38 member; GEOPOS KEY member; GEOPOS KEY member',
  'XADD KEY 1-1 field value; XLEN KEY; XLEN KEY',
  'JSON.SET KEY $ 1; JSON.GET KEY; JSON.GET KEY',
])

const mayBeRefused = ([name]: Command): boolean => name !== 'GET'

/** The read commands that the document excludes for the Read Only token. */
const refusedReads = [
  { name: 'SCAN', rule: 'kv.authentication.read-only-refuses-scan', line: 'SCAN 0 COUNT 1' },
  { name: 'KEYS', rule: 'kv.authentication.read-only-refuses-keys', line: 'KEYS KEY' },
] as const

/** Judges that the Read Only token is refused a command in these forms, in upper and lower case. */
async function mustRefuseRead(
  world: KvWorld & { readonly provide: { readonly readOnlyToken: () => Promise<string> } },
  line: string,
  forms: readonly Form[],
) {
  const { kv, id, provide } = await supported(world, line)
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
  scenario('Read Only token: GET returns the value; other reads do, or fail', {
    id: 'kv.authentication.read-only-reads/every-kind',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, provide } = world
      const token = await provide.readOnlyToken()
      const rows = await preparedScripts(world, reads)

      const table = byName(rows, ({ script }) => script)
      await eachRow(table, async ({ script, command }) => {
        // The two forms in turn: no read needs both.
        const form = Object.keys(reads).indexOf(script) % 2 ? byPath : inBody
        const value = memberOf(given(await form.ask(kv, command), executed()), 'result')

        const reply = await form.ask(kv, command, { token })
        if (mayBeRefused(command) && failed()(reply) === undefined) return
        must(reply, named(form.where, form.answers(value)))
      })
    },
  }),
  scenario('Read Only token: a pipeline with a GET returns its value', {
    id: 'kv.authentication.read-only-reads/pipeline',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, provide } = world
      const token = await provide.readOnlyToken()
      const commands = (await preparedScripts(world, reads)).map(({ command }) => command)
      const values = resultsOf(given(await kv.pipeline(commands), executedInBatch()))

      const reply = await kv.pipeline(commands, { token })
      const want = commands.map((command, index) => {
        const isRefused = failed()(envelopeOf(reply, index)) === undefined
        return mayBeRefused(command) && isRefused ? anError : values[index]
      })
      must(reply, envelopes(...want))
    },
  }),
  scenario('Read Only token: SET, DEL, RENAME and other writes change no key', {
    id: 'kv.authentication.read-only-refuses-writes/changes-nothing',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, keyOf, provide } = world
      const token = await provide.readOnlyToken()
      const keys = keysFor(world, writes)
      await keys.set('before')
      given(await kv.command(['GET', keys.keys[0]], { token }), result('before'))
      const ask = async (name: string, token: string) =>
        writes[name]!(kv, token, keys.of(name), keyOf(`other-${Object.keys(writes).indexOf(name)}`))

      await Promise.all(Object.keys(writes).map(async (name) => ask(name, token)))
      const left = await keys.values()
      await eachRow(writes, async (_, name) =>
        withSibling(
          () => must(left[name]!, result('before')),
          // A form that is open without a valid token breaks another rule.
          async () => given(await ask(name, strangerToken), failed()),
        ),
      )
    },
  }),
  ...(
    [
      ['INCR, UNLINK, RPUSH, HSET, SADD', 'strings-lists-hashes-sets', simpleWrites],
      ['ZADD, GEOADD, PFADD, XADD, EVAL', 'zsets-geo-streams-scripts', otherWrites['other types']],
      ['HINCRBY, LMOVE, GETEX and others', 'less-usual-writes', otherWrites['less usual writes']],
      [
        'SETNX, DECR, BITOP and others',
        'other-string-writes',
        otherWrites['other writes of strings'],
      ],
      [
        'HSETNX, LPUSH, ZREM and others',
        'other-collection-writes',
        otherWrites['other writes of collections'],
      ],
    ] as const
  ).map(([what, id, rows]) =>
    scenario(`Read Only token: ${what} fail and change no key`, {
      id: `kv.authentication.read-only-refuses-writes/${id}`,
      needs: ['readOnlyToken'],
      async run(world) {
        await mustRefuseWrites(world, await world.provide.readOnlyToken(), rows)
      },
    }),
  ),
  scenario('Read Only token: JSON.SET fails and changes no key', {
    id: 'kv.authentication.read-only-refuses-writes/json',
    needs: ['readOnlyToken'],
    async run(world) {
      await supported(world, 'JSON.SET KEY $ 1')
      await mustRefuseWrites(world, await world.provide.readOnlyToken(), otherWrites.JSON)
    },
  }),
  ...refusedReads.flatMap(({ name, rule, line }) =>
    [
      { where: 'in the body and by path', id: 'alone', forms: [inBody, byPath] },
      {
        where: 'in pipelines and transactions',
        id: 'pipeline-and-transaction',
        forms: [inPipeline, inTransaction],
      },
    ].map(({ where, id, forms }) =>
      scenario(`Read Only token: ${name} fails ${where}`, {
        id: `${rule}/${id}`,
        needs: ['readOnlyToken'],
        run: (world) => mustRefuseRead(world, line, forms),
      }),
    ),
  ),
  // A target that does not refuse it loses every key: only the operator can allow that.
  scenario('Read Only token: FLUSHDB fails and deletes no key', {
    id: 'kv.authentication.read-only-refuses-writes/flushdb',
    needs: ['readOnlyToken', 'dedicatedAccount'],
    async run({ kv, key, provide }) {
      const token = await provide.readOnlyToken()
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['GET', key], { token }), result('before'))
      // Stops here if the token may write, because FLUSHDB would delete every key.
      given(await kv.command(['SET', key, 'after'], { token }), failed())
      given(await kv.command(['GET', key]), result('before'))

      must(await kv.command(['FLUSHDB'], { token }), failed())
      must(await kv.command(['GET', key]), result('before'))
    },
  }),

  observation('observes the HTTP status of HSCAN, PING, … with the Read Only token', {
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
  observation('observes the error of a SET with the Read Only token', {
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
