// Command names in both cases, the order of arguments, and the commands that are not available.

import type { MustRuleId } from '#generated/rules.js'
import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { byValue, eachRow } from '../../core/rows.js'
import { byPath, formsByName, inBody, inPipeline, inTransaction } from '../fixtures/forms.js'
import type { Form } from '../fixtures/forms.js'
import { executed, executedInBatch, failed, named, result } from '../fixtures/matchers.js'
import { envelopeOf, outcomeOf } from '../fixtures/replies.js'
import { preparedScripts, supported, type Script } from '../fixtures/scripts.js'
import { readAll } from '../fixtures/send-all.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import {
  commandOf,
  type KvWorld,
  noting,
  observation,
  scenario,
  whereEchoWorks,
} from '../fixtures/world.js'
import { batches } from './pipeline.js'

/**
 * Scripts whose last command does something else when its arguments are read in another order, with
 * the command that reads the value afterwards, and that value. The commands before it are valid in any
 * order of arguments: they show that the target has the command.
 */
const orders: Readonly<Record<Script, readonly [check: string, left: unknown]>> = {
  'SET KEY abcd; SETRANGE OTHER 0 0; SETRANGE KEY 1 x': ['GET KEY', 'axcd'],
  'SETEX OTHER 1000 1000; SETEX KEY 1000 after': ['GET KEY', 'after'],
  'MSET OTHER value; MSET OTHER two KEY one': ['MGET KEY OTHER', ['one', 'two']],
  'HSET OTHER a b; HMGET OTHER a; HSET KEY a b c d': ['HMGET KEY a c', ['b', 'd']],
  'LPUSH OTHER a; LPUSH KEY b c a': ['LRANGE KEY 0 -1', ['a', 'c', 'b']],
  'RPUSH KEY a b; LINSERT OTHER BEFORE BEFORE BEFORE; LINSERT KEY BEFORE b a': [
    'LRANGE KEY 0 -1',
    ['a', 'a', 'b'],
  ],
  'RPUSH KEY 1 2 1 2; LREM OTHER 0 0; LREM KEY 1 2': ['LRANGE KEY 0 -1', ['1', '1', '2']],
  'SADD KEY m; SMOVE KEY KEY x; SMOVE KEY OTHER m': ['EXISTS OTHER', 1],
  'SET KEY value; RENAME KEY KEY; RENAME KEY OTHER': ['GET OTHER', 'value'],
}

const stream = 'XADD KEY 1-1 field value'
const group = `${stream}; XGROUP CREATE KEY group 0`

/**
 * Commands that are not available, with an available sibling on the same data. There is enough data for
 * a target that has them to reply at once.
 */
const exclusions: readonly {
  what: string
  rule: MustRuleId & `kv.commands.${string}`
  setup?: Script
  sibling: string
  excluded: readonly string[]
  /** Further spellings of the same commands, in the body and in a pipeline. */
  also?: readonly string[]
}[] = [
  {
    what: 'BLPOP, BRPOP and BRPOPLPUSH',
    rule: 'kv.commands.blocking-lists-excluded',
    setup: `RPUSH KEY ${[...'abcdefghijklmnop'].join(' ')}`,
    sibling: 'LPOP KEY',
    excluded: ['BLPOP KEY 1', 'BRPOP KEY 1', 'BRPOPLPUSH KEY KEY 1'],
  },
  {
    what: 'BZPOPMAX and BZPOPMIN',
    rule: 'kv.commands.blocking-sorted-sets-excluded',
    setup: `ZADD KEY ${[...'abcdefghijklmnop'].map((each, n) => `${n} ${each}`).join(' ')}`,
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
    what: 'XREAD with BLOCK',
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
    what: 'XREADGROUP with BLOCK',
    rule: 'kv.commands.blocking-xreadgroup-excluded',
    setup: group,
    sibling: 'XREADGROUP GROUP group me COUNT 1 STREAMS KEY 0',
    excluded: [
      'XREADGROUP GROUP group me BLOCK 1 STREAMS KEY 0',
      'XREADGROUP group group me count 1 block 1 streams KEY 0',
    ],
  },
  {
    what: 'SELECT and other connection commands',
    rule: 'kv.commands.connection-excluded',
    sibling: 'PING',
    excluded: ['AUTH TOKEN', 'CLIENT ID', 'HELLO 2', 'SELECT 0', 'RESET', 'QUIT'],
    also: [
      'AUTH default TOKEN',
      'HELLO',
      'CLIENT GETNAME',
      'CLIENT SETNAME name',
      'CLIENT INFO',
      'CLIENT LIST',
    ],
  },
]

