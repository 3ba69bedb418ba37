// Which status a request is answered with, and how the text of an error begins.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { strangerToken } from '../fixtures/credentials.js'
import { anError, classWord, envelopes, errorAt, errorEnvelope } from '../fixtures/matchers.js'
import { executed, failed, named, result } from '../fixtures/matchers.js'
import { preparedRows } from '../fixtures/prepared.js'
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

/** A command that fails; the setup ends with a command that lacks only the offence. */
interface Failure {
  readonly setup: readonly string[]
  readonly command: string
}
type Failures = Readonly<Record<string, Failure>>

const badOptions: Failures = {
  'options that exclude each other': {
    setup: ['SET KEY value XX'],
    command: 'SET KEY value NX XX',
  },
  'an unknown option': { setup: ['SET KEY value'], command: 'SET KEY value BOGUS' },
  'an option without its value': { setup: ['SET KEY value'], command: 'SET KEY value EX' },
  'two times to live': {
    setup: ['SET KEY value EX 1000'],
    command: 'SET KEY value EX 1000 PX 1000',
  },
}

const failures: Failures = {
  'INCR of a text': { setup: ['SET KEY text', 'INCR OTHER'], command: 'INCR KEY' },
  'RPUSH to a string': { setup: ['SET KEY text', 'RPUSH OTHER a'], command: 'RPUSH KEY a' },
  'GET of a list': { setup: ['RPUSH KEY a', 'LRANGE KEY 0 -1'], command: 'GET KEY' },
  'APPEND to a list': { setup: ['RPUSH KEY a', 'APPEND OTHER text'], command: 'APPEND KEY text' },
  'INCR beyond 64 bits': {
    setup: ['SET KEY 9223372036854775807', 'INCR OTHER'],
    command: 'INCR KEY',
  },
  'HINCRBY of a text': {
    setup: ['HSET KEY field text', 'HINCRBY KEY other 1'],
    command: 'HINCRBY KEY field 1',
  },
  'RENAME of a missing key': {
    setup: ['SET KEY value', 'RENAME KEY KEY'],
    command: 'RENAME OTHER KEY',
  },
  'LRANGE of a hash': {
    setup: ['HSET KEY field value', 'LRANGE OTHER 0 -1'],
    command: 'LRANGE KEY 0 -1',
  },
  'SADD to a list': { setup: ['RPUSH KEY a', 'SADD OTHER a'], command: 'SADD KEY a' },
  'HSET of a string': {
    setup: ['SET KEY text', 'HSET OTHER field value'],
    command: 'HSET KEY field value',
  },
  'LSET of a missing list': {
    setup: ['RPUSH KEY a', 'LSET KEY 0 b'],
    command: 'LSET OTHER 0 b',
  },
}

const wrongCounts: Failures = {
  'GET without a key': { setup: ['GET KEY'], command: 'GET' },
  'SET without a value': { setup: ['SET KEY value'], command: 'SET KEY' },
  'GET with two keys': { setup: ['GET KEY'], command: 'GET KEY OTHER' },
  'INCR without a key': { setup: ['INCR KEY'], command: 'INCR' },
  'INCR with two keys': { setup: ['INCR KEY'], command: 'INCR KEY OTHER' },
  'APPEND without a text': { setup: ['APPEND KEY text'], command: 'APPEND KEY' },
  'LRANGE without an end': { setup: ['LRANGE KEY 0 1'], command: 'LRANGE KEY 0' },
  'RPUSH without an element': { setup: ['RPUSH KEY a'], command: 'RPUSH KEY' },
  'DEL without a key': { setup: ['DEL KEY'], command: 'DEL' },
  'ECHO with two messages': { setup: ['ECHO a'], command: 'ECHO a b' },
  'HSET with a field alone': {
    setup: ['HSET KEY field value'],
    command: 'HSET KEY field value other',
  },
  'EXPIRE without a time': { setup: ['EXPIRE KEY 1000'], command: 'EXPIRE KEY' },
  'SADD without a member': { setup: ['SADD KEY member'], command: 'SADD KEY' },
  'MSET with a key alone': { setup: ['MSET KEY value'], command: 'MSET KEY value OTHER' },
}

