// What the queue keeps, in its own words. Every store answers to the same contract test. Nothing but
// data passes here, so that a store may be another process, or outlive this one.

import type { DeadLetter, DeadLetterFilter, DlqMessage } from '../dlq/dead-letter.js'
import type { MessageEvent, StoredEvent } from '../messages/message-event.js'
import type { MessageFilter } from '../messages/message-filter.js'
import type { OrderedQueue } from '../queues/ordered-queue.js'
import type { Schedule } from '../schedules/schedule.js'
import type { FailedMessage } from '../messages/failed-message.js'
import type { Group } from '../groups/group.js'
import type { LogEvent, LogEventFilter } from '../logs/log-event.js'
import type { Message } from '../message.js'
import type { Ending, RawStep, Run, RunFilter } from '../runs/run.js'
import type { Page, PageFrom } from '../lists/page.js'
import type { EarlyEvent, Waiter } from '../notify/waiter.js'

export interface Store {
  /** A number greater than every one it gave before. */
  next(): Promise<number>
  /**
   * Whether so many bytes more may be kept, once the oldest history has made way: events, runs that
   * have ended, messages that have failed. Nothing else makes way.
   */
  fits(bytes: number, now: number): Promise<boolean>
  /** Messages that are accepted and not yet settled. */
  readonly messages: Messages
  /** What was published under a key of which there is to be no second publication. */
  readonly firsts: Firsts
  /** What happened to messages. */
  readonly history: History
  readonly queues: Queues
  readonly schedules: Schedules
  /** Messages of no run that could not be delivered. */
  readonly failedMessages: FailedMessages
  /** Entries of the dead letter queue. */
  readonly deadLetters: DeadLetters
  /** URL groups. */
  readonly groups: Groups
  readonly runs: Runs
  /** What was written down of runs. */
  readonly events: Events
  readonly waiters: Waiters
  readonly earlyEvents: EarlyEvents
  /** Forgets everything. */
  clear(): Promise<void>
}

/** Part of a store in this process, which can be emptied. */
export type Clearable<T> = T & { clear(): void }

interface Collection<Item> {
  get(id: string): Promise<Item | undefined>
  /** Says whether there was such an item. */
  remove(id: string): Promise<boolean>
}

/**
 * A message that is added is claimed at its `nextDeliveryTime` or later, again and again until it
 * is removed. Ids are the queue's own, no two alike.
 *
 * One with `flowControl` is claimed only while fewer messages of its key than its `parallelism` are,
 * and only when fewer than its `rate` have been within its `period`. Messages of one key take their
 * turns: the one that was due first holds up those behind it.
 */
export interface Messages extends Collection<Message> {
  add(message: Message): Promise<void>
  /**
   * Puts a new version in the place of the message and ends its claim. Absent or cancelled: does
   * nothing, but that a cancelled one is then removed. Says whether it will be claimed again.
   */
  replace(message: Message): Promise<boolean>
  /** Removes the messages of a run, and answers them, oldest first. */
  takeOf(runKey: string): Promise<readonly Message[]>
  /**
   * From here on the message is not claimed. One that is claimed already stays until it is replaced
   * or removed, or its claim ends. Answers nothing where there is no message, or a cancelled one.
   */
  cancel(
    id: string,
  ): Promise<{ readonly message: Message; readonly isClaimed: boolean } | undefined>
  /**
   * Messages with a `queueName` are claimed only once their queue lets them: with this the first
   * `parallelism` of them, in the order they came, and no others. What is claimed stays so.
   */
  arrange(queueName: string, parallelism: number): Promise<void>
  /** All that a filter asks for and that is not cancelled, by when they were created. */
  select(filter: MessageFilter): Promise<readonly Message[]>
  /** The moment from which there is something to claim; nothing when there is no message. */
  nextDue(): Promise<number | undefined>
  /**
   * The messages that are due at `now`, earliest first and equals in the order they came. Nobody
   * else gets them while an attempt may take (`timeout`) and `CLAIM_GRACE` longer; who has not
   * replaced or removed them by then is taken for dead, and they are due again.
   */
  claim(now: number, limit: number): Promise<readonly Message[]>
  /** How many messages are due at `now` that others of their key hold up. */
  heldUp(key: string, now: number): Promise<number>
  /** How many messages are due at `now`, those that are claimed among them. */
  ready(now: number): Promise<number>
}

/** Milliseconds for what comes after an attempt, before its message is given to somebody else. */
export const CLAIM_GRACE = 60_000

