// The callback is called after each attempt, the failure callback once after all retries, at the moment
// that its settings say, again while it fails, with the headers that are forwarded to it.

import { type Dimension, dimension, namesIn, type Value } from '../../core/law.js'
import { given, must, NotApplicable, under } from '../../core/judgement.js'
import { accepted, header, noHeader } from '../../core/matchers.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import type { InboxAnswer } from '../../sink/sink.js'
import { destination, onePlace, tokenPlace } from '../dimensions.js'
import { inTurn, quiet, publishAt, type Lines } from '../fixtures/publishing.js'
import { atMoments, attempts, calls, promptAs } from '../fixtures/arrivals.js'
import { allOf } from '../fixtures/matchers.js'
import { endsOf, momentsOf, type Outcome, type Schedule } from '../timetable.js'
import { law } from './law.js'

type Prefix = 'Callback' | 'Failure-Callback'

const after = 'queue.callback.after-each-attempt'
const atEnd = 'queue.failure-callback.after-all-retries'

const kind = dimension<Value & { readonly prefix: Prefix; readonly other: Prefix }>('', {
  'by the callback': { prefix: 'Callback', other: 'Failure-Callback', rule: after },
  'by the failure callback': { prefix: 'Failure-Callback', other: 'Callback', rule: atEnd },
})

/** The course of the message. */
interface Course extends Value, Schedule {
  readonly answers: readonly InboxAnswer[]
}

const of = (status: number): InboxAnswer => ({ status })

const course = dimension<Course>('', {
  'after the only attempt, which fails': { answers: [of(500)] },
  'after an attempt that succeeds': { answers: [of(200)], retries: 2 },
  'after status 204': { answers: [of(204)], retries: 1 },
  'after statuses 500 and 200': { answers: [of(500), of(200)], retries: 2 },
  'after statuses 500, 502 and 200': { answers: [of(500), of(502), of(200)], retries: 2 },
  'after statuses 500, 502 and 503': { answers: [of(500), of(502), of(503)], retries: 2 },
  'after two broken connections': { answers: ['reset', 'reset'], retries: 1 },
  'after a broken connection and status 200': { answers: ['reset', of(200)], retries: 3 },
  'after two attempts without a response': {
    answers: ['hang', 'hang'],
    retries: 1,
    timeout: seconds(1),
  },
  'after a delay of the message': { answers: [of(500)], delay: seconds(2) },
})

const outcomeOf = (answer: InboxAnswer): Outcome =>
  answer === 'hang'
    ? 'hangs'
    : typeof answer === 'object' && 'status' in answer && answer.status < 300
      ? 'succeeds'
      : 'fails'

/** The answers of the URL of the callback. */
const answer = dimension<
  Value & { readonly answers: readonly InboxAnswer[]; readonly always?: true }
>('', {
  'answered with status 200': { answers: [] },
  'answered with status 204': { answers: [of(204)] },
  'answered with status 500 once': { answers: [of(500)] },
  'answered with status 500 each time': { answers: [of(500)], always: true },
  'a broken connection once': { answers: ['reset'] },
  'no answer once': { answers: ['hang'] },
})

const delay = dimension<Value & { readonly text?: string; readonly ms: number }>('', {
  'without a delay': { ms: 0 },
  'with a delay of 2s': { text: '2s', ms: seconds(2) },
  'with a delay of 90m': { text: '90m', ms: minutes(90) },
  'with a delay of 36h': { text: '36h', ms: hours(36) },
  'with a delay of 3d': { text: '3d', ms: days(3) },
})

const other = dimension<Value & { readonly isSet?: true }>('', {
  alone: {},
  'beside the other callback': { isSet: true },
})

const ofMessage = 'with the retries of the message'
const own = dimension<Value & { readonly isSet?: true }>('', {
  [ofMessage]: {},
  'with the same retries of its own': { isSet: true },
})

const groups = namesIn(destination).filter((name) => /group$/.test(name))
const to = {
  ...destination,
  values: Object.fromEntries(
    ['to a URL', ...groups].map((name) => [name, destination.values[name]!]),
  ),
}
const failure = 'by the failure callback'
const hanging = 'no answer once'

const namesOf = <V extends Value>({ values }: Dimension<V>, fits: (value: V) => boolean) =>
  Object.keys(values).filter((name) => fits(values[name]!))

