// Mistakes under the heading: Workflow runs.

import type { RuleId } from '#generated/rules.js'
import type { Run, RunFilter } from '../../queue/runs/run.js'
import type { Step, StepGroup, WorkflowRun } from '../../queue/runs/run-list.js'
import type { QueueFault, Replacements } from './fault.js'
import {
  asking,
  ignoring,
  countingFirst,
  forgetting,
  forgettingFilters,
  leading,
  paging,
} from './lists.js'
import { forbidden, given, inSeconds, isOurs, result, without } from './parts.js'

/** A server that shows runs otherwise. */
const showing = (other: (run: WorkflowRun) => unknown): Replacements =>
  result('runList', 'shown', (right) => forbidden(other(right)))

/** A server that shows steps otherwise. */
const showingSteps = (other: (step: Step) => unknown): Replacements =>
  result('runList', 'shownStep', (right) => forbidden(other(right)))

/** A server that groups steps otherwise. */
const grouping = (other: (groups: readonly StepGroup[]) => unknown): Replacements =>
  result('runList', 'stepGroups', (right) => forbidden(other(right)))

const RESPONSE = 'queue.runs.list-response'

/** Fields of a run, and what shows that one is missing. */
const runFields: readonly (readonly [field: keyof WorkflowRun, ...breaks: readonly RuleId[]])[] = [
  ['workflowRunId', RESPONSE, 'queue.runs.workflow-run-id'],
  ['workflowUrl', RESPONSE, 'queue.runs.workflow-url'],
  [
    'workflowState',
    RESPONSE,
    'queue.runs.workflow-state',
    ...(['run-started', 'run-success', 'run-failed', 'run-canceled'] as const).map(
      (state) => `queue.states.${state}` as const,
    ),
  ],
  [
    'workflowRunCreatedAt',
    RESPONSE,
    'queue.runs.workflow-run-created-at',
    'queue.resources.at-timestamps-in-milliseconds',
  ],
  [
    'workflowRunCompletedAt',
    'queue.runs.workflow-run-completed-at',
    'queue.resources.at-timestamps-in-milliseconds',
  ],
]

const stepFields: readonly (readonly [field: keyof Step, ...breaks: readonly RuleId[]])[] = [
  ['stepId', 'queue.runs.step-id'],
  ['stepName', RESPONSE, 'queue.runs.step-name', 'queue.runs.steps', 'queue.runs.group-type'],
  ['stepType', RESPONSE, 'queue.runs.step-type'],
  ['callType', RESPONSE, 'queue.runs.step-call-type'],
  ['messageId', RESPONSE, 'queue.runs.step-message-id', 'queue.runs.step-is-tied-to-a-message'],
  ['out', 'queue.runs.step-out'],
  ['concurrent', RESPONSE, 'queue.runs.step-concurrent'],
  ['state', RESPONSE, 'queue.runs.step-state'],
  [
    'createdAt',
    RESPONSE,
    'queue.runs.step-created-at',
    'queue.resources.at-timestamps-in-milliseconds',
  ],
]

/** What is judged of the moments of a run. */
const INCLUSIVE = ['queue.runs.filter-from-date-inclusive', 'queue.runs.filter-to-date-inclusive']

/** What a cursor can forget so that it shows: it leads to runs from before the last one. */
const forgettable = ['workflowRunId', 'label', 'state', 'fromDate'] as const

