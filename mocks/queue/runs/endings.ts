// The end of runs: the DLQ, callbacks, and the result for the invoking run.

import type { Request } from '../../http/message.js'
import type { Message, Outcome, PartOfRun } from '../message.js'
import type { Waiter } from '../notify/waiter.js'
import type { Queue } from '../queue.js'
import { number, queryValues } from '../request/query.js'
import type { Ending, Run, RunFilter } from './run.js'

/** An ended run with the messages and waiters that were pending. */
export interface Ended {
  readonly run: Run
  readonly messages: readonly Message[]
  readonly waiters: readonly Waiter[]
}

/** The maximum number of runs per request. */
const CANCELLED_AT_ONCE = 1000

export const endings = (queue: Queue) => ({
  /** Ends a run by request; returns false if there is no such run. */
  async end(
    id: string,
    { cancel, result }: { readonly cancel: boolean; readonly result: Uint8Array },
  ): Promise<boolean> {
    const run = await queue.store.runs.latest(id)
    if (!run) return false
    const ended = await queue.endings.conclude(
      run,
      cancel ? { state: 'RUN_CANCELED' } : { state: 'RUN_SUCCESS', result },
    )
    if (ended) await queue.invocations.answer(ended.run)
    return true
  },

  /** Parses the selection of runs to cancel. */
  cancelSelection({ target }: Request): RunFilter {
    const values = queryValues(target)
    const one = (key: string) => values(key).at(-1)
    const ids = values('workflowRunIds').flatMap((value) => value.split(','))
    const isExact = one('workflowUrlExactMatch') === 'true'
    return {
      workflowRunIds: ids.length > 0 ? ids : undefined,
      [isExact ? 'workflowUrl' : 'workflowUrlPrefix']: one('workflowUrl'),
      label: one('label'),
      fromDate: number('fromDate', one('fromDate')),
      toDate: number('toDate', one('toDate')),
    }
  },

  /** Cancels the selected runs in progress; returns their number. */
  async cancelAll(selection: RunFilter): Promise<number> {
    const filter: RunFilter = { ...selection, state: 'RUN_STARTED' }
    const { items } = await queue.store.runs.page(filter, { limit: CANCELLED_AT_ONCE })
    for (const run of items) {
      const ended = await queue.endings.conclude(run, { state: 'RUN_CANCELED' })
      if (ended) await queue.invocations.answer(ended.run)
    }
    return items.length
  },

  /**
   * Ends a run in progress with its messages and waiters; returns undefined if it has already
   * ended.
   */
  async conclude(run: Run, ending: Omit<Ending, 'completedAt'>): Promise<Ended | undefined> {
    const ended = await queue.store.runs.end(run.key, {
      ...ending,
      completedAt: queue.clock.now(),
    })
    if (!ended) return undefined
    const waiters = await queue.store.waiters.takeOf(run.key)
    await queue.store.earlyEvents.removeOf(run.key)
    // A successful run has only the message whose delivery ended it.
    const messages = ended.state === 'RUN_SUCCESS' ? [] : await queue.endings.cancelMessages(run)
    await queue.logs.run(ended, ended.state)
    await queue.delivery.awaitDue()
    return { run: ended, messages, waiters }
  },

  /** Removes and returns the unsettled messages of a run. */
  async cancelMessages(run: Run): Promise<readonly Message[]> {
    const messages = await queue.store.messages.takeOf(run.key)
    for (const message of messages) {
      await queue.logs.message(message, 'CANCEL_REQUESTED')
      await queue.logs.message(message, 'CANCELLED')
      await queue.history.note(message, 'CANCELLED')
    }
    return messages
  },

  /** Logs the outcome of an attempt, and fails the run after the last one. */
  async settle(message: Message, outcome: Outcome, again: number | undefined): Promise<void> {
    const dlqId = message.origin?.dlqId
    if (dlqId !== undefined) await queue.failureCallback.keepOutcome(dlqId, outcome, again)
    if (message.run === undefined) return
    if (queue.delivery.succeeded(outcome)) return queue.logs.message(message, 'DELIVERED')
    await queue.logs.message(message, 'ERROR')
    if (again !== undefined) {
      return queue.logs.message({ ...message, nextDeliveryTime: again }, 'RETRY')
    }
    await queue.logs.message(message, 'FAILED')
    if (queue.endings.failsWith(message.run)) await queue.endings.fail(message, outcome)
  },

  /** A failed call of a third party is a result, not a failure of the run. */
  failsWith: ({ callType }: PartOfRun): boolean => callType !== 'toCallback',

  /** Rules `queue.states.run-failed`, `queue.dlq.failed-run-is-placed`. */
  async fail(message: Message, outcome: Outcome): Promise<void> {
    const run = message.run && (await queue.store.runs.get(message.run.runKey))
    const ended = run && (await queue.endings.conclude(run, { state: 'RUN_FAILED' }))
    if (!ended) return
    const letter = await queue.dlq.bury(ended, message, outcome)
    await queue.failureCallback.call(letter)
    await queue.invocations.answer(ended.run)
  },
})
