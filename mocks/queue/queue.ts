// The queue: its state and its features. Each feature is a function of the queue and calls other
// features through the queue. A replaced method is therefore replaced for all features.

import { createJournal, type Journal } from '../journal/journal.js'
import { replaceIn, type Replace } from '../replace.js'
import { defaultSafety, type Safety } from '../safety.js'
import { access } from './access/access.js'
import { callbacks } from './callbacks/callbacks.js'
import { apis } from './deliver/apis.js'
import { delivery } from './deliver/delivery.js'
import { createScheduler } from './deliver/scheduler.js'
import { signing } from './deliver/signing.js'
import { dlq } from './dlq/dlq.js'
import { failureCallback } from './dlq/failure-callback.js'
import { reruns } from './dlq/reruns.js'
import { flowControl } from './flow-control/flow-control.js'
import { fanOut } from './groups/fan-out.js'
import { groups } from './groups/groups.js'
import { lists } from './lists/lists.js'
import { logs } from './logs/logs.js'
import { failedMessages } from './messages/failed-messages.js'
import { history } from './messages/history.js'
import { messages } from './messages/messages.js'
import { waiters } from './notify/waiters.js'
import { admission, createRoom } from './publish/admission.js'
import { batch } from './publish/batch.js'
import { deduplication } from './publish/deduplication.js'
import { publish } from './publish/publish.js'
import { forwarding } from './publish/forwarding.js'
import { reading } from './publish/reading.js'
import { queues } from './queues/queues.js'
import { endings } from './runs/endings.js'
import { invocations } from './runs/invocations.js'
import { refusedSteps } from './runs/refused-steps.js'
import { runList } from './runs/run-list.js'
import { runs } from './runs/runs.js'
import { steps } from './runs/steps.js'
import { schedules } from './schedules/schedules.js'
import type { ApiStubs, Common, State } from './state.js'
import type { Store } from './store/store.js'
import { json, type Response } from '../http/message.js'
import type { Refusal } from '../http/refusal.js'

/** The responses of the queue: JSON, or an error body. */
const answers = () => ({
  /** Returns a response with a JSON body, or without a body if the value is undefined. */
  success: (status: number, value: unknown): Response =>
    value === undefined ? { status, headers: {} } : json(status, value),

  /** Returns the response to a refused request (rule `queue.errors.body-shape`). */
  refusal: ({
    status,
    message,
    headers,
  }: Pick<Refusal, 'status' | 'message' | 'headers'>): Response =>
    json(status, { error: message }, headers),
})

const features = {
  access,
  answers,
  reading,
  forwarding,
  messages,
  publish,
  batch,
  admission,
  deduplication,
  groups,
  fanOut,
  delivery,
  signing,
  apis,
  callbacks,
  flowControl,
  runs,
  steps,
  endings,
  invocations,
  refusedSteps,
  runList,
  logs,
  lists,
  waiters,
  dlq,
  failureCallback,
  reruns,
  history,
  failedMessages,
  queues,
  schedules,
}

type Features = {
  readonly [Name in keyof typeof features]: ReturnType<(typeof features)[Name]>
}

export interface Queue extends Common, Features {
  readonly delivery: Features['delivery']
}

export type QueueOptions = Pick<
  State,
  'clock' | 'dialect' | 'token' | 'signingKeys' | 'store' | 'sender'
> & {
  readonly apis?: ApiStubs | undefined
  readonly safety?: Safety | undefined
  /** The maximum number of due messages. The default is 10,000. */
  readonly readyLimit?: number | undefined
  /** The journal of the attempts. By default the queue has a journal of its own. */
  readonly journal?: Journal | undefined
}

export const createQueue = ({
  readyLimit,
  apis: apiStubs = {},
  safety = defaultSafety,
  journal = createJournal(safety),
  ...options
}: QueueOptions): Queue =>
  assemble({
    ...options,
    // A copy, because a rotation changes it.
    signingKeys: { ...options.signingKeys },
    apiStubs,
    safety,
    scheduler: createScheduler(options.clock),
    journal,
    room: createRoom(readyLimit),
  })

function assemble(
  state: State,
  replacements: readonly Replace<Queue>[] = [],
  isUnit = false,
): Queue {
  const queue = {
    ...state,
    replaced: (...more) => assemble(state, [...replacements, ...more], isUnit),
    unit: (work) => work(queue),
  } as { -readonly [Name in keyof Queue]: Queue[Name] }
  if (state.store.isTransactional && !isUnit) {
    queue.unit = unitOf(queue, (inner) => assemble({ ...state, ...inner }, replacements, true))
  }
  const made = Object.entries(features).map(([name, feature]) => [name, feature(queue)])
  Object.assign(queue, Object.fromEntries(made))
  replaceIn(queue, replacements)
  return queue
}

interface QueueOfUnit {
  readonly queue: Queue
  /** Called when the queue wants to wake at its next due time. */
  wake: () => void
}

/**
 * Returns the function `unit` of a queue with a transactional store. `assembleOn` returns the queue
 * with another store and another scheduler.
 */
function unitOf(
  queue: Queue,
  assembleOn: (state: Pick<State, 'store' | 'scheduler'>) => Queue,
): Queue['unit'] {
  /** The queues on the stores of transactions. They are kept, because a queue has many objects. */
  const inner = new WeakMap<Store, QueueOfUnit>()

  function queueOn(store: Store, wake: () => void): Queue {
    const kept = inner.get(store)
    if (kept) {
      kept.wake = wake
      return kept.queue
    }
    const made: QueueOfUnit = {
      wake,
      queue: assembleOn({
        store,
        scheduler: { ...queue.scheduler, wake: async () => made.wake() },
      }),
    }
    inner.set(store, made)
    return made.queue
  }

  return async (work) => {
    let isWoken = false
    const result = await queue.store.atomically((store) => {
      isWoken = false
      return work(queueOn(store, () => (isWoken = true)))
    })
    // The next due time is read after the commit, because other changes may be committed before. The
    // caller does not wait for it, because the changes are stored.
    if (isWoken) queue.scheduler.start(() => queue.delivery.awaitDue())
    return result
  }
}
