// The messages of the queue, made of their events.

import { useEffect } from 'preact/hooks'
import { get } from './api.ts'
import { changes, resets } from './feed.ts'
import { durationOf, momentOf, relative } from './format.ts'
import { readHolds, type FlowKey, type Held, type Holds, type OrderedQueue } from './holds.ts'
import { useQuery } from './query.ts'
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
  /** The key of the run that the message belongs to. */
  readonly runKey?: string
  /** The failed message that was published again as this one. */
  readonly republishOf?: string
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

/** True if the page has read all messages of the mock. */
export const isRead = createStore(false)

let byId = new Map<string, MessageEvent[]>()
let newest = 0
let isReading = false
let isStale = false

/** Reads the events since the last reading, page by page. */
async function readNew(): Promise<void> {
  const epoch = resets.get()
  const fresh: MessageEvent[] = []
  let before: string | undefined
  do {
    const cursor = before === undefined ? '' : `&before=${before}`
    const page = await get<Page>(`queue/events?after=${newest}${cursor}`)
    fresh.push(...page.events)
    before = page.before
  } while (before !== undefined)
  // The events are from before a reset.
  if (epoch !== resets.get()) return
  if (fresh.length === 0) return isRead.set(true)
  newest = fresh[0]!.sequence
  for (const event of fresh.reverse()) {
    const events = byId.get(event.messageId)
    if (events) events.push(event)
    else byId.set(event.messageId, [event])
  }
  messages.set(Array.from(byId, ([id, events]) => ({ id, events, last: events.at(-1)! })))
  isRead.set(true)
}

