// The statuses of replies, and the text of errors.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { byValue, eachRow } from '../../core/rows.js'
import { classWord, errorEnvelope, generalError } from '../fixtures/matchers.js'
import { failed } from '../fixtures/matchers.js'
import { preparedScripts, type Script } from '../fixtures/scripts.js'
import { sendAll } from '../fixtures/send-all.js'
import { commandOf, observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'

const wrongCounts: readonly Script[] = [
  'GET KEY; GET',
  'SET KEY value; SET KEY',
  'GET KEY; GET KEY OTHER',
  'INCR KEY; INCR',
  'INCR KEY; INCR KEY OTHER',
  'APPEND KEY text; APPEND KEY',
  'LRANGE KEY 0 1; LRANGE KEY 0',
  'RPUSH KEY a; RPUSH KEY',
  'DEL KEY; DEL',
  'ECHO a; ECHO a b',
  'HSET KEY field value; HSET KEY field value other',
  'EXPIRE KEY 1000; EXPIRE KEY',
  'SADD KEY member; SADD KEY',
  'MSET KEY value; MSET KEY value OTHER',
]

const notIntegers: readonly Script[] = [
  'SET KEY text; INCR OTHER; INCR KEY',
  'SET KEY 1.5; INCR OTHER; INCR KEY',
  'LRANGE KEY 0 -1; LRANGE KEY first last',
  'INCRBY KEY 1; INCRBY KEY many',
  'INCRBY KEY 1; INCRBY KEY 1.5',
  'INCRBY KEY 1; INCRBY KEY 1e3',
  'INCRBY KEY 1; INCRBY KEY +1',
  'INCRBY KEY 16; INCRBY KEY 0x10',
  'EXPIRE KEY 1000; EXPIRE KEY soon',
  'SETRANGE KEY 0 a; SETRANGE KEY start a',
  'LREM KEY 1 element; LREM KEY all element',
  'SETEX KEY 1000 value; SETEX KEY soon value',
]

const outOfRange: readonly Script[] = [
  'SET KEY 9223372036854775808; INCR OTHER; INCR KEY',
  'INCRBY KEY 9223372036854775807; INCRBY OTHER 9223372036854775808',
  'SETRANGE KEY 0 a; SETRANGE KEY -1 a',
  'RPUSH KEY a; LSET KEY 0 b; LSET KEY 1 b',
  'RPUSH KEY a; LSET KEY -1 b; LSET KEY -2 b',
]

/** True if a target counts beyond 64 bits: the contract states no range of integers. */
const countsOn = (reply: Exchange): boolean => {
  const got = memberOf(reply, 'result')
  return typeof got === 'number' && got >= 2 ** 63
}

/** Judges the reply to the last command of each script, all in one pipeline. */
async function eachErrorOf(
  world: KvWorld,
  scripts: readonly Script[],
  judge: (reply: Exchange) => void,
) {
  const rows = await preparedScripts(world, byValue(scripts))
  const commands = rows.map(({ command }) => command)
  const replies = await sendAll(world.kv, commands)
  const table = rows.map(({ script }, index) => [script, replies[index]!] as const)
  await eachRow(Object.fromEntries(table), async (reply) => judge(reply))
}

/** The error begins with `ERR`. That it has a class word is another rule. */
const beginsWithErr = (reply: Exchange) =>
  must(given(reply, errorEnvelope(classWord)), errorEnvelope(generalError))

/** The command fails, and the error begins with `ERR`. */
const failsWithErr = (reply: Exchange) => {
  must(reply, failed())
  beginsWithErr(reply)
}

export const errorScenarios = [
  observation('observes the HTTP status for 2 errors at once (method and token, …)', {
    id: 'kv.errors.order-of-refusals/status-for-2-mistakes',
    async run({ kv, note }) {
      const stranger = { token: null }
      const badFormat = { format: 'xml' }
      const status = async (asked: ReturnType<Ask>) => (await asked).status
      note('method and token', await status(kv.path(['PING'], { ...stranger, method: 'DELETE' })))
      note('method and format', await status(kv.path(['PING'], { ...badFormat, method: 'DELETE' })))
      note('token and format', await status(kv.path(['PING'], { ...stranger, ...badFormat })))
      note('token and body', await status(kv.post('/', '["PING"', stranger)))
    },
  }),

  ...(
    [
      [
        'a wrong number of arguments',
        'wrong-argument-count',
        'too-few-and-too-many',
        wrongCounts,
        failsWithErr,
      ],
      [
        'a value or argument that is no integer',
        'not-an-integer',
        'stored-and-sent',
        notIntegers,
        beginsWithErr,
      ],
      [
        'an integer, offset or index out of range',
        'out-of-range',
        'integers-offsets-indexes',
        outOfRange,
        (reply: Exchange) => {
          if (!countsOn(reply)) beginsWithErr(reply)
        },
      ],
    ] as const
  ).map(([what, statement, id, rows, judge]) =>
    scenario(`the error for ${what} begins with ERR`, {
      id: `kv.errors.${statement}/${id}`,
      run: (world) => eachErrorOf(world, rows, judge),
    }),
  ),

  observation('observes the error texts of SET, GET, … with wrong arguments', {
    id: 'kv.errors.texts/common-errors',
    async run(world) {
      for (const line of [
        'SET KEY value NX XX',
        'SET KEY value BOGUS',
        'SET KEY value EX',
        'GET',
        'SET KEY',
        'HSET KEY field',
        'INCRBY KEY many',
        'EXPIRE KEY soon',
        'LRANGE KEY first last',
      ])
        world.note(line, memberOf(await world.kv.command(commandOf(line, world)), 'error'))
    },
  }),
]
