// Mistakes under the heading: Workflow runs.

import type { RuleId } from '#generated/rules.js'
import type { Queue } from '../../queue/queue.js'
import type { Run } from '../../queue/runs/run.js'
import type { Step, StepGroup, WorkflowRun } from '../../queue/runs/run-list.js'
import { each, given, kebab, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import {
  afterFromDate,
  asMany,
  asking,
  beforeToDate,
  byDefault,
  countingFirst,
  forgetting,
  forgettingFilters,
  fromSeconds,
  ignoring,
  leading,
  oneDate,
  paging,
  smallRunIds,
  toSeconds,
} from './lists.js'
import { forbidden, inSeconds, isOurs } from './parts.js'

/** A server that shows some fields of runs otherwise. */
const showing = shape((other: (run: WorkflowRun) => object): Replacements => ({
  'runList.shown': result((run) => forbidden({ ...run, ...other(run) })),
}))

/** A server that shows some fields of steps otherwise. */
const showingSteps = shape((other: (step: Step) => object): Replacements => ({
  'runList.shownStep': result((step) => forbidden({ ...step, ...other(step) })),
}))

/** A server that leaves some runs out of its pages. */
const leavingOut = shape((isLeftOut: (run: Run, asked: AskedRuns) => boolean): Replacements => ({
  'runList.page': result(({ items, ...rest }, asked) => ({
    ...rest,
    items: items.filter((run) => !isLeftOut(run, asked)),
  })),
}))

type AskedRuns = Parameters<Queue['runList']['page']>[0]

/** Servers that read filters, and choose the length of a page, otherwise. */
const filtering = asking('runList')
const sizing = paging('runs')

/** A server that groups steps otherwise. */
const grouping = shape((other: (groups: readonly StepGroup[]) => unknown): Replacements => ({
  'runList.stepGroups': result((right) => forbidden(other(right))),
}))

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

/** Fields of a run, and what shows that one is missing. */
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

/** What is judged of the moments of a run. */
const INCLUSIVE = [SINCE, UNTIL]

/** What a cursor can forget so that it shows: it leads to runs from before the last one. */
const forgettable = ['workflowRunId', 'label', 'state', 'fromDate'] as const

const TO_DATE = 'queue.runs.filter-to-date'
const GROUP_STEPS = 'queue.runs.group-steps'

export const runFaults: readonly QueueFault[] = [
  ...runFields.map(([field, ...breaks]) =>
    showing(
      `run-list-lacks-${kebab(field)}: run list: omits ${field}`,
      field === 'workflowRunCreatedAt' ? { breaks, blocks: INCLUSIVE } : breaks,
      () => ({ [field]: undefined }),
    ),
  ),
  ...stepFields.map(([field, ...breaks]) =>
    showingSteps(`run-step-lacks-${kebab(field)}: step of a run: omits ${field}`, breaks, () => ({
      [field]: undefined,
    })),
  ),
  ...ignoring('runList', (name) => `run-list-ignores-${kebab(name)}: run list: ignores ${name}`, {
    workflowRunId: { breaks: [SHARED_ID] },
    workflowCreatedAt: { breaks: [ONE_RUN] },
    fromDate: { breaks: [SINCE] },
    toDate: { breaks: [UNTIL] },
  }),
  ...(['label', 'state'] as const).map((name) =>
    filtering(
      `run-list-no-url-ignores-${name}: run list: ignores ${name} if no workflowUrl is given`,
      [`queue.runs.filter-${name}`],
      ({ workflowUrl }) => (workflowUrl === undefined ? { [name]: undefined } : {}),
    ),
  ),
  ...forgettable.map((name) =>
    fault(
      `run-list-cursor-drops-${kebab(name)}: run list: ignores ${name} on the next page`,
      [CURSOR],
      {
        'runList.page': given((asked) => [forgetting(asked, name)]),
      },
    ),
  ),
  replacing('runList.page')(
    'run-list-state-filtered-per-page: run list: filters by state after paging',
    [CURSOR],
    (original) => async (asked) => {
      const page = await original({ ...asked, state: undefined })
      const items = page.items.filter(({ state }) => state === (asked.state ?? state))
      return items.length === page.items.length ? page : { items }
    },
  ),
  filtering(
    'run-list-ignores-to-date-with-from-date: run list: ignores toDate if fromDate is given',
    [TO_DATE],
    oneDate,
  ),
  fault('run-list-under-items: run list: returns the runs under "items"', [RESPONSE], {
    'runList.list': result(({ runs, ...rest }) => forbidden({ ...rest, items: runs })),
  }),
  showing(
    'run-created-at-in-seconds: run list: returns workflowRunCreatedAt in seconds',
    [CREATED_AT, ONE_RUN, MILLISECONDS],
    (run) => ({
      workflowRunCreatedAt: inSeconds(run.workflowRunCreatedAt),
    }),
  ),
  showing(
    'run-created-at-5-ms-late: run list: returns workflowRunCreatedAt 5 ms late',
    [SINCE, UNTIL, CREATED_AT, ONE_RUN],
    ({ workflowRunCreatedAt = 0 }) => ({ workflowRunCreatedAt: workflowRunCreatedAt + 5 }),
  ),
  showing(
    'run-in-progress-lacks-steps: run list: shows no steps of a run in progress',
    [STEPS],
    ({ workflowState }) => (workflowState === 'RUN_STARTED' ? { steps: [] } : {}),
  ),
  leavingOut('run-list-lacks-reruns: run list: omits reruns', [RUN_ID], ({ id }) => isOurs(id)),
  leavingOut(
    'run-list-lacks-reruns-by-label: run list: omits reruns if label is given',
    ['queue.runs.filter-label'],
    ({ id }, { label }) => isOurs(id) && label !== undefined,
  ),
  showing(
    'run-completed-at-in-seconds: run list: returns workflowRunCompletedAt in seconds',
    [SINCE, UNTIL, COMPLETED_AT, MILLISECONDS],
    (run) => ({
      workflowRunCompletedAt: inSeconds(run.workflowRunCompletedAt ?? undefined),
    }),
  ),
  showing(
    'run-completed-at-is-created-at: run list: returns creation as workflowRunCompletedAt',
    [COMPLETED_AT],
    (run) => ({
      workflowRunCompletedAt: run.workflowRunCreatedAt,
    }),
  ),
  showingSteps(
    'run-step-created-at-in-seconds: step of a run: returns createdAt in seconds',
    [STEP_CREATED_AT, MILLISECONDS],
    ({ createdAt }) => ({ createdAt: inSeconds(createdAt) }),
  ),
  fault(
    'run-step-created-at-is-run-created-at: step of a run: returns the creation of the run',
    [STEP_CREATED_AT],
    {
      'runList.shown': given((run) => [
        { ...run, steps: run.steps.map((step) => ({ ...step, createdAt: run.createdAt })) },
      ]),
    },
  ),
  showingSteps(
    'run-step-id-as-string: step of a run: returns stepId as a string',
    ['queue.runs.step-id', RESPONSE],
    ({ stepId }) => (stepId === undefined ? {} : { stepId: String(stepId) }),
  ),
  showingSteps(
    'run-step-initial-has-id: step of a run: returns stepId 0 for the initial step',
    ['queue.runs.step-id-absent-on-the-initial-step'],
    ({ stepId = 0 }) => ({ stepId }),
  ),
  showingSteps(
    'run-step-out-as-object: step of a run: returns out as an object',
    [OUT, RESPONSE],
    ({ out }) => (out === undefined ? {} : { out: { value: out } }),
  ),
  ...each(showingSteps, [OUT], {
    'run-step-out-in-base64: step of a run: returns out in base64': ({ out }) => ({
      out: Buffer.from(out ?? '').toString('base64'),
    }),
    'run-step-out-null-omitted: step of a run: omits out if the step returned null': ({ out }) => ({
      out: out === 'null' ? undefined : out,
    }),
    'run-step-out-cut-after-1000: step of a run: cuts out after 1000 characters': ({ out }) => ({
      out: out?.slice(0, 1000),
    }),
  }),
  grouping(
    'run-step-message-id-of-first: step of a run: returns messageId of the first step',
    ['queue.runs.step-is-tied-to-a-message'],
    (groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.map((step) => ({ ...step, messageId: groups[0]?.steps?.[0]?.messageId })),
      })),
  ),
  grouping(
    'run-steps-without-groups: run list: returns steps without groups',
    [RESPONSE, STEPS, GROUP_TYPE, GROUP_STEPS],
    (groups) => groups.flatMap(({ steps = [] }) => steps),
  ),
  grouping(
    'run-parallel-steps-as-sequential: run list: shows parallel groups as sequential',
    [GROUP_TYPE],
    (groups) => groups.map((group) => ({ ...group, type: 'sequential' })),
  ),
  grouping(
    'run-parallel-steps-in-own-groups: run list: puts each parallel step in a group of its own',
    [GROUP_TYPE],
    (groups) =>
      groups.flatMap(({ type, steps = [] }) => steps.map((step) => ({ type, steps: [step] }))),
  ),
  grouping(
    'run-group-type-upper-case: run list: returns the type of a group in upper case',
    [GROUP_TYPE, RESPONSE],
    (groups) => groups.map(({ type = '', ...group }) => ({ ...group, type: type.toUpperCase() })),
  ),
  grouping(
    'run-group-of-one-as-object: run list: returns an only step of a group without an array',
    [...([STEPS, GROUP_STEPS, RESPONSE] as const), GROUP_TYPE],
    (groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.length === 1 ? steps[0] : steps,
      })),
  ),
  replacing('runList.page')(
    'run-list-latest-of-run-id: run list: shows only the latest run of a run id',
    ['queue.runs.runs-share-a-run-id', SHARED_ID, ONE_RUN],
    (original, queue) => async (asked) => {
      const page = await original(asked)
      const latest = await Promise.all(page.items.map(({ id }) => queue.store.runs.latest(id)))
      return { ...page, items: page.items.filter(({ key }, n) => key === latest[n]?.key) }
    },
  ),
  fault(
    'run-list-latest-if-filtered-by-run-id: run list: returns only the latest run for workflowRunId',
    [SHARED_ID],
    {
      'runList.page': result((page, asked) => {
        const isOne = asked.workflowRunId !== undefined && asked.workflowCreatedAt === undefined
        return isOne ? { items: page.items.slice(0, 1) } : page
      }),
    },
  ),
  filtering(
    'run-list-state-lower-cased: run list: converts state to lower case',
    [STATE],
    ({ state }) => ({
      state: state?.toLowerCase(),
    }),
  ),
  fault(
    'run-list-canceled-includes-failed: run list: returns failed runs too for RUN_CANCELED',
    [STATE],
    {
      'runList.page': (original) => async (asked) => {
        if (asked.state !== 'RUN_CANCELED') return original(asked)
        const { items, ...rest } = await original({ ...asked, state: undefined })
        const isMeant = ({ state }: Run) => state === 'RUN_CANCELED' || state === 'RUN_FAILED'
        return { ...rest, items: items.filter(isMeant) }
      },
    },
  ),
  leavingOut(
    'run-list-canceled-only-by-state: run list: omits canceled runs if no state is given',
    { breaks: [RESPONSE, STATE], blocks: ['queue.states.run-canceled'] },
    ({ state }, asked) => asked.state === undefined && state === 'RUN_CANCELED',
  ),
  filtering(
    'run-list-from-date-exclusive: run list: excludes a run of exactly fromDate',
    [SINCE],
    afterFromDate,
  ),
  filtering(
    'run-list-to-date-exclusive: run list: excludes a run of exactly toDate',
    [UNTIL],
    beforeToDate,
  ),
  filtering(
    'run-list-from-date-in-seconds: run list: reads fromDate as seconds',
    ['queue.runs.filter-from-date', SINCE],
    fromSeconds,
  ),
  filtering(
    'run-list-to-date-in-seconds: run list: reads toDate as seconds',
    [TO_DATE, UNTIL],
    toSeconds,
  ),
  sizing(
    'run-list-count-plus-one: run list: returns one run more than count',
    [COUNT],
    (asked, right) => (asked === undefined ? right : Math.min(asked + 1, 10)),
  ),
  sizing(
    'run-list-count-11: run list: has a default and a maximum count of 11',
    [DEFAULT, MAXIMUM],
    (asked = 11) => Math.min(asked, 11),
  ),
  sizing('run-list-count-default-9: run list: returns 9 runs by default', [DEFAULT], byDefault(9)),
  sizing(
    'run-list-count-over-maximum: run list: accepts a count above the maximum of 10',
    [MAXIMUM],
    asMany,
  ),
  countingFirst(
    'run-list-count-first-page-only: run list: ignores count on the next page',
    [COUNT],
    'runs',
  ),
  fault(
    'run-list-cursor-ignored: run list: ignores the cursor',
    ['queue.pagination.end-of-results', CURSOR],
    {
      'runList.page': given((asked) => [{ ...asked, cursor: undefined }]),
    },
  ),
  fault('run-list-cursor-drops-filters: run list: ignores all filters on the next page', [CURSOR], {
    'runList.page': given((asked) => [forgettingFilters(asked)]),
  }),
  leading(
    'run-list-page-repeats-last-run: run list: repeats the last run on the next page',
    [CURSOR],
    'runs',
    (sequence) => sequence + 1,
  ),
  leading(
    'run-list-page-skips-millisecond: run list: the next page skips runs of the same millisecond',
    [COUNT, CURSOR],
    'runs',
    () => 0,
  ),
  fault(
    'run-list-empty: run list: is always empty',
    {
      breaks: [RESPONSE, RUN_ID, DEFAULT],
      blocks: ['queue.runs.*', 'queue.states.run-*', 'queue.states.step-success'],
    },
    { 'runList.page': () => async () => ({ items: [] }) },
  ),
  leavingOut(
    'run-list-lacks-failed-runs: run list: omits failed runs',
    [RESPONSE, RUN_ID],
    ({ state }) => state === 'RUN_FAILED',
  ),
  filtering(
    'run-list-run-id-lower-cased: run list: converts workflowRunId to lower case',
    ['queue.runs.filter-workflow-run-id'],
    smallRunIds,
  ),
]
