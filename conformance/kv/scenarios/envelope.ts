// Envelopes: one field, and in `result` one of four types.

import { textOf, type Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { byValue, eachRow } from '../../core/rows.js'
import { differs } from '../../core/matchers.js'
import type { Command } from '../fixtures/client.js'
import { byPath, formsByName, inBody, inPipeline, type Form } from '../fixtures/forms.js'
import { errorEnvelope, executed, failed, fields } from '../fixtures/matchers.js'
import { envelopeOf, outcomeOf } from '../fixtures/replies.js'
import { supported } from '../fixtures/scripts.js'
import { setAll } from '../fixtures/send-all.js'
import { keysFor } from '../fixtures/tables.js'
import { observation, scenario } from '../fixtures/world.js'

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

/** The body has a `result` with these digits as a JSON number; a fraction of zeros is allowed. */
const resultDigits =
  (digits: string): Matcher =>
  (message) =>
    new RegExp(`"result"\\s*:\\s*${digits}(\\.0+)?\\s*[,}]`).test(textOf(message))
      ? undefined
      : differs('body', `{"result":${digits}}`, textOf(message))

/**
 * True if a target refuses to count this far. The contract states no range of integers, so every
 * target may refuse integers of more than 32 bits.
 */
const isOutOfRange = (reply: Exchange, digits: string): boolean =>
  Math.abs(Number(digits)) >= 2 ** 31 &&
  reply.status < 500 &&
  failed()(reply) === undefined &&
  errorEnvelope(/^ERR /)(reply) === undefined

/** The body is an error in one of the two formats. */
const anyError: Matcher = (message) => {
  const isRaw = /^-[^\r\n]+\r\n$/.test(textOf(message))
  return isRaw ? undefined : (fields('error')(message) ?? errorEnvelope()(message))
}

export const envelopeScenarios = [
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
  scenario('INCRBY returns a large integer with all digits, or returns an error', {
    id: 'kv.envelope.result-integer/large-integers-in-every-form',
    async run(world) {
      const { kv, keyOf } = await supported(world, 'INCRBY KEY 1')
      const digits = ['7', ...integers].map((digits) => [keyOf(digits), digits] as const)
      await setAll(kv, digits)
      const incrBy = (label: string): Command => ['INCRBY', keyOf(label), '0']
      let isAnyInRange = false
      const judge = (each: string, envelope: Exchange, reply = envelope) => {
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
        // The envelope is parsed, so only the text of the whole reply has all digits.
        await eachRow(byValue(integers), async (each) =>
          judge(each, envelopeOf(reply, integers.indexOf(each)), reply),
        )
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

  observation('observes the reply to HSCAN, an array inside an array', {
    id: 'kv.envelope.nested-arrays/hscan',
    async run({ kv, key, note }) {
      await kv.command(['HSET', key, 'field', 'value'])
      note('HSCAN', outcomeOf(await kv.command(['HSCAN', key, '0'])))
    },
  }),
]