/** Reads of streams that do not block and stay available, with names that read BLOCK. */
const reads: readonly {
  name: string
  rule: MustRuleId & `kv.commands.${string}`
  setup: Script
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
    setup: `${group}; XGROUP CREATE KEY block 0`,
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

const nameOf = (line: string) => line.replace(/ .*/s, '')

const inLowerCase = (line: string) => line.replace(/^\S+/, (name) => name.toLowerCase())

/** The names of every other line in lower case, beginning with the first or the second. */
const inTurns = (lines: readonly string[], first: 0 | 1) =>
  lines.map((line, index) => (index % 2 === first ? inLowerCase(line) : line))

const everyForm = formsByName(inBody, byPath, inPipeline, inTransaction)

/** A command of a pipeline was refused, or the whole pipeline. A missing envelope breaks another rule. */
const failedAt =
  (index: number): Matcher<Exchange> =>
  (reply) => {
    const batch = jsonOf(reply)
    const isMissing = Array.isArray(batch) && index >= batch.length
    return isMissing ? undefined : failed()(envelopeOf(reply, index))
  }

const inEach = (tests: Readonly<Record<string, () => Promise<void>>>) =>
  eachRow(tests, async (test) => test())

/** Judges that each line is refused, each in a request of its own. */
async function mustRefuseEach(world: KvWorld, form: Form, sibling: string, lines: string[]) {
  const ask = async (line: string) => form.ask(world.kv, commandOf(line, world))
  await eachRow(byValue(lines), async (line) => {
    const reply = await ask(line)
    await judgeIfAccepted(
      () => must(reply, form.failed),
      async () => given(await ask(sibling), form.executed),
    )
  })
}

/** Judges that each line of one pipeline is refused. */
async function mustRefuseInPipeline(world: KvWorld, sibling: string, lines: string[]) {
  given(await world.kv.pipeline([commandOf(sibling, world)]), executedInBatch())
  const reply = await world.kv.pipeline(lines.map((line) => commandOf(line, world)))
  const matchers = Object.fromEntries(lines.map((line, index) => [line, failedAt(index)]))
  await eachRow(matchers, async (matcher) => must(reply, matcher))
}

async function noteEach(world: KvWorld, lines: readonly string[]) {
  const reply = await world.kv.pipeline(lines.map((line) => commandOf(line, world)))
  lines.forEach((line, index) => world.note(nameOf(line), outcomeOf(envelopeOf(reply, index))))
}

export const commandScenarios = [
  scenario('SETRANGE, LINSERT, LREM, … read their arguments in the Redis order', {
    id: 'kv.commands.wire-protocol/argument-order',
    run: whereEchoWorks(async (world) => {
      const { kv } = world
      const rows = await preparedScripts(world, orders)
      const replies: Exchange[] = []
      for (const { command } of rows) replies.push(await kv.command(command))
      const checks = rows.map(({ row: [check, want], world }) => ({
        command: commandOf(check, world),
        want,
      }))
      const values = await readAll(kv, checks)
      const table = rows.map(
        ({ script, row: [, want] }, index) => [script, { index, want }] as const,
      )
      await eachRow(Object.fromEntries(table), async ({ index, want }) => {
        must(replies[index]!, executed())
        must(values[index]!, result(want))
      })
    }),
  }),

  ...(['upper', 'lower'] as const).map((letters) =>
    scenario(`a command name in ${letters} case is accepted`, {
      id: `kv.commands.${letters}-case/every-way-in`,
      async run({ kv, id }) {
        const [name, other] = letters === 'upper' ? ['ECHO', 'echo'] : ['echo', 'ECHO']
        await eachRow(everyForm, async ({ ask, answers }) => {
          const reply = await ask(kv, [name, id])
          await judgeIfAccepted(
            () => must(reply, answers(id)),
            async () => given(await ask(kv, [other, id]), answers(id)),
          )
        })
      },
    }),
  ),
  observation('observes the reply to a command name in mixed case (eChO)', {
    id: 'kv.commands.mixed-case/echo-in-mixed-case',
    run: noting({ eChO: ({ kv }) => kv.command(['eChO', 'a']) }),
  }),

  observation('observes if one command of each Redis category (HLEN, XLEN, …) runs', {
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

  ...exclusions.map(({ what, rule, setup, sibling, excluded, also = [] }) => {
    const all = [...excluded, ...also]
    const bothCases = [...all, ...all.map(inLowerCase)]
    const open = async (world: KvWorld) =>
      setup === undefined ? world : supported(world, `${setup}; ${sibling}`)
    return scenario(`error for ${what} by every way in`, {
      id: `${rule}/every-way-in`,
      async run(base) {
        const world = await open(base)
        given(await world.kv.command(commandOf(sibling, world)), executed())
        await inEach({
          'in the body': () => mustRefuseEach(world, inBody, sibling, inTurns(all, 1)),
          'by path': () => mustRefuseEach(world, byPath, sibling, inTurns(excluded, 0)),
          'in a pipeline': () => mustRefuseInPipeline(world, sibling, bothCases),
          'in a transaction': () =>
            mustRefuseEach(world, inTransaction, sibling, inTurns(excluded, 1)),
        })
      },
    })
  }),
  ...reads.map(({ name, rule, setup, sibling, lines }) => {
    const open = async (world: KvWorld) => {
      given(await world.kv.command(['ECHO', world.id]), result(world.id))
      return supported(world, `${setup}; ${sibling}`)
    }
    return scenario(`${name} without BLOCK runs by every way in`, {
      id: `${rule}/without-block`,
      async run(base) {
        const world = await open(base)
        const { kv } = world
        const ask = (form: Form, line: string) => form.ask(kv, commandOf(line, world))
        await eachRow(byValue(lines), async (line) => must(await ask(inBody, line), executed()))
        given(await ask(byPath, sibling), executed())
        must(await ask(byPath, lines.at(-1)!), named('by path', executed()))
        await eachRow(batches, async (form) => {
          given(await kv[form]([commandOf(sibling, world)]), executedInBatch())
          must(await kv[form](lines.map((line) => commandOf(line, world))), executedInBatch())
        })
      },
    })
  }),
  scenario('PING returns PONG, and PING with a message returns the message', {
    id: 'kv.commands.ping/pong-or-message',
    run: whereEchoWorks(async ({ kv, id }) => {
      must(await kv.command(['PING']), result('PONG'))
      must(await kv.command(['PING', id]), result(id))
    }),
  }),
  scenario('ECHO returns its argument, with or without spaces', {
    id: 'kv.commands.echo/several-words',
    async run({ kv, id }) {
      given(await kv.command(['PING']), executed())

      must(await kv.command(['ECHO', id]), result(id))
      must(await kv.command(['ECHO', `${id} and more`]), result(`${id} and more`))
    },
  }),
  observation('observes the reply to BLMOVE, BLMPOP, BZMPOP and WAIT in a pipeline', {
    id: 'kv.commands.other-blocking/pipeline-reply',
    run: (world) => noteEach(world, otherBlocking),
  }),
  observation('observes the reply to MULTI, EXEC, SUBSCRIBE, … in a pipeline', {
    id: 'kv.commands.bound-to-a-connection/pipeline-reply',
    run: (world) => noteEach(world, boundToAConnection),
  }),
]
