// The scenarios that pipelines and transactions share.

import { given, must } from '../../core/judgement.js'
import type { Command } from '../fixtures/client.js'
import { envelopeCount, envelopes, named, result } from '../fixtures/matchers.js'
import { envelopeOf } from '../fixtures/replies.js'
import { noting, observation, scenario } from '../fixtures/world.js'

const targets = { pipeline: '/pipeline', transaction: '/multi-exec' }

type Form = keyof typeof targets

/** Both forms of a batch, as rows of a table. */
export const batches = { 'in a pipeline': 'pipeline', 'in a transaction': 'transaction' } as const

export const echoes = (...texts: readonly string[]) => texts.map((text): Command => ['ECHO', text])

const thousand = <Item>(item: (index: number) => Item) =>
  Array.from({ length: 1000 }, (_, index) => item(index))

export const batchScenarios = (form: Form) => [...bodiesAndReplies(form), ...execution(form)]

const bodiesAndReplies = (form: Form) => [
  observation(`observes the reply to a ${form} without a body, with [] or [[]]`, {
    id: `kv.${form}.empty/no-commands`,
    run: noting({
      '[]': ({ kv }) => kv.post(targets[form], '[]'),
      'no body': ({ kv }) => kv.post(targets[form], ''),
      '[[]]': ({ kv }) => kv.post(targets[form], '[[]]'),
      '[1, ["PING"]]': ({ kv }) => kv.post(targets[form], '[1, ["PING"]]'),
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
]
