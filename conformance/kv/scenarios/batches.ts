// The scenarios that pipelines and transactions share.

import type { Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { Command } from '../fixtures/client.js'
import { envelopeCount, envelopes, executed, failed, named, result } from '../fixtures/matchers.js'
import { envelopeOf } from '../fixtures/replies.js'
import { valuesOf, withSibling } from '../fixtures/tables.js'
import { noting, observation, scenario, whereEchoWorks } from '../fixtures/world.js'

const targets = { pipeline: '/pipeline', transaction: '/multi-exec' }

type Form = keyof typeof targets

/** Both forms of a batch, as rows of a table. */
export const batches = { 'in a pipeline': 'pipeline', 'in a transaction': 'transaction' } as const

export const echoes = (...texts: readonly string[]) => texts.map((text): Command => ['ECHO', text])

const thousand = <Item>(item: (index: number) => Item) =>
  Array.from({ length: 1000 }, (_, index) => item(index))

/**
 * Judges the effects of a batch. If an effect is missing because the target refused the batch, the
 * finding is the refusal.
 */
const mustHaveRun = async (batch: Exchange, judge: () => void) =>
  withSibling(judge, async () => must(batch, executed()))

export const batchScenarios = (form: Form) => [...bodiesAndReplies(form), ...execution(form)]

const bodiesAndReplies = (form: Form) => [
  scenario(`${form}: each inner array of the request body runs as a command`, {
    id: `kv.${form}.array-of-commands/every-inner-array`,
    async run({ kv, id, key, keyOf }) {
      const keys = [key, keyOf('other')] as const
      given(await kv.command(['SET', key, 'before']), result('OK'))
      const values = async () => valuesOf(kv, keys)
      const [first, second] = await values()
      given(first!, result('before'))
      given(second!, result(null))

      const sets = [id, 'after'].map((value, index): Command => ['SET', keys[index]!, value])
      const reply = await kv[form](sets)
      const [left, other] = await values()
      await mustHaveRun(reply, () => {
        must(left!, result(id))
        must(other!, result('after'))
      })
    },
  }),
  scenario(`${form}: JSON numbers and empty strings become arguments`, {
    id: `kv.${form}.array-of-commands/numbers-and-empty-strings`,
    async run({ kv, key, keyOf }) {
      const texts = ['1.5', '-7', '0', '0.5', '9007199254740991', '-0.25']
      const numbers = texts.map(Number)
      given(await kv.command(['RPUSH', key, ...numbers]), result(texts.length))
      given(await kv.command(['LRANGE', key, '0', '-1']), result(texts))

      const reply = await kv[form]([['RPUSH', keyOf('other'), '', ...numbers, '']])
      const list = await kv.command(['LRANGE', keyOf('other'), '0', '-1'])
      await mustHaveRun(reply, () => must(list, result(['', ...texts, ''])))
    },
  }),
  scenario(`${form}: a request without Content-Type is executed`, {
    id: `kv.${form}.array-of-commands/no-content-type`,
    async run({ kv, id }) {
      given(await kv[form](echoes(id)), envelopes(id))

      const body = JSON.stringify([await kv.replaced(['ECHO', id])])
      must(await kv.send('POST', targets[form], { body }), envelopes(id))
    },
  }),

  scenario(`${form}: returns [{"result":…}] for string, integer, null and array`, {
    id: `kv.${form}.array-of-envelopes/type-of-result`,
    run: whereEchoWorks(async ({ kv, id, key, keyOf }) => {
      given(await kv.command(['GET', keyOf('missing')]), result(null))

      must(await kv[form](echoes(id)), envelopes(id))
      must(await kv[form]([['GET', keyOf('missing')]]), envelopes(null))
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))
      must(await kv[form]([['EXISTS', key]]), envelopes(1))
      must(await kv[form]([['LRANGE', key, '0', '-1']]), envelopes([id]))
    }),
  }),
  scenario(`${form}: 1,000 ECHO commands return 1,000 results`, {
    id: `kv.${form}.array-of-envelopes/thousand`,
    async run({ kv, id }) {
      const texts = thousand(() => id)
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv[form](echoes(...texts)), envelopes(...texts))
    },
  }),
  scenario(`${form}: 1,000 different results are in the order of the commands`, {
    id: `kv.${form}.envelopes-in-order/thousand`,
    async run({ kv, id }) {
      const texts = thousand((index) => `${id}-${index}`)
      given(await kv[form](echoes(id)), envelopes(id))
      const reply = given(await kv[form](echoes(...texts)), envelopeCount(1000))

      must(reply, envelopes(...texts))
    },
  }),

  observation(`observes the reply to a ${form} without a body, with [] or [[]]`, {
    id: `kv.${form}.empty/no-commands`,
    run: noting({
      '[]': ({ kv }) => kv.post(targets[form], '[]'),
      'no body': ({ kv }) => kv.post(targets[form], ''),
      '[[]]': ({ kv }) => kv.post(targets[form], '[[]]'),
    }),
  }),
]

