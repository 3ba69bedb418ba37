// The callback, which is called after each attempt.

import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import type { InboxAnswer } from '../../sink/sink.js'
import { jsonOf, mediaTypeOf, memberOf } from '../../wire/exchange.js'
import { CALLED_AGAIN, failing, inTurn } from '../fixtures/answers.js'
import { attempts, latest } from '../fixtures/arrivals.js'
import {
  atOnceAfter,
  calledBack,
  calledBoth,
  judgeCourse,
  judgeOwnUrls,
} from '../fixtures/called-back.js'
import { observation, scenario } from '../fixtures/world.js'
import { eitherCallback } from './either-callback.js'

const OK: InboxAnswer = { status: 200 }
const FAILED: InboxAnswer = { status: 500 }

const RULE = 'queue.callback.after-each-attempt'

/** The responses of a destination to one attempt after the other. */
const courses: readonly (readonly [id: string, what: string, ...answers: InboxAnswer[]])[] = [
  ['attempt-1-succeeds', 'attempt 1 succeeds', OK],
  ['attempt-1-gets-http-204', 'attempt 1 gets HTTP 204', { status: 204 }],
  ['attempt-3-of-4-succeeds', 'attempt 3 of 4 succeeds', FAILED, FAILED, OK],
  ['attempt-4-of-4-succeeds', 'attempt 4 of 4 succeeds', FAILED, FAILED, FAILED, OK],
  ['all-4-attempts-fail', 'all 4 attempts fail', FAILED, FAILED, FAILED, FAILED],
  ['http-500-502-200', 'attempts get HTTP 500, 502, 200', FAILED, { status: 502 }, OK],
  ['2-broken-connections', '2 attempts break before one gets HTTP 200', 'reset', 'reset', OK],
]

export const callbackScenarios = [
  ...courses.map(([id, what, ...answers]) =>
    scenario(`callback is sent once per attempt if ${what}`, {
      id: `${RULE}/${id}`,
      waits: seconds(2),
      run: (world) =>
        judgeCourse(world, 'Callback', { answers, retries: 3, calls: answers.length }),
    }),
  ),

  scenario('callback is sent after the only attempt of a message fails', {
    id: `${RULE}/single-attempt-fails`,
    async run(world) {
      const options = { destination: failing }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      given(await destination.delivery())

      must(await called.delivery())
    },
  }),

  scenario('callback is sent right after each attempt, before the next retry', {
    id: `${RULE}/before-next-retry`,
    waits: 2 * latest(seconds(3)),
    async run(world) {
      const settings = { Retries: '2', 'Retry-Delay': '3000' }
      const options = { destination: failing, settings }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      for (const n of [1, 2, 3]) {
        const attempt = given(await destination.delivery(n, n === 1 ? 0 : latest(seconds(3))))
        must(await called.delivery(n), atOnceAfter(world.time, attempt))
      }
    },
  }),

  scenario('callback of a message with Svc-Delay 3s is sent right after the attempt', {
    id: `${RULE}/message-delay-3s`,
    waits: seconds(3),
    async run(world) {
      const options = { settings: { Delay: '3s' } }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      const attempt = given(await destination.delivery(1, seconds(3)))

      must(await called.delivery(), atOnceAfter(world.time, attempt))
    },
  }),

  scenario('each message calls the URL of its Svc-Callback, with the query', {
    id: `${RULE}/own-url-with-query`,
    run: (world) => judgeOwnUrls(world, 'Callback', 'called'),
  }),

  scenario('callback is sent for all 3 attempts if a failure callback is set too', {
    id: `${RULE}/failure-callback-set-too`,
    waits: seconds(2),
    async run(world) {
      const { callback } = await calledBoth(world)

      must(await callback.all(0), attempts(3))
    },
  }),

  scenario('publish with an https URL in Svc-Callback is accepted', {
    id: `${RULE}/https-url-accepted`,
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(inbox().url, { settings: { Callback: url } }), accepted())
      given(await delivery())

      // The sink has no certificate to receive the callback.
      const settings = { Retries: '0', Callback: url.replace(/^http:/, 'https:') }
      must(await queue.publish(inbox().url, { settings }), accepted())
    },
  }),

  observation('observes the gap of callback retries with Svc-Callback-Retry-Delay 5000', {
    id: 'queue.callback.setting-retries/gap-with-own-retry-delay',
    waits: CALLED_AGAIN,
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '3000', 'Callback-Retry-Delay': '5000' }
      const { called } = await calledBack(world, 'Callback', { settings, answer: failing }, given)
      const first = given(await called.delivery())
      const second = given(await called.delivery(2, CALLED_AGAIN))
      world.note('seconds with 3 and 5', Math.round((second.at - first.at) / 1000))
    },
  }),

  observation('observes the method, content type and body fields of a callback', {
    id: 'queue.callback.content/method-content-type-body-fields',
    async run(world) {
      const { called } = await calledBack(world, 'Callback', {}, given)
      const callback = given(await called.delivery())
      world.note('method', callback.method)
      world.note('content type', mediaTypeOf(callback))
      world.note('members', Object.keys(jsonOf(callback) ?? {}).toSorted())
    },
  }),

  observation('observes field status of a callback if the destination breaks connection', {
    id: 'queue.callback.content/status-after-broken-connection',
    async run(world) {
      const { called } = await calledBack(
        world,
        'Callback',
        { destination: inTurn('reset') },
        given,
      )
      world.note('status', memberOf(given(await called.delivery()), 'status'))
    },
  }),

  observation('observes the HTTP status of a publish with an ftp URL in Svc-Callback', {
    id: 'queue.errors.other-status-codes/ftp-callback-url',
    async run({ queue, inbox, note }) {
      const settings = { Callback: 'ftp://127.0.0.1/' }
      note('status', (await queue.publish(inbox().url, { settings })).status)
    },
  }),

  ...eitherCallback({
    calling: 'Callback',
    name: 'callback',
    of: 'callback',
    unanswered: [RULE, 2],
    delay: 'queue.callback.setting-delay',
    timeout: 'queue.callback.setting-timeout',
    delays: [
      ['2s', seconds(2)],
      ['90m', minutes(90)],
      ['36h', hours(36)],
      ['3d', days(3)],
    ],
  }),
]
