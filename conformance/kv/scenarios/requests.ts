// Requests that few laws send: unknown methods, JSON of other types, `/info`, and versions in the path. The
// contract leaves open what INFO returns, and if a target has it.

import { given, must } from '../../core/judgement.js'
import { memberOf } from '../../wire/exchange.js'
import { errorEnvelope, executed, failed, result } from '../fixtures/matchers.js'
import { envelopeOf, outcomeOf } from '../fixtures/replies.js'
import { noting, observation, scenario } from '../fixtures/world.js'

export const requestScenarios = [
  observation('observes the HTTP status of a request with the unknown method BREW', {
    id: 'kv.methods.unregistered/brew',
    async run({ kv, id, note }) {
      note('BREW', (await kv.send('BREW', `/ECHO/${id}`)).status)
    },
  }),

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

  scenario('POST /info runs INFO and returns a result or an error', {
    id: 'kv.info.command-by-path/post-info',
    async run({ kv, id, note }) {
      given(await kv.path(['echo', id], { method: 'POST' }), result(id))
      const others = [await kv.command(['INFO']), await kv.path(['INFO'])]
      const info = memberOf(others[0]!, 'result')
      note('result of INFO', typeof info === 'string' && info !== '' ? 'a text' : info)
      const hasInfo = others.some((each) => executed()(each) === undefined)

      const reply = await kv.send('POST', '/info')
      if (hasInfo) must(reply, executed())
      else must(reply, failed(), errorEnvelope())
    },
  }),

  observation('observes the reply to `/v1/PING` and `/v2/PING`', {
    id: 'kv.versioning.scheme/v1-and-v2',
    run: noting({
      v1: ({ kv }) => kv.path(['v1', 'PING']),
      v2: ({ kv }) => kv.path(['v2', 'PING']),
    }),
  }),
]