const notIntegers: Failures = {
  'a stored text': { setup: ['SET KEY text', 'INCR OTHER'], command: 'INCR KEY' },
  'a stored fraction': { setup: ['SET KEY 1.5', 'INCR OTHER'], command: 'INCR KEY' },
  'a text as index': { setup: ['LRANGE KEY 0 -1'], command: 'LRANGE KEY first last' },
  'a text as increment': { setup: ['INCRBY KEY 1'], command: 'INCRBY KEY many' },
  'a fraction as increment': { setup: ['INCRBY KEY 1'], command: 'INCRBY KEY 1.5' },
  'an exponent as increment': { setup: ['INCRBY KEY 1'], command: 'INCRBY KEY 1e3' },
  'a plus sign as increment': { setup: ['INCRBY KEY 1'], command: 'INCRBY KEY +1' },
  'hexadecimal as increment': { setup: ['INCRBY KEY 16'], command: 'INCRBY KEY 0x10' },
  'a text as time to live': { setup: ['EXPIRE KEY 1000'], command: 'EXPIRE KEY soon' },
  'a text as offset': { setup: ['SETRANGE KEY 0 a'], command: 'SETRANGE KEY start a' },
  'a text as count': { setup: ['LREM KEY 1 element'], command: 'LREM KEY all element' },
  'a text as lifetime of a value': {
    setup: ['SETEX KEY 1000 value'],
    command: 'SETEX KEY soon value',
  },
}

const outOfRange: Failures = {
  'a stored integer above 64 bits': {
    setup: ['SET KEY 9223372036854775808', 'INCR OTHER'],
    command: 'INCR KEY',
  },
  'a stored integer below 64 bits': {
    setup: ['SET KEY -9223372036854775809', 'INCR OTHER'],
    command: 'INCR KEY',
  },
  'an increment above 64 bits': {
    setup: ['INCRBY KEY 9223372036854775807'],
    command: 'INCRBY OTHER 9223372036854775808',
  },
  'a decrement above 64 bits': {
    setup: ['DECRBY KEY 9223372036854775807'],
    command: 'DECRBY OTHER 9223372036854775808',
  },
  'a negative offset': { setup: ['SETRANGE KEY 0 a'], command: 'SETRANGE KEY -1 a' },
  'an index after the end': { setup: ['RPUSH KEY a', 'LSET KEY 0 b'], command: 'LSET KEY 1 b' },
  'an index before the beginning': {
    setup: ['RPUSH KEY a', 'LSET KEY -1 b'],
    command: 'LSET KEY -2 b',
  },
}

/** Judges the answer to each command that fails. */
async function eachFailure(world: KvWorld, rows: Failures, judge: (reply: Exchange) => void) {
  await eachRow(await preparedRows(world, rows), async ({ command, world }) =>
    judge(await world.kv.command(commandOf(command, world))),
  )
}

/** A request that is refused, and the same one without the offence. */
interface Refusal {
  readonly accepted: Ask
  readonly refused: Ask
}

/** The same path, refused and accepted, with a method. */
const byMethod = (
  method: string,
  accepted: (world: KvWorld) => readonly string[],
  refused: (world: KvWorld) => readonly string[],
): Refusal => ({
  accepted: (world) => world.kv.path(accepted(world), { method }),
  refused: (world) => world.kv.path(refused(world), { method }),
})

const pathMethods = ['GET', 'HEAD', 'POST', 'PUT']

const unknown: Readonly<Record<string, Refusal>> = {
  ...Object.fromEntries(
    pathMethods.map((method) => [
      `by path with ${method}`,
      byMethod(
        method,
        ({ id }) => ['ECHO', id],
        ({ id }) => ['NOSUCHCOMMAND', id],
      ),
    ]),
  ),
  'by path with a body': {
    accepted: ({ kv, id }) => kv.path(['ECHO'], { body: id }),
    refused: ({ kv, id }) => kv.path(['NOSUCHCOMMAND'], { body: id }),
  },
}

/** Names that no command has, in the body. */
const unknownNames: Readonly<Record<string, (id: string) => Command>> = {
  'with an argument': (id) => ['NOSUCHCOMMAND', id],
  'without arguments': () => ['NOSUCHCOMMAND'],
  'a space in the name': (id) => [`ECHO ${id}`],
}

/** A supported command and one that is not, on a list. */
const unsupportedByPath = Object.fromEntries(
  pathMethods.map((method) => [
    method,
    byMethod(
      method,
      ({ key }) => ['LPOP', key],
      ({ key }) => ['BLPOP', key, '1'],
    ),
  ]),
)