/** Forgets all messages, after a reset of the mock. */
function forget(): void {
  byId = new Map()
  newest = 0
  isRead.set(false)
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
      await readHolds(messages.get().flatMap((message) => (isWaiting(message) ? message.last : [])))
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

/** A message that has not ended, as the queue has it. */
export interface Pending {
  readonly method: string
  readonly header?: Readonly<Record<string, readonly string[]>>
  readonly body?: string
  readonly bodyBase64?: string
  readonly maxRetries: number
  readonly retried: number
  readonly timeout: number
  readonly callback?: string
  readonly failureCallback?: string
  readonly retryDelayExpression?: string
}

/** Returns a message until it ends, when the queue forgets it. */
export const usePending = ({ id, last }: Message): Pending | undefined =>
  useQuery(`message ${id} ${last.sequence}`, () =>
    get<{ message?: Pending }>(`queue/message?id=${encodeURIComponent(id)}`),
  )?.message

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

/** Returns true if the queue or the flow-control key is paused. The time of a message then has no effect. */
const isPaused = ({ flowControlKey = '', queueName = '' }: Held, { keys, queues }: Holds) =>
  queues.get(queueName)?.paused === true || keys.get(flowControlKey)?.isPaused === true

/** Returns true if a queue or a flow-control key may hold back the message, which is due or paused. */
export const isHeld = (message: Message, now: number, held: Holds): boolean => {
  const { nextDeliveryTime = 0, queueName, flowControlKey } = message.last
  const isDue = nextDeliveryTime <= now && (queueName ?? flowControlKey) !== undefined
  return isWaiting(message) && (isDue || isPaused(message.last, held))
}

/** Returns the number of attempts that have begun. */
export const attemptsOf = ({ events }: Message): number =>
  events.filter(({ state }) => state === 'ACTIVE').length

/** Returns true if the message waits, or an attempt is in progress. */
export const isPending = (message: Message): boolean =>
  ['waiting', 'active'].includes(phaseOf(message))

/** Returns true if an attempt has failed, and another one follows or is in progress. */
export const isRetrying = (message: Message): boolean =>
  isPending(message) && failureOf(message) !== undefined

/** Returns the last failed attempt. */
export const failureOf = ({ events }: Message): MessageEvent | undefined =>
  events.findLast(({ state }) => state === 'ERROR')

/**
 * Returns the time when a message can start: its next attempt, or the end of the period of its rate.
 * No time ends a pause.
 */
export function startOf({ last }: Message, now: number, held: Holds): number {
  const { nextDeliveryTime = 0, queueName, flowControlKey } = last
  if (isPaused(last, held)) return Infinity
  const key = held.keys.get(flowControlKey ?? '')
  const isHeldByRate =
    nextDeliveryTime <= now && queueName === undefined && key && limitOf(key) === 'rate'
  return isHeldByRate ? Math.max(nextDeliveryTime, key.rateEndsAt ?? 0) : nextDeliveryTime
}

/** Returns the time of the next attempt: `in 3m`, `due for 3m` or `held back`. */
export function dueText(message: Message, now: number, held: Holds): string {
  const start = startOf(message, now, held)
  if (start === Infinity) return 'held back'
  const late = now - start
  return late < 0 ? relative(now - late, now) : late < 1000 ? 'now' : `due for ${durationOf(late)}`
}

/** Returns the limit of a key that holds back its messages now. */
function limitOf(key: FlowKey): 'pause' | 'parallelism' | 'rate' | undefined {
  const { isPaused, parallelismMax, parallelismCount, rateMax, rateCount } = key
  if (isPaused) return 'pause'
  if (parallelismMax > 0 && parallelismCount >= parallelismMax) return 'parallelism'
  return rateMax > 0 && rateCount >= rateMax ? 'rate' : undefined
}

/** Returns the reason why a message waits. */
export function reasonOf(
  { last: { nextDeliveryTime = 0, flowControlKey, queueName, state } }: Message,
  now: number,
  { keys, queues }: Holds,
): string {
  const key = keys.get(flowControlKey ?? '')
  const limit = key && limitOf(key)
  const queue = queues.get(queueName ?? '')
  // A pause comes before the time, because the time does not end it.
  if (queue?.paused) return `the queue ${queueName} is paused`
  if (limit === 'pause') return `the flow-control key ${flowControlKey} is paused`
  if (nextDeliveryTime > now) return state === 'RETRY' ? 'waits for its retry' : 'is delayed'
  if (queueName !== undefined) {
    const turn = `waits for its turn in the queue ${queueName}`
    return queue ? `${turn}: parallelism ${queue.parallelism}` : turn
  }
  if (flowControlKey === undefined) return 'is due'
  const waits = `waits for the flow-control key ${flowControlKey}`
  if (!key || !limit) return waits
  return limit === 'parallelism'
    ? `${waits}: parallelism, ${key.parallelismCount} of ${key.parallelismMax} in progress`
    : `${waits}: rate, ${rateText(key, now)}`
}

/** Returns the reason why a message waits, and the end of its delay: `is delayed, in 1h`. */
export function waitText(message: Message, now: number, held: Holds): string {
  const { nextDeliveryTime = 0 } = message.last
  const isDelayed = nextDeliveryTime > now && !isHeld(message, now, held)
  return `${reasonOf(message, now, held)}${isDelayed ? `, ${relative(nextDeliveryTime, now)}` : ''}`
}

/** Returns for example `1 of 1 in 10m, until 14:10:00`. */
export function rateText(
  { rateCount, rateMax, ratePeriod, rateEndsAt }: FlowKey,
  now: number,
): string {
  const until = rateEndsAt === undefined ? '' : `, until ${momentOf(rateEndsAt, now)}`
  return `${rateCount} of ${rateMax} in ${durationOf(1000 * ratePeriod)}${until}`
}

/** Returns the messages in progress that hold the slots of a flow-control key. */
export const holdersOfKey = (key: string, all: readonly Message[]): readonly Message[] =>
  all.filter(
    (message) => phaseOf(message) === 'active' && message.events[0]!.flowControlKey === key,
  )

/**
 * Returns the messages that hold the slots of an ordered queue: the first ones that have not ended,
 * also between two attempts. In a paused queue only the messages in progress go on.
 */
export const holdersOfQueue = (
  { name, parallelism, paused }: OrderedQueue,
  all: readonly Message[],
): readonly Message[] =>
  all
    .filter(
      (message) =>
        message.events[0]!.queueName === name &&
        (phaseOf(message) === 'active' || (!paused && isWaiting(message))),
    )
    .slice(0, parallelism)

/** Returns the other messages that hold the slots that a message waits for. */
export function holdersOf(
  message: Message,
  all: readonly Message[],
  { queues }: Holds,
): readonly Message[] {
  const { queueName, flowControlKey } = message.events[0]!
  const queue = queues.get(queueName ?? '')
  const holders = queue ? holdersOfQueue(queue, all) : []
  const isInTurn = queue === undefined || holders.includes(message)
  return isInTurn && flowControlKey !== undefined
    ? holdersOfKey(flowControlKey, all)
    : holders.filter((each) => each !== message)
}
