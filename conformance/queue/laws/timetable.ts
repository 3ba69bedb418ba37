// The attempts of a message happen when the timetable says: never early, never one more, never twice,
// wherever the settings stand.

import type { RuleId } from '#generated/rules.js'
import { dimension, namesIn, type Value } from '../../core/law.js'
import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import type { InboxAnswer } from '../../sink/sink.js'
import { destination, place, tokenPlace } from '../dimensions.js'
import { inTurn, quiet, publishAt, type Lines } from '../fixtures/publishing.js'
import { atMoments, promptAs } from '../fixtures/arrivals.js'
import { momentsOf, type Outcome, type Schedule } from '../timetable.js'
import { law } from './law.js'

/** Settings, and what they say. The default is one attempt at once. */
interface Course extends Schedule, Value {
  readonly settings: Readonly<Record<string, string>>
  readonly outcomes?: readonly Outcome[]
  /** The answers of the destination, by default those of the outcomes. */
  readonly answers?: readonly InboxAnswer[]
}

const unit = 'queue.delay.number-and-unit'
const most = 'queue.retries.at-most-one-plus-retries'
const expression = 'queue.retry-delay.expression-in-milliseconds'
const failing = { outcomes: ['fails'] } as const

const delayed = (Delay: string, delay: number): Course => ({
  settings: { Delay },
  delay,
  rule: unit,
})

/** A Not-Before of a whole second is at most one second before the moment that a case asks for. */
const notBefore = (ahead: number, settings: Readonly<Record<string, string>> = {}): Course => ({
  settings,
  notBefore: ahead,
  rule:
    Object.keys(settings).length > 0
      ? 'queue.delay.not-before-wins'
      : 'queue.delay.not-before-in-seconds',
})

const retried = (
  retries: number,
  text: string,
  retryDelay: (n: number) => number,
  rule: RuleId = most,
): Course => ({
  settings: { Retries: String(retries), 'Retry-Delay': text },
  retries,
  retryDelay,
  rule,
  ...failing,
})

const course = dimension<Course>('', {
  'without settings': { settings: {} },
  'with Delay 2s': delayed('2s', seconds(2)),
  'with Delay 90s': delayed('90s', seconds(90)),
  'with Delay 2m': delayed('2m', minutes(2)),
  'with Delay 36h': delayed('36h', hours(36)),
  'with Delay 2d': delayed('2d', days(2)),
  'with Delay 0s': delayed('0s', 0),
  'with Not-Before in 3 seconds': notBefore(seconds(3)),
  'with Not-Before in 2 days': notBefore(days(2)),
  'with Not-Before in the past': notBefore(-days(2)),
  'with Not-Before in the past beside Delay 1h': notBefore(-days(2), { Delay: '1h' }),
  'with Not-Before in 3 seconds beside Delay 1d': notBefore(seconds(3), { Delay: '1d' }),
  'with Not-Before in 2 days beside Delay 1s': notBefore(days(2), { Delay: '1s' }),
  'with Retries 0': retried(0, '0', () => 0),
  'with Retries 1': retried(1, '0', () => 0),
  'with Retries 4': retried(4, '0', () => 0),
  'with Retry-Delay 1500': retried(2, '1500', () => 1500, expression),
  'with Retry-Delay 1000 * (1 + retried)': retried(
    3,
    '1000 * (1 + retried)',
    (n) => 1000 * (1 + n),
    expression,
  ),
  'with Retry-Delay pow(60, retried) * 1000': retried(
    3,
    'pow(60, retried) * 1000',
    (n) => 60 ** n * 1000,
    expression,
  ),
  'with Delay 1s and 2 retries': {
    ...retried(2, '500', () => 500),
    delay: seconds(1),
    settings: { Delay: '1s', Retries: '2', 'Retry-Delay': '500' },
  },
  'with Delay 2s and Retry-Delay 700': {
    ...retried(1, '700', () => 700, expression),
    delay: seconds(2),
    settings: { Delay: '2s', Retries: '1', 'Retry-Delay': '700' },
  },
  'with Retries 3 and a success at the third attempt': {
    ...retried(3, '0', () => 0),
    outcomes: ['fails', 'fails', 'succeeds'],
    rule: 'queue.retries.after-a-failed-delivery',
  },
  'with Retries 3 and status 204': {
    ...retried(3, '0', () => 0, 'queue.retries.after-a-failed-delivery'),
    outcomes: ['succeeds'],
    answers: [{ status: 204 }],
  },
  'with Retries 3 and status 299': {
    ...retried(3, '0', () => 0, 'queue.retries.after-a-failed-delivery'),
    outcomes: ['succeeds'],
    answers: [{ status: 299 }],
  },
  'with Retries 3, status 503 and a broken connection': {
    ...retried(3, '0', () => 0, 'queue.retries.after-a-failed-delivery'),
    outcomes: ['fails', 'fails', 'succeeds'],
    answers: [{ status: 503 }, 'reset'],
  },
  'with Timeout 2s and attempts without a response': {
    timeout: seconds(2),
    retries: 2,
    outcomes: ['hangs', 'hangs', 'succeeds'],
    settings: { Timeout: '2s', Retries: '2', 'Retry-Delay': '0' },
    rule: 'queue.timeout.ends-the-attempt',
  },
})

