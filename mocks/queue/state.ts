// The state of the queue, and the functions that its features share. Each feature names the other
// features that it needs in a type of its own, so that imports form no circle.

import type { Dialect } from '#generated/dialects.js'
import type { AlarmClock } from '../clock.js'
import type { Journal } from '../journal/journal.js'
import type { Replace } from '../replace.js'
import type { Safety } from '../safety.js'
import type { Scheduler } from './deliver/scheduler.js'
import type { Sender } from './deliver/sender.js'
import type { SigningKeys } from './deliver/signature.js'
import type { AttemptOutcome, Message } from './message.js'
import type { Store } from './store/store.js'

/** The names of the built-in APIs. */
export const apiNames = ['api/llm'] as const

/** The URL of the stub server of each API. The queue itself responds for an API without a stub. */
export type ApiStubs = Readonly<Partial<Record<(typeof apiNames)[number], string>>>

/** The attempts that begin, that were sent a moment ago, or whose outcome is being stored. */
export interface UnsettledAttempts {
  count: number
  /** The number of attempts from which no further message is claimed. */
  limit: number
  /**
   * Set if no message may be claimed before an attempt ends. Ends the work that a virtual clock waits
   * for meanwhile.
   */
  endFull: (() => void) | undefined
}

/** The free and used capacity of a queue. */
export interface Capacity {
  /** The maximum number of due messages, and the maximum number of attempts in progress. */
  readonly limit: number
  /** The number of messages that are admitted and not stored yet, and their bytes. */
  admitted: number
  bytes: number
  /** The last count of due messages in a store outside the process, with those accepted since. */
  readonly counted: { ready: number; at: number }
  /** The number of attempts that may start now. */
  places: number
  readonly unsettled: UnsettledAttempts
}

export interface State {
  readonly clock: AlarmClock
  readonly safety: Safety
  readonly dialect: Dialect
  readonly token: string
  /** The keys of this process. They change at a rotation. */
  readonly signingKeys: SigningKeys
  readonly store: Store
  readonly sender: Sender
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly apiStubs: ApiStubs
  readonly room: Capacity
}

/** The state, and the functions that most features call. */
export interface Common extends State {
  /** The functions of `deliver/delivery.ts` that other features call. */
  readonly delivery: {
    accept(message: Message): Promise<void>
    awaitDue(): Promise<void>
    succeeded(outcome: AttemptOutcome): boolean
  }

  /** Returns the queue with replaced members of its features. */
  replaced(...replacements: readonly Replace<this>[]): this

  /**
   * Makes all changes that `work` makes to the store as one atomic change. `work` uses only the
   * given queue. It may run again after a conflict with another change, so that it must not send
   * requests, wait for the clock or start tasks. If `work` throws, a transactional store does not
   * change. A unit in a unit is part of the outer one.
   */
  unit<T>(work: (queue: this) => Promise<T>): Promise<T>
}

/** A queue with some features, for example `With<{ logs: typeof logs }>`. */
export type With<Features> = Common & {
  readonly [Name in keyof Features]: Features[Name] extends (queue: never) => infer Feature
    ? Feature
    : never
}