/** Every way of being refused; `key` holds a text, and `list` a list. */
const refusals: Readonly<Record<string, Ask>> = {
  'a failing command': ({ kv, key }) => kv.command(['INCR', key]),
  'a failing command by path': ({ kv, key }) => kv.path(['INCR', key]),
  'a command on a value of another type': ({ kv, keyOf }) => kv.command(['GET', keyOf('list')]),
  'a command that does not exist': ({ kv, id }) => kv.command(['NOSUCHCOMMAND', id]),
  'a command by path that does not exist': ({ kv, id }) => kv.path(['NOSUCHCOMMAND', id]),
  'a command with too few arguments': ({ kv }) => kv.command(['ECHO']),
  'an unsupported command': ({ kv, keyOf }) => kv.command(['BLPOP', keyOf('none'), 1]),
  'a body that is no JSON': ({ kv, id }) => kv.post('/', `["ECHO","${id}"`),
  'a body that is no array': ({ kv, id }) => kv.post('/', `{"ECHO":"${id}"}`),
  'a transaction that is no JSON': ({ kv, id }) => kv.post('/multi-exec', `[["ECHO","${id}"]`),
  'a transaction that is discarded': ({ kv, id }) => kv.transaction([['ECHO', id], ['UNWATCH']]),
  'an unknown response format': ({ kv, id }) => kv.command(['ECHO', id], { format: 'xml' }),
  'a wrong token': ({ kv, id }) => kv.command(['ECHO', id], { token: strangerToken }),
  'a missing token': ({ kv, id }) => kv.command(['ECHO', id], { token: null }),
  'a method that is not allowed': ({ kv, id }) => kv.path(['ECHO', id], { method: 'DELETE' }),
}

