// The port of the store: the state of a queue, in memory or on a server that several processes
// share. Each operation is atomic. Stored items do not change: an operation that changes an item
// stores a new one. An operation may return a copy without the fields whose value is undefined.

import type { DeadLetter, DeadLetterFilter, DlqMessage } from '../dlq/dead-letter.js'
import type { FlowLimits, FlowSettings } from '../flow-control/limits.js'
import type { UrlGroup } from '../groups/group-body.js'
import type { Page, PageFrom } from '../lists/filters.js'
import type { LogEvent, LogEventFilter } from '../logs/log-event.js'
import type { Message } from '../message.js'
import type { MessageEvent, FailedMessage } from '../messages/message-event.js'
import type { MessageFilter } from '../messages/message-filter.js'
import type { EarlyEvent, Waiter } from '../notify/waiter.js'
import type { OrderedQueue } from '../queues/ordered-queue.js'
import type { RawStep, Run, RunEnding, RunFilter, RunNote } from '../runs/run.js'
import type { Schedule } from '../schedules/schedule.js'

/** The maximum number of stored events of messages. */
export const KEPT_EVENTS = 50_000

/** The maximum number of stored failed messages. */
export const KEPT_FAILED_MESSAGES = 10_000

/**
 * The bytes of a response that a stored message reserves. A full queue keeps no more of the response
 * with which the message failed.
 */
export const RESERVED_ANSWER = 1000

/** Thrown when the server of a store cannot be reached or refuses a change. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** Resolves when another try makes sense. */
  readonly back: Promise<void>

  constructor(message: string, back: Promise<void>, options?: ErrorOptions) {
    super(message, options)
    this.back = back
  }
}

/** Thrown when another process has taken a claimed message, because the lease of this process ended. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export interface Store {
  readonly messages: Messages
  readonly firsts: Firsts
  /** The newest `KEPT_EVENTS` events of messages. */
  readonly history: Listed<MessageEvent, MessageFilter>
  /** The newest `KEPT_FAILED_MESSAGES` messages that failed and belong to no run. */
  readonly failedMessages: FailedMessages
  readonly deadLetters: DeadLetters
  readonly runs: Runs
  /** The log of runs and of their messages. */
  readonly events: Listed<LogEvent, LogEventFilter>
  readonly waiters: Waiters
  readonly earlyEvents: EarlyEvents
  /** The ordered queues by name. */
  readonly queues: Named<OrderedQueue>
  /** The URL groups by name. */
  readonly groups: Named<UrlGroup>
  readonly schedules: Schedules

  /** Returns the next sequence number. The numbers are ascending and may have gaps. */
  next(): Promise<number>

  /**
   * Drops history if necessary: events and ended runs. Returns true if there is room for `bytes` more
   * bytes.
   */
  fits(bytes: number, now: number): Promise<boolean>

  /**
   * True if `atomically` passes another store and commits its changes. False if it passes this
   * store, which then makes each change at once.
   */
  readonly isTransactional: boolean

  /**
   * Makes all changes of `work` through the given store as one atomic change. `work` sees its own
   * changes. If `work` throws, the store need not change. `work` may run again after a conflict
   * with another change, so that it must have no effects except on the given store. The given store
   * may be passed again after `work` has ended.
   */
  atomically<T>(work: (store: Store) => Promise<T>): Promise<T>

  /** Deletes everything. */
  clear(): Promise<void>
}

/** Items with a name or an id. */
export interface Named<Item> {
  get(name: string): Promise<Item | undefined>
  /** Stores an item. Replaces the item with the same name. */
  put(item: Item): Promise<void>
  /** Deletes an item. Returns false if the name is unknown. */
  remove(name: string): Promise<boolean>
  /** Returns all items, in any order. */
  all(): Promise<readonly Item[]>
}

export interface Schedules extends Named<Schedule> {
  /** Returns the earliest `nextAt` of the schedules that are not paused. */
  nextDue(): Promise<number | undefined>
}

/** Items in the order of time and sequence number. A full store drops the oldest. */
export interface Listed<Item, Filter> {
  /** Stores an item. Its sequence number is new. */
  add(item: Item): Promise<void>
  /** Returns one page of the items that match the filter, newest first. A limit may be `Infinity`. */
  page(filter: Filter, from: PageFrom): Promise<Page<Item>>
}

export interface FailedMessages extends Listed<FailedMessage, MessageFilter> {
  get(id: string): Promise<FailedMessage | undefined>
  /** Removes and returns a message. */
  remove(id: string): Promise<FailedMessage | undefined>
}

/** The message ids of the first publish with each deduplication key. */
export interface Firsts {
  /** Stores `ids` under `key` until a time. Returns the stored ids instead if the key already has ids. */
  keep(
    key: string,
    ids: readonly string[],
    window: { readonly now: number; readonly until: number },
  ): Promise<readonly string[] | undefined>
}

/**
 * Messages that the queue has accepted and that have not ended. A message can be claimed once at
 * its `nextDeliveryTime` or later. After a replacement it can be claimed again.
 *
 * A message with `flowControl` can be claimed while fewer than `parallelism` messages of its key
 * are claimed and fewer than `rate` were claimed within `period`. Messages of one key are claimed
 * in the order of their due times.
 */
export interface Messages {
  /** Stores a message. A message of an ordered queue cannot be claimed before `arrange`. */
  add(message: Message): Promise<void>

  /** Returns a message, also while it is claimed or after its cancellation during an attempt. */
  get(id: string): Promise<Message | undefined>

