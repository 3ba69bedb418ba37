// Each message of a run arrives as it was published and when it is due, whichever scenario published it
// and whatever the scenario was about.

import { ruleById, type MustRuleId } from '#generated/rules.js'
import { durationText } from '../../core/duration.js'
import { NotApplicable, Violation } from '../../core/judgement.js'
import { onceInRun } from '../../core/once.js'
import type { Scenario } from '../../core/scenario.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import { headerOf } from '../../wire/exchange.js'
import { calls, underWay } from '../fixtures/arrivals.js'
import { withoutBody, type Attempt, type PublishedMessage } from '../fixtures/message-book.js'
import type { QueueWorld } from '../fixtures/world.js'

/** Returns what is wrong with the attempts of a message until now, or undefined. */
type Judge = (
  message: PublishedMessage,
  attempts: readonly Attempt[],
  now: number,
) => string | undefined

/** Returns the value of a setting, or undefined if it is absent or given several times. */
function settingOf({ settings }: PublishedMessage, name: string): string | undefined {
  const [value, ...more] = settings.get(name) ?? []
  return more.length === 0 ? value : undefined
}

const differs = (what: string, wanted: string, got: string | undefined) =>
  wanted === got ? undefined : `expected ${what} ${wanted}, got ${got ?? 'none'}`

/** Returns the first problem of an attempt. */
const each =
  (judge: (message: PublishedMessage, attempt: Attempt) => string | undefined): Judge =>
  (message, attempts) =>
    attempts.map((attempt) => judge(message, attempt)).find((problem) => problem !== undefined)

const isOfRun = ({ settings }: PublishedMessage) => settings.has('workflow-runid')

/** The time that the first attempt may seem early in real time, because two clocks differ. */
const earlyMs = seconds(1)

/** The longest delay of a message that any scenario publishes, with its retries. */
const longestMs = days(40)

/** The time after an attempt in which another one is due with the usual delay, whose maximum is a day. */
const patienceMs = days(2)

const isSuccess = (status: number) => status >= 200 && status < 300

/** Returns true if flow control may hold a message back. */
const mayWait = ({ settings }: PublishedMessage) => settings.has('flow-control-key')

/** Judges the first attempt, which is due at a time after the publish. */
function mustCome(
  message: PublishedMessage,
  [first]: readonly Attempt[],
  dueAfter: (published: number) => number,
): string | undefined {
  const { from, to, isVirtual } = message
  const early = dueAfter(from) - first!.at - (isVirtual ? 0 : earlyMs)
  if (early > 0)
    return `expected the first attempt when it is due, came ${durationText(early)} earlier`
  // In real time, a busy target may be late.
  const late = first!.at - dueAfter(to)
  return isVirtual && late > 0 && !mayWait(message)
    ? `expected the first attempt when it is due, came ${durationText(late)} later`
    : undefined
}

/** Judges the headers of an attempt that the settings with a prefix name. */
const mustHave = ({ settings }: PublishedMessage, prefix: string, attempt: Attempt) =>
  [...settings]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, values]) => {
      const header = name.slice(prefix.length)
      const got = headerOf(withoutBody(attempt), header)
      return differs(`the header ${header}`, values.join(', '), got)
    })
    .find((problem) => problem !== undefined)

const units = { s: seconds(1), m: minutes(1), h: hours(1), d: days(1) }

