// Ends runs: adds failed runs to the DLQ, sends callbacks, and sends the result to the run that
// started this run.

import type { Message, AttemptOutcome } from '../message.js'
import type { With } from '../state.js'
import type { dlq } from '../dlq/dlq.js'
import type { failureCallback } from '../dlq/failure-callback.js'
import type { logs } from '../logs/logs.js'
import type { history } from '../messages/history.js'
import type { invocations } from './invocations.js'
import { pageSize } from '../request/query.js'
import type { EndedRun, RunEnding, Run, RunFilter } from './run.js'

type Queue = With<{
  endings: typeof endings
  invocations: typeof invocations
  logs: typeof logs
  dlq: typeof dlq
  failureCallback: typeof failureCallback
  history: typeof history
}>

/** The maximum number of runs that one request cancels. */
const CANCELLED_AT_ONCE = 1000

export const endings = (queue: Queue) => ({
  /** Ends a run at the request of a client. Returns false if the id is unknown. */
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

  /**
   * Cancels the runs in progress that match the filter, at most `count`. Returns the number of cancelled
   * runs.
   */
  async cancelAll(selection: RunFilter, count?: string): Promise<number> {
    const filter: RunFilter = { ...selection, state: 'RUN_STARTED' }
    const limit = pageSize(count, CANCELLED_AT_ONCE)
    const { items } = await queue.store.runs.page(filter, { limit })
    for (const run of items) {
      const ended = await queue.endings.conclude(run, { state: 'RUN_CANCELED' })
      if (ended) await queue.invocations.answer(ended.run)
    }
    return items.length
  },

  /**
   * Ends a run in progress together with its messages and waiters. Returns undefined if the run has
   * already ended.
   */
  async conclude(run: Run, ending: Omit<RunEnding, 'completedAt'>): Promise<EndedRun | undefined> {
    const ended = await queue.store.runs.end(run.key, {
      ...ending,
      completedAt: queue.clock.now(),
    })
    if (!ended) return undefined
    const waiters = await queue.store.waiters.takeOf(run.key)
    await queue.store.earlyEvents.removeOf(run.key)
    // A successful run has no other pending messages, because the delivery of its last message
    // ended the run.
    const messages = ended.state === 'RUN_SUCCESS' ? [] : await queue.endings.cancelMessages(run)
    await queue.logs.run(ended, ended.state)
    await queue.delivery.awaitDue()
    return { run: ended, messages, waiters }
  },

  /** Removes and returns the pending messages of a run. */
  async cancelMessages(run: Run): Promise<readonly Message[]> {
    const messages = await queue.store.messages.takeOf(run.key)
    for (const message of messages) {
      await queue.logs.message(message, 'CANCEL_REQUESTED')
      await queue.logs.message(message, 'CANCELLED')
      await queue.history.note(message, 'CANCELLED')
    }
    return messages
  },

  /**
   * Logs the outcome of an attempt. Fails the run if the last attempt of the message failed (rules
   * `queue.states.run-failed`, `queue.dlq.failed-run-is-placed`).
   */
  async settle(
    message: Message,
    outcome: AttemptOutcome,
    again: number | undefined,
  ): Promise<void> {
    const dlqId = message.origin?.dlqId
    if (dlqId !== undefined) await queue.failureCallback.keepOutcome(dlqId, outcome, again)
    if (message.run === undefined) return
    if (queue.delivery.succeeded(outcome)) return queue.logs.message(message, 'DELIVERED')
    await queue.logs.message(message, 'ERROR')
    if (again !== undefined) {
      return queue.logs.message({ ...message, nextDeliveryTime: again }, 'RETRY')
    }
    await queue.logs.message(message, 'FAILED')
    // A failed call of a third party is a step result, and does not fail the run.
    if (message.run.callType === 'toCallback') return
    const run = await queue.store.runs.get(message.run.runKey)
    const ended = run && (await queue.endings.conclude(run, { state: 'RUN_FAILED' }))
    if (!ended) return
    const letter = await queue.dlq.bury(ended, message, outcome)
    await queue.failureCallback.call(letter)
    await queue.invocations.answer(ended.run)
  },
})