  /** Removes a message. Returns false if the id is unknown. Throws `LeaseLost` like `replace`. */
  remove(id: string): Promise<boolean>

  /**
   * Replaces a message and ends its claim. Returns false if the message is missing or cancelled. A
   * cancelled message is removed. Throws `LeaseLost` if another process has claimed the message.
   */
  replace(message: Message): Promise<boolean>

  /** Removes and returns the messages of a run, oldest first. */
  takeOf(runKey: string): Promise<readonly Message[]>

  /**
   * Removes a message. A claimed message is removed at the end of its attempt, by `remove` or
   * `replace`. Returns undefined if the message is missing or already cancelled.
   */
  cancel(
    id: string,
  ): Promise<{ readonly message: Message; readonly isClaimed: boolean } | undefined>

  /**
   * Allows claims of the first `parallelism` messages of an ordered queue and of no other messages
   * of the queue. Claimed messages count, and so do messages that wait for a retry.
   */
  arrange(queueName: string, parallelism: number): Promise<void>

  /**
   * Returns the messages that match the filter and are not cancelled, in the order of their addition,
   * without their bodies.
   */
  select(filter: MessageFilter): Promise<readonly Omit<Message, 'body'>[]>

  /** Returns the time when the next message can be claimed. */
  nextDue(): Promise<number | undefined>

  /**
   * Claims up to `limit` messages due at `now`, earliest first. Messages with equal due times are
   * claimed in the order of their addition or replacement.
   */
  claim(now: number, limit: number): Promise<readonly Message[]>

  /** Returns the number of messages due at `now`, including claimed messages. */
  ready(now: number): Promise<number>

  /** Returns the number of due messages that the limits of a flow-control key hold back. */
  heldUp(key: string, now: number): Promise<number>

  /** Returns the settings of a flow-control key, by default `{ isPaused: false }`. */
  flowSettings(key: string): Promise<FlowSettings>

  /** Replaces the settings of a flow-control key. They also apply to waiting messages. */
  setFlow(key: string, settings: FlowSettings): Promise<void>

  /** Returns the state of a flow-control key, or undefined before its first message. */
  flowState(key: string, now: number): Promise<FlowState | undefined>

  /** Forgets the attempts that count for the rate of a flow-control key. */
  resetRate(key: string, now: number): Promise<void>
}

/** The state of the limits of a flow-control key. */
export interface FlowState {
  /** The limits in force: those of the message stored last, or the pinned ones. */
  readonly limits: FlowLimits
  /** The number of attempts in progress. */
  readonly underWay: number
  /** The number of attempts that count for the rate. */
  readonly ofPeriod: number
  /** The time of the first attempt that counts for the rate, or of the last reset. */
  readonly periodStart: number
}

/**
 * Runs. An ended run is history, which a full store may drop. A failed run stays until its DLQ
 * entry is deleted, because it can be rerun.
 */
export interface Runs {
  /** Adds a run. If a run with the same id is in progress, adds nothing and returns the existing run. */
  add(run: Run): Promise<Run | undefined>

  get(key: string): Promise<Run | undefined>

  /** Returns the newest run with the id `id`. */
  latest(id: string): Promise<Run | undefined>

  /** Adds a step to a run in progress. Returns the changed run. */
  append(key: string, step: RawStep): Promise<Run | undefined>

  /** Adds a note to a run that takes it. Old notes may be dropped. */
  note(key: string, note: RunNote): Promise<void>

  /** Ends a run in progress. Returns the changed run. */
  end(key: string, ending: RunEnding): Promise<Run | undefined>

  /** Returns one page of the runs that match the filter, newest first. */
  page(filter: RunFilter, from: PageFrom): Promise<Page<Run>>
}

/** DLQ entries. They are not history: a full store keeps them. */
export interface DeadLetters extends Listed<DeadLetter, DeadLetterFilter> {
  get(id: string): Promise<DeadLetter | undefined>

  /** Sets the outcome of the failure callback, and its message, if the DLQ entry exists. */
  setCallback(
    id: string,
    info: NonNullable<DlqMessage['failureCallbackInfo']>,
    messageId?: string,
  ): Promise<void>

  /** Deletes a DLQ entry. Its run becomes history. Returns false if the id is unknown. */
  remove(id: string): Promise<boolean>
}

/**
 * Runs that wait for an event. The caller that removes a waiter resumes the run, so that each run is
 * resumed once.
 */
export interface Waiters {
  /** Stores a waiter. Replaces the waiter with the same id. */
  add(waiter: Waiter): Promise<void>
  get(id: string): Promise<Waiter | undefined>
  /** Deletes a waiter. Returns false if the id is unknown. */
  remove(id: string): Promise<boolean>
  /** Returns the waiters of an event, oldest first. */
  of(eventId: string): Promise<readonly Waiter[]>
  /** Returns the waiters of a run, oldest first. */
  ofRun(runKey: string): Promise<readonly Waiter[]>
  /** Returns the earliest deadline. */
  nextDue(): Promise<number | undefined>
  /** Returns the waiters whose deadline has passed, earliest first. Removes none. */
  due(now: number): Promise<readonly Waiter[]>
  /** Removes and returns the waiters of a run. */
  takeOf(runKey: string): Promise<readonly Waiter[]>
}

/** Events that arrived before their run waits for them. */
export interface EarlyEvents {
  add(event: EarlyEvent): Promise<void>
  /** Removes and returns the first stored event of a run with the id `eventId`. */
  take(runKey: string, eventId: string): Promise<EarlyEvent | undefined>
  removeOf(runKey: string): Promise<void>
}
