// The settings of a message: names, formats and defaults. A setting with an unknown name has no effect,
// and is found for a warning.

import type { Dialect } from '#generated/dialects.js'
import { parseDuration } from '../../duration.js'
import { splitTarget, type Request } from '../../http/message.js'
import { ExpressionError, parseDelayExpression } from '../deliver/delay-expression.js'
import {
  FLOW_LIMITS,
  parseFlowLimits,
  type FlowControl,
  type FlowLimits,
} from '../flow-control/limits.js'
import { headerLines, isHeaderName, isHeaderValue, type HeaderLine } from '../request/headers.js'
import { isQueueName } from '../queues/ordered-queue.js'
import { copied, queryPairs } from '../request/query.js'
import { refuse } from '../refusal.js'
import { didYouMean } from '../../did-you-mean.js'
import { warnOnce } from '../../warnings.js'

/** The settings of a message. Times are Unix milliseconds, durations are milliseconds. */
export interface MessageSettings {
  /** The HTTP method of the delivery (rule `queue.publish.method`). */
  readonly method: string
  /** The maximum number of retries (rule `queue.retries.after-a-failed-delivery`). */
  readonly retries: number
  /** The expression of the retry delay (rules `queue.retry-delay.*`). */
  readonly retryDelay: string | undefined
  /** The timeout of one attempt (rule `queue.timeout.only-shortens`). */
  readonly timeout: number
  /** The delay before the first attempt (rule `queue.delay.number-and-unit`). */
  readonly delay: number
  /**
   * The earliest time of the first attempt. Takes precedence over `delay` (rule
   * `queue.delay.not-before-wins`).
   */
  readonly notBefore: number | undefined
  /** The headers to forward, without the prefix in their names (rule `queue.forward.prefix-stripped`). */
  readonly forward: readonly HeaderLine[]
  /** True if all headers are forwarded (rule `queue.forward.all-headers`). */
  readonly forwardAll: boolean
  readonly queueName: string | undefined
  readonly scheduleId: string | undefined
  readonly labels: readonly string[] | undefined
  /** The callback after each attempt (rule `queue.callback.after-each-attempt`). */
  readonly callback: CallbackSettings | undefined
  /** The callback after the last failed attempt (rule `queue.failure-callback.after-all-retries`). */
  readonly failureCallback: CallbackSettings | undefined
  /** The id that duplicates share (rule `queue.deduplication.one-message-per-id`). */
  readonly deduplicationId: string | undefined
  /** True if messages with equal content are duplicates (rule `queue.deduplication.content-based`). */
  readonly contentBasedDeduplication: boolean
  /** The flow-control key and its limits (rules `queue.flow-control.*`). */
  readonly flowControl: FlowControl | undefined
}

/** The names of the headers for settings, without the prefix of the dialect. */
const settingNames: readonly string[] = [
  'method',
  'retries',
  'retry-delay',
  'timeout',
  'delay',
  'not-before',
  'header-forward',
  'queue-name',
  'schedule-id',
  'cron',
  'label',
  'callback',
  'failure-callback',
  'deduplication-id',
  'content-based-deduplication',
  'flow-control-key',
  'flow-control-value',
]

export interface CallbackSettings {
  /** The name of the callback header or query key as sent, for error messages. */
  readonly spelled: string
  readonly url: string
  readonly settings: MessageSettings
}

export interface GivenSetting {
  /** The name of the header or query key as sent, for error messages. */
  readonly spelled: string
  /** The name of the setting in lower case, without the prefix of the dialect. */
  readonly name: string
  readonly value: string
}

/** The maximum timeout of an attempt, in milliseconds (rule `queue.timeout.plan-maximum`). */
const PLAN_TIMEOUT = 15 * 60_000

/** The last second of the year 9999. A timestamp in milliseconds is later. */
const MOST_SECONDS = 253_402_300_799

const NOT_BEFORE = 'a Unix timestamp in seconds (not milliseconds), up to the year 9999'