export interface Firsts {
  /**
   * Keeps `ids` under `key` up to the moment `until`, unless ids are kept there at `now`: then it
   * answers those. Of several that ask at once, all but one are answered what that one keeps.
   */
  keep(key: string, ids: Ids, time: { now: number; until: number }): Promise<Ids | undefined>
}

type Ids = readonly string[]

/** Keeps so many of the last events at least. */
export const KEPT_EVENTS = 50_000

export interface History {
  add(event: MessageEvent): Promise<void>
  /** The events that are asked for, from the last. */
  page(filter: MessageFilter, from: PageFrom): Promise<Page<StoredEvent>>
}

export interface FailedMessages extends Collection<FailedMessage> {
  add(failure: FailedMessage): Promise<void>
  /** The failures that are asked for, from the highest sequence number down. */
  page(filter: MessageFilter, from: PageFrom): Promise<Page<FailedMessage>>
}

export interface Schedules extends Collection<Schedule> {
  put(schedule: Schedule): Promise<void>
  /** All there are, in the order they came. */
  all(): Promise<readonly Schedule[]>
  /** The first moment of those that are not paused. */
  nextDue(): Promise<number | undefined>
  /** Those whose moment has come and that are not paused. */
  due(now: number): Promise<readonly Schedule[]>
  /** Puts a version in the place of the one that is known; says whether that was the newest. */
  replace(known: Schedule, schedule: Schedule): Promise<boolean>
}

/** Ordered queues, by their names. */
export interface Queues extends Collection<OrderedQueue> {
  put(queue: OrderedQueue): Promise<void>
  /** All there are, in the order of their names. */
  all(): Promise<readonly OrderedQueue[]>
}

export interface DeadLetters extends Collection<DeadLetter> {
  add(letter: DeadLetter): Promise<void>
  /** Puts another failure callback's outcome into the entry; absent: does nothing. */
  setCallback(id: string, info: NonNullable<DlqMessage['failureCallbackInfo']>): Promise<void>
  /** The entries that are asked for, from the one that failed last. */
  page(filter: DeadLetterFilter, from: PageFrom): Promise<Page<DeadLetter>>
}

/**
 * A group changes only for who knows its newest version, so that of two changes at once neither is
 * lost. Names are unique, ids too.
 */
export interface Groups {
  get(name: string): Promise<Group | undefined>
  byId(id: string): Promise<Group | undefined>
  /** All there are, in the order of their names. */
  all(): Promise<readonly Group[]>
  /** Puts a version in the place of the one before it, or where none is; says whether that was there. */
  put(group: Group): Promise<boolean>
  /** Removes this version of the group; says whether it was there. */
  remove(group: Group): Promise<boolean>
}

export interface Runs {
  /** Adds a run, unless one of its id is in progress: then it does nothing, and answers that one. */
  add(run: Run): Promise<Run | undefined>
  get(key: string): Promise<Run | undefined>
  /** Of the runs that share an id the one that was created last. */
  latest(id: string): Promise<Run | undefined>
  /** Adds a step to a run in progress, and answers the run with it; any other: does nothing. */
  append(key: string, step: RawStep): Promise<Run | undefined>
  /** Ends a run in progress, and answers it ended; any other: does nothing. */
  end(key: string, ending: Ending): Promise<Run | undefined>
  /** The runs that are asked for, from the one that was created last. */
  page(filter: RunFilter, from: PageFrom): Promise<Page<Run>>
}

export interface Events {
  add(event: LogEvent): Promise<void>
  /** The events that are asked for, from the last. */
  page(filter: LogEventFilter, from: PageFrom): Promise<Page<LogEvent>>
}

/** Whoever removes a waiter continues its run, and nobody else does. */
export interface Waiters extends Collection<Waiter> {
  add(waiter: Waiter): Promise<void>
  /** Who waits for an event, in the order they came. */
  of(eventId: string): Promise<readonly Waiter[]>
  /** The first deadline; nothing when nobody waits. */
  nextDue(): Promise<number | undefined>
  /** Removes those whose deadline has come, and answers them, earliest first. */
  takeDue(now: number): Promise<readonly Waiter[]>
  /** Removes those of a run, and answers them. */
  takeOf(runKey: string): Promise<readonly Waiter[]>
}

export interface EarlyEvents {
  add(event: EarlyEvent): Promise<void>
  /** Removes the first event of that id for a run, and answers it. */
  take(runKey: string, eventId: string): Promise<EarlyEvent | undefined>
  /** Removes all of a run. */
  removeOf(runKey: string): Promise<void>
}
