// That messages are published by path; who receives them is seen on the stream of a subscription.

import { given, must } from '../judgement.js'
import { result } from './matchers.js'
import { scenario, segment } from './world.js'

export const publishScenarios = [
  scenario('a message to a channel without subscribers reaches nobody', {
    rule: 'kv.publish.endpoint',
    async run({ kv, id }) {
      given(await kv.path(['echo', id], { method: 'POST' }), result(id))
      given(await kv.command(['EXISTS', id]), result(0))

      must(await kv.send('POST', `/publish/${id}/hello`), result(0))
    },
  }),
  scenario('a channel and a message with special characters are one segment each', {
    rule: 'kv.publish.endpoint',
    async run({ kv, id }) {
      const [channel, message] = [segment(`${id}/a b?c`), segment('d/e#f %2F 👩‍🚀')]
      given(await kv.path(['echo', id], { method: 'POST' }), result(id))
      given(await kv.command(['EXISTS', id]), result(0))

      must(await kv.send('POST', `/publish/${channel}/${message}`), result(0))
    },
  }),
]
