// Which commands there are: names in both cases, arguments in the order of the wire protocol, and
// the ones that are left out.

import type { MustRuleId } from '#generated/rules.js'
import type { Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { forms } from '../fixtures/forms.js'
import { executed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { nameOf, supported } from '../fixtures/support.js'
import { commandOf, observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Commands that would do something else if their arguments stood in another order. */
const orders: readonly {
  title: string
  setup: string
  command: string
  check: string
  left: unknown
}[] = [
  {
    title: 'SETRANGE takes the key, the offset and the text',
    setup: 'SET KEY abcd',
    command: 'SETRANGE KEY 1 x',
    check: 'GET KEY',
    left: 'axcd',
  },
  {
    title: 'SETEX takes the key, the seconds and the value',
    setup: 'SET KEY before',
    command: 'SETEX KEY 1000 after',
    check: 'GET KEY',
    left: 'after',
  },
  {
    title: 'MSET takes each key before its value',
    setup: 'SET KEY before',
    command: 'MSET OTHER two KEY one',
    check: 'MGET KEY OTHER',
    left: ['one', 'two'],
  },
  {
    title: 'HSET takes each field before its value',
    setup: 'HSET KEY field before',
    command: 'HSET KEY field value other field',
    check: 'HMGET KEY field other',
    left: ['value', 'field'],
  },
  {
    title: 'LPUSH pushes one element after the other to the head',
    setup: 'RPUSH KEY a',
    command: 'LPUSH KEY b c',
    check: 'LRANGE KEY 0 -1',
    left: ['c', 'b', 'a'],
  },
  {
    title: 'LINSERT takes the place, the pivot and the element',
    setup: 'RPUSH KEY a b',
    command: 'LINSERT KEY BEFORE b a',
    check: 'LRANGE KEY 0 -1',
    left: ['a', 'a', 'b'],
  },
  {
    title: 'LREM takes the key, the count and the element',
    setup: 'RPUSH KEY 1 2 1 2',
    command: 'LREM KEY 1 2',
    check: 'LRANGE KEY 0 -1',
    left: ['1', '1', '2'],
  },
  {
    title: 'SMOVE takes the source, the destination and the member',
    setup: 'SADD KEY member',
    command: 'SMOVE KEY OTHER member',
    check: 'SMEMBERS OTHER',
    left: ['member'],
  },
  {
    title: 'RENAME takes the old key before the new one',
    setup: 'SET KEY value',
    command: 'RENAME KEY OTHER',
    check: 'GET OTHER',
    left: 'value',
  },
]

const list = ['RPUSH KEY a b']
const sortedSet = ['ZADD KEY 1 a 2 b']
const stream = ['XADD KEY 1-1 field value']
const group = [...stream, 'XGROUP CREATE KEY group 0']

/**
 * Commands that are left out, each with a sibling on the same data that is there. They are put so
 * that a server which has them answers at once.
 */
const exclusions: readonly {
  rule: MustRuleId & `kv.commands.${string}`
  commands: readonly {
    setup?: readonly string[]
    sibling: string
    excluded: string
    /** What a title calls it; its name unless told. */
    what?: string
  }[]
}[] = [
  {
    rule: 'kv.commands.blocking-lists-excluded',
    commands: [
      { setup: list, sibling: 'LPOP KEY', excluded: 'BLPOP KEY 1' },
      { setup: list, sibling: 'RPOP KEY', excluded: 'BRPOP KEY 1' },
      { setup: list, sibling: 'RPOPLPUSH KEY KEY', excluded: 'BRPOPLPUSH KEY KEY 1' },
    ],
  },
  {
    rule: 'kv.commands.blocking-sorted-sets-excluded',
    commands: [
      { setup: sortedSet, sibling: 'ZPOPMAX KEY', excluded: 'BZPOPMAX KEY 1' },
      { setup: sortedSet, sibling: 'ZPOPMIN KEY', excluded: 'BZPOPMIN KEY 1' },
    ],
  },
  {
    rule: 'kv.commands.transaction-commands-excluded',
    commands: [
      { sibling: 'EXISTS KEY', excluded: 'WATCH KEY' },
      { sibling: 'PING', excluded: 'UNWATCH' },
      { sibling: 'PING', excluded: 'DISCARD' },
    ],
  },
  {
    rule: 'kv.commands.blocking-xread-excluded',
    commands: [
      {
        setup: stream,
        sibling: 'XREAD COUNT 1 STREAMS KEY 0',
        excluded: 'XREAD COUNT 1 BLOCK 1 STREAMS KEY 0',
      },
      {
        what: 'XREAD with BLOCK as its first option',
        setup: stream,
        sibling: 'XREAD STREAMS KEY 0',
        excluded: 'XREAD BLOCK 1 STREAMS KEY 0',
      },
      {
        what: 'XREAD with block in lower case',
        setup: stream,
        sibling: 'XREAD count 1 streams KEY 0',
        excluded: 'XREAD count 1 block 1 streams KEY 0',
      },
    ],
  },
  {
    rule: 'kv.commands.blocking-xreadgroup-excluded',
    commands: [
      {
        setup: group,
        sibling: 'XREADGROUP GROUP group me STREAMS KEY 0',
        excluded: 'XREADGROUP GROUP group me BLOCK 1 STREAMS KEY 0',
      },
      {
        what: 'XREADGROUP with block in lower case',
        setup: group,
        sibling: 'XREADGROUP group group me count 1 streams KEY 0',
        excluded: 'XREADGROUP group group me count 1 block 1 streams KEY 0',
      },
    ],
  },
  {
    rule: 'kv.commands.connection-excluded',
    commands: [
      { sibling: 'PING', excluded: 'AUTH TOKEN' },
      { sibling: 'PING', excluded: 'AUTH default TOKEN', what: 'AUTH with a user' },
      { sibling: 'PING', excluded: 'CLIENT ID' },
      { sibling: 'PING', excluded: 'CLIENT GETNAME', what: 'CLIENT GETNAME' },
      { sibling: 'PING', excluded: 'CLIENT SETNAME KEY', what: 'CLIENT SETNAME' },
      { sibling: 'PING', excluded: 'CLIENT INFO', what: 'CLIENT INFO' },
      { sibling: 'PING', excluded: 'CLIENT LIST', what: 'CLIENT LIST' },
      { sibling: 'PING', excluded: 'HELLO 2', what: 'HELLO with a version' },
      { sibling: 'PING', excluded: 'HELLO' },
      { sibling: 'PING', excluded: 'QUIT' },
      { sibling: 'PING', excluded: 'RESET' },
      { sibling: 'PING', excluded: 'SELECT 0' },
    ],
  },
]

/** Reads of streams that do not block, which the exclusions leave in; a name that reads BLOCK is none. */
const reads = [
  {
    rule: 'kv.commands.blocking-xread-excluded',
    name: 'XREAD',
    setup: stream,
    sibling: 'XRANGE KEY - +',
    lines: ['XREAD STREAMS KEY 0', 'XREAD COUNT 1 STREAMS KEY 0'],
  },
  {
    rule: 'kv.commands.blocking-xreadgroup-excluded',
    name: 'XREADGROUP',
    setup: [...group, 'XGROUP CREATE KEY block 0'],
    sibling: 'XADD OTHER * field value',
    lines: [
      'XREADGROUP GROUP group me STREAMS KEY >',
      'XREADGROUP GROUP group block COUNT 1 STREAMS KEY >',
      'XREADGROUP GROUP block me STREAMS KEY 0',
    ],
  },
] as const

/** A harmless command of each category that the document lists. */
const categories = [
  { category: 'String', line: 'STRLEN KEY' },
  { category: 'Bitmap', line: 'BITCOUNT KEY' },
  { category: 'Hash', line: 'HLEN KEY' },
  { category: 'List', line: 'LLEN KEY' },
  { category: 'Set', line: 'SCARD KEY' },
  { category: 'SortedSet', line: 'ZCARD KEY' },
  { category: 'Geo', line: 'GEOPOS KEY member' },
  { category: 'HyperLogLog', line: 'PFCOUNT KEY' },
  { category: 'Generic', line: 'EXISTS KEY' },
  { category: 'Server', line: 'TIME' },
  { category: 'Scripting', line: 'EVAL return(1) 0' },
  { category: 'Pub/Sub', line: 'PUBSUB NUMSUB' },
  { category: 'Connection', line: 'PING' },
  { category: 'JSON', line: 'JSON.GET KEY' },
  { category: 'Streams', line: 'XLEN KEY' },
  { category: 'Cluster', line: 'CLUSTER KEYSLOT a' },
]

const otherBlocking = [
  'BLMOVE KEY OTHER LEFT RIGHT 1',
  'BLMPOP 1 1 KEY LEFT',
  'BZMPOP 1 1 KEY MIN',
  'WAIT 0 1',
]

const boundToAConnection = ['MULTI', 'EXEC', 'MONITOR', 'SUBSCRIBE KEY', 'UNSUBSCRIBE KEY']

/** In which case and form the lines of an exclusion are run, one at a time. */
const manners: readonly {
  title: (name: string) => string
  ask: (line: string, world: KvWorld) => Promise<Exchange>
  executed: Matcher<Exchange>
  failed: Matcher<Exchange>
}[] = forms.flatMap(({ where, ask, executed, failed }) => [
  {
    title: (name) => `${name} is refused ${where}`,
    ask: (line, world) => ask(world.kv, commandOf(line, world)),
    ...{ executed, failed },
  },
  {
    title: (name) => `${name} in lower case is refused ${where}`,
    ask: (line, world) => ask(world.kv, inLowerCase(commandOf(line, world))),
    ...{ executed, failed },
  },
])

const inLowerCase = ([name, ...args]: readonly [string, ...string[]]) =>
  [name.toLowerCase(), ...args] as const

export const commandScenarios = [
  ...orders.map(({ title, setup, command, check, left }) =>
    scenario(title, {
      rule: 'kv.commands.wire-protocol',
      async run(world) {
        const { kv, id } = world
        given(await kv.command(['ECHO', id]), result(id))
        await supported(world, setup, command, check)
        given(await kv.command(commandOf(setup, world)), executed())

        must(await kv.command(commandOf(command, world)), executed())
        must(await kv.command(commandOf(check, world)), result(left))
      },
    }),
  ),

  ...forms.map(({ where, ask, answers }) =>
    scenario(`a name in upper case is accepted ${where}`, {
      rule: 'kv.commands.upper-case',
      async run({ kv, id }) {
        given(await ask(kv, ['echo', id]), answers(id))

        must(await ask(kv, ['ECHO', id]), answers(id))
      },
    }),
  ),
  ...forms.map(({ where, ask, answers }) =>
    scenario(`a name in lower case is accepted ${where}`, {
      rule: 'kv.commands.lower-case',
      async run({ kv, id }) {
        given(await ask(kv, ['ECHO', id]), answers(id))

        must(await ask(kv, ['echo', id]), answers(id))
      },
    }),
  ),
  observation('a name in a mixture of cases', {
    rule: 'kv.commands.mixed-case',
    async run({ kv, note }) {
      note('eChO', outcomeOf(await kv.command(['eChO', 'a'])))
    },
  }),

  observation('a command of each category', {
    rule: 'kv.commands.categories',
    async run(world) {
      for (const { category, line } of categories) {
        const { status } = await world.kv.command(commandOf(line, world))
        world.note(`${category}: ${nameOf(line)}`, status)
      }
    },
  }),

  ...exclusions.flatMap(({ rule, commands }) =>
    commands.flatMap(({ setup = [], sibling, excluded, what = nameOf(excluded) }) =>
      manners.map(({ title, ask, executed, failed }) =>
        scenario(title(what), {
          rule,
          async run(world) {
            await supported(world, ...setup, sibling)
            for (const line of [...setup, sibling]) given(await ask(line, world), executed)

            must(await ask(excluded, world), failed)
          },
        }),
      ),
    ),
  ),
  ...reads.map(({ rule, name, setup, sibling, lines }) =>
    scenario(`${name} without BLOCK is executed in every form`, {
      rule,
      async run(world) {
        const { kv } = world
        await supported(world, ...setup, sibling)
        for (const line of setup) given(await kv.command(commandOf(line, world)), executed())

        for (const { where, ask, executed } of forms) {
          given(await ask(kv, commandOf(sibling, world)), executed)

          for (const line of lines)
            must(await ask(kv, commandOf(line, world)), named(`${line} ${where}`, executed))
        }
      },
    }),
  ),
  scenario('PING answers PONG', {
    rule: 'kv.commands.ping',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['PING']), result('PONG'))
    },
  }),
  scenario('PING with a message answers the message', {
    rule: 'kv.commands.ping',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['PING', id]), result(id))
    },
  }),
  scenario('ECHO answers its message', {
    rule: 'kv.commands.echo',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, id]), executed())
      given(await kv.command(['GET', key]), result(id))

      must(await kv.command(['ECHO', id]), result(id))
    },
  }),
  scenario('ECHO answers a message of several words', {
    rule: 'kv.commands.echo',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['ECHO', `${id} and more`]), result(`${id} and more`))
    },
  }),
  observation('other commands that block', {
    rule: 'kv.commands.other-blocking',
    async run(world) {
      for (const line of otherBlocking)
        world.note(nameOf(line), outcomeOf(await world.kv.command(commandOf(line, world))))
    },
  }),
  observation('other commands that change what a connection does', {
    rule: 'kv.commands.bound-to-a-connection',
    async run(world) {
      for (const line of boundToAConnection)
        world.note(nameOf(line), outcomeOf(await world.kv.command(commandOf(line, world))))
    },
  }),
]
