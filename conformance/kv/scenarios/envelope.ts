// Envelopes: one field, and in `result` one of four types.

import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { errorEnvelope, failed, fields, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/replies.js'
import { observation, scenario } from '../fixtures/world.js'

export const envelopeScenarios = [
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
  observation('observes the reply to HSCAN, an array inside an array', {
    id: 'kv.envelope.nested-arrays/hscan',
    async run({ kv, key, note }) {
      await kv.command(['HSET', key, 'field', 'value'])
      note('HSCAN', outcomeOf(await kv.command(['HSCAN', key, '0'])))
    },
  }),
]
