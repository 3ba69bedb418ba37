// Headers that a publisher has sent on to the destination.

import { given, must } from '../../core/judgement.js'
import { header, noHeader } from '../../core/matchers.js'
import { delivered } from '../fixtures/delivered.js'
import { observation, scenario } from '../fixtures/world.js'

export const forwardScenarios = [
  scenario('a header with the forward prefix arrives without it', {
    rule: 'queue.forward.prefix-stripped',
    async run(world) {
      const delivery = await delivered(world, { settings: { 'Forward-X-Contract': 'kept' } })

      must(
        delivery,
        header('X-Contract', 'kept'),
        noHeader(`${world.queue.headerPrefix}Forward-X-Contract`),
      )
    },
  }),

  scenario('headers of any name arrive, as many as there are', {
    rule: 'queue.forward.prefix-stripped',
    async run(world) {
      const delivery = await delivered(world, {
        settings: {
          'Forward-X-Contract': 'one',
          'Forward-Contract': 'two',
          'Forward-Authorization': 'Bearer three',
          'Forward-Accept-Language': 'four',
        },
      })

      must(
        delivery,
        header('X-Contract', 'one'),
        header('Contract', 'two'),
        header('Authorization', 'Bearer three'),
        header('Accept-Language', 'four'),
      )
    },
  }),

  scenario('the forward prefix may be in any case', {
    rule: 'queue.forward.prefix-stripped',
    async run(world) {
      const prefix = `${world.queue.headerPrefix}Forward-`
      const delivery = await delivered(world, {
        headers: [
          [`${prefix.toLowerCase()}x-one`, '1'],
          [`${prefix.toUpperCase()}X-TWO`, '2'],
        ],
      })

      must(delivery, header('X-One', '1'), header('X-Two', '2'))
    },
  }),

  scenario('all headers arrive where header forwarding is true', {
    rule: 'queue.forward.all-headers',
    async run(world) {
      const delivery = await delivered(world, {
        settings: { 'Header-Forward': 'true' },
        headers: [['X-Contract', 'kept']],
      })

      must(delivery, header('X-Contract', 'kept'))
    },
  }),

  ...(
    [
      ['a name that begins with no X', 'Contract-Own', 'kept'],
      ['cookies', 'Cookie', 'one=1; two=2'],
      ['a user agent', 'User-Agent', 'svc-contract-own/1.0'],
      ['what is accepted', 'Accept', 'text/x-own'],
      ['where it comes from', 'Referer', 'https://example.com/own?a=b'],
    ] as const
  ).map(([what, name, value]) =>
    scenario(`a header of ${what} arrives where header forwarding is true`, {
      rule: 'queue.forward.all-headers',
      async run(world) {
        const delivery = await delivered(world, {
          settings: { 'Header-Forward': 'true' },
          headers: [
            ['X-Contract', 'kept'],
            [name, value],
          ],
        })

        must(given(delivery, header('X-Contract', 'kept')), header(name, value))
      },
    }),
  ),

  scenario('no header arrives where header forwarding is false', {
    rule: 'queue.forward.all-headers',
    async run(world) {
      const headers = [['X-Contract', 'kept']] as const
      const forwarding = (value: string) =>
        delivered(world, { settings: { 'Header-Forward': value }, headers })
      given(await forwarding('true'), header('X-Contract', 'kept'))

      must(await forwarding('false'), noHeader('X-Contract'))
    },
  }),

  scenario('header forwarding may be set in the query', {
    rule: 'queue.forward.all-headers-by-query',
    async run(world) {
      const delivery = await delivered(world, {
        query: `${world.queue.queryPrefix}header-forward=true`,
        headers: [['X-Contract', 'kept']],
      })

      must(delivery, header('X-Contract', 'kept'))
    },
  }),

  observation('which headers a delivery has that nobody forwarded', {
    rule: 'queue.forward.added-headers',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      await queue.publish(url)
      note('headers of a delivery', (await delivery()).headers.map(([name]) => name).toSorted())
    },
  }),
]
