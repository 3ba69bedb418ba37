// Envelopes: one field, and in `result` one of four types.

import { jsonOf, textOf, type Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { byValue, eachRow } from '../../core/rows.js'
import { differs } from '../../core/matchers.js'
import type { Command } from '../fixtures/client.js'
import { byPath, formsByName, inBody, inPipeline, type Form } from '../fixtures/forms.js'
import {
  errorEnvelope,
  executed,
  failed,
  fields,
  generalError,
  known,
  result,
} from '../fixtures/matchers.js'
import { exactIntegerIn } from '../fixtures/exact-integers.js'
import { envelopeOf, outcomeOf } from '../fixtures/replies.js'
import { eachRefusal } from '../fixtures/refusals.js'
import { eachScript, supported } from '../fixtures/scripts.js'
import { setAll } from '../fixtures/send-all.js'
import { keysFor } from '../fixtures/tables.js'
import { observation, scenario, type Ask, whereEchoWorks } from '../fixtures/world.js'

const successes: Readonly<Record<string, Ask>> = {
  'a string': ({ kv, id }) => kv.command(['ECHO', id]),
  'an integer': ({ kv, id }) => kv.command(['EXISTS', id]),
  null: ({ kv, id }) => kv.command(['GET', id]),
  'an array': ({ kv, id }) => kv.command(['LRANGE', id, '0', '-1']),
  'a command by path': ({ kv, id }) => kv.path(['ECHO', id]),
}

const arrays: Readonly<Record<string, readonly unknown[]>> = {
  'SET OTHER value; LRANGE KEY 0 -1': [],
  'RPUSH KEY a b 3; LRANGE KEY 0 -1': ['a', 'b', '3'],
  'RPUSH KEY a; LRANGE KEY 0 -1': ['a'],
  'SET KEY value; MGET KEY; MGET OTHER': [null],
  'SET KEY value; MGET KEY; MGET OTHER KEY': [null, 'value'],
  'SADD KEY member; SMISMEMBER KEY a; SMISMEMBER KEY other member': [0, 1],
  'HSET KEY field value; HGETALL KEY; HGETALL KEY': ['field', 'value'],
}

/** Texts that a server may change when it writes or reads JSON. */
const strings: Readonly<Record<string, string>> = {
  'the word null': 'null',
  'the word true': 'true',
  'a fraction': '1.50',
  'an array': '["a"]',
  'carriage returns and line feeds': '\r\na\r\n',
  'quotes and backslashes': '"\\"',
  '70,000 bytes': '日'.repeat(23_334),
}

/** Integers at or beyond 2^53, where JSON readers round: they are compared as text. */
const integers = [
  ...['9007199254740992', '9007199254740993', '-9007199254740993'],
  ...['9223372036854775807', '-9223372036854775808'],
]

/** Values of a counter before INCR, and after it. */
const counters = {
  40: '41',
  '-9': '-8',
  9007199254740990: '9007199254740991',
  '9223372036854775806': '9223372036854775807',
}

/**
 * The `result` of a reply is this integer as a JSON number, or that of any envelope of a batch: another
 * rule tests their order.
 */
const resultDigits =
  (digits: string): Matcher =>
  (message) => {
    const batch = jsonOf(message)
    const indexes = Array.isArray(batch) ? batch.keys() : [undefined]
    return Array.from(indexes).some((index) => exactIntegerIn(message, index) === BigInt(digits))
      ? undefined
      : differs('body', `{"result":${digits}}`, textOf(message))
  }

/**
 * True if a target refuses to count this far. The contract states no range of integers, so every
 * target may refuse integers of more than 32 bits.
 */
const isOutOfRange = (reply: Exchange, digits: string): boolean =>
  Math.abs(Number(digits)) >= 2 ** 31 &&
  reply.status < 500 &&
  failed()(reply) === undefined &&
  errorEnvelope(generalError)(reply) === undefined

/** The body is an error in one of the two formats. */
const anyError: Matcher = (message) => {
  const isRaw = /^-[^\r\n]+\r\n$/.test(textOf(message))
  return isRaw ? undefined : (fields('error')(message) ?? errorEnvelope()(message))
}

export const envelopeScenarios = [
  scenario('the reply to an executed command has only the field `result`', {
    id: 'kv.envelope.success/types-and-forms',
    async run(world) {
      given(await world.kv.command(['ECHO', world.id]), result(world.id))
      await eachRow(successes, async (ask) => {
        const reply = given(await ask(world), executed())

        must(reply, fields('result'))
      })
    },
  }),
  scenario('the reply to a refused request has only the field `error`', {
    id: 'kv.envelope.error/refusals',
    run: (world) => eachRefusal(world, (reply) => must(reply, fields('error'), errorEnvelope())),
  }),
  scenario('a command over the size limit returns {"error":…}', {
    id: 'kv.envelope.error/over-the-size-limit',
    needs: ['kvMaxRequestSize'],
    async run({ kv, id, provide }) {
      const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.path(['ECHO'], { body: id }), result(id))
      const asks = {
        'in the body': async () => kv.command(['ECHO', tooLarge]),
        'by path with a body': async () => kv.path(['ECHO'], { body: tooLarge }),
        'in a transaction': async () => kv.transaction([['ECHO', tooLarge]]),
      }

      await eachRow(asks, async (ask) => {
        must(given(await ask(), failed()), fields('error'), errorEnvelope())
      })
    },
  }),
  // The contract leaves open which of the two formats this error has.
  scenario('`Svc-Encoding: base64` with resp2 format: the error is in JSON or RESP', {
    id: 'kv.envelope.error/base64-and-resp2',
    async run({ kv, id }) {
      const offence = { encoding: 'base64', format: 'resp2' }
      given(await kv.command(['ECHO', id], { encoding: 'base64' }), executed())
      given(await kv.command(['ECHO', id], { format: 'resp2' }), executed())

      await eachRow(formsByName(inBody, byPath, inPipeline), async ({ ask }) =>
        must(given(await ask(kv, ['ECHO', id], offence), failed()), anyError),
      )
    },
  }),

  scenario('GET of a missing key and LPOP of an empty list return null', {
    id: 'kv.envelope.result-null/missing-key-and-empty-list',
    async run({ kv, key, keyOf }) {
      const rows = {
        'a missing key': async () => {
          given(await kv.command(['SET', keyOf('text'), 'value']), executed())
          given(await kv.command(['GET', keyOf('text')]), result('value'))

          must(await kv.command(['GET', keyOf('missing')]), result(null))
        },
        'an empty list': async () => {
          given(await kv.command(['RPUSH', key, 'only']), executed())
          given(await kv.command(['LPOP', key]), result('only'))

          must(await kv.command(['LPOP', key]), result(null))
        },
      }
      await eachRow(rows, async (test) => test())
    },
  }),

  scenario('INCR returns the new value of the key as a JSON number', {
    id: 'kv.envelope.result-integer/counters',
    async run(world) {
      const { kv } = world
      const { of } = keysFor(world, counters)
      await setAll(
        kv,
        Object.keys(counters).map((before) => [of(before), before]),
      )

      await eachRow(counters, async (after, before) => {
        const reply = await kv.command(['INCR', of(before)])
        if (!isOutOfRange(reply, after)) must(reply, resultDigits(after))
      })
    },
  }),
  scenario('EXISTS and DEL return the JSON number 1 for a stored key, else 0', {
    id: 'kv.envelope.result-integer/no-and-yes',
    async run({ kv, key, keyOf }) {
      given(await kv.command(['SET', key, 'value']), executed())

      await eachRow(byValue(['EXISTS', 'DEL']), async (name) => {
        must(given(await kv.command([name, key]), known()), result(1))
        must(await kv.command([name, keyOf('missing')]), result(0))
      })
    },
  }),
  scenario('INCRBY returns a large integer with all digits, or returns an error', {
    id: 'kv.envelope.result-integer/large-integers-in-every-form',
    async run(world) {
      const { kv, keyOf } = await supported(world, 'INCRBY KEY 1')
      const digits = ['7', ...integers].map((digits) => [keyOf(digits), digits] as const)
      await setAll(kv, digits)
      const incrBy = (label: string): Command => ['INCRBY', keyOf(label), '0']
      let isAnyInRange = false
      const judge = (each: string, reply: Exchange, index?: number) => {
        const envelope = index === undefined ? reply : envelopeOf(reply, index)
        if (isOutOfRange(envelope, each)) return
        isAnyInRange = true
        must(reply, resultDigits(each))
      }

      const alone = (ask: Form['ask'], digits: readonly string[]) => async () => {
        given(await ask(kv, incrBy('7')), resultDigits('7'))
        await eachRow(byValue(digits), async (each) => judge(each, await ask(kv, incrBy(each))))
      }
      const inBatch = (form: 'pipeline' | 'transaction') => async () => {
        given(await kv[form]([incrBy('7')]), resultDigits('7'))
        const reply = await kv[form](integers.map(incrBy))
        await eachRow(byValue(integers), async (each) => judge(each, reply, integers.indexOf(each)))
      }
      const tests = {
        'in the body': alone(inBody.ask, integers),
        'by path': alone(byPath.ask, ['9007199254740993', '-9223372036854775808']),
        'in a pipeline': inBatch('pipeline'),
        'in a transaction': inBatch('transaction'),
      }
      await eachRow(tests, async (test) => test())
      if (!isAnyInRange) throw new NotApplicable('the target refuses integers beyond 2^53')
    },
  }),

  scenario('SET, GET and ECHO return a JSON string ("42" for the value 42)', {
    id: 'kv.envelope.result-string/texts',
    async run({ kv, id, key }) {
      const json = '{"result":["\\\\",null]}'
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['SET', key, '42']), result('OK'))
      must(await kv.command(['GET', key]), result('42'))
      must(await kv.command(['ECHO', json]), result(json))
    },
  }),
  scenario('GET returns a text such as `null` or CR LF as the same JSON string', {
    id: 'kv.envelope.result-string/unchanged',
    async run(world) {
      const { kv } = world
      const { of } = keysFor(world, strings)
      await eachRow(strings, async (text, name) => {
        // The number of bytes shows that the target received the text unchanged.
        given(await kv.command(['APPEND', of(name), text]), result(Buffer.byteLength(text)))

        must(await kv.command(['GET', of(name)]), result(text))
      })
    },
  }),
  scenario('GET of a key with an empty string returns an empty string, not null', {
    id: 'kv.envelope.result-string/empty-string',
    run: whereEchoWorks(async ({ kv, key }) => {
      given(await kv.command(['SET', key, '']), executed())

      must(await kv.command(['GET', key]), result(''))
    }),
  }),

  scenario('LRANGE, MGET, SMISMEMBER and HGETALL return a JSON array', {
    id: 'kv.envelope.result-array/arrays',
    run: whereEchoWorks(async (world) => {
      const { kv } = world
      await eachScript(world, arrays, async (command, want) =>
        must(given(await kv.command(command), known()), result(want)),
      )
    }),
  }),

  observation('observes the reply to HSCAN, an array inside an array', {
    id: 'kv.envelope.nested-arrays/hscan',
    async run({ kv, key, note }) {
      await kv.command(['HSET', key, 'field', 'value'])
      note('HSCAN', outcomeOf(await kv.command(['HSCAN', key, '0'])))
    },
  }),
]
