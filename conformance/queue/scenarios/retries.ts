// That a failed delivery is made again, and how often.

import { given, must } from '../../core/judgement.js'
import { accepted, header } from '../../core/matchers.js'
import type { Answer } from '../../sink/sink.js'
import { days, seconds, type Time } from '../../core/time.js'
import { deliversAtAll } from '../fixtures/delivered.js'
import { attempts, repeats } from '../fixtures/matchers.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

/** Retries follow at once, so that few of them take no time. */
const atOnce = { 'Retry-Delay': '0' }

/** As much time as shows that a retry that was to follow at once does not; where it costs nothing, more. */
const quiet = ({ virtual }: Time) => (virtual ? days(30) : seconds(2))

const failures: readonly (readonly [what: string, answer: Answer])[] = [
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['a broken connection', 'reset'],
]

const failing = () => ({ status: 500 })

export const retriesScenarios = [
  ...failures.map(([what, answer]) =>
    scenario(`a delivery that is answered with ${what} is made again`, {
      rule: 'queue.retries.after-a-failed-delivery',
      waits: seconds(2),
      async run(world) {
        await deliversAtAll(world)
        const { url, delivery } = world.inbox((_, n) => (n === 1 ? answer : { status: 200 }))
        await published(world, url, { Retries: '1', ...atOnce })
        given(await delivery())

        must(await delivery(2, quiet(world.time)))
      },
    }),
  ),

  observation('attempts of a delivery that is answered with 4xx', {
    rule: 'queue.retries.client-error',
    waits: seconds(8),
    async run({ queue, inbox, note, time }) {
      for (const status of [400, 404, 429]) {
        const { url, delivery, all } = inbox((_, n) => ({ status: n === 1 ? status : 200 }))
        const settings = { Retries: '1', ...atOnce }
        given(await queue.publish(url, { settings }), accepted())
        given(await delivery())
        note(`attempts after a ${status}`, (await all(quiet(time))).deliveries.length)
      }
    },
  }),

  observation('what becomes of a delivery that is answered with a redirect', {
    rule: 'queue.retries.redirect',
    waits: seconds(4),
    async run({ queue, inbox, note, time }) {
      const elsewhere = inbox()
      const redirect: Answer = { status: 302, headers: { location: elsewhere.url } }
      const { url, delivery, all } = inbox((_, n) => (n === 1 ? redirect : { status: 200 }))
      const settings = { Retries: '1', ...atOnce }
      given(await queue.publish(url, { settings }), accepted())
      given(await delivery())
      note('attempts', (await all(quiet(time))).deliveries.length)
      note('calls of where it leads', elsewhere.deliveries.length)
    },
  }),

  ...[200, 201, 202, 204, 299].map((status) =>
    scenario(`a delivery that is answered with ${status} is not made again`, {
      rule: 'queue.retries.after-a-failed-delivery',
      waits: seconds(4),
      async run(world) {
        const sibling = world.inbox((_, n) => ({ status: n === 1 ? 500 : 200 }))
        await published(world, sibling.url, { Retries: '1', ...atOnce })
        given(await sibling.delivery(2, quiet(world.time)))

        const inbox = world.inbox(() => ({ status }))
        await published(world, inbox.url, { Retries: '3', ...atOnce })
        given(await inbox.delivery())
        must(await inbox.all(quiet(world.time)), attempts(1))
      },
    }),
  ),

  scenario('the body and the headers of a retry are those of the first attempt', {
    rule: 'queue.retries.after-a-failed-delivery',
    waits: seconds(2),
    async run(world) {
      const { url, delivery } = world.inbox((_, n) => ({ status: n < 3 ? 500 : 200 }))
      const settings = { Retries: '2', 'Forward-X-Own': 'kept', Method: 'PUT', ...atOnce }
      const headers = [['Content-Type', 'text/x-own']] as const
      given(await world.queue.publish(url, { settings, headers, body: 'again' }), accepted())
      const own = header('X-Own', 'kept')
      const first = given(await delivery(), header('Content-Type', 'text/x-own'), own)

      for (const n of [2, 3]) must(given(await delivery(n, quiet(world.time))), repeats(first), own)
    },
  }),

  // One of them comes late: who counts from the end of a delay may count one more.
  ...([[0], [1], [2, 1], [5]] as const).map(([retries, delay = 0]) =>
    scenario(`with ${retries} retries there are ${1 + retries} attempts and no more`, {
      rule: 'queue.retries.at-most-one-plus-retries',
      waits: seconds(3 + retries + delay),
      async run(world) {
        const inbox = world.inbox(failing)
        const late = delay > 0 ? { Delay: `${delay}s` } : {}
        await published(world, inbox.url, { Retries: String(retries), ...atOnce, ...late })
        given(await inbox.delivery(1, seconds(delay)))
        if (retries > 0) given(await inbox.delivery(2, quiet(world.time)))
        if (retries > 1) given(await inbox.delivery(1 + retries, quiet(world.time)))

        must(await inbox.all(quiet(world.time)), attempts(1 + retries))
      },
    }),
  ),

  scenario('there are no attempts after one in the middle has succeeded', {
    rule: 'queue.retries.at-most-one-plus-retries',
    waits: seconds(4),
    async run(world) {
      const inbox = world.inbox((_, n) => ({ status: n === 3 ? 200 : 500 }))
      await published(world, inbox.url, { Retries: '5', ...atOnce })
      given(await inbox.delivery(3, quiet(world.time)))

      must(await inbox.all(quiet(world.time)), attempts(3))
    },
  }),

  scenario('without a setting there are 3 retries, or 5', {
    rule: 'queue.retries.default',
    waits: seconds(6),
    async run(world) {
      const inbox = world.inbox(failing)
      await published(world, inbox.url, atOnce)
      given(await inbox.delivery())
      await inbox.delivery(4, quiet(world.time))

      must(await inbox.all(quiet(world.time)), attempts(...ofEitherPlan(world)))
    },
  }),

  scenario('with the default backoff too there are as many attempts as that', {
    rule: 'queue.retries.default',
    waits: days(3),
    async run(world) {
      const inbox = world.inbox(failing)
      await published(world, inbox.url, {})
      given(await inbox.delivery())
      given(await inbox.delivery(2, days(1)))

      must(await inbox.all(days(2)), attempts(...ofEitherPlan(world)))
    },
  }),
]

const published = async (
  { queue }: QueueWorld,
  url: string,
  settings: Readonly<Record<string, string>>,
) => given(await queue.publish(url, { settings, body: 'message' }), accepted())

/** A black box does not say which plan it is of. */
const ofEitherPlan = ({ queue: { defaultRetries } }: QueueWorld) => [
  1 + defaultRetries.free,
  1 + defaultRetries.paid,
]
