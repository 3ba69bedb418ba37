// The callback: a call after each attempt.

import { jsonOf, mediaTypeOf, memberOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import type { Answer } from '../../sink/sink.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import { CALLED_AGAIN, calledBack, calledBoth, failing, quiet } from '../fixtures/called-back.js'
import { eitherCallback } from './either-callback.js'
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
