// Retries of failed deliveries: their number, and the gaps before them (default backoff, Retry-Delay).

import { given, must, NotApplicable } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { days, minutes, seconds } from '../../core/time.js'
import type { InboxAnswer } from '../../sink/sink.js'
import type { Exchange } from '../../wire/exchange.js'
import {
  FAILED_ONCE,
  failing,
  inTurn,
  published,
  quiet,
  retriesAtAll,
} from '../fixtures/publishing.js'
import {
  arrivedAfter,
  attempts,
  backedOff,
  latest,
  notBefore,
  underWay,
} from '../fixtures/arrivals.js'
import type { QueueInbox } from '../fixtures/inbox.js'
import type { Judge } from '../fixtures/matchers.js'
import { observation, scenario, type IdOf, type QueueWorld } from '../fixtures/world.js'

const body = 'message'

const atOnce = { 'Retry-Delay': '0' }

export const retriesScenarios = [
  observation('observes the attempts of a delivery that gets HTTP 400, 404 or 429', {
    id: 'queue.retries.client-error/attempts-for-400-404-429',
    waits: seconds(6),
    async run(world) {
      const settings = { Retries: '1', ...atOnce }
      for (const status of [400, 404, 429]) {
        const { delivery, all } = await published(world, { settings, answer: inTurn({ status }) })
        given(await delivery())
        world.note(`attempts after a ${status}`, (await all(quiet(world.time))).deliveries.length)
      }
    },
  }),

  observation('observes the attempts of a delivery that gets a redirect (HTTP 302)', {
    id: 'queue.retries.redirect/attempts-for-302',
    waits: seconds(2),
    async run(world) {
      const elsewhere = world.inbox()
      const redirect: InboxAnswer = { status: 302, headers: { location: elsewhere.url } }
      const settings = { Retries: '1', ...atOnce }
      const { delivery, all } = await published(world, { settings, answer: inTurn(redirect) })
      given(await delivery())
      world.note('attempts', (await all(quiet(world.time))).deliveries.length)
      world.note('calls of where it leads', elsewhere.deliveries.length)
    },
  }),

  scenario('failing message without Svc-Retries: 3 or 5 retries', {
    id: 'queue.retries.default/without-svc-retries',
    waits: seconds(2),
    async run(world) {
      const inbox = await published(world, { settings: atOnce, answer: failing, body })
      const first = given(await inbox.delivery())
      await inbox.delivery(4, quiet(world.time))
      const [, second] = inbox.deliveries
      // A target without Svc-Retry-Delay attempts later than this scenario waits.
      if (second && inbox.deliveries.length < 4)
        given(second, arrivedAfter(world.time, first, 0, { late: 900 }))

      must(await inbox.all(quiet(world.time)), attempts(...ofEitherPlan(world)))
    },
  }),

  scenario('failing message without Svc-Retries and Svc-Retry-Delay: 3 or 5 retries', {
    id: 'queue.retries.default/without-retry-settings',
    waits: days(3),
    async run(world) {
      const inbox = await published(world, { answer: failing, body })
      given(await inbox.delivery())
      given(await inbox.delivery(2, days(1)))

      must(await inbox.all(days(2)), attempts(...ofEitherPlan(world)))
    },
  }),
]

/** The suite does not know the plan of the account. */
const ofEitherPlan = ({ queue: { defaultRetries } }: QueueWorld) => [
  1 + defaultRetries.free,
  1 + defaultRetries.paid,
]

/** Returns gaps of the default backoff in milliseconds; its n starts at 0 or 1 (`first-n`). */
const backoffs = ({ queue: { backoffFactor } }: QueueWorld, first: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    Math.min(days(1), 1000 * Math.exp(backoffFactor * (first + index))),
  )

/** The wait in real time for the first retry, and a time before which no second retry is due. */
const [FIRST_MS, QUIET_MS] = [seconds(10), seconds(5)]