/** The maximum delay, in milliseconds. The limit of a century keeps every due time a valid date. */
const MAX_DELAY = 36_500 * 86_400_000

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/**
 * Collects settings from the headers and the query. A header takes precedence over the query (rule
 * `queue.publish.header-and-query-disagree`).
 */
export function givenSettings(request: Request, dialect: Dialect): GivenSetting[] {
  const headerPrefix = dialect.headerPrefix.toLowerCase()
  const inHeaders = headerLines(request.rawHeaders)
    .map(([spelled, value]) => ({ spelled, name: spelled.toLowerCase(), value }))
    .filter(({ name }) => name.startsWith(headerPrefix))
    .map((setting) => ({ ...setting, name: setting.name.slice(headerPrefix.length) }))

  const inQuery = queryPairs(splitTarget(request.target).query)
    .filter(({ key }) => key.startsWith(dialect.queryPrefix))
    .map(({ key, value }) => ({
      spelled: key,
      name: copied(key.slice(dialect.queryPrefix.length)),
      value: copied(value),
    }))
    .filter(({ name }) => !inHeaders.some((header) => header.name === name))

  return [...inHeaders, ...inQuery]
}

/**
 * Parses the settings of a message. Refuses an invalid setting. A setting whose name begins with
 * the name of a callback applies to the callback message. Without a callback URL such settings are
 * ignored.
 */
export function parseSettings(given: readonly GivenSetting[], dialect: Dialect): MessageSettings {
  function read<T>(
    name: string,
    expected: string,
    parse: (value: string) => T | undefined,
  ): T | undefined {
    const setting = given.find((setting) => setting.name === name)
    if (!setting) return undefined
    const { spelled, value } = setting
    return parse(value) ?? refuse(400, `${spelled}: expected ${expected}, got "${value}"`)
  }

  const duration = (units: string) => (value: string) =>
    parseDuration(value, { units, compound: dialect.compoundDurations })

  const delay = (value: string) => {
    const milliseconds = duration('smhd')(value)
    return milliseconds !== undefined && milliseconds <= MAX_DELAY ? milliseconds : undefined
  }

  /** The retry settings of the message, which are also the default for its callbacks. */
  const retries = given.filter(({ name }) => name === 'retries')

  const callback = (name: 'callback' | 'failure-callback'): CallbackSettings | undefined => {
    const url = read(name, 'an http or https URL', httpUrl)
    if (url === undefined) return undefined
    const { spelled } = given.find((setting) => setting.name === name)!
    const settings = parseSettings([...under(`${name}-`, given), ...retries], dialect)
    return { spelled, url, settings }
  }

  const seconds = (value: string) =>
    dialect.timeoutsWithoutUnit && /\d$/.test(value) ? `${value}s` : value

  const timeout = read('timeout', 'a number followed by s, m or h', (value) =>
    duration('smh')(seconds(value)),
  )
  return {
    method: read('method', `one of ${METHODS.join(', ')}`, method) ?? 'POST',
    retries: read('retries', 'a whole number', wholeNumber) ?? dialect.defaultRetries.free,
    retryDelay: given.map(retryDelay).find((expression) => expression !== undefined),
    timeout: Math.min(timeout ?? PLAN_TIMEOUT, PLAN_TIMEOUT),
    delay: read('delay', 'a number followed by s, m, h or d, at most 36500d', delay) ?? 0,
    notBefore: read('not-before', NOT_BEFORE, secondsToMilliseconds),
    forward: given.filter(({ name }) => name.startsWith(FORWARD)).map(forwarded),
    forwardAll: read('header-forward', 'true or false', boolean) ?? false,
    queueName: read('queue-name', 'the name of a queue', queueName),
    scheduleId: read('schedule-id', 'an id', notEmpty),
    labels: read('label', 'labels separated by commas', labels),
    callback: callback('callback'),
    failureCallback: callback('failure-callback'),
    deduplicationId: read('deduplication-id', 'an id', notEmpty),
    contentBasedDeduplication:
      read('content-based-deduplication', 'true or false', boolean) ?? false,
    flowControl: flowControl(
      read('flow-control-key', 'a key', notEmpty),
      read('flow-control-value', FLOW_LIMITS, parseFlowLimits),
      dialect,
    ),
  }
}