export const callbacks = law({
  id: 'callbacks',
  title: 'callbacks are called when the timetable says',
  over: { kind, course, answer, delay, other, own, to, place: onePlace, tokenPlace },
  triples: ['kind', 'answer', 'place'],
  never: [
    { place: 'as defaults of the group', to: 'to a URL' },
    // The calls for several attempts would share the answers. Without retries, no call is repeated.
    {
      kind: 'by the callback',
      course: namesOf(course, ({ answers, retries }) => answers.length > 1 || !retries),
      answer: namesOf(answer, ({ answers, always }) => answers.length > 0 && !always),
    },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ place: 'as defaults of the group' }, 'queue.group.default-headers-apply'],
    [{ place: 'in the query' }, 'queue.publish.settings-in-query'],
    [{ kind: failure, answer: hanging }, 'queue.failure-callback.setting'],
    [{ answer: hanging }, 'queue.callback.setting-timeout'],
    [{ kind: failure, delay: '*' }, 'queue.failure-callback.setting'],
    [{ kind: failure, own: ofMessage }, 'queue.failure-callback.uses-original-retries'],
    [{ own: ofMessage }, 'queue.callback.uses-original-retries'],
    [{ kind: failure, own: '*' }, 'queue.failure-callback.setting'],
    [{ own: '*' }, 'queue.callback.setting-delay'],
    [{ kind: failure, other: '*' }, 'queue.failure-callback.setting', atEnd],
    [{ other: '*' }, 'queue.callback.setting-delay', after],
    [{ delay: '*' }, 'queue.callback.setting-delay'],
    [{ kind: failure, answer: '*' }, 'queue.failure-callback.uses-original-retries'],
    [{ answer: '*' }, 'queue.callback.uses-original-retries'],
    [{ kind: failure, course: '*' }, atEnd],
    [{ course: '*' }, after],
  ],
  namedRules: [
    'queue.callback.forward-prefix-stripped',
    'queue.failure-callback.forward-prefix-stripped',
  ],
  baseRule: after,
  waits: seconds(6),
  async check(world, { kind, course, answer, delay, other, own, to, tokenPlace }, choice) {
    const { inbox, time } = world
    const { retries = 0, timeout } = course
    const outcomes = course.answers.map(outcomeOf)
    const isHanging = timeout !== undefined || choice['answer'] === hanging
    // It is open if the delay of a retry counts from the start or the end of an attempt.
    const gap = isHanging ? 0 : seconds(1)
    const schedule = { ...course, retryDelay: () => gap }
    const ends = endsOf(schedule, outcomes)
    const isFailure = kind.prefix === 'Failure-Callback'
    const starts = !isFailure ? ends : outcomes.at(-1) === 'succeeds' ? [] : ends.slice(-1)
    const moments = starts.flatMap((end) =>
      momentsOf(
        { delay: end + delay.ms, retries, timeout: short, retryDelay: () => gap },
        answer.always ? ['fails'] : [...answer.answers.map(outcomeOf), 'succeeds'],
      ),
    )
    const lasts = Math.max(...ends, ...moments)
    if (!time.virtual && lasts > seconds(6)) throw new NotApplicable('it waits too long')

    const message = inbox(inTurn(...course.answers))
    const called = inbox(answer.always ? () => ({ status: 500 }) : inTurn(...answer.answers))
    const [url, others] = [`${called.url}/Own?a=%2F`, inbox()]
    const lines: Lines = [
      ...settingsOf(kind.prefix, url, { gap, delay: delay.text, isHanging }),
      ...(own.isSet ? [[`${kind.prefix}-Retries`, String(retries)] as const] : []),
      ...(other.isSet ? settingsOf(kind.other, others.url, { gap, delay: '1s' }) : []),
      ['Retries', String(retries)],
      ['Retry-Delay', String(gap)],
      ...(timeout === undefined ? [] : [['Timeout', `${timeout / 1000}s`] as const]),
      ...(course.delay === undefined ? [] : [['Delay', `${course.delay / 1000}s`] as const]),
      ...(other.isSet ? [['Forward-X-Contract', 'message'] as const] : []),
    ]
    const now = await time.now()
    must(
      await publishAt(world, message.url, lines, {
        destination: to,
        place: choice['place']!,
        tokenPlace,
      }),
      accepted(),
    )
    // A busy machine may deliver late.
    if (moments.length > 0) await called.delivery(moments.length, lasts)
    const arrivals = await called.all(quiet(time) + (moments.length > 0 ? 0 : lasts))
    const { deliveries: messages } = given(await message.all(0), attempts(ends.length))
    const isForwarded =
      `queue.${isFailure ? 'failure-callback' : 'callback'}.forward-prefix-stripped` as const
    const dueAt = moments.map((moment) => now + moment)
    const due = allOf(
      atMoments(time, dueAt),
      promptAs(world, 'callbacks', choice, { from: now - 1, moments: dueAt }),
    )
    const timeoutRule = isFailure
      ? 'queue.failure-callback.setting'
      : 'queue.callback.setting-timeout'
    const isOfTimeout = choice['answer'] === hanging && /^in headers/.test(choice['place']!)
    must(arrivals, isOfTimeout ? under(timeoutRule, due) : due)
    for (const each of arrivals.deliveries)
      must(each, calls(url), under(isForwarded, header('X-Contract', kind.prefix)))
    for (const each of messages)
      must(
        each,
        under(isForwarded, other.isSet ? header('X-Contract', 'message') : noHeader('X-Contract')),
      )
  },
})

/** The timeout of a call in milliseconds. */
const short = seconds(1)

/**
 * Returns the settings of a callback. It is open if its own delay of retries counts, or that of the message,
 * so that both are the same.
 */
const settingsOf = (
  prefix: Prefix,
  url: string,
  {
    gap,
    delay,
    isHanging = false,
  }: {
    readonly gap: number
    readonly delay?: string | undefined
    readonly isHanging?: boolean
  },
): Lines => [
  [prefix, url],
  [`${prefix}-Forward-X-Contract`, prefix],
  [`${prefix}-Retry-Delay`, String(gap)],
  ...(delay === undefined ? [] : [[`${prefix}-Delay`, delay] as const]),
  ...(isHanging ? [[`${prefix}-Timeout`, `${short / 1000}s`] as const] : []),
]
