// The parts of the queue, and that they are one record. A part calls another through the record,
// never directly, so that `{ ...queue, part: other }` is the same queue but for that part.

import type { Dialect } from '#generated/dialects.js'
import type { AlarmClock } from '../clock.js'
import { defaultSafety, type Safety } from '../safety.js'
import { access, type Access } from './access.js'
import { createJournal, type Journal } from './journal.js'
import { createScheduler, type Scheduler } from './scheduler.js'
import { reading, type Reading } from './reading.js'
import type { Sender } from './sender.js'
import { admitting, createRoom, type Admitting, type Room } from './services/admitting.js'
import { callingApis, type ApiStubs, type CallingApis } from './services/apis.js'
import { batching, type Batching } from './services/batch.js'
import { callingBack, type CallingBack } from './services/callbacks.js'
import { deduplicating, type Deduplicating } from './services/deduplication.js'
import { delivering, type Delivering } from './services/delivery.js'
import { burying, type Burying } from './services/dlq.js'
import { failing, type Failing } from './services/failing.js'
import { flowControlling, type FlowControlling } from './services/flow-control.js'
import { groupPublishing, type GroupPublishing } from './services/group-publishing.js'
import { createGroups, type Groups } from './services/groups.js'
import { invoking, type Invoking } from './services/invoking.js'
import { logging, type Logging } from './services/logs.js'
import { paging, type Paging } from './services/paging.js'
import { failures, type Failures } from './services/failures.js'
import { history, type History } from './services/history.js'
import { publishing, type Publishing } from './services/publishing.js'
import { rerunning, type Rerunning } from './services/rerunning.js'
import { running, type Running } from './services/runs.js'
import { stepping, type Stepping } from './services/steps.js'
import { waiting, type Waiting } from './services/waiting.js'
import { schedules, type Schedules } from './services/schedules.js'
import { signing, type Signing } from './services/signing.js'
import type { SigningKeys } from './signature.js'
import { queues, type Queues } from './services/queues.js'
import type { Store } from './store/store.js'

export interface Queue
  extends
    Access,
    Reading,
    Publishing,
    GroupPublishing,
    Batching,
    Admitting,
    Deduplicating,
    Delivering,
    CallingBack,
    CallingApis,
    FlowControlling,
    Running,
    Stepping,
    Waiting,
    Invoking,
    Burying,
    Failing,
    Rerunning,
    Logging,
    Paging,
    Failures,
    History,
    Queues,
    Schedules,
    Signing {
  readonly clock: AlarmClock
  readonly safety: Safety
  readonly dialect: Dialect
  readonly token: string
  readonly signingKeys: SigningKeys
  readonly store: Store
  readonly sender: Sender
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly apis: ApiStubs
  readonly groups: Groups
  readonly room: Room
}

export type QueueOptions = Pick<
  Queue,
  'clock' | 'dialect' | 'token' | 'signingKeys' | 'store' | 'sender'
> &
  Partial<Pick<Queue, 'apis' | 'safety'>> & {
    /** How many messages may be due at once; 10,000 without it. */
    readonly readyLimit?: number | undefined
  }

/** The queue of the contract. Nothing happens before its handler is asked for something. */
export const createQueue = ({
  readyLimit,
  safety = defaultSafety,
  ...options
}: QueueOptions): Queue => ({
  ...options,
  ...access,
  ...reading,
  ...publishing,
  ...groupPublishing,
  ...batching,
  ...admitting,
  ...deduplicating,
  ...delivering,
  ...callingBack,
  ...callingApis,
  ...flowControlling,
  ...running,
  ...stepping,
  ...waiting,
  ...invoking,
  ...burying,
  ...failing,
  ...rerunning,
  ...logging,
  ...paging,
  ...failures,
  ...history,
  ...queues,
  ...schedules,
  ...signing,
  apis: options.apis ?? {},
  safety,
  scheduler: createScheduler(options.clock),
  journal: createJournal(safety),
  groups: createGroups({ ...options, safety }),
  room: createRoom(readyLimit),
})
