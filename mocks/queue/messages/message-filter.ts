// Filters of waiting messages, of events and of failed messages. The contract does not define them.

import { splitTarget, type Request } from '../../http/message.js'
import type { Message } from '../message.js'
import { number, queryPairs } from '../request/query.js'
import { refuse } from '../refusal.js'

/** The fields that a filter compares. */
export interface Traits {
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

export const traitsOf = (message: Message): Omit<Traits, 'state' | 'responseStatus' | 'dlqId'> => ({
  messageId: message.id,
  url: message.url,
  callerIP: message.callerIP,
  labels: message.labels,
  topicName: message.topicName,
  queueName: message.queueName,
  scheduleId: message.scheduleId,
  flowControlKey: message.flowControl?.key,
})

/** A filter. A message must match one value of each parameter. Dates are inclusive. */
export interface MessageFilter {
  readonly values: Readonly<Partial<Record<Parameter, readonly string[]>>>
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
}

/** The query parameters, and the values of a message that each parameter is compared with. */
const PARAMETERS = {
  messageId: ({ messageId }: Traits) => [messageId],
  messageIds: ({ messageId }: Traits) => [messageId],
  url: ({ url }: Traits) => [url],
  host: ({ url }: Traits) => [new URL(url).host, new URL(url).hostname],
  path: ({ url }: Traits) => [new URL(url).pathname],
  callerIp: ({ callerIP }: Traits) => [callerIP],
  callerIP: ({ callerIP }: Traits) => [callerIP],
  label: ({ labels }: Traits) => labels ?? [],
  topicName: ({ topicName }: Traits) => [topicName],
  queueName: ({ queueName }: Traits) => [queueName],
  scheduleId: ({ scheduleId }: Traits) => [scheduleId],
  flowControlKey: ({ flowControlKey }: Traits) => [flowControlKey],
  state: ({ state }: Traits) => [state],
  responseStatus: ({ responseStatus }: Traits) => [String(responseStatus)],
  dlqIds: ({ dlqId }: Traits) => [dlqId],
} as const

export type Parameter = keyof typeof PARAMETERS

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
 * Parses the filter in a query. `also` lists the parameters that this list accepts in addition to
 * the common parameters. An unknown parameter is refused, because otherwise a typing error could
 * cancel all messages.
 */
export function messageFilter(request: Request, also: readonly Parameter[]): MessageFilter {
  const known: readonly string[] = [...COMMON, ...also]
  const values: Record<string, string[]> = {}
  const dates: { fromDate?: number | undefined; toDate?: number | undefined } = {}
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
  return { values, ...dates }
}

/** Returns true if a message with the time `time` matches the filter. */
export const matchesFilter = (traits: Traits, time: number, filter: MessageFilter): boolean =>
  time >= (filter.fromDate ?? -Infinity) &&
  time <= (filter.toDate ?? Infinity) &&
  Object.entries(filter.values).every(([name, asked]) =>
    PARAMETERS[name as Parameter](traits).some((is) => is !== undefined && asked.includes(is)),
  )
