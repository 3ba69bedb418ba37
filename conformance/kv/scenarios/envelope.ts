// What an envelope is: exactly one field, and in a `result` one of four types.

import { textOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { differs } from '../../core/matchers.js'
import { errorEnvelope, executed, failed, fields, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { refusals } from '../fixtures/refusals.js'
import { supported } from '../fixtures/support.js'
import { observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'

const successes: readonly { title: string; ask: Ask }[] = [
  {
    title: 'a string comes in an object with the one field result',
    ask: ({ kv, id }) => kv.command(['ECHO', id]),
  },
  {
    title: 'an integer comes in an object with the one field result',
    ask: ({ kv, id }) => kv.command(['EXISTS', id]),
  },
  {
    title: 'null comes in an object with the one field result',
    ask: ({ kv, id }) => kv.command(['GET', id]),
  },
  {
    title: 'an array comes in an object with the one field result',
    ask: ({ kv, id }) => kv.command(['LRANGE', id, '0', '-1']),
  },
  {
    title: 'a command by path answers an object with the one field result',
    ask: ({ kv, id }) => kv.path(['ECHO', id]),
  },
]

/** Integers that a JSON reader rounds, or nearly does: they are looked for in the text. */
const integers: readonly { what: string; digits: string }[] = [
  { what: 'an integer just beyond 2^53', digits: '9007199254740993' },
  { what: 'an integer of 2^53', digits: '9007199254740992' },
  { what: 'an integer just below -2^53', digits: '-9007199254740993' },
  { what: 'the largest integer of 64 bits', digits: '9223372036854775807' },
  { what: 'the smallest integer of 64 bits', digits: '-9223372036854775808' },
]

/** How the integer at a key is asked for. */
const askings: readonly { where: string; ask: (world: KvWorld) => Promise<Exchange> }[] = [
  { where: 'in the body', ask: ({ kv, key }) => kv.command(['INCRBY', key, '0']) },
  { where: 'by path', ask: ({ kv, key }) => kv.path(['INCRBY', key, '0'], { method: 'POST' }) },
  { where: 'in a pipeline', ask: ({ kv, key }) => kv.pipeline([['INCRBY', key, '0']]) },
  { where: 'in a transaction', ask: ({ kv, key }) => kv.transaction([['INCRBY', key, '0']]) },
]

/** The one result of the body is a JSON number with these digits; a fraction of zeros is allowed. */
const resultDigits =
  (digits: string): Matcher =>
  (message) =>
    new RegExp(`"result"\\s*:\\s*${digits}(\\.0+)?\\s*[,}]`).test(textOf(message))
      ? undefined
      : differs('body', `{"result":${digits}}`, textOf(message))

/** The body is an error in one of the two formats. */
const anyError: Matcher = (message) => {
  const isRaw = /^-[^\r\n]+\r\n$/.test(textOf(message))
  return isRaw ? undefined : (fields('error')(message) ?? errorEnvelope()(message))
}

export const envelopeScenarios = [
  ...successes.map(({ title, ask }) =>
    scenario(title, {
      rule: 'kv.envelope.success',
      async run(world) {
        const { kv, id } = world
        given(await kv.command(['ECHO', id]), result(id))
        const reply = given(await ask(world), executed())

        must(reply, fields('result'))
      },
    }),
  ),

  ...refusals.map((each) =>
    scenario(`${each.what} answers an object with the one field error`, {
      rule: 'kv.envelope.error',
      async run(world) {
        given(await each.accepted(world), executed())
        const reply = given(await each.refused(world), failed())

        must(reply, fields('error'), errorEnvelope())
      },
    }),
  ),

  // Which format such an answer has, one of which was asked for in vain, is not shown.
  scenario('base64 together with resp2 answers an error in JSON or raw', {
    rule: 'kv.envelope.error',
    async run({ kv, id }) {
      const offence = { encoding: 'base64', format: 'resp2' }
      given(await kv.command(['ECHO', id], { encoding: 'base64' }), executed())
      given(await kv.command(['ECHO', id], { format: 'resp2' }), executed())
      const replies = [
        { where: 'in the body', reply: await kv.command(['ECHO', id], offence) },
        { where: 'by path', reply: await kv.path(['ECHO', id], offence) },
        { where: 'in a pipeline', reply: await kv.pipeline([['ECHO', id]], offence) },
      ]
      for (const { where, reply } of replies) must(given(reply, failed()), named(where, anyError))
    },
  }),

  scenario('the value of a missing key is null', {
    rule: 'kv.envelope.result-null',
    async run({ kv, key, keyOf }) {
      given(await kv.command(['SET', key, 'value']), executed())
      given(await kv.command(['GET', key]), result('value'))

      must(await kv.command(['GET', keyOf('missing')]), result(null))
    },
  }),
  scenario('the element of an empty list is null', {
    rule: 'kv.envelope.result-null',
    async run({ kv, key }) {
      given(await kv.command(['RPUSH', key, 'only']), executed())
      given(await kv.command(['LPOP', key]), result('only'))

      must(await kv.command(['LPOP', key]), result(null))
    },
  }),

  scenario('a counter is a JSON number', {
    rule: 'kv.envelope.result-integer',
    async run({ kv, key }) {
      given(await kv.command(['SET', key, '40']), executed())

      must(await kv.command(['INCR', key]), result(41))
      must(await kv.command(['INCR', key]), result(42))
    },
  }),
  scenario('a negative counter is a JSON number', {
    rule: 'kv.envelope.result-integer',
    async run({ kv, key }) {
      given(await kv.command(['SET', key, '-9']), executed())

      must(await kv.command(['INCR', key]), result(-8))
      must(await kv.command(['INCR', key]), result(-7))
    },
  }),
  scenario('zero and one stay numbers where they mean no and yes', {
    rule: 'kv.envelope.result-integer',
    async run({ kv, key, keyOf }) {
      given(await kv.command(['SET', key, 'value']), executed())

      must(await kv.command(['EXISTS', key]), result(1))
      must(await kv.command(['EXISTS', keyOf('missing')]), result(0))
    },
  }),
  scenario('an integer as large as a JSON reader can hold exactly keeps its last digit', {
    rule: 'kv.envelope.result-integer',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))
      given(await kv.command(['SET', key, '9007199254740990']), executed())

      must(await kv.command(['INCR', key]), result(2 ** 53 - 1))
    },
  }),
  scenario('an integer of 64 bits is a JSON number with all its digits', {
    rule: 'kv.envelope.result-integer',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))
      given(await kv.command(['SET', key, '9223372036854775806']), executed())

      must(await kv.command(['INCR', key]), resultDigits('9223372036854775807'))
    },
  }),
  ...askings.flatMap(({ where, ask }) =>
    integers.map(({ what, digits }) =>
      scenario(`${what} ${where} is a JSON number with all its digits`, {
        rule: 'kv.envelope.result-integer',
        async run(world) {
          const { kv, key } = world
          await supported(world, 'INCRBY')
          given(await kv.command(['SET', key, '7']), result('OK'))
          given(await ask(world), resultDigits('7'))
          given(await kv.command(['SET', key, digits]), result('OK'))

          must(await ask(world), resultDigits(digits))
        },
      }),
    ),
  ),

  scenario('a stored text is a JSON string', {
    rule: 'kv.envelope.result-string',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, id]), executed())

      must(await kv.command(['GET', key]), result(id))
    },
  }),
  scenario('stored digits are a JSON string', {
    rule: 'kv.envelope.result-string',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['SET', key, '42']), executed())

      must(await kv.command(['GET', key]), result('42'))
    },
  }),
  scenario('an empty string is a string and not null', {
    rule: 'kv.envelope.result-string',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['SET', key, '']), executed())

      must(await kv.command(['GET', key]), result(''))
    },
  }),
  scenario('a status reply is a JSON string', {
    rule: 'kv.envelope.result-string',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['SET', key, id]), result('OK'))
    },
  }),
  scenario('a text that is JSON itself stays a string', {
    rule: 'kv.envelope.result-string',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(
        await kv.command(['ECHO', '{"result":["\\\\",null]}']),
        result('{"result":["\\\\",null]}'),
      )
    },
  }),

  scenario('a list is an array of strings', {
    rule: 'kv.envelope.result-array',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id, 'second', '3']), executed())

      must(await kv.command(['LRANGE', key, '0', '-1']), result([id, 'second', '3']))
    },
  }),
  scenario('an array has null where there is no value', {
    rule: 'kv.envelope.result-array',
    async run({ kv, id, key, keyOf }) {
      given(await kv.command(['SET', key, id]), executed())

      must(await kv.command(['MGET', keyOf('missing'), key]), result([null, id]))
    },
  }),
  scenario('an array of integers has JSON numbers', {
    rule: 'kv.envelope.result-array',
    async run(world) {
      const { kv, id, key } = world
      given(await kv.command(['ECHO', id]), result(id))
      await supported(world, 'SADD', 'SMISMEMBER')
      given(await kv.command(['SADD', key, 'member']), executed())

      must(await kv.command(['SMISMEMBER', key, 'stranger', 'member']), result([0, 1]))
    },
  }),
  scenario('an empty list is an empty array', {
    rule: 'kv.envelope.result-array',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['LRANGE', key, '0', '-1']), result([]))
    },
  }),

  scenario('the fields of a hash and their values are one array', {
    rule: 'kv.envelope.result-array',
    async run(world) {
      const { kv, id, key } = world
      given(await kv.command(['ECHO', id]), result(id))
      await supported(world, 'HSET', 'HGETALL')
      given(await kv.command(['HSET', key, 'field', id]), executed())

      must(await kv.command(['HGETALL', key]), result(['field', id]))
    },
  }),

  observation('an array inside an array', {
    rule: 'kv.envelope.nested-arrays',
    async run({ kv, key, note }) {
      await kv.command(['HSET', key, 'field', 'value'])
      note('HSCAN', outcomeOf(await kv.command(['HSCAN', key, '0'])))
    },
  }),
]
