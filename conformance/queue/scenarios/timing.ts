// Delay and Not-Before, when a message is first delivered, and the timeout of an attempt.

import { given, must, NotApplicable } from '../../core/judgement.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import type { Answering } from '../../sink/sink.js'
import { inTurn } from '../fixtures/answers.js'
import { arrived, arrivedAfter, attempts, latest } from '../fixtures/arrivals.js'
import type { PublishSettings } from '../fixtures/client.js'
import { deliversAtAll, published, retriesAtAll } from '../fixtures/delivered.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const UNIT = 'queue.delay.number-and-unit'

const delays = [
  ['1s', seconds(1)],
  ['3s', seconds(3)],
  ['90s', seconds(90)],
  ['2m', minutes(2)],
  ['36h', hours(36)],
  ['7d', days(7)],
] as const

export const delayScenarios = [
  ...delays.map(([delay, milliseconds]) =>
    scenario(`Svc-Delay ${delay}: the message is delivered ${delay} after its publish`, {
      id: `${UNIT}/delivered-after-${delay}`,
      waits: milliseconds,
      async run(world) {
        const { time } = world
        await deliversAtAll(world)
        const now = await time.now()
        const { delivery } = await published(world, { settings: { Delay: delay } }, must)

        const described = `${milliseconds} ms after it was published`
        must(await delivery(1, milliseconds), arrived(time, now + milliseconds, { described }))
      },
    }),
  ),

  // These find a unit that is read as a shorter one, in real time too.
  ...(
    [
      ['1m', minutes(1)],
      ['1h', hours(1)],
      ['1d', days(1)],
    ] as const
  ).map(([delay, milliseconds]) =>
    scenario(`Svc-Delay ${delay}: the message is not delivered before ${delay} is over`, {
      id: `${UNIT}/not-delivered-before-${delay}`,
      waits: seconds(3),
      async run(world) {
        await deliversAtAll(world)
        const { time } = world
        const { all } = await published(world, { settings: { Delay: delay } }, must)

        must(await all(time.virtual ? milliseconds - 1 : seconds(3)), attempts(0))
      },
    }),
  ),

  scenario('Svc-Delay 1h of a message does not delay the next message', {
    id: 'queue.delay.number-and-unit/next-message-not-delayed',
    async run(world) {
      await deliversAtAll(world)
      await published(world, { settings: { Delay: '1h' } }, must)
      const soon = await published(world)

      must(await soon.delivery())
    },
  }),

  ...[seconds(3), hours(2), days(30)].map((ahead) =>
    scenario(`Svc-Not-Before ${ahead / 1000} s from now: delivery after ${ahead / 1000} s`, {
      id: `queue.delay.not-before-in-seconds/${ahead / 1000}-seconds-ahead`,
      waits: ahead,
      run: (world) => judgeNotBefore(world, ahead),
    }),
  ),

  ...(
    [
      ['earlier', '1d', seconds(2)],
      ['later', '1s', seconds(4)],
    ] as const
  ).map(([when, delay, ahead]) =>
    scenario(`Svc-Not-Before ${when} than Svc-Delay: delivery at Svc-Not-Before`, {
      id: `queue.delay.not-before-wins/${when}-than-svc-delay`,
      waits: ahead,
      run: (world) => judgeNotBefore(world, ahead, { Delay: delay }),
    }),
  ),
]

/** Publishes a message with a Not-Before, and judges when it is delivered. */
async function judgeNotBefore(world: QueueWorld, ahead: number, others: PublishSettings = {}) {
  const { time } = world
  await deliversAtAll(world)
  const moment = wholeSecond((await time.now()) + ahead)
  const settings = { 'Not-Before': String(moment / 1000), ...others }
  const { delivery } = await published(world, { settings }, must)

  must(await delivery(1, ahead), arrived(time, moment, { slack: seconds(1) }))
}

const wholeSecond = (moment: number) => Math.floor(moment / 1000) * 1000

/** Timeouts, and the number of attempts without a response, as a timeout is for each attempt. */
const timeouts = [
  ['2s', seconds(2), 2],
  ['5s', seconds(5), 1],
  ['1m', minutes(1), 1],
] as const

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
  ...timeouts.map(([timeout, milliseconds, unanswered]) =>
    scenario(`Svc-Timeout ${timeout} ends an attempt that gets no response`, {
      id: `queue.timeout.${timeout.endsWith('s') ? 'ends-the-attempt' : 'units'}/no-response-for-${timeout}`,
      waits: unanswered * latest(milliseconds),
      async run(world) {
        const { time } = world
        await retriesAtAll(world)
        const lasted = await withoutTimeout(world)
        const answer: Answering = (_, n) => (n <= unanswered ? 'hang' : { status: 200 })
        const settings = { Timeout: timeout, ...oneRetry, Retries: String(unanswered) }
        const { delivery } = await published(world, { settings, answer })
        const deliveries = [given(await delivery())]
        for (let n = 1; n <= unanswered; n++)
          deliveries.push(await delivery(n + 1, latest(milliseconds)))

        const gaps = deliveries.slice(1).map(({ at }, n) => at - deliveries[n]!.at)
        // The attempt without a timeout began earlier, and its end may be seen later.
        if (gaps.some((gap) => gap < milliseconds)) await time.pass(underWay)
        const least = Math.min(milliseconds, lasted())
        if (time.virtual) await time.pass(days(1))
        for (const [n, next] of deliveries.slice(1).entries())
          must(next, arrivedAfter(time, deliveries[n]!, least, { slack: underWay }))
      },
    }),
  ),

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
          throw new NotApplicable(`an attempt without a timeout ends after ${planned} ms`)
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
