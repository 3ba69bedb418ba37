// The messages of the queue, made of their events.

import { useEffect } from 'preact/hooks'
import { get } from './api.ts'
import { changes, resets } from './feed.ts'
import { durationOf, relative } from './format.ts'
import { readPauses, type Pauses } from './pauses.ts'
import { createStore, useStore } from './store.ts'

export type EventState =
  | 'CREATED'
  | 'ACTIVE'
  | 'RETRY'
  | 'ERROR'
  | 'DELIVERED'
  | 'FAILED'
  | 'CANCEL_REQUESTED'
  | 'CANCELLED'

/** One event of a message. Times are Unix milliseconds. */
export interface MessageEvent {
  readonly sequence: number
  readonly state: EventState
  readonly time: number
  readonly messageId: string
  readonly url: string
  readonly error?: string
  readonly nextDeliveryTime?: number
  readonly labels?: readonly string[]
  readonly topicName?: string
  readonly queueName?: string
  readonly scheduleId?: string
  readonly flowControlKey?: string
  /** The message that a callback reports. */
  readonly origin?: { readonly kind: 'callback' | 'failureCallback'; readonly messageId: string }
}

/** A message with its events, oldest first. */
export interface Message {
  readonly id: string
  readonly events: readonly MessageEvent[]
  /** The last event. */
  readonly last: MessageEvent
}

interface Page {
  readonly events: readonly MessageEvent[]
  readonly before?: string
}

/** The messages, those with the newest first event at the end. */
const messages = createStore<readonly Message[]>([])

let byId = new Map<string, MessageEvent[]>()
let newest = 0
let isReading = false
let isStale = false

/** Reads the events since the last reading, page by page. */
async function readNew(): Promise<void> {
  const fresh: MessageEvent[] = []
  let before: string | undefined
  do {
    const cursor = before === undefined ? '' : `&before=${before}`
    const page = await get<Page>(`queue/events?after=${newest}${cursor}`)
    fresh.push(...page.events)
    before = page.before
  } while (before !== undefined)
  if (fresh.length === 0) return
  newest = fresh[0]!.sequence
  for (const event of fresh.reverse()) {
    const events = byId.get(event.messageId)
    if (events) events.push(event)
    else byId.set(event.messageId, [event])
  }
  messages.set(Array.from(byId, ([id, events]) => ({ id, events, last: events.at(-1)! })))
}

/** Forgets all messages, after a reset of the mock. */
function forget(): void {
  byId = new Map()
  newest = 0
  messages.set([])
}

resets.subscribe(forget)

async function refresh(): Promise<void> {
  isStale = true
  if (isReading) return
  isReading = true
  try {
    while (isStale) {
      isStale = false
      if (await isReset()) forget()
      await readNew()
      await readPauses(
        messages.get().flatMap((message) => (isWaiting(message) ? message.last : [])),
      )
    }
  } catch {
    // The next change reads again.
  }
  isReading = false
}

/** Returns true if the queue no longer has the newest event. */
async function isReset(): Promise<boolean> {
  if (newest === 0) return false
  const { events } = await get<Page>('queue/events?limit=1')
  return (events[0]?.sequence ?? 0) < newest
}

/** Returns all messages, and reads new events while a component uses them. */
export function useMessages(): readonly Message[] {
  useEffect(() => {
    void refresh()
    return changes.subscribe(() => void refresh())
  }, [])
  return useStore(messages)
}

export type Phase = 'waiting' | 'active' | 'delivered' | 'failed' | 'cancelled'

const PHASES: Readonly<Record<EventState, Phase>> = {
  CREATED: 'waiting',
  RETRY: 'waiting',
  ACTIVE: 'active',
  ERROR: 'active',
  CANCEL_REQUESTED: 'active',
  DELIVERED: 'delivered',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
}

export const phaseOf = ({ last }: Message): Phase => PHASES[last.state]

export const isWaiting = (message: Message): boolean => phaseOf(message) === 'waiting'

/** Returns true if a queue or a flow-control key may hold back the message, which is due. */
export const isHeld = (message: Message, now: number): boolean => {
  const { nextDeliveryTime = 0, queueName, flowControlKey } = message.last
  return (
    isWaiting(message) && nextDeliveryTime <= now && (queueName ?? flowControlKey) !== undefined
  )
}

/** Returns the number of attempts that have begun. */
export const attemptsOf = ({ events }: Message): number =>
  events.filter(({ state }) => state === 'ACTIVE').length

/** Returns the time of the next attempt: `in 3m`, or `due since 3m`. */
export function dueText({ last: { nextDeliveryTime = 0 } }: Message, now: number): string {
  const late = now - nextDeliveryTime
  return late < 0
    ? relative(nextDeliveryTime, now)
    : late < 1000
      ? 'now'
      : `due since ${durationOf(late)}`
}

/** Returns the reason why a message waits. */
export function reasonOf(
  { last: { nextDeliveryTime = 0, flowControlKey, queueName, state } }: Message,
  now: number,
  { keys, queues }: Pauses,
): string {
  if (nextDeliveryTime > now) return state === 'RETRY' ? 'waits for its retry' : 'is delayed'
  if (queueName !== undefined)
    return queues.has(queueName)
      ? `the queue ${queueName} is paused`
      : `waits in the queue ${queueName}`
  if (flowControlKey !== undefined)
    return keys.has(flowControlKey)
      ? `the flow-control key ${flowControlKey} is paused`
      : `waits for the flow-control key ${flowControlKey}`
  return 'is due'
}
