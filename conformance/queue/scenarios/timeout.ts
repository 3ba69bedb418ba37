// The timeout of an attempt.

import { durationText } from '../../core/duration.js'
import { given, must, NotApplicable } from '../../core/judgement.js'
import { days, minutes, seconds } from '../../core/time.js'
import { inTurn, deliversAtAll, published, retriesAtAll } from '../fixtures/publishing.js'
import { arrivedAfter, attempts, latest } from '../fixtures/arrivals.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const oneRetry = { Retries: '1', 'Retry-Delay': '0' }

/** An attempt begins before it reaches us: with a new connection, the next one is faster. */
const underWay = seconds(1)

/** Hangs once, as the target needs time to notice. */
const hanging = inTurn('hang')

/**
 * Starts an attempt without a timeout; returns how long it lasted so far. A plan may have a maximum
 * that is shorter than a timeout.
 */
async function withoutTimeout(world: QueueWorld): Promise<() => number> {
  const { delivery, deliveries } = await published(world, { settings: oneRetry, answer: hanging })
  const first = given(await delivery())
  return () => (deliveries[1]?.at ?? Infinity) - first.at
}

export const timeoutScenarios = [
  scenario('Svc-Timeout 1m ends an attempt that gets no response', {
    id: 'queue.timeout.units/no-response-for-1m',
    waits: latest(minutes(1)),
    async run(world) {
      const { time } = world
      await retriesAtAll(world)
      const lasted = await withoutTimeout(world)
      const settings = { Timeout: '1m', ...oneRetry }
      const { delivery } = await published(world, { settings, answer: hanging })
      const first = given(await delivery())
      const next = await delivery(2, latest(minutes(1)))

      // The attempt without a timeout began earlier, and its end may be seen later.
      if (next.at - first.at < minutes(1)) await time.pass(underWay)
      const least = Math.min(minutes(1), lasted())
      if (time.virtual) await time.pass(days(1))
      must(next, arrivedAfter(time, first, least, { slack: underWay }))
    },
  }),

  // These find a unit that is read as a shorter one, in real time too.
  ...['1m', '1h'].map((timeout) =>
    scenario(`Svc-Timeout ${timeout} does not end an attempt after 4 seconds`, {
      id: `queue.timeout.units/${timeout}-attempt-not-ended-after-4s`,
      waits: seconds(4),
      async run(world) {
        await retriesAtAll(world)
        const { time } = world
        const lasted = await withoutTimeout(world)
        const options = { settings: { Timeout: timeout, ...oneRetry }, answer: hanging }
        const { delivery, all } = await published(world, options, must)
        given(await delivery())

        const arrivals = await all(seconds(4))
        const planned = lasted()
        // Other scenarios need a clock that settles.
        if (time.virtual) await time.pass(days(1))
        if (planned <= seconds(4) + underWay)
          throw new NotApplicable(
            `an attempt without a timeout ends after ${durationText(planned)}`,
          )
        must(arrivals, attempts(1))
      },
    }),
  ),

  scenario('publish with Svc-Timeout 1h is delivered', {
    id: 'queue.timeout.units/1h-delivered',
    async run(world) {
      await deliversAtAll(world)
      const { delivery } = await published(world, { settings: { Timeout: '1h' } }, must)
      must(await delivery())
    },
  }),

  scenario('Svc-Timeout 720h: an attempt lasts no longer than without Svc-Timeout', {
    id: 'queue.timeout.only-shortens/svc-timeout-720h',
    waits: days(2),
    async run(world) {
      const answer = hanging
      const plain = await published(world, { settings: oneRetry, answer })
      const before = given(await plain.delivery())
      const planned = given(await plain.delivery(2, days(1))).at - before.at

      const long = await published(world, { settings: { Timeout: '720h', ...oneRetry }, answer })
      const first = given(await long.delivery())
      const inTime = arrivedAfter(world.time, first, planned, { slack: underWay })

      must(await long.delivery(2, days(1)), inTime)
    },
  }),

  observation('observes how long an attempt without Svc-Timeout may last', {
    id: 'queue.timeout.plan-maximum/longest-attempt',
    waits: days(1),
    async run(world) {
      const { delivery } = await published(world, { settings: oneRetry, answer: hanging })
      const first = given(await delivery())
      const second = given(await delivery(2, days(1)))
      world.note('seconds', Math.round((second.at - first.at) / 1000))
    },
  }),
]
