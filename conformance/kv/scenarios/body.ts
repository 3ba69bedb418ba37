// A command as a JSON array.

import { envelopeOf, outcomeOf } from '../fixtures/replies.js'
import { noting, observation } from '../fixtures/world.js'

export const bodyScenarios = [
  observation('observes what ECHO returns for the JSON numbers 1.50, -0 and 1e3', {
    id: 'kv.body.number-text/number-spellings',
    async run({ kv, note }) {
      const spellings = ['1.50', '-0', '1e3', '1E-2']
      const commands = spellings.map((number) => `["ECHO",${number}]`)
      const reply = await kv.post('/pipeline', `[${commands.join(',')}]`)
      spellings.forEach((number, index) => note(number, outcomeOf(envelopeOf(reply, index))))
      note('1e400', outcomeOf(await kv.post('/', '["ECHO",1e400]')))
    },
  }),
  observation('observes the reply to ECHO with JSON true, null, an array or an object', {
    id: 'kv.body.other-argument-types/other-types',
    async run({ kv, note }) {
      for (const value of ['true', 'false', 'null', '["nested"]', '{"a":1}']) {
        note(value, outcomeOf(await kv.post('/', `["ECHO",${value}]`)))
        note(`${value} in a pipeline`, outcomeOf(await kv.post('/pipeline', `[["ECHO",${value}]]`)))
      }
    },
  }),
  observation('observes the reply to POST / without a body and with the body []', {
    id: 'kv.body.empty-array/empty-array',
    run: noting({
      '[]': ({ kv }) => kv.post('/', '[]'),
      'no body': ({ kv }) => kv.post('/', ''),
    }),
  }),
]
