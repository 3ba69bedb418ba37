// The Read Only token: which commands it may run, in every form, and that a command it is refused has
// done nothing.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { inQuery, strangerToken } from '../fixtures/credentials.js'
import { byPath, forms, inBody, inPipeline, inTransaction, type Form } from '../fixtures/forms.js'
import { executed, failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { refusedAmong, supported } from '../fixtures/support.js'
import { commandOf, observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Commands that write to a key, to whom it belongs. */
const writes: readonly {
  what: string
  ask: (world: KvWorld, token: string) => Promise<Exchange>
  /** The command, where a target may be without it. */
  command?: string
}[] = [
  { what: 'SET', ask: ({ kv, key }, token) => kv.command(['SET', key, 'after'], { token }) },
  { what: 'APPEND by path', ask: ({ kv, key }, token) => kv.path(['APPEND', key, '!'], { token }) },
  {
    what: 'DEL in a pipeline',
    ask: ({ kv, key }, token) => kv.pipeline([['DEL', key]], { token }),
  },
  {
    what: 'DEL in a transaction',
    ask: ({ kv, key }, token) => kv.transaction([['DEL', key]], { token }),
  },
  {
    what: 'set in lower case',
    ask: ({ kv, key }, token) => kv.command(['set', key, 'after'], { token }),
  },
  {
    what: 'SET with the token in the query',
    ask: ({ kv, key }, token) =>
      kv.path(['SET', key, 'after'], { token: null, query: inQuery(kv, token) }),
  },
  {
    what: 'GETDEL, which reads too',
    ask: ({ kv, key }, token) => kv.command(['GETDEL', key], { token }),
    command: 'GETDEL',
  },
  {
    what: 'GETSET, which reads too',
    ask: ({ kv, key }, token) => kv.command(['GETSET', key, 'after'], { token }),
    command: 'GETSET',
  },
  {
    what: 'EXPIRE, which ends a key',
    ask: ({ kv, key }, token) => kv.command(['EXPIRE', key, 0], { token }),
    command: 'EXPIRE',
  },
  {
    what: 'RENAME',
    ask: ({ kv, key, keyOf }, token) => kv.command(['RENAME', key, keyOf('other')], { token }),
    command: 'RENAME',
  },
  {
    what: 'SORT, which stores what it reads',
    ask: ({ kv, key, keyOf }, token) =>
      kv.command(['SORT', keyOf('none'), 'STORE', key], { token }),
    command: 'SORT',
  },
  {
    what: 'SETBIT',
    ask: ({ kv, key }, token) => kv.command(['SETBIT', key, 7, 0], { token }),
    command: 'SETBIT',
  },
  {
    what: 'a script',
    ask: ({ kv, key }, token) =>
      kv.command(['EVAL', "return redis.call('SET', KEYS[1], 'after')", 1, key], { token }),
    command: 'EVAL',
  },
  {
    what: 'SET with its value in the body',
    ask: ({ kv, key }, token) => kv.path(['SET', key], { body: 'after', token }),
  },
  ...['HEAD', 'PUT'].map((method) => ({
    what: `SET by ${method}`,
    ask: ({ kv, key }: KvWorld, token: string) => kv.path(['SET', key, 'after'], { method, token }),
  })),
  {
    what: 'SETRANGE',
    ask: ({ kv, key }, token) => kv.command(['SETRANGE', key, 0, 'X'], { token }),
    command: 'SETRANGE',
  },
  {
    what: 'MSET in lower case in a pipeline',
    ask: ({ kv, key }, token) => kv.pipeline([['mset', key, 'after']], { token }),
    command: 'MSET',
  },
  {
    what: 'a write behind a read in a transaction',
    ask: ({ kv, key }, token) =>
      kv.transaction(
        [
          ['GET', key],
          ['SET', key, 'after'],
        ],
        { token },
      ),
  },
  {
    what: 'a write behind a read in a pipeline',
    ask: ({ kv, key }, token) =>
      kv.pipeline(
        [
          ['GET', key],
          ['SET', key, 'after'],
        ],
        { token },
      ),
  },
]

/** Commands of which the document does not say whether the Read Only token may run them. */
const undecided = [
  ...['HSCAN KEY 0', 'RANDOMKEY', 'DBSIZE', 'TIME', 'INFO', 'PUBLISH KEY message', 'PING'],
  // It may keep what it has counted, and so counts as a write in places.
  'PFCOUNT KEY',
]

/** A command of each category that writes, on which data, and what shows that it has not. */
const writesByCategory: readonly {
  readonly name: string
  readonly setup: string
  readonly write: string
  readonly check: string
}[] = [
  {
    name: 'INCR',
    setup: 'SET KEY 7',
    write: 'INCR KEY',
    check: 'GET KEY',
  },
  {
    name: 'UNLINK',
    setup: 'SET KEY value',
    write: 'UNLINK KEY',
    check: 'GET KEY',
  },
  {
    name: 'RPUSH',
    setup: 'RPUSH KEY a',
    write: 'RPUSH KEY b',
    check: 'LRANGE KEY 0 -1',
  },
  {
    name: 'HSET',
    setup: 'HSET KEY field before',
    write: 'HSET KEY field after',
    check: 'HGET KEY field',
  },
  {
    name: 'SADD',
    setup: 'SADD KEY a',
    write: 'SADD KEY b',
    check: 'SMEMBERS KEY',
  },
  {
    name: 'ZADD',
    setup: 'ZADD KEY 1 a',
    write: 'ZADD KEY 2 b',
    check: 'ZRANGE KEY 0 -1',
  },
  {
    name: 'GEOADD',
    setup: 'GEOADD KEY 13 38 a',
    write: 'GEOADD KEY 15 37 b',
    check: 'GEOPOS KEY b',
  },
  {
    name: 'PFADD',
    setup: 'PFADD KEY a',
    write: 'PFADD KEY b',
    check: 'PFCOUNT KEY',
  },
  {
    name: 'XADD',
    setup: 'XADD KEY 1-1 field value',
    write: 'XADD KEY 2-1 field value',
    check: 'XLEN KEY',
  },
  {
    name: 'EVAL',
    setup: 'SET KEY before',
    write: "EVAL return(redis.call('SET',KEYS[1],'after')) 1 KEY",
    check: 'GET KEY',
  },
  {
    name: 'JSON.SET',
    setup: 'JSON.SET KEY $ 1',
    write: 'JSON.SET KEY $ 2',
    check: 'JSON.GET KEY',
  },
]

/** A command of each category that reads one value, and on which data. */
const readsByCategory: readonly { readonly setup: string; readonly read: string }[] = [
  { setup: 'SET KEY value', read: 'GET KEY' },
  { setup: 'SET KEY value', read: 'GETBIT KEY 1' },
  { setup: 'SET KEY value', read: 'EXISTS KEY' },
  { setup: 'RPUSH KEY element', read: 'LRANGE KEY 0 -1' },
  { setup: 'HSET KEY field value', read: 'HGET KEY field' },
  { setup: 'SADD KEY member', read: 'SISMEMBER KEY member' },
  { setup: 'ZADD KEY 1 member', read: 'ZSCORE KEY member' },
  { setup: 'GEOADD KEY 13 38 member', read: 'GEOPOS KEY member' },
  { setup: 'XADD KEY 1-1 field value', read: 'XLEN KEY' },
  { setup: 'JSON.SET KEY $ 1', read: 'JSON.GET KEY' },
]

/** The read commands that the document says are refused all the same, with their names in both cases. */
const refusedReads = [
  { name: 'SCAN', rule: 'kv.authentication.read-only-refuses-scan', line: 'SCAN 0 COUNT 1' },
  { name: 'KEYS', rule: 'kv.authentication.read-only-refuses-keys', line: 'KEYS KEY' },
] as const

export const readOnlyScenarios = [
  scenario('the Read Only token reads', {
    rule: 'kv.authentication.read-only-reads',
    needs: ['readOnlyToken'],
    async run({ kv, id, key, keyOf, provide }) {
      const token = await provide.readOnlyToken()
      given(await kv.command(['SET', key, id]), result('OK'))
      given(await kv.command(['RPUSH', keyOf('list'), id]), result(1))
      given(await kv.command(['GET', key]), result(id))

      must(await kv.command(['GET', key], { token }), result(id))
      must(await kv.command(['LRANGE', keyOf('list'), '0', '-1'], { token }), result([id]))
    },
  }),
  ...writes.map(({ what, ask, command = 'SET' }) =>
    scenario(`the Read Only token changes nothing by ${what}`, {
      rule: 'kv.authentication.read-only-refuses-writes',
      needs: ['readOnlyToken'],
      async run(world) {
        const { kv, id, key, provide } = world
        const token = await provide.readOnlyToken()
        await supported(world, command)
        given(await kv.command(['SET', key, id]), result('OK'))
        given(await ask(world, kv.token), executed())
        given(await ask(world, strangerToken), failed())
        given(await kv.command(['SET', key, id]), result('OK'))
        given(await kv.command(['GET', key], { token }), result(id))

        await ask(world, token)
        must(await kv.command(['GET', key]), result(id))
      },
    }),
  ),
  ...writesByCategory.map(({ name, setup, write, check }) =>
    scenario(`the Read Only token is refused ${name} in every form`, {
      rule: 'kv.authentication.read-only-refuses-writes',
      needs: ['readOnlyToken'],
      async run(world) {
        const { kv, keyOf, provide } = world
        const token = await provide.readOnlyToken()
        await supported(world, setup, write, check)
        const look = async () => kv.command(commandOf(check, world))
        given(await kv.command(commandOf(setup, world)), executed())
        const before = memberOf(given(await look(), executed()), 'result')
        given(await kv.command(['GET', keyOf('none')], { token }), result(null))

        const accept = async ({ where, ask, executed: accepted }: Form) => {
          const other = { ...world, key: keyOf(where) }
          given(await kv.command(commandOf(setup, other)), executed())
          given(await ask(kv, commandOf(write, other)), accepted)
        }
        await Promise.all(forms.map(accept))

        for (const { where, ask, failed } of forms) {
          must(await ask(kv, commandOf(write, world), { token }), named(where, failed))
          must(await look(), named(`after ${where}`, result(before)))
        }
      },
    }),
  ),
  scenario('the Read Only token reads values of every kind', {
    rule: 'kv.authentication.read-only-reads',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, keyOf, provide } = world
      const token = await provide.readOnlyToken()
      const judge = async ({ setup, read }: (typeof readsByCategory)[number]) => {
        if ((await refusedAmong(world, setup, read)) !== undefined) return
        const own = { ...world, key: keyOf(read) }
        const command = commandOf(read, own)
        given(await kv.command(commandOf(setup, own)), executed())
        const value = memberOf(given(await kv.command(command), executed()), 'result')

        for (const { where, ask, answers } of [inBody, byPath, inPipeline]) {
          given(await ask(kv, command), answers(value))

          must(await ask(kv, command, { token }), named(`${read} ${where}`, answers(value)))
        }
      }
      await Promise.all(readsByCategory.map(judge))
    },
  }),
  ...refusedReads.flatMap(({ name, rule, line }) => [
    scenario(`the Read Only token is refused ${name}`, {
      rule,
      needs: ['readOnlyToken'],
      async run(world) {
        const { kv, id, provide } = world
        const token = await provide.readOnlyToken()
        given(await kv.command(commandOf(line, world)), executed())
        given(await kv.command(['GET', id], { token }), executed())

        must(await kv.command(commandOf(line, world), { token }), failed())
      },
    }),
    scenario(`the Read Only token is refused ${name} in every form and case`, {
      rule,
      needs: ['readOnlyToken'],
      async run(world) {
        const { kv, id, provide } = world
        const token = await provide.readOnlyToken()
        const [upper, ...args] = commandOf(line, world)
        given(await kv.command(['GET', id], { token }), result(null))
        const judge = async ({ where, ask, executed, failed }: Form) => {
          given(await ask(kv, [upper, ...args]), executed)

          for (const name of [upper, upper.toLowerCase()])
            must(await ask(kv, [name, ...args], { token }), named(`${name} ${where}`, failed))
        }
        await Promise.all(forms.map(judge))
      },
    }),
  ]),
  // A target that does not refuse it loses every key: only the operator can allow that.
  scenario('the Read Only token is refused FLUSHDB', {
    rule: 'kv.authentication.read-only-refuses-writes',
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
    rule: 'kv.authentication.read-only-denied-commands',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, note, provide } = world
      const token = await provide.readOnlyToken()
      for (const line of undecided)
        note(line, (await kv.command(commandOf(line, world), { token })).status)
    },
  }),
  observation('a transaction of the Read Only token that reads', {
    rule: 'kv.authentication.read-only-denied-commands',
    needs: ['readOnlyToken'],
    async run({ kv, id, note, provide }) {
      const token = await provide.readOnlyToken()
      note('GET', outcomeOf(await inTransaction.ask(kv, ['GET', id], { token })))
    },
  }),
  observation('whether the Read Only token may open streams', {
    rule: 'kv.authentication.read-only-denied-commands',
    needs: ['readOnlyToken'],
    async run({ kv, id, note, provide }) {
      const token = await provide.readOnlyToken()
      note('the monitor', (await kv.monitor({ token })).status)
      note('a subscription', (await kv.subscribe(id, { token })).status)
    },
  }),
  observation('what the Read Only token is answered when it writes', {
    rule: 'kv.authentication.read-only-error',
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