export const runFaults: readonly QueueFault[] = [
  ...runFields.map(([field, ...breaks]): QueueFault => ({
    name: `a run is listed without its ${field}`,
    breaks,
    ...(field === 'workflowRunCreatedAt' && { blocks: INCLUSIVE }),
    replace: showing((run) => without(run, field)),
  })),
  ...stepFields.map(([field, ...breaks]): QueueFault => ({
    name: `a step is listed without its ${field}`,
    breaks,
    replace: showingSteps((step) => without(step, field)),
  })),
  ...ignoring('runList', (filter) => `the run list ignores ${filter}`, {
    workflowRunId: { breaks: ['queue.runs.filter-on-a-shared-run-id'] },
    workflowCreatedAt: { breaks: ['queue.runs.created-at-identifies-one-run'] },
    fromDate: { breaks: ['queue.runs.filter-from-date-inclusive'] },
    toDate: { breaks: ['queue.runs.filter-to-date-inclusive'] },
  }),
  ...(['label', 'state'] as const).map((name): QueueFault => ({
    name: `the run list ignores ${name} where no URL is asked for`,
    breaks: [`queue.runs.filter-${name}`],
    replace: asking('runList', ({ workflowUrl }) =>
      workflowUrl === undefined ? { [name]: undefined } : {},
    ),
  })),
  ...forgettable.map((name): QueueFault => ({
    name: `the cursor of the run list forgets ${name}`,
    breaks: ['queue.runs.filter-cursor'],
    replace: given('runList', 'page', (asked) => [forgetting(asked, name)]),
  })),
  {
    name: 'the run list looks for states among the runs of a page, and ends where there are fewer',
    breaks: ['queue.runs.filter-cursor'],
    replace: {
      runList: {
        page:
          (original) =>
          async ({ state, ...asked }) => {
            const page = await original(asked)
            const items = page.items.filter((run) => state === undefined || run.state === state)
            return items.length === page.items.length ? page : { items }
          },
      },
    },
  },
  {
    name: 'the run list ignores toDate beside fromDate',
    breaks: ['queue.runs.filter-to-date'],
    replace: asking('runList', ({ fromDate }) =>
      fromDate === undefined ? {} : { toDate: undefined },
    ),
  },
  {
    name: 'the runs of the list are under "items"',
    breaks: [RESPONSE],
    replace: result('runList', 'list', ({ runs, ...rest }) => forbidden({ ...rest, items: runs })),
  },
  {
    name: 'a run was created in seconds',
    breaks: [
      'queue.runs.workflow-run-created-at',
      'queue.runs.created-at-identifies-one-run',
      'queue.resources.at-timestamps-in-milliseconds',
    ],
    replace: showing(({ workflowRunCreatedAt, ...run }) => ({
      ...run,
      workflowRunCreatedAt: inSeconds(workflowRunCreatedAt),
    })),
  },
  {
    name: 'a run is listed as created a few milliseconds later',
    breaks: [
      'queue.runs.filter-from-date-inclusive',
      'queue.runs.filter-to-date-inclusive',
      'queue.runs.workflow-run-created-at',
      'queue.runs.created-at-identifies-one-run',
    ],
    replace: showing(({ workflowRunCreatedAt = 0, ...run }) => ({
      ...run,
      workflowRunCreatedAt: workflowRunCreatedAt + 5,
    })),
  },
  {
    name: 'a run in progress is listed without steps',
    breaks: ['queue.runs.steps'],
    replace: showing((run) => (run.workflowState === 'RUN_STARTED' ? { ...run, steps: [] } : run)),
  },
  ...(
    [
      ['the run list has no runs', 'workflow-run-id', () => true],
      [
        'the run list has none with a label',
        'filter-label',
        ({ label }: RunFilter) => label !== undefined,
      ],
    ] as const
  ).map(([what, statement, isMeant]): QueueFault => ({
    name: `${what} that come of others`,
    breaks: [`queue.runs.${statement}`],
    replace: {
      runList: {
        page: (original, queue) => async (asked) => {
          const { items, ...rest } = await original(asked)
          const isShown = ({ id }: Run) => !isOurs(id) || !isMeant(queue.runList.filter(asked))
          return { ...rest, items: items.filter(isShown) }
        },
      },
    },
  })),
  {
    name: 'a run was completed in seconds',
    breaks: [
      'queue.runs.filter-from-date-inclusive',
      'queue.runs.filter-to-date-inclusive',
      'queue.runs.workflow-run-completed-at',
      'queue.resources.at-timestamps-in-milliseconds',
    ],
    replace: showing(({ workflowRunCompletedAt: completedAt, ...run }) => ({
      ...run,
      ...(completedAt && { workflowRunCompletedAt: inSeconds(completedAt) }),
    })),
  },
  {
    name: 'a run was completed when it was created',
    breaks: ['queue.runs.workflow-run-completed-at'],
    replace: showing((run) => ({ ...run, workflowRunCompletedAt: run.workflowRunCreatedAt })),
  },
  {
    name: 'a step was created in seconds',
    breaks: ['queue.runs.step-created-at', 'queue.resources.at-timestamps-in-milliseconds'],
    replace: showingSteps(({ createdAt, ...step }) => ({
      ...step,
      createdAt: inSeconds(createdAt),
    })),
  },
  {
    name: 'the steps of a run were created when it was',
    breaks: ['queue.runs.step-created-at'],
    replace: given('runList', 'shown', (run) => [
      {
        ...run,
        steps: run.steps.map((step) => ({ ...step, createdAt: run.createdAt })),
      },
    ]),
  },
  {
    name: 'the ids of steps are texts',
    breaks: ['queue.runs.step-id', RESPONSE],
    replace: showingSteps(({ stepId, ...step }) => ({
      ...step,
      ...(stepId !== undefined && { stepId: String(stepId) }),
    })),
  },
  {
    name: 'the initial step has an id, 0',
    breaks: ['queue.runs.step-id-absent-on-the-initial-step'],
    replace: showingSteps((step) => ({ stepId: 0, ...step })),
  },
  {
    name: 'a step returned an object, and no text',
    breaks: ['queue.runs.step-out', RESPONSE],
    replace: showingSteps(({ out, ...step }) => ({
      ...step,
      ...(out !== undefined && { out: { value: out } }),
    })),
  },
  {
    name: 'what a step returned is in base64',
    breaks: ['queue.runs.step-out'],
    replace: showingSteps(({ out, ...step }) => ({
      ...step,
      out: Buffer.from(out ?? '').toString('base64'),
    })),
  },
  {
    name: 'a step that returned null is listed without its out',
    breaks: ['queue.runs.step-out'],
    replace: showingSteps((step) => (step.out === 'null' ? without(step, 'out') : step)),
  },
  {
    name: 'what a step returned is cut after a thousand letters',
    breaks: ['queue.runs.step-out'],
    replace: showingSteps((step) => ({
      ...step,
      ...(step.out && { out: step.out.slice(0, 1000) }),
    })),
  },
  {
    name: 'a step has the id of the message that started its run',
    breaks: ['queue.runs.step-is-tied-to-a-message'],
    replace: grouping((groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.map((step) => ({ ...step, messageId: groups[0]?.steps?.[0]?.messageId })),
      })),
    ),
  },
  {
    name: 'steps stand in no groups',
    breaks: [RESPONSE, 'queue.runs.steps', 'queue.runs.group-type', 'queue.runs.group-steps'],
    replace: grouping((groups) => groups.flatMap(({ steps = [] }) => steps)),
  },
  {
    name: 'steps side by side are shown as sequential',
    breaks: ['queue.runs.group-type'],
    replace: grouping((groups) => groups.map((group) => ({ ...group, type: 'sequential' }))),
  },
  {
    name: 'steps side by side are in groups of their own',
    breaks: ['queue.runs.group-type'],
    replace: grouping((groups) =>
      groups.flatMap(({ type, steps = [] }) => steps.map((step) => ({ type, steps: [step] }))),
    ),
  },
  {
    name: 'the type of a group is in capitals',
    breaks: ['queue.runs.group-type', RESPONSE],
    replace: grouping((groups) =>
      groups.map(({ type = '', ...group }) => ({ ...group, type: type.toUpperCase() })),
    ),
  },
  {
    name: 'a group of one step is that step, and no array',
    breaks: [
      ...(['queue.runs.steps', 'queue.runs.group-steps', RESPONSE] as const),
      'queue.runs.group-type',
    ],
    replace: grouping((groups) =>
      groups.map(({ steps = [], ...group }) => ({
        ...group,
        steps: steps.length === 1 ? steps[0] : steps,
      })),
    ),
  },
  {
    name: 'a run takes the place of the one before it that has its id',
    breaks: [
      'queue.runs.runs-share-a-run-id',
      'queue.runs.filter-on-a-shared-run-id',
      'queue.runs.created-at-identifies-one-run',
    ],
    replace: {
      runList: {
        page: (original, queue) => async (asked) => {
          const page = await original(asked)
          const latest = await Promise.all(page.items.map(({ id }) => queue.store.runs.latest(id)))
          return { ...page, items: page.items.filter(({ key }, n) => key === latest[n]?.key) }
        },
      },
    },
  },
  {
    name: 'a filter on a run id returns the latest of its runs',
    breaks: ['queue.runs.filter-on-a-shared-run-id'],
    replace: result('runList', 'page', (page, asked) => {
      const isOne = asked.workflowRunId !== undefined && asked.workflowCreatedAt === undefined
      return isOne ? { items: page.items.slice(0, 1) } : page
    }),
  },
  {
    name: 'the run list compares states in lower case',
    breaks: ['queue.runs.filter-state'],
    replace: asking('runList', ({ state }) => ({ state: state?.toLowerCase() })),
  },
  {
    name: 'the run list has failed runs among the cancelled ones',
    breaks: ['queue.runs.filter-state'],
    replace: {
      runList: {
        page: (original) => async (asked) => {
          if (asked.state !== 'RUN_CANCELED') return original(asked)
          const { items, ...rest } = await original({ ...asked, state: undefined })
          const isMeant = ({ state }: Run) => state === 'RUN_CANCELED' || state === 'RUN_FAILED'
          return { ...rest, items: items.filter(isMeant) }
        },
      },
    },
  },
  {
    name: 'the run list leaves out cancelled runs where no state is asked for',
    breaks: [RESPONSE, 'queue.runs.filter-state'],
    blocks: ['queue.states.run-canceled'],
    replace: result('runList', 'page', ({ items, ...rest }, asked) => {
      const isShown = ({ state }: Run) => asked.state !== undefined || state !== 'RUN_CANCELED'
      return { ...rest, items: items.filter(isShown) }
    }),
  },
  {
    name: 'the run list leaves out a run of exactly fromDate',
    breaks: ['queue.runs.filter-from-date-inclusive'],
    replace: asking('runList', ({ fromDate }) => ({ fromDate: fromDate && fromDate + 1 })),
  },
  {
    name: 'the run list leaves out a run of exactly toDate',
    breaks: ['queue.runs.filter-to-date-inclusive'],
    replace: asking('runList', ({ toDate }) => ({ toDate: toDate && toDate - 1 })),
  },
  {
    name: 'the run list reads fromDate in seconds',
    breaks: ['queue.runs.filter-from-date', 'queue.runs.filter-from-date-inclusive'],
    replace: asking('runList', ({ fromDate }) => ({ fromDate: fromDate && fromDate * 1000 })),
  },
  {
    name: 'the run list reads toDate in seconds',
    breaks: ['queue.runs.filter-to-date', 'queue.runs.filter-to-date-inclusive'],
    replace: asking('runList', ({ toDate }) => ({ toDate: toDate && toDate * 1000 })),
  },
  {
    name: 'the run list reads its count as one more',
    breaks: ['queue.runs.count'],
    replace: paging('runs', (asked, right) =>
      asked === undefined ? right : Math.min(asked + 1, 10),
    ),
  },
  {
    name: 'the run list has 11 runs on a page',
    breaks: ['queue.runs.count-default-10', 'queue.runs.count-maximum-10'],
    replace: paging('runs', (asked = 11) => Math.min(asked, 11)),
  },
  {
    name: 'the run list has 9 runs on a page without a count',
    breaks: ['queue.runs.count-default-10'],
    replace: paging('runs', (asked, right) => (asked === undefined ? 9 : right)),
  },
  {
    name: 'the run list has as many runs on a page as are asked for',
    breaks: ['queue.runs.count-maximum-10'],
    replace: paging('runs', (asked, right) => asked ?? right),
  },
  {
    name: 'the count of runs is heard on the first page alone',
    breaks: ['queue.runs.count'],
    replace: countingFirst('runs'),
  },
  {
    name: 'the run list ignores its cursor',
    breaks: ['queue.pagination.end-of-results', 'queue.runs.filter-cursor'],
    replace: given('runList', 'page', (asked) => [{ ...asked, cursor: undefined }]),
  },
  {
    name: 'the cursor of the run list forgets the filters',
    breaks: ['queue.runs.filter-cursor'],
    replace: given('runList', 'page', (asked) => [forgettingFilters(asked)]),
  },
  {
    name: 'the next page of runs begins with the last of the one before',
    breaks: ['queue.runs.filter-cursor'],
    replace: leading('runs', (sequence) => sequence + 1),
  },
  {
    name: 'the next page of runs leaves out those of the same millisecond',
    breaks: ['queue.runs.count', 'queue.runs.filter-cursor'],
    replace: leading('runs', () => 0),
  },
  {
    name: 'the run list is empty',
    breaks: [RESPONSE, 'queue.runs.workflow-run-id', 'queue.runs.count-default-10'],
    blocks: ['queue.runs.*', 'queue.states.run-*', 'queue.states.step-success'],
    replace: { runList: { page: () => async () => ({ items: [] }) } },
  },
  {
    name: 'the run list leaves out runs that failed',
    breaks: [RESPONSE, 'queue.runs.workflow-run-id'],
    replace: result('runList', 'page', ({ items, ...page }) => ({
      ...page,
      items: items.filter(({ state }) => state !== 'RUN_FAILED'),
    })),
  },
  {
    name: 'the run list looks for run ids in lower case',
    breaks: ['queue.runs.filter-workflow-run-id'],
    replace: asking('runList', ({ workflowRunId }) => ({
      workflowRunId: workflowRunId?.toLowerCase(),
    })),
  },
]