function flowControl(
  key: string | undefined,
  limits: FlowLimits | undefined,
  { headerPrefix }: Dialect,
): FlowControl | undefined {
  if (key === undefined && limits === undefined) return undefined
  const [have, want] = key === undefined ? ['Value', 'Key'] : ['Key', 'Value']
  return key !== undefined && limits !== undefined
    ? { key, ...limits }
    : refuse(400, `${headerPrefix}Flow-Control-${have} needs ${headerPrefix}Flow-Control-${want}`)
}

function retryDelay({ spelled, name, value }: GivenSetting): string | undefined {
  if (name !== 'retry-delay') return undefined
  try {
    parseDelayExpression(value)
    return value
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return refuse(400, `${spelled}: ${error.message}, in "${value}"`)
  }
}

const method = (value: string) => METHODS.find((method) => method === value.toUpperCase())

const notEmpty = (value: string) => value || undefined
const queueName = (value: string) => (isQueueName(value) ? value : undefined)

const labels = (value: string) => value.split(',').map((label) => label.trim())

const wholeNumber = (value: string) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined)

function boolean(value: string): boolean | undefined {
  const word = value.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}

function secondsToMilliseconds(value: string): number | undefined {
  const seconds = wholeNumber(value)
  return seconds !== undefined && seconds <= MOST_SECONDS ? seconds * 1000 : undefined
}

const httpUrl = (value: string) =>
  /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined

const under = (prefix: string, given: readonly GivenSetting[]): GivenSetting[] =>
  given
    .filter(({ name }) => name.startsWith(prefix))
    .map((setting) => ({ ...setting, name: setting.name.slice(prefix.length) }))

const FORWARD = 'forward-'

/**
 * Returns a header to forward. Checks it, because a query may contain names and values that are
 * invalid in a header.
 */
function forwarded({ spelled, name, value }: GivenSetting): HeaderLine {
  const stripped = name.slice(FORWARD.length)
  if (!isHeaderName(stripped)) {
    refuse(400, `${spelled}: expected the name of a header after the prefix, got "${stripped}"`)
  }
  if (!isHeaderValue(value)) {
    refuse(400, `${spelled}: expected the value of a header, got ${JSON.stringify(value)}`)
  }
  return [stripped, value]
}

/** Names that existing clients send without a wish of their user. */
const OF_CLIENTS =
  /^(?:(?:forward|workflow|telemetry)-.*|feature-set|retried|message-id|region|signature|nonretryable-error|error-step-name)$/

/** Returns a description of the first setting with an unknown name, or undefined if all are known. */
export function describeUnknown(given: readonly GivenSetting[]): string | undefined {
  for (const { spelled, name } of given) {
    const [, of = '', own = ''] = /^((?:failure-)?callback-)?(.*)$/s.exec(name) ?? []
    if (settingNames.includes(own) || OF_CLIENTS.test(own)) continue
    const before = spelled.slice(0, spelled.length - name.length) + of
    const similar = didYouMean(own, settingNames).replace('mean ', `mean ${before}`)
    return `there is no setting ${spelled}${similar}`
  }
  return undefined
}

/** Returns a function that emits one warning for each unknown name. */
export function ignoredSettings(): (given: readonly GivenSetting[]) => void {
  const warn = warnOnce('SettingWarning')
  return (given) => {
    for (const setting of given)
      warn(setting.name, () => {
        const unknown = describeUnknown([setting])
        return unknown && `${unknown}: the mock ignores it`
      })
  }
}
