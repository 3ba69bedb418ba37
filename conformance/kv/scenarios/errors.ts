// Which status a request is answered with, and how the text of an error begins.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import {
  anError,
  classWord,
  envelopes,
  errorAt,
  errorEnvelope,
  executed,
  failed,
  named,
  result,
} from '../fixtures/matchers.js'
import { refusals } from '../fixtures/refusals.js'
import { supported } from '../fixtures/support.js'
import type { Command } from '../fixtures/client.js'
import { commandOf, observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'

/** Bodies that are no command. */
const malformed: readonly { what: string; body: string }[] = [
  { what: 'JSON that ends too early', body: '["ECHO","a"' },
  { what: 'JSON with something after it', body: '["ECHO","a"] and more' },
  { what: 'JSON with single quotes', body: "['ECHO','a']" },
  { what: 'a command that is no JSON', body: 'ECHO a' },
  { what: 'an object', body: '{"command":["ECHO","a"]}' },
  { what: 'a string', body: '"PING"' },
  { what: 'a number', body: '7' },
  { what: 'null', body: 'null' },
  { what: 'true', body: 'true' },
  { what: 'an empty object', body: '{}' },
  { what: 'a list of commands', body: '[["ECHO","a"],["ECHO","b"]]' },
  { what: 'JSON without its quotes', body: '[ECHO,a]' },
  { what: 'JSON with a comma too many', body: '["ECHO","a",]' },
  { what: 'JSON with a line break in a string', body: '["ECHO","a\nb"]' },
  { what: 'JSON with an escape that is none', body: '["ECHO","\\x"]' },
]

const malformedPipelines: readonly { what: string; body: string }[] = [
  { what: 'JSON that ends too early', body: '[["ECHO","a"]' },
  { what: 'a command that is no JSON', body: 'ECHO a' },
  { what: 'an object', body: '{"0":["ECHO","a"]}' },
  { what: 'JSON with something after it', body: '[["ECHO","a"]] and more' },
  { what: 'a string', body: '"PING"' },
  { what: 'a command outside of an array', body: '["ECHO","a"]' },
  { what: 'a list with a string in it', body: '[["ECHO","a"],"PING"]' },
  { what: 'a list with null in it', body: '[["ECHO","a"],null]' },
  { what: 'a list with an object in it', body: '[["ECHO","a"],{"ECHO":"a"}]' },
]

/** A command that fails, after one that makes its data and a sibling without the offence. */
interface Failure {
  readonly what: string
  readonly setup?: string
  readonly sibling: string
  readonly command: string
}

const badOptions: readonly Failure[] = [
  {
    what: 'options that exclude each other',
    sibling: 'SET KEY value XX',
    command: 'SET KEY value NX XX',
  },
  {
    what: 'an option that does not exist',
    sibling: 'SET KEY value',
    command: 'SET KEY value BOGUS',
  },
  { what: 'an option without its value', sibling: 'SET KEY value', command: 'SET KEY value EX' },
  {
    what: 'two times to live',
    sibling: 'SET KEY value EX 1000',
    command: 'SET KEY value EX 1000 PX 1000',
  },
]

const failures: readonly Failure[] = [
  { what: 'counting a text', setup: 'SET KEY text', sibling: 'INCR OTHER', command: 'INCR KEY' },
  {
    what: 'pushing to a string',
    setup: 'SET KEY text',
    sibling: 'RPUSH OTHER element',
    command: 'RPUSH KEY element',
  },
  {
    what: 'reading a list as a string',
    setup: 'RPUSH KEY element',
    sibling: 'LRANGE KEY 0 -1',
    command: 'GET KEY',
  },
  {
    what: 'counting a text in a hash',
    setup: 'HSET KEY field text',
    sibling: 'HINCRBY KEY other 1',
    command: 'HINCRBY KEY field 1',
  },
  {
    what: 'renaming a key that is not there',
    setup: 'SET KEY value',
    sibling: 'RENAME KEY KEY',
    command: 'RENAME OTHER KEY',
  },
  {
    what: 'reading a hash as a list',
    setup: 'HSET KEY field value',
    sibling: 'LRANGE OTHER 0 -1',
    command: 'LRANGE KEY 0 -1',
  },
  {
    what: 'adding to a list as to a set',
    setup: 'RPUSH KEY element',
    sibling: 'SADD OTHER member',
    command: 'SADD KEY member',
  },
  {
    what: 'setting a field of a string',
    setup: 'SET KEY text',
    sibling: 'HSET OTHER field value',
    command: 'HSET KEY field value',
  },
  {
    what: 'appending to a list',
    setup: 'RPUSH KEY element',
    sibling: 'APPEND OTHER text',
    command: 'APPEND KEY text',
  },
  {
    what: 'counting beyond 64 bits',
    setup: 'SET KEY 9223372036854775807',
    sibling: 'INCR OTHER',
    command: 'INCR KEY',
  },
  {
    what: 'setting an element of a list that is not there',
    setup: 'RPUSH KEY element',
    sibling: 'LSET KEY 0 other',
    command: 'LSET OTHER 0 other',
  },
]

const wrongCounts: readonly Failure[] = [
  { what: 'no argument where one is needed', sibling: 'GET KEY', command: 'GET' },
  { what: 'an argument too few', sibling: 'SET KEY value', command: 'SET KEY' },
  { what: 'an argument too many', sibling: 'GET KEY', command: 'GET KEY OTHER' },
  {
    what: 'a field without its value',
    sibling: 'HSET KEY field value',
    command: 'HSET KEY field value other',
  },
  { what: 'INCR without a key', sibling: 'INCR KEY', command: 'INCR' },
  { what: 'INCR with two keys', sibling: 'INCR KEY', command: 'INCR KEY OTHER' },
  { what: 'APPEND without a text', sibling: 'APPEND KEY text', command: 'APPEND KEY' },
  { what: 'LRANGE without an end', sibling: 'LRANGE KEY 0 1', command: 'LRANGE KEY 0' },
  { what: 'RPUSH without an element', sibling: 'RPUSH KEY element', command: 'RPUSH KEY' },
  { what: 'EXPIRE without a time', sibling: 'EXPIRE KEY 1000', command: 'EXPIRE KEY' },
  { what: 'SADD without a member', sibling: 'SADD KEY member', command: 'SADD KEY' },
  { what: 'MSET with a key alone', sibling: 'MSET KEY value', command: 'MSET KEY value OTHER' },
  { what: 'DEL without a key', sibling: 'DEL KEY', command: 'DEL' },
  { what: 'ECHO with two messages', sibling: 'ECHO a', command: 'ECHO a b' },
]

const notIntegers: readonly Failure[] = [
  { what: 'a stored text', setup: 'SET KEY text', sibling: 'INCR OTHER', command: 'INCR KEY' },
  { what: 'a fraction', setup: 'SET KEY 1.5', sibling: 'INCR OTHER', command: 'INCR KEY' },
  { what: 'a text as increment', sibling: 'INCRBY KEY 1', command: 'INCRBY KEY many' },
  { what: 'a text as time to live', sibling: 'EXPIRE KEY 1000', command: 'EXPIRE KEY soon' },
  { what: 'a text as index', sibling: 'LRANGE KEY 0 -1', command: 'LRANGE KEY first last' },
  { what: 'a fraction as increment', sibling: 'INCRBY KEY 1', command: 'INCRBY KEY 1.5' },
  { what: 'an exponent as increment', sibling: 'INCRBY KEY 1', command: 'INCRBY KEY 1e3' },
  { what: 'a plus sign as increment', sibling: 'INCRBY KEY 1', command: 'INCRBY KEY +1' },
  { what: 'hexadecimal as increment', sibling: 'INCRBY KEY 16', command: 'INCRBY KEY 0x10' },
  { what: 'a text as offset', sibling: 'SETRANGE KEY 0 a', command: 'SETRANGE KEY start a' },
  { what: 'a text as count', sibling: 'LREM KEY 1 element', command: 'LREM KEY all element' },
  {
    what: 'a text as lifetime of a value',
    sibling: 'SETEX KEY 1000 value',
    command: 'SETEX KEY soon value',
  },
]

const outOfRange: readonly Failure[] = [
  {
    what: 'a stored integer of more than 64 bits',
    setup: 'SET KEY 9223372036854775808',
    sibling: 'INCR OTHER',
    command: 'INCR KEY',
  },
  {
    what: 'an increment of more than 64 bits',
    sibling: 'INCRBY KEY 9223372036854775807',
    command: 'INCRBY OTHER 9223372036854775808',
  },
  { what: 'a negative offset', sibling: 'SETRANGE KEY 0 a', command: 'SETRANGE KEY -1 a' },
  {
    what: 'an index after the end',
    setup: 'RPUSH KEY element',
    sibling: 'LSET KEY 0 other',
    command: 'LSET KEY 1 other',
  },
  {
    what: 'an index before the beginning',
    setup: 'RPUSH KEY element',
    sibling: 'LSET KEY -1 other',
    command: 'LSET KEY -2 other',
  },
  {
    what: 'a stored integer below 64 bits',
    setup: 'SET KEY -9223372036854775809',
    sibling: 'INCR OTHER',
    command: 'INCR KEY',
  },
  {
    what: 'a decrement of more than 64 bits',
    sibling: 'DECRBY KEY 9223372036854775807',
    command: 'DECRBY OTHER 9223372036854775808',
  },
]

/** Runs what makes a failure a failure, and answers the failing command. */
async function provoke({ setup, sibling, command }: Failure, world: KvWorld) {
  const ask = (line: string) => world.kv.command(commandOf(line, world))
  await supported(world, setup ?? sibling, sibling, command)
  if (setup !== undefined) given(await ask(setup), executed())
  given(await ask(sibling), executed())
  return ask(command)
}

const unknown: readonly { where: string; accepted: Ask; refused: Ask }[] = [
  {
    where: 'in the body',
    accepted: ({ kv, id }) => kv.command(['ECHO', id]),
    refused: ({ kv, id }) => kv.command(['NOSUCHCOMMAND', id]),
  },
  {
    where: 'by path',
    accepted: ({ kv, id }) => kv.path(['ECHO', id]),
    refused: ({ kv, id }) => kv.path(['NOSUCHCOMMAND', id]),
  },
  {
    where: 'by path with a body',
    accepted: ({ kv, id }) => kv.path(['ECHO'], { body: id }),
    refused: ({ kv, id }) => kv.path(['NOSUCHCOMMAND'], { body: id }),
  },
  ...['HEAD', 'POST', 'PUT'].map((method) => ({
    where: `by path with ${method}`,
    accepted: ({ kv, id }: KvWorld) => kv.path(['ECHO', id], { method }),
    refused: ({ kv, id }: KvWorld) => kv.path(['NOSUCHCOMMAND', id], { method }),
  })),
  {
    where: 'in the body without arguments',
    accepted: ({ kv }) => kv.command(['PING']),
    refused: ({ kv }) => kv.command(['NOSUCHCOMMAND']),
  },
  {
    where: 'in the body with a space in its name',
    accepted: ({ kv, id }) => kv.command(['ECHO', id]),
    refused: ({ kv, id }) => kv.command([`ECHO ${id}`]),
  },
]

const unsupported: readonly { where: string; accepted: Ask; refused: Ask }[] = [
  {
    where: 'in the body',
    accepted: ({ kv, key }) => kv.command(['LPOP', key]),
    refused: ({ kv, key }) => kv.command(['BLPOP', key, 1]),
  },
  {
    where: 'by path',
    accepted: ({ kv, key }) => kv.path(['LPOP', key]),
    refused: ({ kv, key }) => kv.path(['BLPOP', key, 1]),
  },
  ...['HEAD', 'POST', 'PUT'].map((method) => ({
    where: `by path with ${method}`,
    accepted: ({ kv, key }: KvWorld) => kv.path(['LPOP', key], { method }),
    refused: ({ kv, key }: KvWorld) => kv.path(['BLPOP', key, 1], { method }),
  })),
  {
    where: 'in a transaction',
    accepted: ({ kv, key }) => kv.transaction([['LPOP', key]]),
    refused: ({ kv, key }) => kv.transaction([['BLPOP', key, 1]]),
  },
]

const batches: readonly {
  where: string
  ask: (world: KvWorld, commands: readonly Command[]) => Promise<Exchange>
}[] = [
  { where: 'in a pipeline', ask: ({ kv }, commands) => kv.pipeline(commands) },
  { where: 'in a transaction', ask: ({ kv }, commands) => kv.transaction(commands) },
]

export const errorScenarios = [
  scenario('a command in the body that is executed is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id }) {
      const reply = given(await kv.command(['ECHO', id]), result(id))

      must(reply, status(200))
    },
  }),
  scenario('a command that writes is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      const reply = given(await kv.command(['SET', key, id]), result('OK'))

      must(reply, status(200))
    },
  }),
  scenario('a command by path that is executed is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id }) {
      const reply = given(await kv.path(['ECHO', id]), result(id))

      must(reply, status(200))
    },
  }),
  scenario('a command that finds nothing is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      const reply = given(await kv.command(['GET', key]), result(null))

      must(reply, status(200))
    },
  }),
  scenario('a pipeline that is executed is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id }) {
      const reply = given(await kv.pipeline([['ECHO', id]]), envelopes(id))

      must(reply, status(200))
    },
  }),
  scenario('a transaction that is executed is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id }) {
      const reply = given(await kv.transaction([['ECHO', id]]), envelopes(id))

      must(reply, status(200))
    },
  }),

  ...['HEAD', 'POST', 'PUT'].map((method) =>
    scenario(`a command by ${method} that is executed is answered 200`, {
      rule: 'kv.errors.executed',
      async run({ kv, id, key, keyOf }) {
        given(await kv.path(['ECHO', id]), result(id))
        for (const command of [
          ['GET', key],
          ['SET', key, id],
          ['INCR', keyOf('counter')],
          ['DEL', key],
        ]) {
          const reply = given(await kv.path(command, { method }), executed())
          must(reply, named(command.join(' '), status(200)))
        }
      },
    }),
  ),
  scenario('a command by path with a body is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id, key }) {
      given(await kv.path(['ECHO', id]), result(id))
      const reply = given(await kv.path(['SET', key], { body: id }), executed())

      must(reply, status(200))
    },
  }),
  scenario('a published message is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))
      const reply = given(await kv.publish(id, 'message'), executed())

      must(reply, status(200))
    },
  }),
  scenario('the server information is answered 200', {
    rule: 'kv.errors.executed',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))
      const reply = given(await kv.send('POST', '/info'), executed())

      must(reply, status(200))
    },
  }),
  scenario('commands of all kinds are answered 200 under resp2 and base64', {
    rule: 'kv.errors.executed',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      for (const options of [{ format: 'resp2' }, { encoding: 'base64' }])
        for (const command of [
          ['SET', key, id],
          ['GET', key],
          ['DEL', key],
        ] as const) {
          const reply = given(await kv.command(command, options), executed())
          must(reply, named(`${command[0]} ${JSON.stringify(options)}`, status(200)))
        }
    },
  }),

  scenario('a pipeline with a failing command is answered 200', {
    rule: 'kv.errors.failure-in-batch',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      const commands = [
        ['ECHO', id],
        ['INCR', key],
      ] as const
      const reply = given(await kv.pipeline(commands), envelopes(id, anError))

      must(reply, status(200))
    },
  }),
  scenario('a transaction with a failing command is answered 200', {
    rule: 'kv.errors.failure-in-batch',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      const commands = [
        ['ECHO', id],
        ['INCR', key],
      ] as const
      const reply = given(await kv.transaction(commands), envelopes(id, anError))

      must(reply, status(200))
    },
  }),

  ...malformed.map(({ what, body }) =>
    scenario(`a body that is ${what} is answered 400`, {
      rule: 'kv.errors.syntax-error',
      async run({ kv }) {
        given(await kv.post('/', '["ECHO","a"]'), executed())

        must(await kv.post('/', body), status(400))
      },
    }),
  ),
  ...malformedPipelines.map(({ what, body }) =>
    scenario(`a pipeline that is ${what} is answered 400`, {
      rule: 'kv.errors.syntax-error',
      async run({ kv }) {
        given(await kv.post('/pipeline', '[["ECHO","a"]]'), executed())

        must(await kv.post('/pipeline', body), status(400))
      },
    }),
  ),
  ...malformedPipelines.map(({ what, body }) =>
    scenario(`a transaction that is ${what} is answered 400`, {
      rule: 'kv.errors.syntax-error',
      async run({ kv }) {
        given(await kv.post('/multi-exec', '[["ECHO","a"]]'), executed())
        const reply = given(await kv.post('/multi-exec', body), failed())

        must(reply, status(400))
      },
    }),
  ),
  scenario('a transaction that is discarded because it is no JSON is answered 400', {
    rule: 'kv.errors.syntax-error',
    async run({ kv }) {
      given(await kv.post('/multi-exec', '[["ECHO","a"]]'), executed())
      const reply = given(await kv.post('/multi-exec', '[["ECHO","a"]'), failed())

      must(reply, status(400))
    },
  }),
  ...badOptions.map((failure) =>
    scenario(`a command with ${failure.what} is answered 400`, {
      rule: 'kv.errors.syntax-error',
      async run(world) {
        must(await provoke(failure, world), status(400))
      },
    }),
  ),

  ...unknown.map((each) =>
    scenario(`a command that does not exist ${each.where} is answered 400`, {
      rule: 'kv.errors.invalid-command',
      async run(world) {
        given(await each.accepted(world), executed())

        must(await each.refused(world), status(400))
      },
    }),
  ),
  ...unsupported.map((each) =>
    scenario(`an unsupported command ${each.where} is answered 400`, {
      rule: 'kv.errors.unsupported-command',
      async run(world) {
        given(await each.accepted(world), executed())
        const reply = given(await each.refused(world), failed())

        must(reply, status(400))
      },
    }),
  ),

  ...failures.map((failure) =>
    scenario(`${failure.what} is answered 400`, {
      rule: 'kv.errors.execution-failure',
      async run(world) {
        must(await provoke(failure, world), status(400))
      },
    }),
  ),
  scenario('a command by path that fails is answered 400', {
    rule: 'kv.errors.execution-failure',
    async run({ kv, key, keyOf }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      given(await kv.path(['INCR', keyOf('other')]), executed())

      must(await kv.path(['INCR', key]), status(400))
    },
  }),
  ...['HEAD', 'POST', 'PUT'].map((method) =>
    scenario(`a command by ${method} that fails is answered 400`, {
      rule: 'kv.errors.execution-failure',
      async run({ kv, key, keyOf }) {
        given(await kv.command(['SET', key, 'text']), result('OK'))
        given(await kv.path(['INCR', keyOf('other')], { method }), executed())

        must(await kv.path(['INCR', key], { method }), status(400))
      },
    }),
  ),

  observation('a request with two offences', {
    rule: 'kv.errors.order-of-refusals',
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

  ...refusals.map((each) =>
    scenario(`the error of ${each.what} begins with a class word`, {
      rule: 'kv.errors.class-word',
      async run(world) {
        given(await each.accepted(world), executed())
        const reply = given(await each.refused(world), errorEnvelope())

        must(reply, errorEnvelope(classWord))
      },
    }),
  ),

  ...batches.map(({ where, ask }) =>
    scenario(`errors ${where} begin with a class word`, {
      rule: 'kv.errors.class-word',
      async run(world) {
        const { kv, id, key } = world
        given(await kv.command(['SET', key, 'text']), result('OK'))
        const commands: readonly Command[] = [
          ['INCR', key],
          ['ECHO', id],
          ['RPUSH', key, 'element'],
        ]
        const reply = given(
          await ask(world, commands),
          envelopes(anError, id, anError),
          errorAt(0, /./),
          errorAt(2, /./),
        )

        must(reply, errorAt(0, classWord), errorAt(2, classWord))
      },
    }),
  ),

  ...wrongCounts.map((failure) =>
    scenario(`the error of ${failure.what} begins with ERR`, {
      rule: 'kv.errors.wrong-argument-count',
      async run(world) {
        const reply = given(await provoke(failure, world), errorEnvelope(classWord))

        must(reply, errorEnvelope('ERR '))
      },
    }),
  ),
  ...notIntegers.map((failure) =>
    scenario(`the error of ${failure.what} begins with ERR`, {
      rule: 'kv.errors.not-an-integer',
      async run(world) {
        const reply = given(await provoke(failure, world), errorEnvelope(classWord))

        must(reply, errorEnvelope('ERR '))
      },
    }),
  ),
  ...outOfRange.map((failure) =>
    scenario(`the error of ${failure.what} begins with ERR`, {
      rule: 'kv.errors.out-of-range',
      async run(world) {
        const reply = given(await provoke(failure, world), errorEnvelope(classWord))

        must(reply, errorEnvelope('ERR '))
      },
    }),
  ),

  observation('the words of common errors', {
    rule: 'kv.errors.texts',
    async run(world) {
      for (const { what, command } of [...badOptions, ...wrongCounts, ...notIntegers.slice(2)])
        world.note(what, memberOf(await world.kv.command(commandOf(command, world)), 'error'))
    },
  }),
]
