// The callback: a call after each attempt.

import { jsonOf, mediaTypeOf, memberOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import type { Answer } from '../../sink/sink.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import {
  atOnceAfter,
  CALLED_AGAIN,
  calledBack,
  calledBoth,
  failing,
  inTurn,
  judgeCourse,
  judgeOwnUrls,
} from '../fixtures/called-back.js'
import { eitherCallback } from './either-callback.js'
import { attempts, latest } from '../fixtures/matchers.js'
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

export const callbackScenarios = [
  ...courses.map(([what, ...answers]) =>
    scenario(`a message that ${what} is called back after each attempt, and no more`, {
      rule: 'queue.callback.after-each-attempt',
      waits: seconds(2),
      run: (world) =>
        judgeCourse(world, 'Callback', { answers, retries: 3, calls: answers.length }),
    }),
  ),

  scenario('a message with one attempt that fails is called back', {
    rule: 'queue.callback.after-each-attempt',
    async run(world) {
      const options = { destination: failing }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      given(await destination.delivery())

      must(await called.delivery())
    },
  }),

  scenario('each callback comes before the next attempt', {
    rule: 'queue.callback.after-each-attempt',
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

  scenario('a message is called back after its attempt, not when it is accepted', {
    rule: 'queue.callback.after-each-attempt',
    waits: seconds(3),
    async run(world) {
      const options = { settings: { Delay: '3s' } }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      const attempt = given(await destination.delivery(1, seconds(3)))

      must(await called.delivery(), atOnceAfter(world.time, attempt))
    },
  }),

  scenario('every message calls its own URL, the query of it included', {
    rule: 'queue.callback.after-each-attempt',
    run: (world) => judgeOwnUrls(world, 'Callback', 'called'),
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
      const { called } = await calledBack(
        world,
        'Callback',
        { destination: inTurn('reset') },
        given,
      )
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

  ...eitherCallback({
    calling: 'Callback',
    name: 'callback',
    forIt: '',
    of: 'callback',
    unanswered: {
      title: 'a message is called back where its destination',
      rule: 'queue.callback.after-each-attempt',
      calls: 2,
    },
    timesOnly: ' and no more',
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
