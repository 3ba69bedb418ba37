// Filters of waiting messages, of events and of failed messages. The contract does not define them.

import { splitTarget, type Request } from '../../http/message.js'
import type { Message } from '../message.js'
import { since, until, type FilterOf, type Row } from '../lists/filters.js'
import { areTexts, jsonObject, memberReader } from '../request/body.js'
import { number, queryPairs } from '../request/query.js'
import { refuse } from '../refusal.js'

/** The fields that a filter compares. */
export interface Traits {
  /** The time that dates are compared with, in Unix milliseconds. */
  readonly time: number
  readonly messageId: string
  readonly url: string
  readonly callerIP: string
  readonly labels?: readonly string[] | undefined
  readonly topicName?: string | undefined
  readonly queueName?: string | undefined
  readonly scheduleId?: string | undefined
  readonly flowControlKey?: string | undefined
  /** The state of an event. Undefined for messages. */
  readonly state?: string | undefined
  /** The status of the last response. Set only for failed messages. */
  readonly responseStatus?: number | undefined
  readonly dlqId?: string | undefined
}

export const traitsOf = (
  message: Message,
  time = message.createdAt,
): Omit<Traits, 'state' | 'responseStatus' | 'dlqId'> => ({
  time,
  messageId: message.id,
  url: message.url,
  callerIP: message.callerIP,
  labels: message.labels,
  topicName: message.topicName,
  queueName: message.queueName,
  scheduleId: message.scheduleId,
  flowControlKey: message.flowControl?.key,
})

/** Matches items with a value among the wanted values. */
const anyOf = (
  valuesOf: (traits: Traits) => readonly (string | undefined)[],
): Row<Traits, readonly string[]> => ({
  fits: (wanted) => (traits) =>
    valuesOf(traits).some((value) => value !== undefined && wanted.includes(value)),
})

const time = ({ time }: Traits) => time

/** The filters by query parameter. Dates are inclusive. */
export const messageFilters = {
  messageId: anyOf(({ messageId }) => [messageId]),
  messageIds: anyOf(({ messageId }) => [messageId]),
  url: anyOf(({ url }) => [url]),
  host: anyOf(({ url }) => [new URL(url).host, new URL(url).hostname]),
  path: anyOf(({ url }) => [new URL(url).pathname]),
  callerIp: anyOf(({ callerIP }) => [callerIP]),
  callerIP: anyOf(({ callerIP }) => [callerIP]),
  label: anyOf(({ labels = [] }) => labels),
  topicName: anyOf(({ topicName }) => [topicName]),
  queueName: anyOf(({ queueName }) => [queueName]),
  scheduleId: anyOf(({ scheduleId }) => [scheduleId]),
  flowControlKey: anyOf(({ flowControlKey }) => [flowControlKey]),
  state: anyOf(({ state }) => [state]),
  responseStatus: anyOf(({ responseStatus }) => [String(responseStatus)]),
  dlqIds: anyOf(({ dlqId }) => [dlqId]),
  fromDate: since(time),
  toDate: until(time),
}

export type MessageFilter = FilterOf<typeof messageFilters>

/** The parameters that all lists accept. */
const COMMON = [
  ...(['messageId', 'messageIds', 'url', 'callerIp', 'callerIP', 'label', 'topicName'] as const),
  ...(['queueName', 'scheduleId', 'flowControlKey'] as const),
] as const

/** The parameters with lists of ids. The ids are repeated parameters or separated by commas. */
const IDS: readonly string[] = ['messageIds', 'dlqIds']

/** The parameters that choose a page and do not filter messages. */
const OF_THE_PAGE = ['count', 'cursor', 'source']

/**
 * Parses the filter in a query, and the ids in the body of a DELETE. `also` lists the parameters that this list accepts in addition to
 * the common parameters. An unknown parameter is refused, because otherwise a typing error could
 * cancel all messages.
 */
export function messageFilter(
  request: Request,
  also: readonly (keyof MessageFilter)[],
): MessageFilter {
  const known: readonly string[] = [...COMMON, ...also]
  const values: Record<string, readonly string[]> = {}
  const dates: Record<string, number> = {}
  for (const { key, value } of queryPairs(splitTarget(request.target).query)) {
    if (key === '' || OF_THE_PAGE.includes(key)) continue
    else if (key === 'fromDate' || key === 'toDate') dates[key] = number(key, value)
    else if (known.includes(key)) {
      const given = IDS.includes(key) ? value.split(',') : [value]
      values[key] = [...(values[key] ?? []), ...given]
    } else {
      refuse(400, `${key}: expected one of ${[...known, 'fromDate', 'toDate'].join(', ')}`)
    }
  }
  for (const [key, ids] of idsInBody(request)) {
    if (!known.includes(key)) refuse(400, `${key}: expected ${idsAmong(known).join(' or ')}`)
    values[key] = [...(values[key] ?? []), ...ids]
  }
  return { ...values, ...dates }
}

const idsAmong = (known: readonly string[]) => known.filter((name) => IDS.includes(name))

/** Returns the lists of ids in the JSON body of a DELETE. The Python client sends them there. */
function idsInBody(request: Request): [string, readonly string[]][] {
  if (request.method !== 'DELETE' || request.body.length === 0) return []
  const body = jsonObject(request)
  const read = memberReader(body)
  return Object.keys(body).map((name) => [name, read(name, 'an array of ids', areTexts) ?? []])
}
