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
    'run-success-as-completed: run list: shows RUN_COMPLETED instead of RUN_SUCCESS',
    ['queue.states.run-success', 'queue.runs.workflow-state', 'queue.runs.list-response'],
    'RUN_SUCCESS',
    'RUN_COMPLETED',
  ),
  showing(
    'run-started-as-running: run list: shows RUN_RUNNING instead of RUN_STARTED',
    [STARTED, 'queue.runs.workflow-state', 'queue.runs.list-response', FAILED],
    'RUN_STARTED',
    'RUN_RUNNING',
  ),
  showing(
    'run-failed-as-canceled: run list: shows RUN_CANCELED instead of RUN_FAILED',
    [FAILED],
    'RUN_FAILED',
    'RUN_CANCELED',
  ),
  showing(
    'run-canceled-as-failed: run list: shows RUN_FAILED instead of RUN_CANCELED',
    [CANCELED],
    'RUN_CANCELED',
    'RUN_FAILED',
  ),
  fault(
    'run-canceled-fails-with-attempt: run list: canceled run with a failed attempt is RUN_FAILED',
    [CANCELED],
    {
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
    },
  ),
  silent(
    'logs-lack-run-started: message logs: omit RUN_STARTED',
    [STARTED, LOGGED_STARTED, 'queue.message-logs.everything-logged'],
    'RUN_STARTED',
  ),
  fault(
    'logs-lack-run-started-of-rerun: message logs: omit RUN_STARTED of a rerun',
    [LOGGED_STARTED],
    {
      'logs.run': (original) => async (run, state) => {
        if (state !== 'RUN_STARTED' || !isOurs(run.id)) await original(run, state)
      },
    },
  ),
  forgettingEvents(
    'logs-lack-created-of-rerun: message logs: omit CREATED for messages of a rerun',
    [LOGGED_CREATED, CREATED],
    ({ state, workflowRunId }) => state === 'CREATED' && isOurs(workflowRunId),
  ),
  forgettingEvents(
    'logs-lack-created-of-later-rerun-steps: message logs: omit CREATED for later messages of a rerun',
    [CREATED],
    ({ state, workflowRunId, message }) =>
      state === 'CREATED' && isOurs(workflowRunId) && message?.stepInfo.stepType !== 'Initial',
  ),
  silent(
    'logs-lack-run-success: message logs: omit RUN_SUCCESS',
    ['queue.states.run-success', 'queue.message-logs.everything-logged'],
    'RUN_SUCCESS',
  ),
  silent('logs-lack-run-failed: message logs: omit RUN_FAILED', [FAILED], 'RUN_FAILED'),
  silent(
    'logs-lack-run-canceled: message logs: omit RUN_CANCELED',
    {
      breaks: [CANCELED],
      blocks: [
        'queue.message-logs.filter-from-date-inclusive',
        'queue.message-logs.filter-to-date-inclusive',
      ],
    },
    'RUN_CANCELED',
  ),
  silent(
    'logs-lack-waiter-added: message logs: omit WAITER_ADDED',
    ['queue.states.waiter-added'],
    'WAITER_ADDED',
  ),
  silent('logs-lack-invoked: message logs: omit INVOKED', [INVOKED], 'INVOKED'),
  fault('logs-invoked-of-child: message logs: record INVOKED for the invoked run', [INVOKED], {
    'logs.run': (original, queue) => async (run, state) => {
      const latest = await queue.store.runs.latest(`${run.id}-child`)
      await original(state === 'INVOKED' && latest ? latest : run, state)
    },
  }),
  fault(
    'logs-run-started-each-step: message logs: repeat RUN_STARTED for each step',
    [STARTED, LOGGED_STARTED],
    {
      'logs.message': (original, queue) => async (message, state) => {
        const run = message.run && (await queue.store.runs.get(message.run.runKey))
        const isLater = message.run?.info.stepId !== undefined
        if (run && isLater && state === 'CREATED') await queue.logs.run(run, 'RUN_STARTED')
        await original(message, state)
      },
    },
  ),
  fault(
    'run-fails-without-retries: run: fails at its first failed attempt',
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
    'logs-lack-created-of-first-message: message logs: omit CREATED for the first message of a run',
    [LOGGED_CREATED, CREATED],
    (info) => info?.stepId === undefined,
  ),
  ...each(uncreated, [CREATED], {
    'logs-lack-created-of-parallel-steps: message logs: omit CREATED for parallel steps': (info) =>
      info !== undefined && info.concurrent > 1,
    'logs-lack-created-of-events: message logs: omit CREATED for messages with an event': (info) =>
      info?.stepType === 'Wait',
  }),
  fault(
    'logs-queued-instead-of-created: message logs: record QUEUED instead of CREATED',
    [CREATED],
    {
      'logs.message': given((message, state) => [
        message,
        state === 'CREATED' && message.run?.info.stepId !== undefined ? forbidden('QUEUED') : state,
      ]),
    },
  ),
  replacing('logs.message')(
    'logs-created-and-delivered-swapped: message logs: swap CREATED and DELIVERED',
    ['queue.message-logs.time', LOGGED_CREATED, CREATED, LOGGED_DELIVERED],
    (original) => (message, state) => {
      if (state === 'CREATED') return original(message, 'DELIVERED')
      return original(message, state === 'DELIVERED' ? 'CREATED' : state)
    },
  ),
  replacing('logs.message')(
    'logs-delayed-delivered-at-creation: message logs: record DELIVERED before a delay has passed',
    [LOGGED_DELIVERED, 'queue.message-logs.time'],
    (original) => async (message, state) => {
      const isDelayed = message.notBefore > message.createdAt
      if (state !== 'DELIVERED' || !isDelayed) await original(message, state)
      if (state === 'CREATED' && isDelayed) await original(message, 'DELIVERED')
    },
  ),
  replacing('logs.message')(
    'logs-succeeded-instead-of-delivered: message logs: record SUCCEEDED instead of DELIVERED',
    {
      breaks: ['queue.states.message-delivered', LOGGED_DELIVERED],
      blocks: ['queue.message-logs.step-info-on-message-level-events'],
    },
    given((message, state) => [message, state === 'DELIVERED' ? forbidden('SUCCEEDED') : state]),
  ),
  fault(
    'logs-failed-as-delivered: message logs: record DELIVERED instead of FAILED',
    [LOGGED_DELIVERED],
    {
      'logs.message': given((message, state) => [
        message,
        state === 'FAILED' ? 'DELIVERED' : state,
      ]),
    },
  ),
]