const execution = (form: Form) => [
  scenario(`${form}: reads and writes run in the order of the request`, {
    id: `kv.${form}.runs-in-order/reads-and-writes`,
    async run({ kv, id, key, keyOf }) {
      given(await kv[form]([['SET', key, 'a']]), envelopes('OK'))
      given(await kv.command(['GET', key]), result('a'))

      const other = keyOf('other')
      const set = (value: string): Command => ['SET', other, value]
      const read: Command = ['GET', other]
      const reply = await kv[form]([['DEL', other], set(id), read, set('x'), read, set(id)])
      must(await kv.command(read), result(id))
      must(envelopeOf(reply, 2), named('a read between two writes', result(id)))
      must(envelopeOf(reply, 4), named('the same read after another write', result('x')))
      given(await kv.command(['APPEND', keyOf('text'), 'a']), result(1))
      await kv[form](['b', id, 'c'].map((text) => ['APPEND', key, text]))
      must(await kv.command(['GET', key]), result(`ab${id}c`))
    },
  }),
  scenario(`${form}: 1,000 RPUSH commands run in the order of the request`, {
    id: `kv.${form}.runs-in-order/thousand`,
    async run({ kv, id, key }) {
      const elements = thousand(String)
      given(await kv[form]([['RPUSH', key, id]]), envelopes(1))
      const pushes = elements.map((element): Command => ['RPUSH', key, element])
      given(await kv[form](pushes), envelopeCount(1000))

      must(await kv.command(['LRANGE', key, '1', '-1']), result(elements))
    },
  }),

  scenario(`${form}: the reply has the error at the failing command's position`, {
    id: `kv.${form}.failing-command-keeps-position/first-second-last`,
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      given(await kv[form](echoes('a', id, 'b')), envelopes('a', id, 'b'))

      await eachRow({ first: 0, second: 1, last: 2 }, async (index) => {
        const reply = await kv[form](echoes(id, id, id).with(index, ['INCR', key]))
        must(reply, envelopeCount(3))
        must(envelopeOf(reply, index), failed())
      })
    },
  }),
  scenario(`${form}: commands after a failing command are executed`, {
    id: `kv.${form}.other-commands-still-run/no-number-and-wrong-type`,
    async run({ kv, key, keyOf }) {
      const count: Command = ['INCR', keyOf('counter')]
      const failures = Array.from({ length: 10 }, (): Command => ['INCR', key])
      given(await kv.command(['SET', key, 'text']), result('OK'))
      given(await kv[form]([count]), envelopes(1))

      const few = await kv[form]([count, ['INCR', key], count, ['RPUSH', key, 'a'], count])
      const afterFew = await kv.command(count)
      await mustHaveRun(few, () =>
        must(afterFew, named(`the counter after the ${form}`, result(5))),
      )
      const many = await kv[form]([...failures, count, ...failures])
      const afterMany = await kv.command(count)
      await mustHaveRun(many, () =>
        must(afterMany, named(`the counter after a ${form} of 20 failing commands`, result(7))),
      )
    },
  }),
]
