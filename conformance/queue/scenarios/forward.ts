// Forwarded headers.

import { given, must } from '../../core/judgement.js'
import { header, noHeader } from '../../core/matchers.js'
import { delivered } from '../fixtures/publishing.js'
import { observation, scenario } from '../fixtures/world.js'

const own = ['X-Contract', 'kept'] as const
const arrived = header(...own)

const forwarding = (value: string) => ({ 'Header-Forward': value })

export const forwardScenarios = [
  scenario('Svc-Forward-Content-Type is delivered if the publish has no content type', {
    id: 'queue.forward.prefix-stripped/content-type',
    async run(world) {
      const delivery = await delivered(world, {
        settings: { 'Forward-Content-Type': 'text/x-contract' },
        body: 'text',
      })
      must(delivery, header('Content-Type', /^text\/x-contract\b/))
    },
  }),

  scenario('Svc-Header-Forward true: X-Contract of the publish is delivered', {
    id: 'queue.forward.all-headers/x-contract',
    run: async (world) =>
      must(await delivered(world, { settings: forwarding('true'), headers: [own] }), arrived),
  }),

  ...(
    [
      ['Contract-Own', 'kept'],
      ['X-Signature', 'sha256=0123'],
      ['Content-Type', 'text/x-own'],
      ['Cookie', 'one=1; two=2'],
      ['User-Agent', 'svc-contract-own/1.0'],
      ['Accept', 'text/x-own'],
      ['Referer', 'https://example.com/own?a=b'],
    ] as const
  ).map(([name, value]) =>
    scenario(`Svc-Header-Forward true: ${name} of the publish is delivered`, {
      id: `queue.forward.all-headers/${name.toLowerCase()}`,
      async run(world) {
        const headers = [own, [name, value]] as const
        const delivery = await delivered(world, { settings: forwarding('true'), headers })
        must(given(delivery, arrived), header(name, value))
      },
    }),
  ),

  scenario('Svc-Header-Forward false: X-Contract of the publish is not delivered', {
    id: 'queue.forward.all-headers/header-forward-false',
    async run(world) {
      given(await delivered(world, { settings: forwarding('true'), headers: [own] }), arrived)

      const delivery = await delivered(world, { settings: forwarding('false'), headers: [own] })
      must(delivery, noHeader('X-Contract'))
    },
  }),

  scenario('query svc-header-forward=true: X-Contract of the publish is delivered', {
    id: 'queue.forward.all-headers-by-query/svc-header-forward-true',
    async run(world) {
      const query = `${world.queue.queryPrefix}header-forward=true`
      must(await delivered(world, { query, headers: [own] }), arrived)
    },
  }),

  observation('observes the Svc-* headers of a delivery that forwards no headers', {
    id: 'queue.forward.added-headers/headers-not-forwarded',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      await queue.publish(url)
      const names = (await delivery()).headers.map(([name]) => name.toLowerCase()).toSorted()
      note(
        'headers with the prefix',
        names.filter((name) => name.startsWith(queue.headerPrefix.toLowerCase())),
      )
    },
  }),
]
