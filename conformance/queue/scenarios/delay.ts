// When a message is delivered for the first time: Delay and Not-Before.

import { must } from '../../core/judgement.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import { deliversAtAll, published } from '../fixtures/delivered.js'
import { arrived, attempts } from '../fixtures/matchers.js'
import { scenario, type QueueWorld } from '../fixtures/world.js'

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
    scenario(`a message with a delay of ${delay} is delivered then`, {
      rule: 'queue.delay.number-and-unit',
      waits: milliseconds,
      async run(world) {
        const { time } = world
        await deliversAtAll(world)
        const now = await time.now()
        const { delivery } = await published(world, { settings: { Delay: delay } }, must)

        const told = `${milliseconds} ms after it was published`
        must(await delivery(1, milliseconds), arrived(time, now + milliseconds, { told }))
      },
    }),
  ),

  // In real time too a unit that is read as a shorter one shows.
  ...(
    [
      ['1m', minutes(1)],
      ['1h', hours(1)],
      ['1d', days(1)],
    ] as const
  ).map(([delay, milliseconds]) =>
    scenario(`a message with a delay of ${delay} is not delivered before that`, {
      rule: 'queue.delay.number-and-unit',
      waits: seconds(3),
      async run(world) {
        await deliversAtAll(world)
        const { time } = world
        const { all } = await published(world, { settings: { Delay: delay } }, must)

        must(await all(time.virtual ? milliseconds - 1 : seconds(3)), attempts(0))
      },
    }),
  ),

  scenario('a message with a delay does not hold up one without', {
    rule: 'queue.delay.number-and-unit',
    async run(world) {
      await deliversAtAll(world)
      await published(world, { settings: { Delay: '1h' } }, must)
      const soon = await published(world)

      must(await soon.delivery())
    },
  }),

  ...[seconds(3), hours(2), days(30)].map((ahead) =>
    scenario(`a message is not delivered before its time, ${ahead / 1000} seconds ahead`, {
      rule: 'queue.delay.not-before-in-seconds',
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
    scenario(`not-before wins over a delay where it is ${when}`, {
      rule: 'queue.delay.not-before-wins',
      waits: ahead,
      run: (world) => judgeNotBefore(world, ahead, { Delay: delay }),
    }),
  ),
]

/** Publishes a message not to be delivered before a moment so far ahead, and judges when it comes. */
async function judgeNotBefore(
  world: QueueWorld,
  ahead: number,
  others: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { time } = world
  await deliversAtAll(world)
  const moment = wholeSecond((await time.now()) + ahead)
  const settings = { 'Not-Before': String(moment / 1000), ...others }
  const { delivery } = await published(world, { settings }, must)

  must(await delivery(1, ahead), arrived(time, moment, { slack: seconds(1) }))
}

/** The last moment not after this one that can be said in seconds. */
const wholeSecond = (moment: number) => Math.floor(moment / 1000) * 1000
