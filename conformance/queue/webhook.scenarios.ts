// Webhook intake through publish (endpoint 2): the sender knows one URL, and cannot set headers.

import { must } from '../judgement.js'
import { body } from '../matchers.js'
import { delivered } from './delivered.js'
import { observation, scenario } from './world.js'

export const webhookScenarios = [
  scenario('a webhook with the token in the query is forwarded to the endpoint', {
    rule: 'queue.webhook.forwarded-to-the-endpoint',
    async run(world) {
      const event = '{ "event": "created" }'
      const delivery = await delivered(world, {
        token: null,
        query: `${world.queue.tokenKey}=${encodeURIComponent(world.queue.token)}`,
        headers: [['Content-Type', 'application/json']],
        body: event,
      })

      must(delivery, body(event))
    },
  }),

  observation('whether the endpoint sees the token of the query', {
    rule: 'queue.webhook.token-removed',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      const token = encodeURIComponent(queue.token)
      await queue.publish(`${url}?own=1&${queue.tokenKey}=${token}`, { token: null })
      note('target of the delivery', (await delivery()).target)
    },
  }),
]
