// The callback: a call after each attempt.

import { jsonOf, mediaTypeOf, memberOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import type { Answer } from '../../sink/sink.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import {
  CALLED_AGAIN,
  calledBack,
  calledBoth,
  callsOf,
  failing,
  judgeApart,
  judgeCalls,
  judgeDelay,
  judgeEitherRetries,
  judgeForwarding,
  judgeForwardingAgain,
  judgeInQuery,
  judgeKeptFromDestination,
  judgeSecondCall,
  judgeTimeout,
  judgeTimeoutInQuery,
  judgeUnanswered,
  judgeUndelayed,
  noteMethods,
  quiet,
  TIMED_OUT,
  UNANSWERED,
  unanswered,
} from '../fixtures/called-back.js'
import { arrived, attempts, calls, latest } from '../fixtures/matchers.js'
import { observation, scenario } from '../fixtures/world.js'

const OK: Answer = { status: 200 }
const FAILED: Answer = { status: 500 }

/** What a destination answers to one attempt after the other. */
const courses: readonly (readonly [what: string, ...answers: Answer[]])[] = [
  ['succeeds at first', OK],
  ['succeeds with a 204 and no body', { status: 204 }],
  ['succeeds in the middle', FAILED, FAILED, OK],
  ['succeeds with its last attempt', FAILED, FAILED, FAILED, OK],
  ['never succeeds', FAILED, FAILED, FAILED, FAILED],
  ['is answered with a 500, a 502 and a 200', { status: 500 }, { status: 502 }, OK],
  ['meets a broken connection', 'reset', 'reset', OK],
]

const delays = [
  ['2s', seconds(2)],
  ['90m', minutes(90)],
  ['36h', hours(36)],
  ['3d', days(3)],
] as const

