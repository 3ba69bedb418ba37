// That a command can be too large, where the operator says how large that is.

import { given, must } from '../judgement.js'
import { executed, failed } from './matchers.js'
import { scenario } from './world.js'

export const limitScenarios = [
  scenario('a command larger than the maximum is refused', {
    rule: 'kv.limits.request-size',
    needs: ['kvMaxRequestSize'],
    async run({ kv, key, provide }) {
      given(await kv.command(['SET', key, 'small']), executed())

      must(await kv.command(['SET', key, 'x'.repeat(provide.kvMaxRequestSize + 1)]), failed())
    },
  }),
]
