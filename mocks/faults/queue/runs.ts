// Faults of the heading Workflow runs.

import type { RuleId } from '#generated/rules.js'
import type { Queue } from '../../queue/queue.js'
import type { Run } from '../../queue/runs/run.js'
import type { Step, StepGroup, WorkflowRun } from '../../queue/runs/run-list.js'
import { given, kebab, mapped, prefixed, result, rows } from '../written.js'
import { faults, type Replacements } from './fault.js'
import {
  asMany,
  byDefault,
  forgetting,
  forgettingCursor,
  ignoring,
  leading,
  paging,
} from './lists.js'
import { changing, forbidden, inSeconds, isOurs, omitting } from './parts.js'

/** Changes fields of listed runs. */
const showing = (other: (run: WorkflowRun) => object): Replacements => ({
  'runList.shown': result((run) => forbidden({ ...run, ...other(run) })),
})

/** Changes fields of listed steps. */
const showingSteps = (other: (step: Step) => object): Replacements => ({
  'runList.shownStep': result((step) => forbidden({ ...step, ...other(step) })),
})

/** Omits some runs. */
const leavingOut = (isLeftOut: (run: Run, asked: AskedRuns) => boolean): Replacements => ({
  'runList.page': result(({ items, ...rest }, asked) => ({
    ...rest,
    items: items.filter((run) => !isLeftOut(run, asked)),
  })),
})

type AskedRuns = Parameters<Queue['runList']['page']>[0]

/** Changes the groups of steps. */
const grouping = (other: (groups: readonly StepGroup[]) => unknown): Replacements => ({
  'runList.stepGroups': result((right) => forbidden(other(right))),
})

const CURSOR = 'queue.runs.filter-cursor'
const STATE = 'queue.runs.filter-state'
const ONE_RUN = 'queue.runs.created-at-identifies-one-run'
const SINCE = 'queue.runs.filter-from-date-inclusive'
const UNTIL = 'queue.runs.filter-to-date-inclusive'
const STEPS = 'queue.runs.steps'
const DEFAULT = 'queue.runs.count-default-10'
const MAXIMUM = 'queue.runs.count-maximum-10'
const COMPLETED_AT = 'queue.runs.workflow-run-completed-at'
const STEP_CREATED_AT = 'queue.runs.step-created-at'
const RUN_ID = 'queue.runs.workflow-run-id'
const MILLISECONDS = 'queue.resources.at-timestamps-in-milliseconds'
const GROUP_TYPE = 'queue.runs.group-type'
const OUT = 'queue.runs.step-out'
const CREATED_AT = 'queue.runs.workflow-run-created-at'
const SHARED_ID = 'queue.runs.filter-on-a-shared-run-id'
const COUNT = 'queue.runs.count'
const RESPONSE = 'queue.runs.list-response'

/** Fields of a run and of a step, and the rules that fail without them. */
const runFields: readonly (readonly [field: keyof WorkflowRun, ...breaks: readonly RuleId[]])[] = [
  ['workflowRunId', RESPONSE, RUN_ID],
  ['workflowUrl', RESPONSE, 'queue.runs.workflow-url'],
  [
    'workflowState',
    RESPONSE,
    'queue.runs.workflow-state',
    ...(['run-started', 'run-success', 'run-failed', 'run-canceled'] as const).map(
      (state) => `queue.states.${state}` as const,
    ),
  ],
  ['workflowRunCreatedAt', RESPONSE, CREATED_AT, MILLISECONDS],
  ['workflowRunCompletedAt', COMPLETED_AT, MILLISECONDS],
]

