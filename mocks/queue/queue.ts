// The parts of the queue, and that they are one record. A part calls another through the record,
// never directly, so that `{ ...queue, part: other }` is the same queue but for that part.

import type { Dialect } from '#generated/dialects.js'
import type { AlarmClock } from '../clock.js'
import { defaultSafety, type Safety } from '../safety.js'
import { access, type Access } from './access/access.js'
import { createJournal, type Journal } from './journal/journal.js'
import { createScheduler, type Scheduler } from './deliver/scheduler.js'
import { reading, type Reading } from './publish/reading.js'
import type { Sender } from './deliver/sender.js'
import { admitting, createRoom, type Admitting, type Room } from './publish/admission.js'
import { callingApis, type ApiStubs, type CallingApis } from './deliver/apis.js'
import { batching, type Batching } from './publish/batch.js'
import { callingBack, type CallingBack } from './callbacks/callbacks.js'
import { deduplicating, type Deduplicating } from './publish/deduplication.js'
import { delivering, type Delivering } from './deliver/delivery.js'
import { burying, type Burying } from './dlq/dlq.js'
import { failing, type Failing } from './dlq/failure-callback.js'
import { flowControlling, type FlowControlling } from './flow-control/flow-control.js'
import { groupPublishing, type GroupPublishing } from './groups/group-publishing.js'
import { createGroups, type Groups } from './groups/groups.js'
import { invoking, type Invoking } from './runs/invocations.js'
import { logging, type Logging } from './logs/logs.js'
import { paging, type Paging } from './lists/pages.js'
import { failures, type Failures } from './messages/failed-messages.js'
import { history, type History } from './messages/history.js'
import { publishing, type Publishing } from './publish/publish.js'
import { rerunning, type Rerunning } from './dlq/rerun.js'
import { running, type Running } from './runs/runs.js'
import { stepping, type Stepping } from './runs/steps.js'
import { waiting, type Waiting } from './notify/waiters.js'
import { schedules, type Schedules } from './schedules/schedules.js'
import { signing, type Signing } from './deliver/signing.js'
import type { SigningKeys } from './deliver/signature.js'
import { queues, type Queues } from './queues/queues.js'
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