const answers: Readonly<Record<Outcome, InboxAnswer>> = {
  succeeds: { status: 200 },
  fails: { status: 500 },
  hangs: 'hang',
}

const ofOneSetting = namesIn(course).filter((name) => {
  const { settings, notBefore } = course.values[name]!
  return Object.keys(settings).length + (notBefore === undefined ? 0 : 1) < 2
})
const groups = namesIn(destination).filter((name) => /group$/.test(name))
const urls = ['to a URL']
const of = {
  ...destination,
  values: Object.fromEntries([...urls, ...groups].map((name) => [name, destination.values[name]!])),
}

export const timetable = law({
  id: 'timetable',
  title: 'attempts happen when the timetable says',
  over: { course, destination: of, place, tokenPlace },
  never: [
    { place: 'as defaults of the group', destination: urls },
    { place: 'in the query the first, in headers the others', course: ofOneSetting },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ place: 'as defaults of the group', course: '*' }, 'queue.group.default-headers-apply'],
    [
      { place: ['in the query', 'in the query the first, in headers the others'], course: '*' },
      'queue.publish.settings-in-query',
    ],
    [{ destination: groups, course: '*' }, 'queue.group.fans-out-to-every-endpoint'],
  ],
  baseRule: 'queue.publish.delivers-to-destination',
  waits: seconds(5),
  async check(world, values, choice) {
    const { inbox, time } = world
    const { settings, outcomes = ['succeeds'], ...schedule } = values.course
    const moments = momentsOf(schedule, outcomes)
    const lasts = time.virtual ? moments.at(-1)! : Math.min(moments.at(-1)!, patienceMs)
    const last = answers[outcomes.at(-1)!]
    const { url, all, delivery } = inbox(
      inTurn(
        ...(values.course.answers ?? outcomes.map((each) => answers[each])),
        ...Array<InboxAnswer>(9).fill(last),
      ),
    )
    const now = await time.now()
    const from = wholeSecond(now)
    const lines: Lines = Object.entries({
      ...(schedule.notBefore !== undefined && {
        'Not-Before': String((from + schedule.notBefore) / 1000),
      }),
      ...settings,
    })
    must(await publishAt(world, url, lines, { ...values, place: choice['place']! }), accepted())
    const start = schedule.notBefore === undefined || schedule.notBefore < 0 ? now : from
    const dueAt = moments.map((moment) => start + moment)
    const least = moments.filter((moment) => moment <= lasts).length
    // A busy machine may deliver late.
    if (least > 0) await delivery(least, lasts)
    const arrivals = given(await all(quiet(time) + (least > 0 ? 0 : lasts)))
    must(
      arrivals,
      atMoments(time, dueAt, least),
      promptAs(world, 'timetable', choice, { from: now, moments: dueAt }),
    )
  },
})

/** The longest wait for an attempt in real time, in milliseconds. */
const patienceMs = seconds(5)

const wholeSecond = (moment: number) => Math.floor(moment / 1000) * 1000
