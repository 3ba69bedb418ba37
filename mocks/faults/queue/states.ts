// Mistakes under the heading: States and transitions.

import type { StepInfo } from '../../queue/runs/step-info.js'
import type { Queue } from '../../queue/queue.js'
import type { RunEvent } from '../../queue/logs/logs.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { forbidden, isOurs } from './parts.js'

/** A server that shows runs of one state in another. */
const showing = shape((state: string, as: string): Replacements => ({
  'runList.shown': result((shown, run) =>
    run.state === state ? forbidden({ ...shown, workflowState: as }) : shown,
  ),
}))

/** A server that does not log a state of runs. */
const silent = shape((state: RunEvent): Replacements => ({
  'logs.run': (original) => async (run, happened) => {
    if (happened !== state) await original(run, happened)
  },
}))

const STARTED = 'queue.states.run-started'
const FAILED = 'queue.states.run-failed'
const LOGGED_STARTED = 'queue.states.triggered-run-is-logged-started'
const LOGGED_CREATED = 'queue.states.first-step-message-is-logged-created'
const INVOKED = 'queue.states.invoked'
const CREATED = 'queue.states.message-created'
const LOGGED_DELIVERED = 'queue.states.processed-message-is-logged-delivered'
const CANCELED = 'queue.states.run-canceled'

/** A server that does not log some events. */
const forgettingEvents = shape((isForgotten: (event: Event) => boolean): Replacements => ({
  'logs.add': (original) => async (event) => {
    if (!isForgotten(event)) await original(event)
  },
}))

type Event = Parameters<Queue['logs']['add']>[0]

/** A server that does not log the creation of some messages, by the steps that they bring. */
const uncreated = shape((isForgotten: (info: StepInfo | undefined) => boolean): Replacements => ({
  'logs.message': (original) => async (message, state) => {
    const isSilent = state === 'CREATED' && isForgotten(message.run?.info)
    if (!isSilent) await original(message, state)
  },
}))

