// What the settings of a message are called, how they are written, and what holds without them.

import type { Dialect } from '#generated/dialects.js'
import { LAST_MOMENT } from '../../clock.js'
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

/** The settings of a message; moments in Unix milliseconds, durations in milliseconds. */
export interface Settings {
  /** The method toward the destination (rule `queue.publish.method`). */
  readonly method: string
  /** Retries after a failed delivery (rule `queue.retries.after-a-failed-delivery`). */
  readonly retries: number
  /** Milliseconds before a retry, as an expression (rules `queue.retry-delay.*`). */
  readonly retryDelay: string | undefined
  /** How long one attempt may take (rule `queue.timeout.only-shortens`). */
  readonly timeout: number
  /** How long to wait before the first attempt (rule `queue.delay.number-and-unit`). */
  readonly delay: number
  /** When the first attempt may be; wins over `delay` (rule `queue.delay.not-before-wins`). */
  readonly notBefore: number | undefined
  /** Headers for the destination, their prefix stripped (rule `queue.forward.prefix-stripped`). */
  readonly forward: readonly HeaderLine[]
  /** Whether all other headers go along (rule `queue.forward.all-headers`). */
  readonly forwardAll: boolean
  /** The ordered queue that it is to stand in. */
  readonly queueName: string | undefined
  /** The schedule that it is of. */
  readonly scheduleId: string | undefined
  /** What the message is called, to select it by. */
  readonly labels: readonly string[] | undefined
  /** Who is called after each attempt (rule `queue.callback.after-each-attempt`). */
  readonly callback: CallbackSettings | undefined
  /** Who is called when there were enough (rule `queue.failure-callback.after-all-retries`). */
  readonly failureCallback: CallbackSettings | undefined
  /** The id of which only one message is published (rule `queue.deduplication.one-message-per-id`). */
  readonly deduplicationId: string | undefined
  /** Whether equal content is published once (rule `queue.deduplication.content-based`). */
  readonly contentBasedDeduplication: boolean
  /** What else of its key may be under way (rules `queue.flow-control.*`). */
  readonly flowControl: FlowControl | undefined
}

/** Whom to call, and the settings of the message that does. */
export interface CallbackSettings {
  /** The header or query key that asks for it, for messages. */
  readonly spelled: string
  readonly url: string
  readonly settings: Settings
}

/** A setting as a request gives it. */
export interface GivenSetting {
  /** The header or query key as it was spelled, for messages. */
  readonly spelled: string
  /** Lower case, without the dialect's prefix. */
  readonly name: string
  readonly value: string
}

/** The longest an attempt may take (rule `queue.timeout.plan-maximum`). */
const PLAN_TIMEOUT = 15 * 60_000

/** The longest delay: a century, so that whatever is accepted has a moment to come. */
const MAX_DELAY = 36_500 * 86_400_000

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/**
 * The settings that a request gives. A header wins over the query key of the same name (rule
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
 * Parses the settings of a message, or refuses naming what came and what was expected. What stands
 * behind the name of a callback are settings of the message that calls back, a callback of its own
 * among them; without a URL to call they say nothing.
 */
export function parseSettings(given: readonly GivenSetting[], dialect: Dialect): Settings {
  /** One setting, or nothing where it is not given. */
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

  /** The retries of the original are those of a callback that is told no others. */
  const retries = given.filter(({ name }) => name === 'retries')

  const callback = (name: 'callback' | 'failure-callback'): CallbackSettings | undefined => {
    const url = read(name, 'an http or https URL', httpUrl)
    if (url === undefined) return undefined
    const { spelled } = given.find((setting) => setting.name === name)!
    const settings = parseSettings([...under(`${name}-`, given), ...retries], dialect)
    return { spelled, url, settings }
  }

  const timeout = read('timeout', 'a number followed by s, m or h', duration('smh'))
  return {
    method: read('method', `one of ${METHODS.join(', ')}`, method) ?? 'POST',
    retries: read('retries', 'a whole number', wholeNumber) ?? dialect.defaultRetries.free,
    retryDelay: given.map(retryDelay).find((expression) => expression !== undefined),
    timeout: Math.min(timeout ?? PLAN_TIMEOUT, PLAN_TIMEOUT),
    delay: read('delay', 'a number followed by s, m, h or d, at most 36500d', delay) ?? 0,
    notBefore: read('not-before', 'a Unix timestamp in seconds', secondsToMilliseconds),
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

/** A key and its limits; one without the other has no meaning. */
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

/** An expression as it was given, once it is known to be one. */
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
  return seconds !== undefined && seconds * 1000 <= LAST_MOMENT ? seconds * 1000 : undefined
}

const httpUrl = (value: string) =>
  /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined

/** The settings whose names begin with a prefix, without it. */
const under = (prefix: string, given: readonly GivenSetting[]): GivenSetting[] =>
  given
    .filter(({ name }) => name.startsWith(prefix))
    .map((setting) => ({ ...setting, name: setting.name.slice(prefix.length) }))

const FORWARD = 'forward-'

/** A header for the destination; in a query anything can stand, and HTTP carries not all of it. */
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