const batches = [
  {
    ...{ where: 'in a pipeline', id: 'pipeline' },
    ask: ({ kv }: KvWorld, commands: readonly Command[]) => kv.pipeline(commands),
  },
  {
    ...{ where: 'in a transaction', id: 'transaction' },
    ask: ({ kv }: KvWorld, commands: readonly Command[]) => kv.transaction(commands),
  },
]

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
      rule: 'kv.errors.executed',
      id,
      async run(world) {
        given(await world.kv.command(['ECHO', world.id]), result(world.id))

        await eachRow(rows, async (ask) => must(given(await ask(world), executed()), status(200)))
      },
    }),
  ),
  scenario('a published message and the server information are answered 200', {
    rule: 'kv.errors.executed',
    id: 'publish-and-info',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      const published = given(await kv.publish(id, 'message'), executed())
      must(published, named('publish', status(200)))
      must(given(await kv.send('POST', '/info'), executed()), named('info', status(200)))
    },
  }),

  ...batches.map(({ where, id, ask }) =>
    scenario(`a command that fails ${where} is answered 200`, {
      rule: 'kv.errors.failure-in-batch',
      id,
      async run(world) {
        given(await world.kv.command(['SET', world.key, 'text']), result('OK'))
        const reply = await ask(world, [
          ['ECHO', world.id],
          ['INCR', world.key],
        ])

        must(given(reply, envelopes(world.id, anError)), status(200))
      },
    }),
  ),

  scenario('a body that is no command is answered 400', {
    rule: 'kv.errors.syntax-error',
    id: 'command',
    async run({ kv }) {
      given(await kv.post('/', '["ECHO","a"]'), executed())

      await eachRow(malformed, async (body) => must(await kv.post('/', body), status(400)))
    },
  }),
  scenario('a body that is no pipeline is answered 400', {
    rule: 'kv.errors.syntax-error',
    id: 'pipeline',
    async run({ kv }) {
      given(await kv.post('/pipeline', '[["ECHO","a"]]'), executed())

      await eachRow(malformedBatches, async (body) =>
        must(await kv.post('/pipeline', body), status(400)),
      )
    },
  }),
  scenario('a body that is no transaction is answered 400', {
    rule: 'kv.errors.syntax-error',
    id: 'transaction',
    async run({ kv }) {
      given(await kv.post('/multi-exec', '[["ECHO","a"]]'), executed())

      await eachRow(malformedBatches, async (body) =>
        must(given(await kv.post('/multi-exec', body), failed()), status(400)),
      )
    },
  }),
  scenario('a command with wrong options is answered 400', {
    rule: 'kv.errors.syntax-error',
    id: 'options',
    async run(world) {
      await eachFailure(world, badOptions, (reply) => must(reply, status(400)))
    },
  }),

  scenario('an unknown command is answered 400', {
    rule: 'kv.errors.invalid-command',
    id: 'in-the-body',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), executed())

      await eachRow(unknownNames, async (command) =>
        must(await kv.command(command(id)), status(400)),
      )
    },
  }),
  scenario('an unknown command by path is answered 400', {
    rule: 'kv.errors.invalid-command',
    id: 'by-path',
    async run(world) {
      await eachRow(unknown, async ({ accepted, refused }) => {
        given(await accepted(world), executed())

        must(await refused(world), status(400))
      })
    },
  }),
  scenario('an unsupported command is answered 400', {
    rule: 'kv.errors.unsupported-command',
    id: 'in-the-body',
    async run({ kv, key }) {
      given(await kv.command(['LPOP', key]), executed())

      must(given(await kv.command(['BLPOP', key, 1]), failed()), status(400))
    },
  }),
  scenario('an unsupported command by path is answered 400', {
    rule: 'kv.errors.unsupported-command',
    id: 'by-path',
    async run(world) {
      await eachRow(unsupportedByPath, async ({ accepted, refused }) => {
        given(await accepted(world), executed())

        must(given(await refused(world), failed()), status(400))
      })
    },
  }),
  scenario('a transaction with an unsupported command is answered 400', {
    rule: 'kv.errors.unsupported-command',
    id: 'transaction',
    async run({ kv, key }) {
      given(await kv.transaction([['LPOP', key]]), executed())

      must(given(await kv.transaction([['BLPOP', key, 1]]), failed()), status(400))
    },
  }),

  scenario('a command that fails is answered 400', {
    rule: 'kv.errors.execution-failure',
    id: 'failures',
    async run(world) {
      await eachFailure(world, failures, (reply) => must(reply, status(400)))
    },
  }),
  scenario('a command by path that fails is answered 400', {
    rule: 'kv.errors.execution-failure',
    id: 'by-path',
    async run({ kv, key, keyOf }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))

      for (const method of pathMethods) {
        given(await kv.path(['INCR', keyOf('other')], { method }), executed())
        must(await kv.path(['INCR', key], { method }), named(method, status(400)))
      }
    },
  }),

  observation('a request with two offences', {
    rule: 'kv.errors.order-of-refusals',
    id: 'two-offences',
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
    rule: 'kv.errors.class-word',
    id: 'refusals',
    async run(world) {
      const { kv, id, key, keyOf } = world
      given(await kv.command(['SET', key, 'text']), result('OK'))
      given(await kv.command(['RPUSH', keyOf('list'), 'element']), result(1))
      given(await kv.path(['ECHO', id]), result(id))
      given(await kv.transaction([['ECHO', id]]), envelopes(id))

      await eachRow(refusals, async (ask) => {
        must(given(await ask(world), errorEnvelope()), errorEnvelope(classWord))
      })
    },
  }),

  scenario('every error in a batch begins with a class word', {
    rule: 'kv.errors.class-word',
    id: 'batches',
    async run(world) {
      const { kv, id, key } = world
      given(await kv.command(['SET', key, 'text']), result('OK'))
      const commands: readonly Command[] = [
        ['INCR', key],
        ['ECHO', id],
        ['RPUSH', key, 'element'],
      ]
      const rows = Object.fromEntries(batches.map(({ where, ask }) => [where, ask]))
      await eachRow(rows, async (ask) => {
        const reply = given(
          await ask(world, commands),
          envelopes(anError, id, anError),
          errorAt(0, /./),
          errorAt(2, /./),
        )

        must(reply, errorAt(0, classWord), errorAt(2, classWord))
      })
    },
  }),

  scenario('error for a wrong number of arguments begins with ERR', {
    rule: 'kv.errors.wrong-argument-count',
    id: 'too-few-and-too-many',
    async run(world) {
      await eachFailure(world, wrongCounts, beginsWithErr)
    },
  }),
  scenario('error for a value that is no integer begins with ERR', {
    rule: 'kv.errors.not-an-integer',
    id: 'stored-and-sent',
    async run(world) {
      await eachFailure(world, notIntegers, beginsWithErr)
    },
  }),
  scenario('error for a value out of range begins with ERR', {
    rule: 'kv.errors.out-of-range',
    id: 'integers-offsets-indexes',
    async run(world) {
      await eachFailure(world, outOfRange, beginsWithErr)
    },
  }),

  observation('texts of common errors', {
    rule: 'kv.errors.texts',
    id: 'common-errors',
    async run(world) {
      for (const line of [
        ...['SET KEY value NX XX', 'SET KEY value BOGUS', 'SET KEY value EX', 'GET', 'SET KEY'],
        ...['HSET KEY field', 'INCRBY KEY many', 'EXPIRE KEY soon', 'LRANGE KEY first last'],
      ])
        world.note(line, memberOf(await world.kv.command(commandOf(line, world)), 'error'))
    },
  }),
]
