// Which status a request is answered with, and how the text of an error begins.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { byValue, eachRow } from '../../core/rows.js'
import { anError, classWord, envelopes, errorAt, errorEnvelope } from '../fixtures/matchers.js'
import { executed, failed, named, result } from '../fixtures/matchers.js'
import { preparedRows } from '../fixtures/prepared.js'
import { eachRefusal } from '../fixtures/refusals.js'
import type { Command } from '../fixtures/client.js'
import { commandOf, observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'

/** Requests that are executed, for their status. */
const inBodyAndBatches: Readonly<Record<string, Ask>> = {
  'ECHO in the body': ({ kv, id }) => kv.command(['ECHO', id]),
  'SET in the body': ({ kv, id, key }) => kv.command(['SET', key, id]),
  'a command that finds nothing': ({ kv, keyOf }) => kv.command(['GET', keyOf('none')]),
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
  'JSON that ends too early': '["ECHO","a"',
  'JSON with something after it': '["ECHO","a"] and more',
  'JSON with single quotes': "['ECHO','a']",
  'a command that is no JSON': 'ECHO a',
  'an object': '{"command":["ECHO","a"]}',
  'an empty object': '{}',
  'a string': '"PING"',
  'a number': '7',
  null: 'null',
  'a list of commands': '[["ECHO","a"],["ECHO","b"]]',
  'JSON with a comma too many': '["ECHO","a",]',
  'JSON with a line break in a string': '["ECHO","a\nb"]',
  'JSON with an unknown escape': '["ECHO","\\x"]',
}

/** Bodies that are no batch. */
const malformedBatches: Readonly<Record<string, string>> = {
  'JSON that ends too early': '[["ECHO","a"]',
  'JSON with something after it': '[["ECHO","a"]] and more',
  'a command that is no JSON': 'ECHO a',
  'an object': '{"0":["ECHO","a"]}',
  'a string': '"PING"',
  'a command outside of an array': '["ECHO","a"]',
  'a list with a string in it': '[["ECHO","a"],"PING"]',
  'a list with null in it': '[["ECHO","a"],null]',
  'a list with an object in it': '[["ECHO","a"],{"ECHO":"a"}]',
}

/** Lines of commands: the last one fails, and the one before it lacks only the offence. */
type Failures = Readonly<Record<string, readonly string[]>>

const badOptions: Failures = {
  'options that exclude each other': ['SET KEY value XX', 'SET KEY value NX XX'],
  'an unknown option': ['SET KEY value', 'SET KEY value BOGUS'],
  'an option without its value': ['SET KEY value', 'SET KEY value EX'],
  'two times to live': ['SET KEY value EX 1000', 'SET KEY value EX 1000 PX 1000'],
}

const failures: Failures = {
  'INCR of a text': ['SET KEY text', 'INCR OTHER', 'INCR KEY'],
  'RPUSH to a string': ['SET KEY text', 'RPUSH OTHER a', 'RPUSH KEY a'],
  'GET of a list': ['RPUSH KEY a', 'LRANGE KEY 0 -1', 'GET KEY'],
  'APPEND to a list': ['RPUSH KEY a', 'APPEND OTHER text', 'APPEND KEY text'],
  'INCR beyond 64 bits': ['SET KEY 9223372036854775807', 'INCR OTHER', 'INCR KEY'],
  'HINCRBY of a text': ['HSET KEY field text', 'HINCRBY KEY other 1', 'HINCRBY KEY field 1'],
  'RENAME of a missing key': ['SET KEY value', 'RENAME KEY KEY', 'RENAME OTHER KEY'],
  'LRANGE of a hash': ['HSET KEY field value', 'LRANGE OTHER 0 -1', 'LRANGE KEY 0 -1'],
  'SADD to a list': ['RPUSH KEY a', 'SADD OTHER a', 'SADD KEY a'],
  'HSET of a string': ['SET KEY text', 'HSET OTHER field value', 'HSET KEY field value'],
  'LSET of a missing list': ['RPUSH KEY a', 'LSET KEY 0 b', 'LSET OTHER 0 b'],
}

const wrongCounts: Failures = {
  'GET without a key': ['GET KEY', 'GET'],
  'SET without a value': ['SET KEY value', 'SET KEY'],
  'GET with two keys': ['GET KEY', 'GET KEY OTHER'],
  'INCR without a key': ['INCR KEY', 'INCR'],
  'INCR with two keys': ['INCR KEY', 'INCR KEY OTHER'],
  'APPEND without a text': ['APPEND KEY text', 'APPEND KEY'],
  'LRANGE without an end': ['LRANGE KEY 0 1', 'LRANGE KEY 0'],
  'RPUSH without an element': ['RPUSH KEY a', 'RPUSH KEY'],
  'DEL without a key': ['DEL KEY', 'DEL'],
  'ECHO with two messages': ['ECHO a', 'ECHO a b'],
  'HSET with a field alone': ['HSET KEY field value', 'HSET KEY field value other'],
  'EXPIRE without a time': ['EXPIRE KEY 1000', 'EXPIRE KEY'],
  'SADD without a member': ['SADD KEY member', 'SADD KEY'],
  'MSET with a key alone': ['MSET KEY value', 'MSET KEY value OTHER'],
}

const notIntegers: Failures = {
  'a stored text': ['SET KEY text', 'INCR OTHER', 'INCR KEY'],
  'a stored fraction': ['SET KEY 1.5', 'INCR OTHER', 'INCR KEY'],
  'a text as index': ['LRANGE KEY 0 -1', 'LRANGE KEY first last'],
  'a text as increment': ['INCRBY KEY 1', 'INCRBY KEY many'],
  'a fraction as increment': ['INCRBY KEY 1', 'INCRBY KEY 1.5'],
  'an exponent as increment': ['INCRBY KEY 1', 'INCRBY KEY 1e3'],
  'a plus sign as increment': ['INCRBY KEY 1', 'INCRBY KEY +1'],
  'hexadecimal as increment': ['INCRBY KEY 16', 'INCRBY KEY 0x10'],
  'a text as time to live': ['EXPIRE KEY 1000', 'EXPIRE KEY soon'],
  'a text as offset': ['SETRANGE KEY 0 a', 'SETRANGE KEY start a'],
  'a text as count': ['LREM KEY 1 element', 'LREM KEY all element'],
  'a text as lifetime of a value': ['SETEX KEY 1000 value', 'SETEX KEY soon value'],
}

const outOfRange: Failures = {
  'a stored integer above 64 bits': ['SET KEY 9223372036854775808', 'INCR OTHER', 'INCR KEY'],
  'a stored integer below 64 bits': ['SET KEY -9223372036854775809', 'INCR OTHER', 'INCR KEY'],
  'an increment above 64 bits': [
    'INCRBY KEY 9223372036854775807',
    'INCRBY OTHER 9223372036854775808',
  ],
  'a decrement above 64 bits': [
    'DECRBY KEY 9223372036854775807',
    'DECRBY OTHER 9223372036854775808',
  ],
  'a negative offset': ['SETRANGE KEY 0 a', 'SETRANGE KEY -1 a'],
  'an index after the end': ['RPUSH KEY a', 'LSET KEY 0 b', 'LSET KEY 1 b'],
  'an index before the beginning': ['RPUSH KEY a', 'LSET KEY -1 b', 'LSET KEY -2 b'],
}

/** Judges the answer to each command that fails. */
async function eachFailure(world: KvWorld, failures: Failures, judge: (reply: Exchange) => void) {
  const rows = Object.entries(failures).map(([name, lines]) => {
    return [name, { setup: lines.slice(0, -1), command: lines.at(-1)! }] as const
  })
  await eachRow(await preparedRows(world, Object.fromEntries(rows)), async ({ command, world }) =>
    judge(await world.kv.command(commandOf(command, world))),
  )
}

const methods = byValue(['GET', 'HEAD', 'POST', 'PUT'])

/** Names that no command has, in the body. */
const unknownNames: Readonly<Record<string, (id: string) => Command>> = {
  'with an argument': (id) => ['NOSUCHCOMMAND', id],
  'without arguments': () => ['NOSUCHCOMMAND'],
  'a space in the name': (id) => [`ECHO ${id}`],
}

const batches = ['pipeline', 'transaction'] as const

/** Judges that the error of each begins with `ERR`; that it has a class word is another rule. */
const beginsWithErr = (reply: Exchange) =>
  must(given(reply, errorEnvelope(classWord)), errorEnvelope('ERR '))

export const errorScenarios = [
  ...(
    [
      ['a command that is executed is answered 200', 'in-body-and-batches', inBodyAndBatches],
      ['a command by path that is executed is answered 200', 'by-path', byPath],
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
  scenario('a published message and the server information are answered 200', {
    id: 'kv.errors.executed/publish-and-info',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      const published = given(await kv.publish(id, 'message'), executed())
      must(published, named('publish', status(200)))
      must(given(await kv.send('POST', '/info'), executed()), named('info', status(200)))
    },
  }),

  ...batches.map((form) =>
    scenario(`a command that fails in a ${form} is answered 200`, {
      id: `kv.errors.failure-in-batch/${form}`,
      async run({ kv, id, key }) {
        given(await kv.command(['SET', key, 'text']), result('OK'))
        const commands = [['ECHO', id] as const, ['INCR', key] as const]
        const reply = await kv[form](commands)

        must(given(reply, envelopes(id, anError)), status(200))
      },
    }),
  ),

  scenario('a body that is no command is answered 400', {
    id: 'kv.errors.syntax-error/command',
    async run({ kv }) {
      given(await kv.post('/', '["ECHO","a"]'), executed())

      await eachRow(malformed, async (body) => must(await kv.post('/', body), status(400)))
    },
  }),
  ...(
    [
      ['pipeline', '/pipeline'],
      ['transaction', '/multi-exec'],
    ] as const
  ).map(([form, target]) =>
    scenario(`a body that is no ${form} is answered 400`, {
      id: `kv.errors.syntax-error/${form}`,
      async run({ kv }) {
        given(await kv.post(target, '[["ECHO","a"]]'), executed())

        await eachRow(malformedBatches, async (body) => {
          const reply = await kv.post(target, body)
          // A target that runs such a transaction breaks another rule.
          if (form === 'transaction') given(reply, failed())
          must(reply, status(400))
        })
      },
    }),
  ),
  scenario('a command with wrong options is answered 400', {
    id: 'kv.errors.syntax-error/options',
    run: (world) => eachFailure(world, badOptions, (reply) => must(reply, status(400))),
  }),

  scenario('an unknown command is answered 400', {
    id: 'kv.errors.invalid-command/in-the-body',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), executed())

      await eachRow(unknownNames, async (command) =>
        must(await kv.command(command(id)), status(400)),
      )
    },
  }),
  scenario('an unknown command by path is answered 400', {
    id: 'kv.errors.invalid-command/by-path',
    async run({ kv, id }) {
      const run = async (method: string, name: string) =>
        method === '' ? kv.path([name], { body: id }) : kv.path([name, id], { method })
      await eachRow({ ...methods, 'with a body': '' }, async (method) => {
        given(await run(method, 'ECHO'), executed())

        must(await run(method, 'NOSUCHCOMMAND'), status(400))
      })
    },
  }),
  scenario('an unsupported command is answered 400', {
    id: 'kv.errors.unsupported-command/in-the-body',
    async run({ kv, key }) {
      given(await kv.command(['LPOP', key]), executed())

      must(given(await kv.command(['BLPOP', key, 1]), failed()), status(400))
    },
  }),
  scenario('an unsupported command by path is answered 400', {
    id: 'kv.errors.unsupported-command/by-path',
    async run({ kv, key }) {
      await eachRow(methods, async (method) => {
        given(await kv.path(['LPOP', key], { method }), executed())

        must(given(await kv.path(['BLPOP', key, 1], { method }), failed()), status(400))
      })
    },
  }),
  scenario('a transaction with an unsupported command is answered 400', {
    id: 'kv.errors.unsupported-command/transaction',
    async run({ kv, key }) {
      given(await kv.transaction([['LPOP', key]]), executed())

      must(given(await kv.transaction([['BLPOP', key, 1]]), failed()), status(400))
    },
  }),

  scenario('a command that fails is answered 400', {
    id: 'kv.errors.execution-failure/failures',
    run: (world) => eachFailure(world, failures, (reply) => must(reply, status(400))),
  }),
  scenario('a command by path that fails is answered 400', {
    id: 'kv.errors.execution-failure/by-path',
    async run({ kv, key, keyOf }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))

      await eachRow(methods, async (method) => {
        given(await kv.path(['INCR', keyOf('other')], { method }), executed())
        must(await kv.path(['INCR', key], { method }), status(400))
      })
    },
  }),

  observation('a request with two offences', {
    id: 'kv.errors.order-of-refusals/two-offences',
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

  scenario('every error begins with a class word', {
    id: 'kv.errors.class-word/refusals',
    run: (world) =>
      eachRefusal(world, (reply) => must(given(reply, errorEnvelope()), errorEnvelope(classWord))),
  }),

  scenario('every error in a batch begins with a class word', {
    id: 'kv.errors.class-word/batches',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      const commands = [['INCR', key] as const, ['ECHO', id] as const, ['RPUSH', key, 'a'] as const]
      await eachRow({ pipeline: kv.pipeline, transaction: kv.transaction }, async (ask) => {
        const reply = given(
          await ask(commands),
          envelopes(anError, id, anError),
          errorAt(0, /./),
          errorAt(2, /./),
        )

        must(reply, errorAt(0, classWord), errorAt(2, classWord))
      })
    },
  }),

  ...(
    [
      ['a wrong number of arguments', 'wrong-argument-count', 'too-few-and-too-many', wrongCounts],
      ['a value that is no integer', 'not-an-integer', 'stored-and-sent', notIntegers],
      ['a value out of range', 'out-of-range', 'integers-offsets-indexes', outOfRange],
    ] as const
  ).map(([what, statement, id, rows]) =>
    scenario(`error for ${what} begins with ERR`, {
      id: `kv.errors.${statement}/${id}`,
      run: (world) => eachFailure(world, rows, beginsWithErr),
    }),
  ),

  observation('texts of common errors', {
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