/** Matches a URL that no target writes in another way. It is open how the others are normalised. */
const isPlainUrl = /^https?:\/\/[^/?#]+(\/[\w-]+)*(\?[\w=&-]*)?$/

const judged: Partial<Readonly<Record<MustRuleId, Judge>>> = {
  'queue.publish.delivers-to-destination': (message, attempts, now) =>
    each(({ url }, attempt) =>
      isPlainUrl.test(url) ? calls(url)(withoutBody(attempt))?.message : undefined,
    )(message, attempts, now) ??
    (message.settings.has('delay') || message.settings.has('not-before')
      ? undefined
      : mustCome(message, attempts, (published) => published)),

  'queue.publish.method': each((message, { method }) => {
    const wanted = settingOf(message, 'method')
    return wanted === undefined ? undefined : differs('the method', wanted, method)
  }),

  'queue.publish.method-defaults-to-post': each(({ settings }, { method }) =>
    settings.has('method') ? undefined : differs('the method', 'POST', method),
  ),

  // The messages of a run also carry the results of its steps.
  'queue.publish.body-unchanged': each((message, { method, digest }) =>
    isOfRun(message) || method === 'GET' || digest === message.digest
      ? undefined
      : 'expected the body as it was published',
  ),

  'queue.publish.content-type': each(({ contentType }, attempt) =>
    contentType === undefined
      ? undefined
      : differs('the content type', contentType, headerOf(withoutBody(attempt), 'Content-Type')),
  ),

  'queue.forward.prefix-stripped': each((message, attempt) =>
    mustHave(message, 'forward-', attempt),
  ),

  'queue.delay.number-and-unit': (message, attempts) => {
    const [, number, unit] = /^(\d+)([smhd])$/.exec(settingOf(message, 'delay') ?? '') ?? []
    if (unit === undefined || message.settings.has('not-before')) return undefined
    const delay = Number(number) * units[unit as keyof typeof units]
    return mustCome(message, attempts, (published) => published + delay)
  },

  'queue.delay.not-before-in-seconds': (message, attempts) => {
    const wanted = settingOf(message, 'not-before')
    return wanted === undefined || !/^\d+$/.test(wanted)
      ? undefined
      : mustCome(message, attempts, (published) => Math.max(published, seconds(Number(wanted))))
  },

  'queue.retries.after-a-failed-delivery': (message, attempts, now) => {
    // An attempt that a busy machine answers after its timeout has failed.
    if (isOfRun(message) || (!message.isVirtual && message.settings.has('timeout')))
      return undefined
    const before = attempts.slice(0, -1).find(({ status = 0 }) => isSuccess(status))
    if (before !== undefined) return `expected no attempt after the response ${before.status}`
    const { status, isPlain, at } = attempts.at(-1)!
    const isLast = attempts.length > Number(settingOf(message, 'retries') ?? 0)
    const delay = Number(settingOf(message, 'retry-delay') ?? 0)
    const isOver = message.isVirtual && now - at > delay + patienceMs
    return isPlain && !isSuccess(status!) && !isLast && isOver && !mayWait(message)
      ? `expected another attempt after the response ${status} to attempt ${attempts.length}`
      : undefined
  },

  'queue.retries.at-most-one-plus-retries': (message, attempts) => {
    const retries = settingOf(message, 'retries')
    // A rerun of a run may use the messages of the run again.
    if (retries === undefined || !/^\d+$/.test(retries) || isOfRun(message)) return undefined
    return attempts.length > Number(retries) + 1
      ? `expected at most ${Number(retries) + 1} attempts, got ${attempts.length}`
      : undefined
  },

  'queue.retry-delay.expression-in-milliseconds': (message, attempts) => {
    const delay = settingOf(message, 'retry-delay')
    if (delay === undefined || !/^\d+$/.test(delay) || isOfRun(message)) return undefined
    return attempts
      .slice(1)
      .map((attempt, index) => {
        const before = attempts[index]!
        // It is open if a header of the response sets the delay.
        if (before.status !== undefined && !before.isPlain) return undefined
        const gap = attempt.at - before.at
        const isExact = message.isVirtual && before.isPlain
        const least = Number(delay) - (message.isVirtual ? 0 : underWay(Number(delay)))
        return gap < least || (isExact && gap > Number(delay))
          ? `expected a retry after ${durationText(Number(delay))}, came after ${durationText(gap)}`
          : undefined
      })
      .find((problem) => problem !== undefined)
  },
}

/** The most problems that a scenario shows. One cause often has many effects. */
const mostShown = 3

export const everyMessage = (Object.entries(judged) as [MustRuleId, Judge][]).map(
  ([rule, judge]): Scenario<QueueWorld> => ({
    id: `${rule}/every-message`,
    title: `every message arrives as published: ${rule.split('.').at(-1)!.replaceAll('-', ' ')}`,
    interface: 'queue',
    rule,
    level: ruleById[rule].level,
    needs: [],
    waits: 0,
    after: true,
    law: { id: 'every-message', dimensions: {} },
    async run(world) {
      const { messages, time } = world
      // Then the last messages have come too.
      if (time.virtual) await onceInRun(world, judged, 'wait', async () => time.pass(longestMs))
      const now = await time.now()
      const delivered = messages.delivered()
      if (delivered.length === 0) throw new NotApplicable('no delivery names its message')
      const findings = delivered.flatMap(([message, attempts]) => {
        const problem = judge(message, attempts, now)
        if (problem === undefined) return []
        const request = message.request && { request: message.request }
        return [{ message: `a message to ${message.url}: ${problem}`, ...request }]
      })
      const more = findings.length - mostShown
      if (more > 0) findings.splice(mostShown, more, { message: `and ${more} more` })
      if (findings.length > 0) throw new Violation(findings)
    },
  }),
)