export const stateFaults: readonly QueueFault[] = [
  showing(
    'a run that has completed is shown as RUN_COMPLETED',
    ['queue.states.run-success', 'queue.runs.workflow-state', 'queue.runs.list-response'],
    'RUN_SUCCESS',
    'RUN_COMPLETED',
  ),
  showing(
    'a run in progress is shown as RUN_RUNNING',
    [STARTED, 'queue.runs.workflow-state', 'queue.runs.list-response', FAILED],
    'RUN_STARTED',
    'RUN_RUNNING',
  ),
  showing('a run that has failed is shown as RUN_CANCELED', [FAILED], 'RUN_FAILED', 'RUN_CANCELED'),
  showing(
    'a run that was cancelled is shown as RUN_FAILED',
    [CANCELED],
    'RUN_CANCELED',
    'RUN_FAILED',
  ),
  fault('a run that was cancelled fails with the attempt that was under way then', [CANCELED], {
    'runList.shown': (original, queue) => (run) => {
      const shown = original(run)
      if (run.state !== 'RUN_CANCELED') return shown
      const ids = run.steps.map(({ messageId }) => messageId)
      const hasFailed = queue.journal
        .attempts()
        .filter(({ messageId }) => ids.includes(messageId))
        .some(({ outcome }) => !queue.delivery.succeeded(outcome))
      return hasFailed ? { ...shown, workflowState: 'RUN_FAILED' } : shown
    },
  }),
  silent(
    'the start of a run is not logged',
    [STARTED, LOGGED_STARTED, 'queue.message-logs.everything-logged'],
    'RUN_STARTED',
  ),
  fault('the start of a run that comes of another one is not logged', [LOGGED_STARTED], {
    'logs.run': (original) => async (run, state) => {
      if (state !== 'RUN_STARTED' || !isOurs(run.id)) await original(run, state)
    },
  }),
  forgettingEvents(
    'the creation of a message of a run that comes of another one is not logged',
    [LOGGED_CREATED, CREATED],
    ({ state, workflowRunId }) => state === 'CREATED' && isOurs(workflowRunId),
  ),
  forgettingEvents(
    'the creation of a message that is resumed after a step is not logged',
    [CREATED],
    ({ state, workflowRunId, message }) =>
      state === 'CREATED' && isOurs(workflowRunId) && message?.stepInfo.stepType !== 'Initial',
  ),
  silent(
    'the success of a run is not logged',
    ['queue.states.run-success', 'queue.message-logs.everything-logged'],
    'RUN_SUCCESS',
  ),
  silent('the failure of a run is not logged', [FAILED], 'RUN_FAILED'),
  silent(
    'the cancellation of a run is not logged',
    {
      breaks: [CANCELED],
      blocks: [
        'queue.message-logs.filter-from-date-inclusive',
        'queue.message-logs.filter-to-date-inclusive',
      ],
    },
    'RUN_CANCELED',
  ),
  silent('a waiter that is added is not logged', ['queue.states.waiter-added'], 'WAITER_ADDED'),
  silent('an invocation is not logged', [INVOKED], 'INVOKED'),
  fault('INVOKED is logged for the run that was started', [INVOKED], {
    'logs.run': (original, queue) => async (run, state) => {
      const latest = await queue.store.runs.latest(`${run.id}-child`)
      await original(state === 'INVOKED' && latest ? latest : run, state)
    },
  }),
  fault('RUN_STARTED is logged with each step of a run', [STARTED, LOGGED_STARTED], {
    'logs.message': (original, queue) => async (message, state) => {
      const run = message.run && (await queue.store.runs.get(message.run.runKey))
      const isLater = message.run?.info.stepId !== undefined
      if (run && isLater && state === 'CREATED') await queue.logs.run(run, 'RUN_STARTED')
      await original(message, state)
    },
  }),
  fault(
    'a run fails with its first failed attempt',
    {
      breaks: [
        FAILED,
        'queue.resume.only-failed-or-pending-steps-execute',
        'queue.resume.retries',
        'queue.restart.original-configuration',
        'queue.restart.retries',
      ],
      blocks: ['queue.bulk.*'],
    },
    { 'endings.settle': given((message, outcome) => [message, outcome, undefined]) },
  ),
  uncreated(
    'the first message of a run is not logged CREATED',
    [LOGGED_CREATED, CREATED],
    (info) => info?.stepId === undefined,
  ),
  ...each(uncreated, [CREATED], {
    'the creation of a message of steps side by side is not logged': (info) =>
      info !== undefined && info.concurrent > 1,
    'the creation of a message that brings an event is not logged': (info) =>
      info?.stepType === 'Wait',
  }),
  fault('messages after the first are logged QUEUED when they are created', [CREATED], {
    'logs.message': given((message, state) => [
      message,
      state === 'CREATED' && message.run?.info.stepId !== undefined ? forbidden('QUEUED') : state,
    ]),
  }),
  replacing('logs.message')(
    'a message is logged DELIVERED before it is logged CREATED',
    ['queue.message-logs.time', LOGGED_CREATED, CREATED, LOGGED_DELIVERED],
    (original) => (message, state) => {
      if (state === 'CREATED') return original(message, 'DELIVERED')
      return original(message, state === 'DELIVERED' ? 'CREATED' : state)
    },
  ),
  replacing('logs.message')(
    'a message that is delayed is logged DELIVERED when it is created, and not later',
    [LOGGED_DELIVERED, 'queue.message-logs.time'],
    (original) => async (message, state) => {
      const isDelayed = message.notBefore > message.createdAt
      if (state !== 'DELIVERED' || !isDelayed) await original(message, state)
      if (state === 'CREATED' && isDelayed) await original(message, 'DELIVERED')
    },
  ),
  replacing('logs.message')(
    'a message that was delivered is logged SUCCEEDED',
    {
      breaks: ['queue.states.message-delivered', LOGGED_DELIVERED],
      blocks: ['queue.message-logs.step-info-on-message-level-events'],
    },
    given((message, state) => [message, state === 'DELIVERED' ? forbidden('SUCCEEDED') : state]),
  ),
  fault('a message that has failed is logged DELIVERED', [LOGGED_DELIVERED], {
    'logs.message': given((message, state) => [message, state === 'FAILED' ? 'DELIVERED' : state]),
  }),
]
