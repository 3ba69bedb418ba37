// Faults of the heading States and transitions.

import type { StepInfo } from '../../queue/message.js'
import type { RunEvent } from '../../queue/logs/logs.js'
import { given, result, skipping } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { forbidden, isOurs } from './parts.js'

/** Shows runs of one state in another. */
const showing = (state: string, as: string): Replacements => ({
  'runList.shown': result((shown, run) =>
    run.state === state ? forbidden({ ...shown, workflowState: as }) : shown,
  ),
})

/** Does not log a state of runs. */
const silent = (state: RunEvent): Replacements => ({
  'logs.run': skipping((_, happened) => happened === state),
})

const STARTED = 'queue.states.run-started'
const FAILED = 'queue.states.run-failed'
const LOGGED_STARTED = 'queue.states.triggered-run-is-logged-started'
const LOGGED_CREATED = 'queue.states.first-step-message-is-logged-created'
const INVOKED = 'queue.states.invoked'
const CREATED = 'queue.states.message-created'
const LOGGED_DELIVERED = 'queue.states.processed-message-is-logged-delivered'
const CANCELED = 'queue.states.run-canceled'

/** Does not log CREATED for messages of some steps. */
const uncreated = (isForgotten: (info: StepInfo | undefined) => boolean): Replacements => ({
  'logs.message': skipping(({ run }, state) => state === 'CREATED' && isForgotten(run?.info)),
})

export const stateFaults = faults({
  'run-success-as-completed: run list: shows RUN_COMPLETED instead of RUN_SUCCESS': {
    breaks: ['queue.states.run-success', 'queue.runs.workflow-state', 'queue.runs.list-response'],
    ...showing('RUN_SUCCESS', 'RUN_COMPLETED'),
  },
  'run-started-as-running: run list: shows RUN_RUNNING instead of RUN_STARTED': {
    breaks: [STARTED, 'queue.runs.workflow-state', 'queue.runs.list-response', FAILED],
    ...showing('RUN_STARTED', 'RUN_RUNNING'),
  },
  'run-failed-as-canceled: run list: shows RUN_CANCELED instead of RUN_FAILED': {
    breaks: [FAILED],
    ...showing('RUN_FAILED', 'RUN_CANCELED'),
  },
  'run-canceled-as-failed: run list: shows RUN_FAILED instead of RUN_CANCELED': {
    breaks: [CANCELED],
    ...showing('RUN_CANCELED', 'RUN_FAILED'),
  },
  'run-canceled-fails-with-attempt: run list: canceled run with failed attempt shows RUN_FAILED': {
    breaks: [CANCELED],
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
  'logs-lack-run-started: message logs: omit RUN_STARTED': {
    breaks: [STARTED, LOGGED_STARTED, 'queue.message-logs.everything-logged'],
    ...silent('RUN_STARTED'),
  },
  'logs-lack-run-started-of-rerun: message logs: omit RUN_STARTED of restarted/resumed runs': {
    breaks: [LOGGED_STARTED],
    'logs.run': skipping(({ id }, state) => state === 'RUN_STARTED' && isOurs(id)),
  },
  ...breaking([LOGGED_CREATED, CREATED], {
    'logs-lack-created-of-rerun: message logs: omit CREATED of restarted/resumed runs': {
      'logs.add': skipping(
        ({ state, workflowRunId }) => state === 'CREATED' && isOurs(workflowRunId),
      ),
    },
    'logs-lack-created-of-first-message: message logs: omit CREATED for the first message of a run':
      uncreated((info) => info?.stepId === undefined),
  }),
  ...breaking([CREATED], {
    'logs-lack-created-of-parallel-steps: message logs: omit CREATED for parallel steps': uncreated(
      (info) => info !== undefined && info.concurrent > 1,
    ),
    'logs-queued-instead-of-created: message logs: record QUEUED instead of CREATED': {
      'logs.message': given((message, state) => [
        message,
        state === 'CREATED' && message.run?.info.stepId !== undefined ? forbidden('QUEUED') : state,
      ]),
    },
  }),
  'logs-lack-run-success: message logs: omit RUN_SUCCESS': {
    breaks: ['queue.states.run-success', 'queue.message-logs.everything-logged'],
    ...silent('RUN_SUCCESS'),
  },
  'logs-lack-run-failed: message logs: omit RUN_FAILED': {
    breaks: [FAILED],
    ...silent('RUN_FAILED'),
  },
  'logs-lack-run-canceled: message logs: omit RUN_CANCELED': {
    breaks: [CANCELED],
    blocks: [
      'queue.message-logs.filter-from-date-inclusive',
      'queue.message-logs.filter-to-date-inclusive',
    ],
    ...silent('RUN_CANCELED'),
  },
  'logs-lack-waiter-added: message logs: omit WAITER_ADDED': {
    breaks: ['queue.states.waiter-added'],
    ...silent('WAITER_ADDED'),
  },
  'logs-lack-invoked: message logs: omit INVOKED': { breaks: [INVOKED], ...silent('INVOKED') },
  'logs-run-started-each-step: message logs: repeat RUN_STARTED for each step': {
    breaks: [STARTED, LOGGED_STARTED],
    'logs.message': (original, queue) => async (message, state) => {
      const run = message.run && (await queue.store.runs.get(message.run.runKey))
      const isLater = message.run?.info.stepId !== undefined
      if (run && isLater && state === 'CREATED') await queue.logs.run(run, 'RUN_STARTED')
      await original(message, state)
    },
  },
  'run-fails-without-retries: workflow run: fails after 1 failed attempt, without retries': {
    breaks: [
      FAILED,
      'queue.resume.only-failed-or-pending-steps-execute',
      'queue.resume.retries',
      'queue.restart.original-configuration',
      'queue.restart.retries',
    ],
    blocks: ['queue.bulk.*'],
    'endings.settle': given((message, outcome) => [message, outcome, undefined]),
  },
  'logs-created-and-delivered-swapped: message logs: log state CREATED as DELIVERED and vice versa':
    {
      breaks: ['queue.message-logs.time', LOGGED_CREATED, CREATED, LOGGED_DELIVERED],
      'logs.message': (original) => (message, state) => {
        if (state === 'CREATED') return original(message, 'DELIVERED')
        return original(message, state === 'DELIVERED' ? 'CREATED' : state)
      },
    },
  'logs-delayed-delivered-at-creation: message logs: record DELIVERED before Svc-Delay has passed':
    {
      breaks: [LOGGED_DELIVERED, 'queue.message-logs.time'],
      'logs.message': (original) => async (message, state) => {
        const isDelayed = message.notBefore > message.createdAt
        if (state !== 'DELIVERED' || !isDelayed) await original(message, state)
        if (state === 'CREATED' && isDelayed) await original(message, 'DELIVERED')
      },
    },
  'logs-succeeded-instead-of-delivered: message logs: record SUCCEEDED instead of DELIVERED': {
    breaks: ['queue.states.message-delivered'],
    'logs.message': given((message, state) => [
      message,
      state === 'DELIVERED' ? forbidden('SUCCEEDED') : state,
    ]),
  },
  'logs-failed-as-delivered: message logs: record DELIVERED instead of FAILED': {
    breaks: [LOGGED_DELIVERED],
    'logs.message': given((message, state) => [message, state === 'FAILED' ? 'DELIVERED' : state]),
  },
})