export const callbackScenarios = [
  ...courses.map(([what, ...answers]) =>
    scenario(`a message that ${what} is called back after each attempt, and no more`, {
      rule: 'queue.callback.after-each-attempt',
      waits: seconds(2),
      async run({ queue, inbox, time }) {
        const destination = inbox((_, n) => answers[n - 1] ?? OK)
        const called = inbox()
        const settings = { Callback: called.url, Retries: '3', 'Retry-Delay': '0' }
        must(await queue.publish(destination.url, { settings }), accepted())
        given(await destination.delivery(answers.length))
        await called.delivery(answers.length)
        given(await destination.all(quiet(time)), attempts(answers.length))

        must(await called.all(0), attempts(answers.length))
      },
    }),
  ),

  ...unanswered.map((why) =>
    scenario(`a message is called back where its destination ${why}`, {
      rule: 'queue.callback.after-each-attempt',
      waits: UNANSWERED,
      run: (world) => judgeUnanswered(world, 'Callback', why),
    }),
  ),

  scenario('a message with one attempt that fails is called back', {
    rule: 'queue.callback.after-each-attempt',
    async run({ queue, inbox }) {
      const [destination, called] = [inbox(failing), inbox()]
      const settings = { Callback: called.url, Retries: '0' }
      given(await queue.publish(destination.url, { settings }), accepted())
      given(await destination.delivery())

      must(await called.delivery())
    },
  }),

  scenario('each callback comes before the next attempt', {
    rule: 'queue.callback.after-each-attempt',
    waits: 2 * latest(seconds(3)),
    async run({ queue, inbox, time }) {
      const [destination, called] = [inbox(failing), inbox()]
      const settings = { Callback: called.url, Retries: '2', 'Retry-Delay': '3000' }
      given(await queue.publish(destination.url, { settings }), accepted())
      for (const n of [1, 2, 3]) {
        const attempt = given(await destination.delivery(n, n === 1 ? 0 : latest(seconds(3))))
        must(
          await called.delivery(n),
          arrived(time, attempt.at, { told: 'the attempt that it tells of' }),
        )
      }
    },
  }),

  scenario('a message is called back after its attempt, not when it is accepted', {
    rule: 'queue.callback.after-each-attempt',
    waits: seconds(3),
    async run({ queue, inbox, time }) {
      const [destination, called] = [inbox(), inbox()]
      const settings = { Callback: called.url, Delay: '3s' }
      given(await queue.publish(destination.url, { settings }), accepted())
      const attempt = given(await destination.delivery(1, seconds(3)))

      must(
        await called.delivery(),
        arrived(time, attempt.at, { told: 'the attempt that it tells of' }),
      )
    },
  }),

  scenario('every message calls its own URL, the query of it included', {
    rule: 'queue.callback.after-each-attempt',
    async run({ queue, inbox }) {
      const destination = inbox()
      for (const [index, query] of ['a=1&b=%2F', 'a=2'].entries()) {
        const called = inbox()
        const url = `${called.url}/called?${query}`
        const options = { settings: { Callback: url }, body: query }
        given(await queue.publish(destination.url, options), accepted())
        given(await destination.delivery(1 + index))

        must(await called.delivery(), calls(url))
      }
    },
  }),

  scenario('a message is called back where it has a failure callback too', {
    rule: 'queue.callback.after-each-attempt',
    waits: seconds(2),
    async run(world) {
      const { callback } = await calledBoth(world)

      must(await callback.all(0), attempts(3))
    },
  }),

  scenario('an https URL may be called back', {
    rule: 'queue.callback.after-each-attempt',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(inbox().url, { settings: { Callback: url } }), accepted())
      given(await delivery())

      // Nobody listens there with a certificate: that it is accepted is all that can be seen.
      const settings = { Retries: '0', Callback: url.replace(/^http:/, 'https:') }
      must(await queue.publish(inbox().url, { settings }), accepted())
    },
  }),

  scenario('a callback that fails is made again', {
    rule: 'queue.callback.uses-original-retries',
    waits: 2 * CALLED_AGAIN,
    run: (world) => judgeSecondCall(world, 'Callback'),
  }),

  ...[0, 1, 4].map((retries) =>
    scenario(`with ${retries} retries a callback is made ${1 + retries} times and no more`, {
      rule: 'queue.callback.uses-original-retries',
      waits: retries === 0 ? 3 * CALLED_AGAIN : days(1),
      run: (world) => judgeCalls(world, 'Callback', retries),
    }),
  ),

  ...delays.map(([delay, milliseconds]) =>
    scenario(`a callback with a delay of ${delay} is made so long after the attempt`, {
      rule: 'queue.callback.setting-delay',
      waits: latest(milliseconds),
      run: (world) => judgeDelay(world, 'Callback', delay, milliseconds),
    }),
  ),

  scenario('the delay of a callback does not keep the message waiting', {
    rule: 'queue.callback.setting-delay',
    run: (world) => judgeUndelayed(world, 'Callback'),
  }),

  scenario('a callback that is not answered ends after its own timeout', {
    rule: 'queue.callback.setting-timeout',
    waits: TIMED_OUT,
    run: (world) => judgeTimeout(world, 'Callback'),
  }),

  observation('whether retries of its own win over those of the original', {
    rule: 'queue.callback.setting-retries',
    waits: minutes(5),
    async run(world) {
      const settings = { Retries: '0', 'Callback-Retries': '2' }
      world.note('calls with 0 and 2', await callsOf(world, 'Callback', settings))
    },
  }),

  observation('whether a retry delay of its own wins over the default backoff', {
    rule: 'queue.callback.setting-retries',
    waits: CALLED_AGAIN,
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '3000', 'Callback-Retry-Delay': '5000' }
      const { called } = await calledBack(world, 'Callback', { settings, answer: failing }, given)
      const first = given(await called.delivery())
      const second = given(await called.delivery(2, CALLED_AGAIN))
      world.note('seconds with 3 and 5', Math.round((second.at - first.at) / 1000))
    },
  }),

  scenario('headers named for the callback arrive without the prefix', {
    rule: 'queue.callback.forward-prefix-stripped',
    run: (world) => judgeForwarding(world, 'Callback'),
  }),

  scenario('headers named for the callback do not reach the destination', {
    rule: 'queue.callback.forward-prefix-stripped',
    run: (world) => judgeKeptFromDestination(world, 'Callback'),
  }),

  scenario('a callback that is made again has its headers again', {
    rule: 'queue.callback.forward-prefix-stripped',
    waits: 2 * CALLED_AGAIN,
    run: (world) => judgeForwardingAgain(world, 'Callback'),
  }),

  scenario('of a header named for destination and callbacks, the callback gets its own', {
    rule: 'queue.callback.forward-prefix-stripped',
    run: (world) => judgeApart(world, 'callback'),
  }),

  scenario('a callback and its settings may be query parameters', {
    rule: 'queue.publish.settings-in-query',
    waits: 2 * latest(seconds(2)),
    run: (world) => judgeInQuery(world, 'Callback'),
  }),

  observation('what a callback says of an answer', {
    rule: 'queue.callback.content',
    async run(world) {
      const { called } = await calledBack(world, 'Callback', {}, given)
      const callback = given(await called.delivery())
      world.note('method', callback.method)
      world.note('content type', mediaTypeOf(callback))
      world.note('members', Object.keys(jsonOf(callback) ?? {}).toSorted())
    },
  }),

  observation('what a callback says of an attempt without an answer', {
    rule: 'queue.callback.content',
    async run(world) {
      const [destination, called] = [world.inbox(() => 'reset'), world.inbox()]
      const settings = { Callback: called.url, Retries: '0' }
      given(await world.queue.publish(destination.url, { settings }), accepted())
      world.note('status', memberOf(given(await called.delivery()), 'status'))
    },
  }),

  observation('the status of a callback URL that is neither http nor https', {
    rule: 'queue.errors.other-status-codes',
    async run({ queue, inbox, note }) {
      const settings = { Callback: 'ftp://127.0.0.1/' }
      note('status', (await queue.publish(inbox().url, { settings })).status)
    },
  }),

  scenario('the timeout of a callback may be a query parameter', {
    rule: 'queue.publish.settings-in-query',
    waits: 2 * TIMED_OUT,
    run: (world) => judgeTimeoutInQuery(world, 'Callback'),
  }),

  scenario('a callback is retried as the original or as its own setting says', {
    rule: 'queue.callback.uses-original-retries',
    waits: 2 * CALLED_AGAIN,
    run: (world) => judgeEitherRetries(world, 'Callback'),
  }),

  observation('calls of a callback with retries of its own in the query', {
    rule: 'queue.callback.setting-retries',
    waits: minutes(5),
    async run(world) {
      const own = { 'Callback-Retries': '2' }
      world.note('calls with 0 and 2', await callsOf(world, 'Callback', { Retries: '0' }, own))
    },
  }),

  observation('the method of a callback that is told PUT', {
    rule: 'queue.callback.setting-similar',
    run: (world) => noteMethods(world, 'Callback'),
  }),
]
