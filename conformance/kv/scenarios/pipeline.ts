// Pipelines: commands that run in order, and one envelope for each.

import { memberOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import type { Command } from '../fixtures/client.js'
import { envelopeCount, envelopes, named, result } from '../fixtures/matchers.js'
import { envelopeOf } from '../fixtures/replies.js'
import { noting, observation, scenario } from '../fixtures/world.js'

const targets = { pipeline: '/pipeline', transaction: '/multi-exec' }

/** Both forms of a batch, as rows of a table. */
export const batches = { 'in a pipeline': 'pipeline', 'in a transaction': 'transaction' } as const

const echoes = (...texts: readonly string[]) => texts.map((text): Command => ['ECHO', text])

export const emptyBatch = (form: keyof typeof targets) =>
  observation(`observes the reply to a ${form} without a body, with [] or [[]]`, {
    id: `kv.${form}.empty/no-commands`,
    run: noting({
      '[]': ({ kv }) => kv.post(targets[form], '[]'),
      'no body': ({ kv }) => kv.post(targets[form], ''),
      '[[]]': ({ kv }) => kv.post(targets[form], '[[]]'),
      '[1, ["PING"]]': ({ kv }) => kv.post(targets[form], '[1, ["PING"]]'),
    }),
  })

export const thousand = (form: keyof typeof targets) =>
  scenario(`${form}: 1,000 RPUSH commands run in the order of the request`, {
    id: `kv.${form}.runs-in-order/thousand`,
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 1000 }, (_, index) => `${index}`)
      given(await kv[form]([['RPUSH', key, id]]), envelopes(1))
      const pushes = elements.map((element): Command => ['RPUSH', key, element])
      given(await kv[form](pushes), envelopeCount(1000))

      must(await kv.command(['LRANGE', key, '1', '-1']), result(elements))
    },
  })

export const pipelineScenarios = [
  emptyBatch('pipeline'),
  thousand('pipeline'),

  scenario('pipeline: results are in command order, also after a slow command', {
    id: 'kv.pipeline.envelopes-in-order/few-and-slow',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 500 }, (_, index) => `element-${index}`)
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      given(await kv.command(['RPUSH', key, ...elements]), result(500))

      must(await kv.pipeline(echoes('c', 'a', id, 'b')), envelopes('c', 'a', id, 'b'))
      const slowOne = await kv.pipeline([['LRANGE', key, '0', '-1'], ...echoes(id)])
      must(slowOne, named('a slow command before a quick one', envelopes(elements, id)))
    },
  }),

  observation('observes if the commands of 4 concurrent pipelines interleave', {
    id: 'kv.pipeline.interleaving/four-at-a-time',
    async run({ kv, key, note }) {
      const increments = Array.from({ length: 500 }, (): Command => ['INCR', key])
      const areApart = async () => {
        const pipelines = Array.from({ length: 4 }, () => kv.pipeline(increments))
        const replies = await Promise.all(pipelines)
        for (const reply of replies) given(reply, envelopeCount(increments.length))
        const counts = replies.map((reply) =>
          increments.map((_, index) => Number(memberOf(envelopeOf(reply, index), 'result'))),
        )
        return counts.every((each) => each.at(-1)! - each[0]! === each.length - 1)
      }
      // Pipelines that can interleave do not do so each time.
      let [together, rounds] = [true, 5]
      while (together && rounds-- > 0) together = await areApart()
      note('4 concurrent pipelines', together ? 'apart' : 'interleaved')
    },
  }),
  observation('observes the reply to a pipeline with a GET that has no key', {
    id: 'kv.pipeline.wrong-argument-count/too-few',
    run: noting({
      'ECHO a, GET, ECHO b': ({ kv }) => kv.pipeline([['ECHO', 'a'], ['GET'], ['ECHO', 'b']]),
    }),
  }),
  observation('observes the reply to a pipeline with `Svc-Response-Format: resp2`', {
    id: 'kv.pipeline.resp2/layout',
    run: noting({
      'ECHO a, PING': ({ kv }) => kv.pipeline([['ECHO', 'a'], ['PING']], { format: 'resp2' }),
    }),
  }),
]