/** Expressions, and the gaps before the first retries in milliseconds. */
const expressions: readonly {
  readonly title: string
  readonly id: IdOf<'retry-delay'>
  readonly rows: Readonly<Record<string, readonly number[]>>
}[] = [
  {
    title: 'Svc-Retry-Delay: arithmetic such as 1000 + 500 * 6 is in milliseconds',
    id: 'queue.retry-delay.expression-in-milliseconds/arithmetic',
    rows: {
      '1500': [1500, 1500],
      '1000 + 500 * 6': [4000],
      '(1000 + 500) * 2': [3000],
      '9000 / 3 - 500 - 500': [2000],
      '8000 / 4 / 2': [1000],
      '2000 - 1000 + 2000': [3000],
      '2000 / 2 * 3': [3000],
      '3 / 2 * 2000': [3000],
    },
  },
  {
    title: 'Svc-Retry-Delay: the variable retried is 0 at the first retry, then 1',
    id: 'queue.retry-delay.retried-from-zero/first-retries',
    rows: { '1000 + retried * 1000': [1000, 2000, 3000], '3000 - 1000 * retried': [3000, 2000] },
  },
  {
    title: 'Svc-Retry-Delay: pow, sqrt, abs and exp set the gap between attempts',
    id: 'queue.retry-delay.functions-pow-sqrt-abs-exp/functions',
    rows: {
      'pow(2, retried + 1) * 1000': [2000, 4000],
      'pow(2, 3) * 250': [2000],
      'sqrt(16) * 500': [2000],
      'abs(retried - 3) * 1000': [3000, 2000],
      'exp(0) * 2000': [2000],
      'exp(1) * 1000': [2718.3],
      'exp(retried + 1) * 1000': [2718.3, 7389.1],
    },
  },
  {
    title: 'Svc-Retry-Delay: floor, ceil and round set the gap between attempts',
    id: 'queue.retry-delay.functions-floor-ceil-round/functions',
    rows: {
      'floor(2.9) * 1000': [2000],
      'ceil(1.1) * 1000': [2000],
      'round(1.4) * 1000': [1000],
      'round(1.6) * 1000': [2000],
    },
  },
  {
    title: 'Svc-Retry-Delay: min and max, also nested, set the gap between attempts',
    id: 'queue.retry-delay.functions-min-max/functions',
    rows: {
      'min(2000, 9000)': [2000],
      'max(500, 2000)': [2000],
      'min(3000, max(1000, retried * 9000))': [1000, 3000],
    },
  },
]

export const retryDelayScenarios = [
  ...expressions.map(({ title, id, rows }) =>
    scenario(title, {
      id,
      waits: Math.max(
        ...Object.values(rows).map((gaps) => gaps.reduce((sum, gap) => sum + gap, 0)),
      ),
      run: (world) => judgeGaps(world, rows),
    }),
  ),

  scenario('without Svc-Retry-Delay the first retry has the default backoff', {
    id: 'queue.retry-delay.default-backoff/first-retry',
    waits: FAILED_ONCE,
    run: (world) => judgeBackoff(world, 1, seconds(13)),
  }),

  scenario('without Svc-Retry-Delay the second retry waits more than 5 s', {
    id: 'queue.retry-delay.default-backoff/second-retry-not-early',
    waits: FAILED_ONCE + QUIET_MS,
    async run(world) {
      await retriesAtAll(world)
      const { delivery, all } = await published(world, {
        settings: { Retries: '2' },
        answer: failing,
      })
      given(await delivery())
      const second = await delivery(2, world.time.virtual ? minutes(1) : FIRST_MS)
      // A late retry violates nothing.
      if (second.failure !== undefined)
        throw new NotApplicable(`the first retry was not sent within ${FIRST_MS / 1000} s`)
      const [, , third] = (await all(QUIET_MS)).deliveries
      if (third !== undefined) must(third, notBefore(world.time, second, QUIET_MS))
    },
  }),

  observation('observes if n in the default backoff formula starts at 0 or 1', {
    id: 'queue.retry-delay.first-n/n',
    waits: FAILED_ONCE,
    async run(world) {
      const gap = await gapOf(world, { settings: { Retries: '1' }, answer: failing }, seconds(13))
      world.note('n', Math.round(Math.log(gap / 1000) / world.queue.backoffFactor))
    },
  }),

  observation('observes if Svc-Retry-Delay counts from the start or end of an attempt', {
    id: 'queue.retry-delay.counted-from/beginning-or-end',
    waits: seconds(6),
    async run(world) {
      const settings = { Timeout: '2s', Retries: '1', 'Retry-Delay': '4000' }
      const gap = await gapOf(world, { settings, answer: inTurn('hang') }, latest(seconds(6)))
      world.note('counted from', gap < seconds(5) ? 'its beginning' : 'its end')
    },
  }),

  observation('observes if a Retry-After header of the destination delays the retry', {
    id: 'queue.retry-delay.retry-after/retry-after',
    waits: seconds(4),
    async run(world) {
      const answer = () => ({ status: 503, headers: { 'retry-after': '4' } })
      const settings = { Retries: '1', 'Retry-Delay': '1000' }
      world.note('honoured', (await gapOf(world, { settings, answer }, seconds(5))) >= 4000)
    },
  }),

  scenario('without Svc-Retry-Delay the gap between attempts is at most 1 day', {
    id: 'queue.retry-delay.backoff-cap/longest-gap',
    waits: days(400),
    async run(world) {
      const { queue, time } = world
      // Without a limit the last gap would be weeks, not years.
      const retries = Math.ceil(Math.log(86_400) / queue.backoffFactor) + 1
      const settings = { Retries: String(retries) }
      const { delivery } = await published(world, { settings, answer: failing })
      given(await delivery())
      given(await delivery(2, minutes(1)))
      given(await delivery(retries + 1, days(400)))
      const [before, last] = [await delivery(retries), await delivery(retries + 1)]

      must(last, backedOff(time, before, days(1)))
    },
  }),

  observation('observes the gap for min and max with 3 values in Svc-Retry-Delay', {
    id: 'queue.retry-delay.min-max-of-more/three-values',
    waits: seconds(3),
    async run({ queue, inbox, note }) {
      for (const [expression, gap] of [
        ['min(3000, 1000, 2000)', 1000],
        ['max(500, 1000, 2000)', 2000],
      ] as const) {
        const { url, delivery } = inbox(failing)
        const settings = { Retries: '1', 'Retry-Delay': expression }
        const answer = await queue.publish(url, { settings })
        if (accepted()(answer) !== undefined) {
          note(expression, answer.status)
          continue
        }
        const first = given(await delivery())
        const second = given(await delivery(2, latest(gap)))
        note(expression, Math.round((second.at - first.at) / 1000) * 1000)
      }
    },
  }),

  observation('observes the HTTP status of a publish with an invalid Svc-Retry-Delay', {
    id: 'queue.errors.other-status-codes/bad-retry-delay',
    async run({ queue, inbox, note }) {
      const settings = { 'Retry-Delay': 'pow(2' }
      note('status', (await queue.publish(inbox().url, { settings })).status)
    },
  }),

  scenario('without Svc-Retry-Delay each gap under 1 day has the default backoff', {
    id: 'queue.retry-delay.default-backoff/gaps-below-a-day',
    waits: days(1),
    run(world) {
      // One more may be a day long: `backoff-cap`.
      const gaps = Math.floor(Math.log(86_400) / world.queue.backoffFactor)
      return judgeBackoff(world, gaps, minutes(1))
    },
  }),
]

