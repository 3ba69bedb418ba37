// The path `/info` runs the command INFO.

import { given, must } from '../../core/judgement.js'
import { result } from '../fixtures/matchers.js'
import { scenario } from '../fixtures/world.js'

export const infoScenarios = [
  scenario('POST /info runs INFO and returns a text that is not empty', {
    id: 'kv.info.command-by-path/post-info',
    async run({ kv, id }) {
      given(await kv.path(['echo', id], { method: 'POST' }), result(id))

      must(await kv.send('POST', '/info'), result(/\S/))
    },
  }),
]
