// Command names in both cases, the order of arguments, and the commands that are not available.

import type { MustRuleId } from '#generated/rules.js'
import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { byValue, eachRow } from '../../core/rows.js'
import { byPath, formsByName, inBody, inPipeline, inTransaction } from '../fixtures/forms.js'
import type { Form } from '../fixtures/forms.js'
import { executed, executedInBatch, failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { envelopeOf } from '../fixtures/part.js'
import { eachSupported, nameOf, refusedAmong, supported } from '../fixtures/support.js'
import { commandOf, observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Commands that do something else if their arguments stand in another order. */
const orders: Readonly<
  Record<
    string,
    { readonly lines: readonly string[]; readonly check: string; readonly left: unknown }
  >
> = {
  setrange: { lines: ['SET KEY abcd', 'SETRANGE KEY 1 x'], check: 'GET KEY', left: 'axcd' },
  setex: { lines: ['SETEX KEY 1000 after'], check: 'GET KEY', left: 'after' },
  mset: { lines: ['MSET OTHER two KEY one'], check: 'MGET KEY OTHER', left: ['one', 'two'] },
  hset: {
    lines: ['HSET KEY field value other field'],
    check: 'HMGET KEY field other',
    left: ['value', 'field'],
  },
  lpush: { lines: ['LPUSH KEY b c a'], check: 'LRANGE KEY 0 -1', left: ['a', 'c', 'b'] },
  linsert: {
    lines: ['RPUSH KEY a b', 'LINSERT KEY BEFORE b a'],
    check: 'LRANGE KEY 0 -1',
    left: ['a', 'a', 'b'],
  },
  lrem: {
    lines: ['RPUSH KEY 1 2 1 2', 'LREM KEY 1 2'],
    check: 'LRANGE KEY 0 -1',
    left: ['1', '1', '2'],
  },
  smove: { lines: ['SADD KEY member', 'SMOVE KEY OTHER member'], check: 'EXISTS OTHER', left: 1 },
  rename: { lines: ['SET KEY value', 'RENAME KEY OTHER'], check: 'GET OTHER', left: 'value' },
}

const stream = ['XADD KEY 1-1 field value']
const group = [...stream, 'XGROUP CREATE KEY group 0']

/**
 * Commands that are not available, beside an available one on the same data. There is so much data
 * that a server which has them answers at once.
 */
const exclusions: readonly {
  what: string
  rule: MustRuleId & `kv.commands.${string}`
  setup?: readonly string[]
  sibling: string
  excluded: readonly string[]
  /** Further spellings of the same commands, in the body and in a pipeline. */
  also?: readonly string[]
}[] = [
  {
    what: 'blocking list commands',
    rule: 'kv.commands.blocking-lists-excluded',
    setup: [`RPUSH KEY ${[...'abcdefghijklmnop'].join(' ')}`],
    sibling: 'LPOP KEY',
    excluded: ['BLPOP KEY 1', 'BRPOP KEY 1', 'BRPOPLPUSH KEY KEY 1'],
  },
  {
    what: 'blocking sorted set commands',
    rule: 'kv.commands.blocking-sorted-sets-excluded',
    setup: [`ZADD KEY ${[...'abcdefghijklmnop'].map((each, n) => `${n} ${each}`).join(' ')}`],
    sibling: 'ZPOPMAX KEY',
    excluded: ['BZPOPMAX KEY 1', 'BZPOPMIN KEY 1'],
  },
  {
    what: 'WATCH, UNWATCH and DISCARD',
    rule: 'kv.commands.transaction-commands-excluded',
    sibling: 'EXISTS KEY',
    excluded: ['WATCH KEY', 'UNWATCH', 'DISCARD'],
  },
  {
    what: 'XREAD calls with BLOCK',
    rule: 'kv.commands.blocking-xread-excluded',
    setup: stream,
    sibling: 'XREAD COUNT 1 STREAMS KEY 0',
    excluded: [
      'XREAD COUNT 1 BLOCK 1 STREAMS KEY 0',
      'XREAD BLOCK 1 STREAMS KEY 0',
      'XREAD count 1 block 1 streams KEY 0',
    ],
  },
  {
    what: 'XREADGROUP calls with BLOCK',
    rule: 'kv.commands.blocking-xreadgroup-excluded',
    setup: group,
    sibling: 'XREADGROUP GROUP group me COUNT 1 STREAMS KEY 0',
    excluded: [
      'XREADGROUP GROUP group me BLOCK 1 STREAMS KEY 0',
      'XREADGROUP group group me count 1 block 1 streams KEY 0',
    ],
  },
  {
    what: 'connection commands',
    rule: 'kv.commands.connection-excluded',
    sibling: 'PING',
    excluded: ['AUTH TOKEN', 'CLIENT ID', 'HELLO 2', 'SELECT 0', 'RESET', 'QUIT'],
    also: [
      ...['AUTH default TOKEN', 'HELLO'],
      ...['CLIENT GETNAME', 'CLIENT SETNAME name', 'CLIENT INFO', 'CLIENT LIST'],
    ],
  },
]

/** Reads of streams that do not block, which the exclusions leave in; a name that reads BLOCK is none. */
const reads: readonly {
  name: string
  rule: MustRuleId & `kv.commands.${string}`
  setup: readonly string[]
  sibling: string
  lines: readonly string[]
}[] = [
  {
    name: 'XREAD',
    rule: 'kv.commands.blocking-xread-excluded',
    setup: stream,
    sibling: 'XRANGE KEY - +',
    lines: ['XREAD STREAMS KEY 0', 'XREAD COUNT 1 STREAMS KEY 0'],
  },
  {
    name: 'XREADGROUP',
    rule: 'kv.commands.blocking-xreadgroup-excluded',
    setup: [...group, 'XGROUP CREATE KEY block 0'],
    sibling: 'XADD OTHER * field value',
    lines: [
      'XREADGROUP GROUP group me STREAMS KEY >',
      'XREADGROUP GROUP group block COUNT 1 STREAMS KEY >',
      'XREADGROUP GROUP block me STREAMS KEY 0',
    ],
  },
]

/** A harmless command of each category that the document lists. */
const categories = {
  String: 'STRLEN KEY',
  Bitmap: 'BITCOUNT KEY',
  Hash: 'HLEN KEY',
  List: 'LLEN KEY',
  Set: 'SCARD KEY',
  SortedSet: 'ZCARD KEY',
  Geo: 'GEOPOS KEY member',
  HyperLogLog: 'PFCOUNT KEY',
  Generic: 'EXISTS KEY',
  Server: 'TIME',
  Scripting: 'EVAL return(1) 0',
  'Pub/Sub': 'PUBSUB NUMSUB',
  Connection: 'PING',
  JSON: 'JSON.GET KEY',
  Streams: 'XLEN KEY',
  Cluster: 'CLUSTER KEYSLOT a',
}

const otherBlocking = [
  'BLMOVE KEY OTHER LEFT RIGHT 1',
  'BLMPOP 1 1 KEY LEFT',
  'BZMPOP 1 1 KEY MIN',
  'WAIT 0 1',
]

const boundToAConnection = ['MULTI', 'EXEC', 'MONITOR', 'SUBSCRIBE KEY', 'UNSUBSCRIBE KEY']

const inLowerCase = (line: string) => line.replace(/^\S+/, (name) => name.toLowerCase())

/** The names of every other line in lower case, beginning with the first or the second. */
const inTurns = (lines: readonly string[], first: 0 | 1) =>
  lines.map((line, index) => (index % 2 === first ? inLowerCase(line) : line))

/** The forms whose answer is one envelope, and those whose answer is an array: each may fail alone. */
const formTables = [
  { id: 'alone', where: 'in the body and by path', forms: formsByName(inBody, byPath) },
  {
    id: 'in-batches',
    where: 'in pipelines and transactions',
    forms: formsByName(inPipeline, inTransaction),
  },
]

/** One command of a pipeline was refused, or the whole pipeline. A missing answer is not judged here. */
const failedAt =
  (index: number): Matcher<Exchange> =>
  (reply) => {
    const batch = jsonOf(reply)
    const isMissing = Array.isArray(batch) && index >= batch.length
    return isMissing ? undefined : failed()(envelopeOf(reply, index))
  }

/** Runs every test of a table. */
const inEach = (tests: Readonly<Record<string, () => Promise<void>>>) =>
  eachRow(tests, async (test) => test())

/** Judges that each line is refused in a request of its own. */
async function mustRefuseEach(world: KvWorld, form: Form, sibling: string, lines: string[]) {
  const ask = async (line: string) => form.ask(world.kv, commandOf(line, world))
  given(await ask(sibling), form.executed)
  await eachRow(byValue(lines), async (line) => must(await ask(line), form.failed))
}

/** Judges that each line of one pipeline is refused. */
async function mustRefuseInPipeline(world: KvWorld, sibling: string, lines: string[]) {
  given(await world.kv.pipeline([commandOf(sibling, world)]), executedInBatch())
  const reply = await world.kv.pipeline(lines.map((line) => commandOf(line, world)))
  const matchers = Object.fromEntries(lines.map((line, index) => [line, failedAt(index)]))
  await eachRow(matchers, async (matcher) => must(reply, matcher))
}

/** Notes what each line of one pipeline is answered. */
async function noteEach(world: KvWorld, lines: readonly string[]) {
  const reply = await world.kv.pipeline(lines.map((line) => commandOf(line, world)))
  lines.forEach((line, index) => world.note(nameOf(line), outcomeOf(envelopeOf(reply, index))))
}

export const commandScenarios = [
  scenario('arguments stand in the order of the wire protocol', {
    id: 'kv.commands.wire-protocol/argument-order',
    async run(world) {
      const { kv, id } = world
      given(await kv.command(['ECHO', id]), result(id))

      await eachSupported(world, orders, async (command, { check, left }, own) => {
        if ((await refusedAmong(world, check)) !== undefined) return
        must(await kv.command(command), executed())
        must(await kv.command(commandOf(check, own)), result(left))
      })
    },
  }),

  ...(['upper', 'lower'] as const).flatMap((letters) =>
    formTables.map(({ id, where, forms }) =>
      scenario(`a command name in ${letters} case is accepted ${where}`, {
        id: `kv.commands.${letters}-case/${id}`,
        async run({ kv, id }) {
          const [name, other] = letters === 'upper' ? ['ECHO', 'echo'] : ['echo', 'ECHO']
          await eachRow(forms, async ({ ask, answers }) => {
            given(await ask(kv, [other, id]), answers(id))

            must(await ask(kv, [name, id]), answers(id))
          })
        },
      }),
    ),
  ),
  observation('a command name in mixed case', {
    id: 'kv.commands.mixed-case/echo-in-mixed-case',
    async run({ kv, note }) {
      note('eChO', outcomeOf(await kv.command(['eChO', 'a'])))
    },
  }),

  observation('one command of each category', {
    id: 'kv.commands.categories/one-of-each-category',
    async run(world) {
      const lines = Object.values(categories)
      const reply = await world.kv.pipeline(lines.map((line) => commandOf(line, world)))
      Object.entries(categories).forEach(([category, line], index) => {
        const own = envelopeOf(reply, index)
        // The results differ between runs.
        const isExecuted = executed()(own) === undefined
        world.note(`${category}: ${nameOf(line)}`, isExecuted ? 'executed' : outcomeOf(own))
      })
    },
  }),

  ...exclusions.flatMap(({ what, rule, setup = [], sibling, excluded, also = [] }) => {
    const all = [...excluded, ...also]
    const bothCases = [...all, ...all.map(inLowerCase)]
    const set = async (world: KvWorld) => {
      await supported(world, ...setup, sibling)
      for (const line of setup) given(await world.kv.command(commandOf(line, world)), executed())
    }
    return [
      scenario(`${what} are refused in the body and by path`, {
        id: `${rule}/alone`,
        async run(world) {
          await set(world)
          await inEach({
            'in the body': () => mustRefuseEach(world, inBody, sibling, inTurns(all, 1)),
            'by path': () => mustRefuseEach(world, byPath, sibling, inTurns(excluded, 0)),
          })
        },
      }),
      scenario(`${what} are refused in pipelines and transactions`, {
        id: `${rule}/in-batches`,
        async run(world) {
          await set(world)
          await inEach({
            'in a pipeline': () => mustRefuseInPipeline(world, sibling, bothCases),
            'in a transaction': () =>
              mustRefuseEach(world, inTransaction, sibling, inTurns(excluded, 1)),
          })
        },
      }),
    ]
  }),
  ...reads.flatMap(({ name, rule, setup, sibling, lines }) => {
    const set = async (world: KvWorld) => {
      given(await world.kv.command(['ECHO', world.id]), result(world.id))
      await supported(world, ...setup, sibling)
      for (const line of [...setup, sibling])
        given(await world.kv.command(commandOf(line, world)), executed())
    }
    return [
      scenario(`${name} without BLOCK is executed in the body and by path`, {
        id: `${rule}/without-block-alone`,
        async run(world) {
          await set(world)
          const ask = (form: Form, line: string) => form.ask(world.kv, commandOf(line, world))
          await eachRow(byValue(lines), async (line) => must(await ask(inBody, line), executed()))
          given(await ask(byPath, sibling), executed())
          must(await ask(byPath, lines.at(-1)!), named('by path', executed()))
        },
      }),
      scenario(`${name} without BLOCK is executed in pipelines and transactions`, {
        id: `${rule}/without-block-in-batches`,
        async run(world) {
          const { kv } = world
          await set(world)
          const batches = { 'in a pipeline': kv.pipeline, 'in a transaction': kv.transaction }
          await eachRow(batches, async (ask) => {
            given(await ask([commandOf(sibling, world)]), executedInBatch())
            must(await ask(lines.map((line) => commandOf(line, world))), executedInBatch())
          })
        },
      }),
    ]
  }),
  scenario('PING returns PONG, or its message', {
    id: 'kv.commands.ping/with-and-without-message',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['PING']), result('PONG'))
      must(await kv.command(['PING', id]), result(id))
    },
  }),
  scenario('ECHO returns its message', {
    id: 'kv.commands.echo/several-words',
    async run({ kv, id }) {
      given(await kv.command(['PING']), executed())

      must(await kv.command(['ECHO', id]), result(id))
      must(await kv.command(['ECHO', `${id} and more`]), result(`${id} and more`))
    },
  }),
  observation('other blocking commands', {
    id: 'kv.commands.other-blocking/in-a-pipeline',
    run: (world) => noteEach(world, otherBlocking),
  }),
  observation('other commands that change the state of a connection', {
    id: 'kv.commands.bound-to-a-connection/in-a-pipeline',
    run: (world) => noteEach(world, boundToAConnection),
  }),
]
