// The parts of the queue, and that they are one record. A part calls another through the record,
// never directly, so that `{ ...queue, part: other }` is the same queue but for that part.

import type { Dialect } from '#generated/dialects.js'
import type { AlarmClock } from '../clock.js'
import { access, type Access } from './access.js'
import { createJournal, type Journal } from './journal.js'
import { createScheduler, type Scheduler } from './scheduler.js'
import { reading, type Reading } from './reading.js'
import type { Sender } from './sender.js'
import { callingBack, type CallingBack } from './services/callbacks.js'
import { deduplicating, type Deduplicating } from './services/deduplication.js'
import { delivering, type Delivering } from './services/delivery.js'
import { createDlq, type Dlq } from './services/dlq.js'
import { flowControlling, type FlowControlling } from './services/flow-control.js'
import { groupPublishing, type GroupPublishing } from './services/group-publishing.js'
import { createGroups, type Groups } from './services/groups.js'
import { notifying, type Notifying } from './services/notify.js'
import { publishing, type Publishing } from './services/publishing.js'
import type { Store } from './store/store.js'

export interface Queue
  extends
    Access,
    Reading,
    Publishing,
    GroupPublishing,
    Deduplicating,
    Delivering,
    CallingBack,
    FlowControlling,
    Notifying {
  readonly clock: AlarmClock
  readonly dialect: Dialect
  readonly token: string
  readonly store: Store
  readonly sender: Sender
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly dlq: Dlq
  readonly groups: Groups
}

export type QueueOptions = Pick<Queue, 'clock' | 'dialect' | 'token' | 'store' | 'sender'>

/** The queue of the contract. Nothing happens before its handler is asked for something. */
export const createQueue = (options: QueueOptions): Queue => ({
  ...options,
  ...access,
  ...reading,
  ...publishing,
  ...groupPublishing,
  ...deduplicating,
  ...delivering,
  ...callingBack,
  ...flowControlling,
  ...notifying,
  scheduler: createScheduler(options.clock),
  journal: createJournal(),
  dlq: createDlq(options.store),
  groups: createGroups(options),
})