const stepFields: readonly (readonly [field: keyof Step, ...breaks: readonly RuleId[]])[] = [
  ['stepId', 'queue.runs.step-id'],
  ['stepName', RESPONSE, 'queue.runs.step-name', STEPS, GROUP_TYPE],
  ['stepType', RESPONSE, 'queue.runs.step-type'],
  ['callType', RESPONSE, 'queue.runs.step-call-type'],
  ['messageId', RESPONSE, 'queue.runs.step-message-id', 'queue.runs.step-is-tied-to-a-message'],
  ['out', OUT],
  ['concurrent', RESPONSE, 'queue.runs.step-concurrent'],
  ['state', RESPONSE, 'queue.runs.step-state'],
  ['createdAt', RESPONSE, STEP_CREATED_AT, MILLISECONDS],
]

const GROUP_STEPS = 'queue.runs.group-steps'

export const runFaults = faults({
  ...mapped(runFields, ([field, ...breaks]) => [
    `run-list-lacks-${kebab(field)}: run list: omits ${field}`,
    {
      breaks,
      ...(field === 'workflowRunCreatedAt' && { blocks: [SINCE, UNTIL] }),
      ...showing(omitting(field)),
    },
  ]),
  ...mapped(stepFields, ([field, ...breaks]) => [
    `run-step-lacks-${kebab(field)}: step of a run: omits "${field}"`,
    { breaks, ...showingSteps(omitting(field)) },
  ]),
  ...ignoring(
    'runList',
    (name) => `run-list-ignores-${kebab(name)}: run list: ignores the filter ${name}`,
    {
      workflowRunId: { breaks: [SHARED_ID] },
      workflowCreatedAt: { breaks: [ONE_RUN] },
      fromDate: { breaks: [SINCE] },
      toDate: { breaks: [UNTIL] },
    },
  ),
  'labels-in-lower-case: Svc-Label: is stored in lower case': {
    breaks: ['queue.dlq.filter-label'],
    'runs.start': given((start) => [
      { ...start, labels: start.labels?.map((label) => label.toLowerCase()) },
    ]),
  },
  ...prefixed('run', 'run list', {
    'list-under-items: returns "items" instead of "runs"': {
      breaks: [RESPONSE],
      'runList.list': result(({ runs, ...rest }) => forbidden({ ...rest, items: runs })),
    },
    'created-at-in-seconds: returns workflowRunCreatedAt in seconds': {
      breaks: [CREATED_AT, ONE_RUN, MILLISECONDS],
      ...showing(changing('workflowRunCreatedAt', inSeconds)),
    },
    'in-progress-lacks-steps: shows no steps of a run in progress': {
      breaks: [STEPS],
      ...showing(({ workflowState }) => (workflowState === 'RUN_STARTED' ? { steps: [] } : {})),
    },
    'list-lacks-reruns: omits runs created by restart or resume': {
      breaks: [RUN_ID],
      ...leavingOut(({ id }) => isOurs(id)),
    },
    'list-lacks-reruns-by-label: omits restarted/resumed runs if filtered by label': {
      breaks: ['queue.runs.filter-label'],
      ...leavingOut(({ id }, { label }) => isOurs(id) && label !== undefined),
    },
    'completed-at-in-seconds: returns workflowRunCompletedAt in seconds': {
      breaks: [SINCE, UNTIL, COMPLETED_AT, MILLISECONDS],
      ...showing(changing('workflowRunCompletedAt', inSeconds)),
    },
    'steps-without-groups: returns a flat list of steps, not step groups': {
      breaks: [RESPONSE, STEPS, GROUP_TYPE, GROUP_STEPS],
      ...grouping((groups) => groups.flatMap(({ steps = [] }) => steps)),
    },
    'parallel-steps-in-own-groups: puts each parallel step in a separate step group': {
      breaks: [GROUP_TYPE],
      ...grouping((groups) =>
        groups.flatMap(({ type, steps = [] }) => steps.map((step) => ({ type, steps: [step] }))),
      ),
    },
    'list-latest-of-run-id: omits all but the latest run of each run id': {
      breaks: ['queue.runs.runs-share-a-run-id', SHARED_ID, ONE_RUN],
      'runList.page': (original, queue) => async (asked) => {
        const page = await original(asked)
        const latest = await Promise.all(page.items.map(({ id }) => queue.store.runs.latest(id)))
        return { ...page, items: page.items.filter(({ key }, n) => key === latest[n]?.key) }
      },
    },
    'list-latest-if-filtered-by-run-id: filter workflowRunId returns only the latest run': {
      breaks: [SHARED_ID],
      'runList.page': result((page, asked) => {
        const isOne = asked.workflowRunId !== undefined && asked.workflowCreatedAt === undefined
        return isOne ? { items: page.items.slice(0, 1) } : page
      }),
    },
    'list-canceled-includes-failed: state=RUN_CANCELED also returns RUN_FAILED runs': {
      breaks: [STATE],
      'runList.page': (original) => async (asked) => {
        if (asked.state !== 'RUN_CANCELED') return original(asked)
        const { items, ...rest } = await original({ ...asked, state: undefined })
        const isMeant = ({ state }: Run) => state === 'RUN_CANCELED' || state === 'RUN_FAILED'
        return { ...rest, items: items.filter(isMeant) }
      },
    },
    'list-canceled-only-by-state: omits canceled runs unless filtered by "state"': {
      breaks: [RESPONSE],
      ...leavingOut(({ state }, asked) => asked.state === undefined && state === 'RUN_CANCELED'),
    },
    ...rows(paging('runs'), {
      'list-count-plus-one: returns one run more than "count"': [
        COUNT,
        (asked, right) => (asked === undefined ? right : Math.min(asked + 1, 10)),
      ],
      'list-count-default-9: returns 9 runs, not 10, if "count" is missing': [
        DEFAULT,
        byDefault(9),
      ],
      'list-count-over-maximum: accepts a "count" above the maximum of 10': [MAXIMUM, asMany],
    }),
    'list-cursor-drops-label: ignores the filter label on the next page': {
      breaks: [CURSOR],
      'runList.page': given(forgetting('label')),
    },
    'list-cursor-ignored: ignores the cursor and returns page 1 again': {
      breaks: ['queue.pagination.end-of-results', CURSOR],
      'runList.page': given(forgettingCursor),
    },
    'list-page-repeats-last-run: repeats the last run on the next page': {
      breaks: [CURSOR],
      ...leading('runs', (sequence) => sequence + 1),
    },
    "list-page-skips-millisecond: next page skips runs created at the cursor's time": {
      breaks: [COUNT, CURSOR],
      ...leading('runs', () => 0),
    },
    'list-lacks-failed-runs: omits failed runs': {
      breaks: [RESPONSE, RUN_ID],
      ...leavingOut(({ state }) => state === 'RUN_FAILED'),
    },
  }),
  'run-step-created-at-is-run-created-at: step of a run: returns the run creation time as createdAt':
    {
      breaks: [STEP_CREATED_AT],
      'runList.shown': given((run) => [
        { ...run, steps: run.steps.map((step) => ({ ...step, createdAt: run.createdAt })) },
      ]),
    },
  'run-step-initial-has-id: step of a run: returns stepId 0 for the initial step': {
    breaks: ['queue.runs.step-id-absent-on-the-initial-step'],
    ...showingSteps(({ stepId = 0 }) => ({ stepId })),
  },
  "run-step-message-id-of-first: step of a run: all steps return the first step's messageId": {
    breaks: ['queue.runs.step-is-tied-to-a-message'],
    ...grouping((groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.map((step) => ({ ...step, messageId: groups[0]?.steps?.[0]?.messageId })),
      })),
    ),
  },
  'run-group-of-one-as-object: step group with 1 step: "steps" is an object, not an array': {
    breaks: [...([STEPS, GROUP_STEPS, RESPONSE] as const), GROUP_TYPE],
    ...grouping((groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.length === 1 ? steps[0] : steps,
      })),
    ),
  },
})
