// Mistakes under the heading: Workflow runs.

import type { RuleId } from '#generated/rules.js'
import type { Queue } from '../../queue/queue.js'
import type { Run } from '../../queue/runs/run.js'
import type { Step, StepGroup, WorkflowRun } from '../../queue/runs/run-list.js'
import { each, given, result, shape } from '../written.js'
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
      `a run is listed without its ${field}`,
      field === 'workflowRunCreatedAt' ? { breaks, blocks: INCLUSIVE } : breaks,
      () => ({ [field]: undefined }),
    ),
  ),
  ...stepFields.map(([field, ...breaks]) =>
    showingSteps(`a step is listed without its ${field}`, breaks, () => ({ [field]: undefined })),
  ),
  ...ignoring('runList', (filter) => `the run list ignores ${filter}`, {
    workflowRunId: { breaks: [SHARED_ID] },
    workflowCreatedAt: { breaks: [ONE_RUN] },
    fromDate: { breaks: [SINCE] },
    toDate: { breaks: [UNTIL] },
  }),
  ...(['label', 'state'] as const).map((name) =>
    filtering(
      `the run list ignores ${name} where no URL is asked for`,
      [`queue.runs.filter-${name}`],
      ({ workflowUrl }) => (workflowUrl === undefined ? { [name]: undefined } : {}),
    ),
  ),
  ...forgettable.map((name) =>
    fault(`the cursor of the run list forgets ${name}`, [CURSOR], {
      'runList.page': given((asked) => [forgetting(asked, name)]),
    }),
  ),
  replacing('runList.page')(
    'the run list looks for states among the runs of a page, and ends where there are fewer',
    [CURSOR],
    (original) => async (asked) => {
      const page = await original({ ...asked, state: undefined })
      const items = page.items.filter(({ state }) => state === (asked.state ?? state))
      return items.length === page.items.length ? page : { items }
    },
  ),
  filtering('the run list ignores toDate beside fromDate', [TO_DATE], oneDate),
  fault('the runs of the list are under "items"', [RESPONSE], {
    'runList.list': result(({ runs, ...rest }) => forbidden({ ...rest, items: runs })),
  }),
  showing('a run was created in seconds', [CREATED_AT, ONE_RUN, MILLISECONDS], (run) => ({
    workflowRunCreatedAt: inSeconds(run.workflowRunCreatedAt),
  })),
  showing(
    'a run is listed as created a few milliseconds later',
    [SINCE, UNTIL, CREATED_AT, ONE_RUN],
    ({ workflowRunCreatedAt = 0 }) => ({ workflowRunCreatedAt: workflowRunCreatedAt + 5 }),
  ),
  showing('a run in progress is listed without steps', [STEPS], ({ workflowState }) =>
    workflowState === 'RUN_STARTED' ? { steps: [] } : {},
  ),
  leavingOut('the run list has no runs that come of others', [RUN_ID], ({ id }) => isOurs(id)),
  leavingOut(
    'the run list has none with a label that come of others',
    ['queue.runs.filter-label'],
    ({ id }, { label }) => isOurs(id) && label !== undefined,
  ),
  showing('a run was completed in seconds', [SINCE, UNTIL, COMPLETED_AT, MILLISECONDS], (run) => ({
    workflowRunCompletedAt: inSeconds(run.workflowRunCompletedAt ?? undefined),
  })),
  showing('a run was completed when it was created', [COMPLETED_AT], (run) => ({
    workflowRunCompletedAt: run.workflowRunCreatedAt,
  })),
  showingSteps(
    'a step was created in seconds',
    [STEP_CREATED_AT, MILLISECONDS],
    ({ createdAt }) => ({ createdAt: inSeconds(createdAt) }),
  ),
  fault('the steps of a run were created when it was', [STEP_CREATED_AT], {
    'runList.shown': given((run) => [
      { ...run, steps: run.steps.map((step) => ({ ...step, createdAt: run.createdAt })) },
    ]),
  }),
  showingSteps('the ids of steps are texts', ['queue.runs.step-id', RESPONSE], ({ stepId }) =>
    stepId === undefined ? {} : { stepId: String(stepId) },
  ),
  showingSteps(
    'the initial step has an id, 0',
    ['queue.runs.step-id-absent-on-the-initial-step'],
    ({ stepId = 0 }) => ({ stepId }),
  ),
  showingSteps('a step returned an object, and no text', [OUT, RESPONSE], ({ out }) =>
    out === undefined ? {} : { out: { value: out } },
  ),
  ...each(showingSteps, [OUT], {
    'what a step returned is in base64': ({ out }) => ({
      out: Buffer.from(out ?? '').toString('base64'),
    }),
    'a step that returned null is listed without its out': ({ out }) => ({
      out: out === 'null' ? undefined : out,
    }),
    'what a step returned is cut after a thousand letters': ({ out }) => ({
      out: out?.slice(0, 1000),
    }),
  }),
  grouping(
    'a step has the id of the message that started its run',
    ['queue.runs.step-is-tied-to-a-message'],
    (groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.map((step) => ({ ...step, messageId: groups[0]?.steps?.[0]?.messageId })),
      })),
  ),
  grouping('steps stand in no groups', [RESPONSE, STEPS, GROUP_TYPE, GROUP_STEPS], (groups) =>
    groups.flatMap(({ steps = [] }) => steps),
  ),
  grouping('steps side by side are shown as sequential', [GROUP_TYPE], (groups) =>
    groups.map((group) => ({ ...group, type: 'sequential' })),
  ),
  grouping('steps side by side are in groups of their own', [GROUP_TYPE], (groups) =>
    groups.flatMap(({ type, steps = [] }) => steps.map((step) => ({ type, steps: [step] }))),
  ),
  grouping('the type of a group is in capitals', [GROUP_TYPE, RESPONSE], (groups) =>
    groups.map(({ type = '', ...group }) => ({ ...group, type: type.toUpperCase() })),
  ),
  grouping(
    'a group of one step is that step, and no array',
    [...([STEPS, GROUP_STEPS, RESPONSE] as const), GROUP_TYPE],
    (groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.length === 1 ? steps[0] : steps,
      })),
  ),
  replacing('runList.page')(
    'a run takes the place of the one before it that has its id',
    ['queue.runs.runs-share-a-run-id', SHARED_ID, ONE_RUN],
    (original, queue) => async (asked) => {
      const page = await original(asked)
      const latest = await Promise.all(page.items.map(({ id }) => queue.store.runs.latest(id)))
      return { ...page, items: page.items.filter(({ key }, n) => key === latest[n]?.key) }
    },
  ),
  fault('a filter on a run id returns the latest of its runs', [SHARED_ID], {
    'runList.page': result((page, asked) => {
      const isOne = asked.workflowRunId !== undefined && asked.workflowCreatedAt === undefined
      return isOne ? { items: page.items.slice(0, 1) } : page
    }),
  }),
  filtering('the run list compares states in lower case', [STATE], ({ state }) => ({
    state: state?.toLowerCase(),
  })),
  fault('the run list has failed runs among the cancelled ones', [STATE], {
    'runList.page': (original) => async (asked) => {
      if (asked.state !== 'RUN_CANCELED') return original(asked)
      const { items, ...rest } = await original({ ...asked, state: undefined })
      const isMeant = ({ state }: Run) => state === 'RUN_CANCELED' || state === 'RUN_FAILED'
      return { ...rest, items: items.filter(isMeant) }
    },
  }),
  leavingOut(
    'the run list leaves out cancelled runs where no state is asked for',
    { breaks: [RESPONSE, STATE], blocks: ['queue.states.run-canceled'] },
    ({ state }, asked) => asked.state === undefined && state === 'RUN_CANCELED',
  ),
  filtering('the run list leaves out a run of exactly fromDate', [SINCE], afterFromDate),
  filtering('the run list leaves out a run of exactly toDate', [UNTIL], beforeToDate),
  filtering(
    'the run list reads fromDate in seconds',
    ['queue.runs.filter-from-date', SINCE],
    fromSeconds,
  ),
  filtering('the run list reads toDate in seconds', [TO_DATE, UNTIL], toSeconds),
  sizing('the run list reads its count as one more', [COUNT], (asked, right) =>
    asked === undefined ? right : Math.min(asked + 1, 10),
  ),
  sizing('the run list has 11 runs on a page', [DEFAULT, MAXIMUM], (asked = 11) =>
    Math.min(asked, 11),
  ),
  sizing('the run list has 9 runs on a page without a count', [DEFAULT], byDefault(9)),
  sizing('the run list has as many runs on a page as are asked for', [MAXIMUM], asMany),
  countingFirst('the count of runs is heard on the first page alone', [COUNT], 'runs'),
  fault('the run list ignores its cursor', ['queue.pagination.end-of-results', CURSOR], {
    'runList.page': given((asked) => [{ ...asked, cursor: undefined }]),
  }),
  fault('the cursor of the run list forgets the filters', [CURSOR], {
    'runList.page': given((asked) => [forgettingFilters(asked)]),
  }),
  leading(
    'the next page of runs begins with the last of the one before',
    [CURSOR],
    'runs',
    (sequence) => sequence + 1,
  ),
  leading(
    'the next page of runs leaves out those of the same millisecond',
    [COUNT, CURSOR],
    'runs',
    () => 0,
  ),
  fault(
    'the run list is empty',
    {
      breaks: [RESPONSE, RUN_ID, DEFAULT],
      blocks: ['queue.runs.*', 'queue.states.run-*', 'queue.states.step-success'],
    },
    { 'runList.page': () => async () => ({ items: [] }) },
  ),
  leavingOut(
    'the run list leaves out runs that failed',
    [RESPONSE, RUN_ID],
    ({ state }) => state === 'RUN_FAILED',
  ),
  filtering(
    'the run list looks for run ids in lower case',
    ['queue.runs.filter-workflow-run-id'],
    smallRunIds,
  ),
]
