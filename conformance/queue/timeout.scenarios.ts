// How long one attempt may take.

import { given, must } from '../judgement.js'
import { accepted } from '../matchers.js'
import { days, minutes, seconds } from '../time.js'
import { deliversAtAll, retriesAtAll } from './delivered.js'
import { arrivedAfter, latest } from './matchers.js'
import { observation, scenario } from './world.js'

const timeouts = [
  ['2s', seconds(2)],
  ['5s', seconds(5)],
  ['1m', minutes(1)],
] as const

/** One retry, at once. */
const oneRetry = { Retries: '1', 'Retry-Delay': '0' }

/** An attempt begins before it reaches us: with a new connection, the next one is quicker there. */
const underWay = seconds(1)

/** Hangs once: that alone takes time, for the target to notice. */
const hanging = (_: unknown, n: number) => (n === 1 ? ('hang' as const) : { status: 200 })

export const timeoutScenarios = [
  ...timeouts.map(([timeout, milliseconds]) =>
    scenario(`an attempt that is not answered ends after a timeout of ${timeout}`, {
      rule: timeout.endsWith('s') ? 'queue.timeout.ends-the-attempt' : 'queue.timeout.units',
      waits: latest(milliseconds),
      async run(world) {
        const { queue, inbox, time } = world
        await retriesAtAll(world)
        const { url, delivery } = inbox(hanging)
        given(await queue.publish(url, { settings: { Timeout: timeout, ...oneRetry } }), accepted())
        const first = given(await delivery())

        must(
          await delivery(2, latest(milliseconds)),
          arrivedAfter(time, first, milliseconds, underWay),
        )
      },
    }),
  ),

  scenario('a timeout may be in hours', {
    rule: 'queue.timeout.units',
    async run(world) {
      await deliversAtAll(world)
      const { url, delivery } = world.inbox()

      must(await world.queue.publish(url, { settings: { Timeout: '1h' } }), accepted())
      must(await delivery())
    },
  }),

  scenario('a timeout longer than any plan does not make an attempt last longer', {
    rule: 'queue.timeout.only-shortens',
    waits: days(2),
    async run({ queue, inbox, time }) {
      const [plain, long] = [inbox(hanging), inbox(hanging)]
      given(await queue.publish(plain.url, { settings: oneRetry }), accepted())
      const before = given(await plain.delivery())
      const planned = given(await plain.delivery(2, days(1))).at - before.at

      given(
        await queue.publish(long.url, { settings: { Timeout: '720h', ...oneRetry } }),
        accepted(),
      )
      const first = given(await long.delivery())

      must(await long.delivery(2, days(1)), arrivedAfter(time, first, planned, underWay))
    },
  }),

  observation('the longest an attempt may take', {
    rule: 'queue.timeout.plan-maximum',
    waits: days(1),
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox(hanging)
      given(await queue.publish(url, { settings: oneRetry }), accepted())
      const first = given(await delivery())
      const second = given(await delivery(2, days(1)))
      note('seconds', Math.round((second.at - first.at) / 1000))
    },
  }),
]
