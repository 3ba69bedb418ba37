// The path `/info` runs the command INFO. The contract leaves open what INFO returns, and if a target has
// it.

import { given, must } from '../../core/judgement.js'
import { memberOf } from '../../wire/exchange.js'
import { errorEnvelope, executed, failed, result } from '../fixtures/matchers.js'
import { scenario } from '../fixtures/world.js'

export const infoScenarios = [
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
]
