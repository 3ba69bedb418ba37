// Mistakes under the heading: States and transitions.

import type { StepInfo } from '../../queue/runs/step-info.js'
import type { RunEvent } from '../../queue/logs/logs.js'
import type { QueueFault, Replacements } from './fault.js'
import { forbidden, given, isOurs, result } from './parts.js'

/** A server that shows runs of one state in another. */
const showing = (state: string, as: string): Replacements =>
  result('runList', 'shown', (shown, run) =>
    run.state === state ? forbidden({ ...shown, workflowState: as }) : shown,
  )

/** A server that does not log a state of runs. */
const silent = (state: RunEvent): Replacements => ({
  logs: {
    run: (original) => async (run, happened) => {
      if (happened !== state) await original(run, happened)
    },
  },
})

export const stateFaults: readonly QueueFault[] = [
  {
    name: 'a run that has completed is shown as RUN_COMPLETED',
    breaks: ['queue.states.run-success', 'queue.runs.workflow-state', 'queue.runs.list-response'],
    replace: showing('RUN_SUCCESS', 'RUN_COMPLETED'),
  },
  {
    name: 'a run in progress is shown as RUN_RUNNING',
    breaks: [
      'queue.states.run-started',
      'queue.runs.workflow-state',
      'queue.runs.list-response',
      'queue.states.run-failed',
    ],
    replace: showing('RUN_STARTED', 'RUN_RUNNING'),
  },
  {
    name: 'a run that has failed is shown as RUN_CANCELED',
    breaks: ['queue.states.run-failed'],
    replace: showing('RUN_FAILED', 'RUN_CANCELED'),
  },
  {
    name: 'a run that was cancelled is shown as RUN_FAILED',
    breaks: ['queue.states.run-canceled'],
    replace: showing('RUN_CANCELED', 'RUN_FAILED'),
  },
  {
    name: 'a run that was cancelled fails with the attempt that was under way then',
    breaks: ['queue.states.run-canceled'],
    replace: {
      runList: {
        shown: (original, queue) => (run) => {
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
    },
  },
  {
    name: 'the start of a run is not logged',
    breaks: [
      'queue.states.run-started',
      'queue.states.triggered-run-is-logged-started',
      'queue.message-logs.everything-logged',
    ],
    replace: silent('RUN_STARTED'),
  },
  {
    name: 'the start of a run that comes of another one is not logged',
    breaks: ['queue.states.triggered-run-is-logged-started'],
    replace: {
      logs: {
        run: (original) => async (run, state) => {
          if (state !== 'RUN_STARTED' || !isOurs(run.id)) await original(run, state)
        },
      },
    },
  },
  {
    name: 'the creation of a message of a run that comes of another one is not logged',
    breaks: ['queue.states.first-step-message-is-logged-created', 'queue.states.message-created'],
    replace: {
      logs: {
        add: (original) => async (event) => {
          const isSilent = event.state === 'CREATED' && isOurs(event.workflowRunId)
          if (!isSilent) await original(event)
        },
      },
    },
  },
  {
    name: 'the creation of a message that is resumed after a step is not logged',
    breaks: ['queue.states.message-created'],
    replace: {
      logs: {
        add: (original) => async (event) => {
          const isLater = event.message?.stepInfo.stepType !== 'Initial'
          const isSilent = event.state === 'CREATED' && isLater && isOurs(event.workflowRunId)
          if (!isSilent) await original(event)
        },
      },
    },
  },
  {
    name: 'the success of a run is not logged',
    breaks: ['queue.states.run-success', 'queue.message-logs.everything-logged'],
    replace: silent('RUN_SUCCESS'),
  },
  {
    name: 'the failure of a run is not logged',
    breaks: ['queue.states.run-failed'],
    replace: silent('RUN_FAILED'),
  },
  {
    name: 'the cancellation of a run is not logged',
    breaks: ['queue.states.run-canceled'],
    blocks: [
      'queue.message-logs.filter-from-date-inclusive',
      'queue.message-logs.filter-to-date-inclusive',
    ],
    replace: silent('RUN_CANCELED'),
  },
  {
    name: 'a waiter that is added is not logged',
    breaks: ['queue.states.waiter-added'],
    replace: silent('WAITER_ADDED'),
  },
  {
    name: 'an invocation is not logged',
    breaks: ['queue.states.invoked'],
    replace: silent('INVOKED'),
  },
  {
    name: 'INVOKED is logged for the run that was started',
    breaks: ['queue.states.invoked'],
    replace: {
      logs: {
        run: (original, queue) => async (run, state) => {
          const latest = await queue.store.runs.latest(`${run.id}-child`)
          await original(state === 'INVOKED' && latest ? latest : run, state)
        },
      },
    },
  },
  {
    name: 'RUN_STARTED is logged with each step of a run',
    breaks: ['queue.states.run-started', 'queue.states.triggered-run-is-logged-started'],
    replace: {
      logs: {
        message: (original, queue) => async (message, state) => {
          const run = message.run && (await queue.store.runs.get(message.run.runKey))
          const isLater = message.run?.info.stepId !== undefined
          if (run && isLater && state === 'CREATED') await queue.logs.run(run, 'RUN_STARTED')
          await original(message, state)
        },
      },
    },
  },
  {
    name: 'a run fails with its first failed attempt',
    breaks: [
      'queue.states.run-failed',
      'queue.resume.only-failed-or-pending-steps-execute',
      'queue.resume.retries',
      'queue.restart.original-configuration',
      'queue.restart.retries',
    ],
    blocks: ['queue.bulk.*'],
    replace: given('endings', 'settle', (message, outcome) => [message, outcome, undefined]),
  },
  {
    name: 'the first message of a run is not logged CREATED',
    breaks: ['queue.states.first-step-message-is-logged-created', 'queue.states.message-created'],
    replace: {
      logs: {
        message: (original) => async (message, state) => {
          const isFirst = message.run?.info.stepId === undefined
          if (!isFirst || state !== 'CREATED') await original(message, state)
        },
      },
    },
  },
  ...(
    [
      ['of steps side by side', ({ concurrent }) => concurrent > 1],
      ['that brings an event', ({ stepType }) => stepType === 'Wait'],
    ] as const satisfies readonly (readonly [string, (info: StepInfo) => boolean])[]
  ).map(([what, isMeant]): QueueFault => ({
    name: `the creation of a message ${what} is not logged`,
    breaks: ['queue.states.message-created'],
    replace: {
      logs: {
        message: (original) => async (message, state) => {
          const isSilent = state === 'CREATED' && message.run && isMeant(message.run.info)
          if (!isSilent) await original(message, state)
        },
      },
    },
  })),
  {
    name: 'messages after the first are logged QUEUED when they are created',
    breaks: ['queue.states.message-created'],
    replace: given('logs', 'message', (message, state) => [
      message,
      state === 'CREATED' && message.run?.info.stepId !== undefined ? forbidden('QUEUED') : state,
    ]),
  },
  {
    name: 'a message is logged DELIVERED before it is logged CREATED',
    breaks: [
      'queue.message-logs.time',
      'queue.states.first-step-message-is-logged-created',
      'queue.states.message-created',
      'queue.states.processed-message-is-logged-delivered',
    ],
    replace: {
      logs: {
        message: (original) => (message, state) => {
          if (state === 'CREATED') return original(message, 'DELIVERED')
          return original(message, state === 'DELIVERED' ? 'CREATED' : state)
        },
      },
    },
  },
  {
    name: 'a message that is delayed is logged DELIVERED when it is created, and not later',
    breaks: ['queue.states.processed-message-is-logged-delivered', 'queue.message-logs.time'],
    replace: {
      logs: {
        message: (original) => async (message, state) => {
          const isDelayed = message.notBefore > message.createdAt
          if (state !== 'DELIVERED' || !isDelayed) await original(message, state)
          if (state === 'CREATED' && isDelayed) await original(message, 'DELIVERED')
        },
      },
    },
  },
  {
    name: 'a message that was delivered is logged SUCCEEDED',
    breaks: [
      'queue.states.message-delivered',
      'queue.states.processed-message-is-logged-delivered',
    ],
    blocks: ['queue.message-logs.step-info-on-message-level-events'],
    replace: given('logs', 'message', (message, state) => [
      message,
      state === 'DELIVERED' ? forbidden('SUCCEEDED') : state,
    ]),
  },
  {
    name: 'a message that has failed is logged DELIVERED',
    breaks: ['queue.states.processed-message-is-logged-delivered'],
    replace: given('logs', 'message', (message, state) => [
      message,
      state === 'FAILED' ? 'DELIVERED' : state,
    ]),
  },
]
