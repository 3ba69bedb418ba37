// Delay and Not-Before: when a message is first delivered.

import { must } from '../../core/judgement.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import { arrived, attempts } from '../fixtures/arrivals.js'
import type { PublishSettings } from '../fixtures/client.js'
import { deliversAtAll, published } from '../fixtures/delivered.js'
import { scenario, type QueueWorld } from '../fixtures/world.js'

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
