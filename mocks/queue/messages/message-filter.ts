// What published messages can be selected by, whatever is known of them: that they wait, an event, or
// that they failed. Outside the document.

import { splitTarget, type Request } from '../../http/message.js'
import type { Message } from '../message.js'
import { number } from '../request/parameters.js'
import { queryPairs } from '../request/query.js'
import { refuse } from '../refusal.js'

/** What a message is told from others by. */
export interface Traits {
  readonly messageId: string
  readonly url: string
  readonly callerIP: string
  readonly labels?: readonly string[] | undefined
  readonly topicName?: string | undefined
  readonly queueName?: string | undefined
  readonly scheduleId?: string | undefined
  readonly flowControlKey?: string | undefined
  /** Of events alone. */
  readonly state?: string | undefined
  /** Of those that failed alone. */
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

/** One of the values must be the trait's; all that is given must hold. Dates are inclusive. */
export interface MessageFilter {
  readonly values: Readonly<Partial<Record<Parameter, readonly string[]>>>
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
}

/** Query parameters, and what of a message they ask for. */
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

/** What all lists of messages can be narrowed to. */
const COMMON = [
  ...(['messageId', 'messageIds', 'url', 'callerIp', 'callerIP', 'label', 'topicName'] as const),
  ...(['queueName', 'scheduleId', 'flowControlKey'] as const),
] as const

/** Lists of ids come repeated or separated by commas; no id has a comma. */
const IDS: readonly string[] = ['messageIds', 'dlqIds']

/** Says of which page, and of which kind, and not of which messages. */
const OF_THE_PAGE = ['count', 'cursor', 'source']

/**
 * The filter that a query asks for, `also` being what this list knows beside the common parameters.
 * A parameter that is none is refused: who cancels by a filter does not mean everything.
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

/** Whether a filter asks for what is known of a message, `time` being when that was so. */
export const matchesFilter = (traits: Traits, time: number, filter: MessageFilter): boolean =>
  time >= (filter.fromDate ?? -Infinity) &&
  time <= (filter.toDate ?? Infinity) &&
  Object.entries(filter.values).every(([name, asked]) =>
    PARAMETERS[name as Parameter](traits).some((is) => is !== undefined && asked.includes(is)),
  )
