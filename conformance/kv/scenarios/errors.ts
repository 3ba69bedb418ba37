// The statuses of replies, and the text of errors.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { byValue, eachRow } from '../../core/rows.js'
import { anError, classWord, envelopes, errorEnvelope } from '../fixtures/matchers.js'
import { executed, failed, named, result } from '../fixtures/matchers.js'
import { envelopeOf } from '../fixtures/replies.js'
import { eachScript, preparedScripts, type Script } from '../fixtures/scripts.js'
import { sendAll } from '../fixtures/send-all.js'
import { commandOf, observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'
import { batches } from './batches.js'

/** Requests that are executed, for their status. */
const inBodyAndBatches: Readonly<Record<string, Ask>> = {
  'ECHO in the body': ({ kv, id }) => kv.command(['ECHO', id]),
  'SET in the body': ({ kv, id, key }) => kv.command(['SET', key, id]),
  'GET of a missing key': ({ kv, keyOf }) => kv.command(['GET', keyOf('none')]),
  'a pipeline': ({ kv, id }) => kv.pipeline([['ECHO', id]]),
  'a transaction': ({ kv, id }) => kv.transaction([['ECHO', id]]),
  'SET under resp2': ({ kv, id, key }) => kv.command(['SET', key, id], { format: 'resp2' }),
  'GET under resp2': ({ kv, key }) => kv.command(['GET', key], { format: 'resp2' }),
  'GET under base64': ({ kv, key }) => kv.command(['GET', key], { encoding: 'base64' }),
  'DEL under base64': ({ kv, key }) => kv.command(['DEL', key], { encoding: 'base64' }),
}

const byPath: Readonly<Record<string, Ask>> = {
  'ECHO by path': ({ kv, id }) => kv.path(['ECHO', id]),
  'SET by path with a body': ({ kv, id, key }) => kv.path(['SET', key], { body: id }),
  'GET by HEAD': ({ kv, key }) => kv.path(['GET', key], { method: 'HEAD' }),
  'DEL by HEAD': ({ kv, key }) => kv.path(['DEL', key], { method: 'HEAD' }),
  'INCR by POST': ({ kv, keyOf }) => kv.path(['INCR', keyOf('counter')], { method: 'POST' }),
  'SET by POST': ({ kv, id, key }) => kv.path(['SET', key, id], { method: 'POST' }),
  'GET by PUT': ({ kv, key }) => kv.path(['GET', key], { method: 'PUT' }),
  'DEL by PUT': ({ kv, key }) => kv.path(['DEL', key], { method: 'PUT' }),
  'SET by PUT': ({ kv, id, key }) => kv.path(['SET', key, id], { method: 'PUT' }),
}

/** Bodies that are no command. */
const malformed: Readonly<Record<string, string>> = {
  'truncated JSON': '["PING","a"',
  'JSON followed by other text': '["PING","a"] and more',
  'JSON with single quotes': "['PING','a']",
  'a command as text, not JSON': 'PING a',
  'an object': '{"command":["PING","a"]}',
  'an empty object': '{}',
  'a string': '"PING"',
  'a number': '7',
  null: 'null',
  'an array of 2 commands': '[["PING","a"],["PING","b"]]',
  'JSON with a trailing comma': '["PING","a",]',
  'JSON with a line break in a string': '["PING","a\nb"]',
  'JSON with an unknown escape': '["PING","\\x"]',
}

const malformedBatches: Readonly<Record<string, string>> = {
  'truncated JSON': '[["PING","a"]',
  'JSON followed by other text': '[["PING","a"]] and more',
  'a command as text, not JSON': 'PING a',
  'an object': '{"0":["PING","a"]}',
  'a string': '"PING"',
}

/** Batches with elements that are no commands, and the positions of these elements. */
const withNonCommands: Readonly<Record<string, readonly [body: string, at: readonly number[]]>> = {
  'one command, not in an outer array': ['["PING","a"]', [0, 1]],
  'an array with a string in it': ['[["PING","a"],"PING"]', [1]],
  'an array with null in it': ['[["PING","a"],null]', [1]],
  'an array with an object in it': ['[["PING","a"],{"PING":"a"}]', [1]],
}

/** Matches HTTP 400, or a pipeline with errors at these positions: rule 5 fails each command alone. */
const failedAt =
  (positions: readonly number[]): Matcher<Exchange> =>
  (reply) => {
    const isFailed = (at: number) => errorEnvelope()(envelopeOf(reply, at)) === undefined
    return reply.status === 200 && positions.every(isFailed) ? undefined : status(400)(reply)
  }

/** Scripts whose last command fails. The command before it differs only in the offence. */
const badOptions: readonly Script[] = [
  'SET KEY value XX; SET KEY value NX XX',
  'SET KEY value; SET KEY value BOGUS',
  'SET KEY value; SET KEY value EX',
  'SET KEY value EX 1000; SET KEY value EX 1000 PX 1000',
]

const failures: readonly Script[] = [
  'SET KEY text; INCR OTHER; INCR KEY',
  'SET KEY text; RPUSH OTHER a; RPUSH KEY a',
  'RPUSH KEY a; LRANGE KEY 0 -1; GET KEY',
  'RPUSH KEY a; APPEND OTHER text; APPEND KEY text',
  'SET KEY 9223372036854775807; INCR OTHER; INCR KEY',
  'HSET KEY field text; HINCRBY KEY other 1; HINCRBY KEY field 1',
  'SET KEY value; RENAME KEY KEY; RENAME OTHER KEY',
  'HSET KEY field value; LRANGE OTHER 0 -1; LRANGE KEY 0 -1',
  'RPUSH KEY a; SADD OTHER a; SADD KEY a',
  'SET KEY text; HSET OTHER field value; HSET KEY field value',
  'RPUSH KEY a; LSET KEY 0 b; LSET OTHER 0 b',
]

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

/** Judges the reply to the last command of each script, in a request of its own. */
const eachFailure = (
  world: KvWorld,
  scripts: readonly Script[],
  judge: (reply: Exchange) => void,
) => eachScript(world, byValue(scripts), async (command) => judge(await world.kv.command(command)))

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

const methods = byValue(['GET', 'HEAD', 'POST', 'PUT'])

/** The error begins with `ERR`. That it has a class word is another rule. */
const beginsWithErr = (reply: Exchange) =>
  must(given(reply, errorEnvelope(classWord)), errorEnvelope(/^ERR /))

/** The command fails, and the error begins with `ERR`. */
const failsWithErr = (reply: Exchange) => {
  must(reply, failed())
  beginsWithErr(reply)
}

export const errorScenarios = [
  ...(
    [
      [
        'an executed command, pipeline or transaction returns HTTP 200',
        'command-pipeline-transaction',
        inBodyAndBatches,
      ],
      ['an executed command by path returns HTTP 200', 'by-path', byPath],
    ] as const
  ).map(([title, id, rows]) =>
    scenario(title, {
      id: `kv.errors.executed/${id}`,
      async run(world) {
        given(await world.kv.command(['ECHO', world.id]), result(world.id))
        await eachRow(rows, async (ask) => must(given(await ask(world), executed()), status(200)))
      },
    }),
  ),
  scenario('/publish and /info return HTTP 200', {
    id: 'kv.errors.executed/publish-and-info',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))
      const published = given(await kv.publish(id, 'message'), executed())
      must(published, named('publish', status(200)))
      must(given(await kv.send('POST', '/info'), executed()), named('info', status(200)))
    },
  }),

  ...Object.values(batches).map((form) =>
    scenario(`a ${form} with a failing command returns HTTP 200`, {
      id: `kv.errors.failure-in-batch/${form}`,
      async run({ kv, id, key }) {
        given(await kv.command(['SET', key, 'text']), result('OK'))
        const commands = [['ECHO', id] as const, ['INCR', key] as const]
        const reply = await kv[form](commands)

        must(given(reply, envelopes(id, anError)), status(200))
      },
    }),
  ),

  scenario('POST / with a body that is not a JSON array with one command: HTTP 400', {
    id: 'kv.errors.syntax-error/command',
    async run({ kv }) {
      given(await kv.post('/', '["PING"]'), executed())

      await eachRow(malformed, async (body) => must(await kv.post('/', body), status(400)))
    },
  }),
  ...(
    [
      ['pipeline', '/pipeline'],
      ['transaction', '/multi-exec'],
    ] as const
  ).map(([form, target]) =>
    scenario(`POST ${target} with a body that is no array of commands: HTTP 400`, {
      id: `kv.errors.syntax-error/${form}`,
      async run({ kv }) {
        given(await kv.post(target, '[["PING"]]'), executed())

        await eachRow(malformedBatches, async (body) => {
          const reply = await kv.post(target, body)
          // A target that runs such a transaction breaks another rule.
          if (form === 'transaction') given(reply, failed())
          must(reply, status(400))
        })
        await eachRow(withNonCommands, async ([body, positions]) => {
          const reply = await kv.post(target, body)
          if (form === 'transaction') given(reply, failed())
          must(reply, form === 'pipeline' ? failedAt(positions) : status(400))
        })
      },
    }),
  ),
  scenario('SET with unknown, incomplete or conflicting options returns HTTP 400', {
    id: 'kv.errors.syntax-error/options',
    run: (world) => eachFailure(world, badOptions, (reply) => must(reply, status(400))),
  }),
  scenario('BLPOP (unsupported) in the body returns HTTP 400', {
    id: 'kv.errors.unsupported-command/blpop-in-body',
    async run({ kv, key }) {
      given(await kv.command(['LPOP', key]), executed())

      must(given(await kv.command(['BLPOP', key, 1]), failed()), status(400))
    },
  }),
  scenario('BLPOP (unsupported) by path returns HTTP 400', {
    id: 'kv.errors.unsupported-command/by-path',
    async run({ kv, key }) {
      await eachRow(methods, async (method) => {
        given(await kv.path(['LPOP', key], { method }), executed())

        must(given(await kv.path(['BLPOP', key, 1], { method }), failed()), status(400))
      })
    },
  }),

  scenario('a failing command in the body, such as INCR of a text: HTTP 400', {
    id: 'kv.errors.execution-failure/failures',
    run: (world) =>
      eachFailure(world, failures, (reply) => {
        if (!countsOn(reply)) must(reply, status(400))
      }),
  }),
  scenario('a failing command by path (INCR of a text) returns HTTP 400', {
    id: 'kv.errors.execution-failure/by-path',
    async run({ kv, key, keyOf }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))

      await eachRow(methods, async (method) => {
        given(await kv.path(['INCR', keyOf('other')], { method }), executed())
        must(await kv.path(['INCR', key], { method }), status(400))
      })
    },
  }),

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

  scenario('pipeline, transaction: errors begin with a word in capitals, like ERR', {
    id: 'kv.errors.class-word/batches',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      const commands = [['INCR', key] as const, ['ECHO', id] as const, ['RPUSH', key, 'a'] as const]
      await eachRow(batches, async (form) => {
        const reply = given(await kv[form](commands), envelopes(anError, id, anError))
        const errors = [envelopeOf(reply, 0), envelopeOf(reply, 2)]
        for (const error of errors) given(error, errorEnvelope(/./))
        for (const error of errors) must(error, errorEnvelope(classWord))
      })
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
        ...['SET KEY value NX XX', 'SET KEY value BOGUS', 'SET KEY value EX', 'GET', 'SET KEY'],
        ...['HSET KEY field', 'INCRBY KEY many', 'EXPIRE KEY soon', 'LRANGE KEY first last'],
      ])
        world.note(line, memberOf(await world.kv.command(commandOf(line, world)), 'error'))
    },
  }),
]
