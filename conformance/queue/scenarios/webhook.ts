// Webhooks through publish (endpoint 2). The sender only knows a URL, and cannot set headers.

import { given, must } from '../../core/judgement.js'
import { accepted, body, header, lacks } from '../../core/matchers.js'
import { delivered } from '../fixtures/publishing.js'
import type { QueueClient } from '../fixtures/client.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'
import { percentEncoded } from '../../wire/percent.js'

const RULE = 'queue.webhook.forwarded-to-the-endpoint'

const event = '{ "event": "created" }'

/** Returns the query of a destination for a sender that cannot set headers. */
const withToken = ({ tokenKey, token }: QueueClient, ...more: readonly string[]) =>
  [`${tokenKey}=${percentEncoded(token)}`, ...more].join('&')

const sender = {
  token: null,
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Signature', 'sha256=0123'],
  ],
  body: event,
} as const

/** Settings in the query, and their effect. */
const configured = ({ queryPrefix }: QueueClient) => [
  `${queryPrefix}header-forward=true`,
  `${queryPrefix}forward-x-contract=configured`,
]

/** Blocks the scenario unless the headers of a sender are forwarded at all. */
async function forwardsHeaders(world: QueueWorld): Promise<void> {
  const settings = { 'Header-Forward': 'true' }
  const delivery = await delivered(world, { headers: sender.headers, settings, body: event })
  given(delivery, header('X-Signature', 'sha256=0123'))
}

const arrivesConfigured = [header('X-Signature', 'sha256=0123'), header('X-Contract', 'configured')]

export const webhookScenarios = [
  scenario('webhook with the token in query svc_token is delivered to the endpoint', {
    id: `${RULE}/token-in-query`,
    async run(world) {
      const headers = [['Content-Type', 'application/json']] as const
      const query = withToken(world.queue)
      must(await delivered(world, { token: null, query, headers, body: event }), body(event))
    },
  }),

  scenario('webhook with a binary body reaches the endpoint unchanged', {
    id: `${RULE}/binary-body-unchanged`,
    async run(world) {
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      const delivery = await delivered(world, {
        ...sender,
        query: withToken(world.queue),
        headers: [['Content-Type', 'application/octet-stream']],
        body: bytes,
      })

      must(delivery, header('Content-Type', 'application/octet-stream'), body(bytes))
    },
  }),

  scenario('webhook: svc- settings in the query forward headers to the endpoint', {
    id: `${RULE}/query-settings-forward-headers`,
    async run(world) {
      await forwardsHeaders(world)
      const query = withToken(world.queue, ...configured(world.queue))
      must(await delivered(world, { ...sender, query }), ...arrivesConfigured)
    },
  }),

  scenario('webhook: query parameters beside svc_token reach the endpoint', {
    id: `${RULE}/other-query-parameters`,
    async run(world) {
      const { queryPrefix } = world.queue
      const ours = withToken(world.queue, `${queryPrefix}retries=1`)
      const delivery = await delivered(world, { ...sender, query: `own=1&${ours}&more=1` })

      must(delivery, ({ target }) =>
        /[?&]own=1(&|$)/.test(target) && /[?&]more=1(&|$)/.test(target)
          ? undefined
          : lacks('a call with own=1 and more=1 in its query', target),
      )
    },
  }),

  observation('observes if the delivery of a webhook has svc_token in its query', {
    id: 'queue.webhook.token-removed/svc-token-in-delivery',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      const token = percentEncoded(queue.token)
      await queue.publish(`${url}?own=1&${queue.tokenKey}=${token}`, { token: null })
      const { target } = await delivery()
      note('query of the delivery', target.replace(/^[^?]*/, '').replace(token, '<token>'))
    },
  }),

  ...(
    [
      [
        'webhook to a group reaches both endpoints',
        'reaches-both-endpoints',
        () => [],
        [body(event)],
      ],
      [
        'webhook to a group: svc- query settings forward headers to all endpoints',
        'query-settings-forward-headers',
        configured,
        arrivesConfigured,
      ],
    ] as const
  ).map(([title, id, settings, arrives]) =>
    scenario(title, {
      id: `queue.webhook.to-a-group/${id}`,
      needs: ['group'],
      async run(world) {
        const { queue, inbox, group } = world
        const own = settings(queue)
        if (own.length > 0) await forwardsHeaders(world)
        const endpoints = [inbox(), inbox()]
        const { name } = await group(...endpoints)
        const query = withToken(queue, ...own)
        must(await queue.publish(`${name}?${query}`, sender), accepted())

        for (const { delivery } of endpoints) must(await delivery(), ...arrives)
      },
    }),
  ),
]