/** Returns the milliseconds between the first two attempts of a message. */
async function gapOf(world: QueueWorld, options: Parameters<typeof published>[1], within: number) {
  const { delivery } = await published(world, options)
  const first = given(await delivery())
  return given(await delivery(2, within)).at - first.at
}

/** Publishes a message with each expression, and judges the gaps of its failing attempts. */
async function judgeGaps(
  world: QueueWorld,
  rows: Readonly<Record<string, readonly number[]>>,
  judge: Judge = must,
): Promise<void> {
  const { queue, inbox, time } = world
  await retriesAtAll(world)
  const published: Record<string, { readonly reply: Exchange; readonly failed: QueueInbox }> = {}
  for (const [expression, gaps] of Object.entries(rows)) {
    const failed = inbox(failing)
    const settings = { Retries: String(gaps.length), 'Retry-Delay': expression }
    published[expression] = { reply: await queue.publish(failed.url, { settings }), failed }
  }
  await eachRow(published, async ({ reply, failed }, expression) => {
    judge(reply, accepted())
    let last = given(await failed.delivery())
    for (const [index, gap] of rows[expression]!.entries()) {
      const next = failed.deliveries[index + 1] ?? (await failed.delivery(index + 2, latest(gap)))
      judge(next, arrivedAfter(time, last, gap, { slack: underWay(gap) }))
      last = next
    }
  })
}

/** The same for the default backoff; it is open if its n starts at 0 or 1. */
async function judgeBackoff(world: QueueWorld, count: number, within: number): Promise<void> {
  const { queue, time } = world
  const settings = { Retries: String(count) }
  const retried = await published(world, { settings: { ...settings, ...atOnce }, answer: failing })
  given(await retried.delivery(1 + count, time.virtual ? days(2) : 0))
  const { delivery } = await published(world, { settings, answer: failing })
  let last = given(await delivery())
  const second = given(await delivery(2, within))
  const gapOfOne = 1000 * Math.exp(queue.backoffFactor)
  const first = second.at - last.at < gapOfOne - underWay(gapOfOne) ? 0 : 1
  for (const [index, gap] of backoffs(world, first, count).entries()) {
    const next = await delivery(index + 2, latest(gap))
    must(next, backedOff(time, last, gap))
    last = next
  }
}
