// Retries of failed deliveries, and their number.

import { given, must } from '../../core/judgement.js'
import { header } from '../../core/matchers.js'
import { days, seconds } from '../../core/time.js'
import type { InboxAnswer, Answering } from '../../sink/sink.js'
import { failing, inTurn } from '../fixtures/answers.js'
import { attempts, repeats } from '../fixtures/arrivals.js'
import { deliversAtAll, published, quiet } from '../fixtures/delivered.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const body = 'message'
const FAILED = 'queue.retries.after-a-failed-delivery'
const MOST = 'queue.retries.at-most-one-plus-retries'

const atOnce = { 'Retry-Delay': '0' }

const failures: readonly (readonly [id: string, what: string, answer: InboxAnswer])[] = [
  ['http-500', 'HTTP 500', { status: 500 }],
  ['http-503', 'HTTP 503', { status: 503 }],
  ['broken-connection', 'a broken connection', 'reset'],
]

export const retriesScenarios = [
  ...failures.map(([id, what, answer]) =>
    scenario(`delivery that gets ${what} is retried`, {
      id: `${FAILED}/${id}-retried`,
      waits: seconds(2),
      async run(world) {
        await deliversAtAll(world)
        const settings = { Retries: '1', ...atOnce }
        const { delivery } = await published(world, { settings, answer: inTurn(answer), body })
        given(await delivery())

        must(await delivery(2, quiet(world.time)))
      },
    }),
  ),

  observation('observes the attempts of a delivery that gets HTTP 400, 404 or 429', {
    id: 'queue.retries.client-error/attempts-for-400-404-429',
    waits: seconds(8),
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
    waits: seconds(4),
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

  ...[200, 201, 202, 204, 299].map((status) =>
    scenario(`delivery that gets HTTP ${status} is not retried`, {
      id: `${FAILED}/http-${status}-not-retried`,
      waits: seconds(4),
      async run(world) {
        const once = { Retries: '1', ...atOnce }
        const failsOnce = inTurn({ status: 500 })
        const sibling = await published(world, { settings: once, answer: failsOnce, body })
        given(await sibling.delivery(2, quiet(world.time)))

        const settings = { Retries: '3', ...atOnce }
        const inbox = await published(world, { settings, answer: () => ({ status }), body })
        given(await inbox.delivery())
        must(await inbox.all(quiet(world.time)), attempts(1))
      },
    }),
  ),

  scenario('retry of a delivery has the body and headers of the first attempt', {
    id: 'queue.retries.after-a-failed-delivery/same-body-and-headers',
    waits: seconds(2),
    async run(world) {
      const settings = { Retries: '2', 'Forward-X-Own': 'kept', Method: 'PUT', ...atOnce }
      const headers = [['Content-Type', 'text/x-own']] as const
      const answer = inTurn({ status: 500 }, { status: 500 })
      const { delivery } = await published(world, { settings, headers, answer, body: 'again' })
      const own = header('X-Own', 'kept')
      const first = given(await delivery(), header('Content-Type', 'text/x-own'), own)

      for (const n of [2, 3]) must(given(await delivery(n, quiet(world.time))), repeats(first), own)
    },
  }),

  // One has a delay, as a target may count the delay as an attempt.
  ...([[0], [1], [2, 1], [5]] as const).map(([retries, delay = 0]) =>
    scenario(`failing message, Svc-Retries ${retries}: the number of attempts is ${1 + retries}`, {
      id: `${MOST}/svc-retries-${retries}`,
      waits: seconds(3 + retries + delay),
      async run(world) {
        const late = delay > 0 ? { Delay: `${delay}s` } : {}
        const settings = { Retries: String(retries), ...atOnce, ...late }
        const inbox = await published(world, { settings, answer: failing, body })
        given(await inbox.delivery(1, seconds(delay)))
        if (retries > 0) given(await inbox.delivery(2, quiet(world.time)))
        if (retries > 1) given(await inbox.delivery(1 + retries, quiet(world.time)))

        must(await inbox.all(quiet(world.time)), attempts(1 + retries))
      },
    }),
  ),

  scenario('message with Svc-Retries 5: no attempts after attempt 3 succeeds', {
    id: 'queue.retries.at-most-one-plus-retries/attempt-3-succeeds',
    waits: seconds(4),
    async run(world) {
      const answer: Answering = (_, n) => ({ status: n === 3 ? 200 : 500 })
      const settings = { Retries: '5', ...atOnce }
      const inbox = await published(world, { settings, answer, body })
      given(await inbox.delivery(3, quiet(world.time)))

      must(await inbox.all(quiet(world.time)), attempts(3))
    },
  }),

  scenario('failing message without Svc-Retries: 3 or 5 retries', {
    id: 'queue.retries.default/without-svc-retries',
    waits: seconds(6),
    async run(world) {
      const inbox = await published(world, { settings: atOnce, answer: failing, body })
      given(await inbox.delivery())
      await inbox.delivery(4, quiet(world.time))

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
