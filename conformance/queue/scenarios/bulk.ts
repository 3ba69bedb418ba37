// Bulk restart and bulk resume (endpoint 9): the new runs, their settings, and the responses.

import { given, type Matcher, must } from '../../core/judgement.js'
import { accepted, body, lacks, refused } from '../../core/matchers.js'
import { type Exchange, memberOf } from '../../wire/exchange.js'
import type { StepCall } from '../fixtures/application.js'
import {
  bulkToEnd,
  hasCursor,
  listsNewRuns,
  listsRuns,
  listsSomeRuns,
  ofApplication,
  pagesOf,
} from '../fixtures/bulk.js'
import type { PublishSettings, Rerun } from '../fixtures/client.js'
import {
  entryRead,
  listed,
  withEntry,
  cursorOf,
  createdNow,
  mustMatchLists,
  randomIds,
  referencesIn,
} from '../fixtures/lists.js'
import {
  failedRun,
  type FailedRun,
  failedRuns,
  MANY_MS,
  manyFailed,
  attempted,
  executedInOrder,
  firstCall,
  placedAgain,
  twoSteps,
} from '../fixtures/runs.js'
import { failedKeyed, keyed, type Limited, shownKey, shownLimit } from '../fixtures/flow-control.js'
import { expects, list } from '../fixtures/matchers.js'
import { type QueueWorld, scenariosNeeding } from '../fixtures/world.js'

const { scenario } = scenariosNeeding('runs')

const executedBy = { restart: ['one', 'two'], resume: ['two'] } as const

const newRuns = (how: Rerun) => [
  scenario(`bulk ${how} starts new runs with the payloads of the failed runs`, {
    id: `queue.bulk.${how}-creates-new-runs/${how}-new-runs`,
    async run(world) {
      const failed = await failedRuns(world, 2, { steps: twoSteps, body: 'payload' })
      const { application, dlqId } = failed[0]!
      application.mend()

      const reply = await bulkToEnd(world, how, ofApplication(application))
      must(reply, accepted(), listsRuns(2))
      const isNew = expects<StepCall, string>(
        'the id of a new run',
        ({ runId }) => runId,
        (runId) => failed.every((each) => each.runId !== runId),
      )
      for (const { workflowRunId: runId } of referencesIn(reply)) {
        const again = { runId, createdAt: NaN, reply, application }
        must(await firstCall(again), body('payload'), isNew)
        must(await application.ended(runId), executedInOrder(...executedBy[how]))
      }

      const next = await world.queue.bulk(how, { ...ofApplication(application), dlqIds: [dlqId] })
      // The entry may be gone, and that may show late.
      const read = () => entryRead(world, dlqId)
      const isGone = async () =>
        memberOf(await world.eventually(read, refused()), 'dlqId') !== dlqId
      if (listsSomeRuns()(next) === undefined || !(await isGone()))
        must(next, accepted(), listsRuns(1))
    },
  }),
]

/** Fails two runs under a key of the scenario with a limit of 70. */
async function twoKeyed(world: QueueWorld, limited?: Limited): Promise<readonly FailedRun[]> {
  const failed = await failedRuns(world, 2, { settings: { Retries: '1' } })
  const { runs } = await failedKeyed(world, 70, failed, limited)
  for (const { entry } of runs) given(entry, shownKey(world, 'first'), shownLimit(70, limited))
  return runs
}

/** Reruns failed runs with one request, until they have failed again. */
async function failAgain(
  world: QueueWorld,
  how: Rerun,
  failed: readonly FailedRun[],
  settings: PublishSettings,
): Promise<readonly FailedRun[]> {
  const { application } = failed[0]!
  const selection = { ...ofApplication(application), dlqIds: failed.map(({ dlqId }) => dlqId) }
  const reply = given(
    await bulkToEnd(world, how, selection, { settings }),
    accepted(),
    listsRuns(failed.length),
    listsNewRuns(...failed.map(({ runId }) => runId)),
  )
  const again = referencesIn(reply).map(({ workflowRunId: runId, workflowCreatedAt }) => ({
    runId,
    createdAt: Number(workflowCreatedAt),
    reply,
    application,
  }))
  return placedAgain(world, again)
}

/** Bulk requests one after the other, each for the runs of the one before. */
interface Overriding {
  readonly title: (how: Rerun) => string
  readonly statement: string
  readonly setup: (world: QueueWorld) => Promise<readonly FailedRun[]>
  /** The settings of a request, and what its runs have then. */
  readonly steps: readonly (readonly [
    settings: (world: QueueWorld) => PublishSettings,
    fits: (again: FailedRun, world: QueueWorld) => readonly Matcher[],
  ])[]
}

const overriding = [
  {
    title: (how: Rerun) => `bulk ${how}: Svc-Flow-Control-Key sets the key of the new runs`,
    statement: 'flow-control-key',
    setup: twoKeyed,
    steps: [
      [
        ({ id }) => ({ 'Flow-Control-Key': `${id}-second` }),
        (_, world) => [shownKey(world, 'second')],
      ],
      [(world) => keyed(world, 'third', 3), (_, world) => [shownKey(world, 'third')]],
    ],
  },
  {
    title: (how: Rerun) =>
      `bulk ${how} without settings keeps retries and flow control of the runs`,
    statement: 'originals-reused-when-absent',
    setup: twoKeyed,
    steps: [
      [
        () => ({}),
        (again, world) => [attempted(again, 2), shownKey(world, 'first'), shownLimit(70)],
      ],
      [() => ({ Retries: '0' }), (_, world) => [shownKey(world, 'first'), shownLimit(70)]],
      [({ id }) => ({ 'Flow-Control-Key': `${id}-second` }), () => [shownLimit(70)]],
    ],
  },
] as const satisfies readonly Overriding[]

const overridingValue = {
  restart: {
    title: () => 'bulk restart: Svc-Flow-Control-Value sets the rate of the new runs',
    statement: 'flow-control-value',
    setup: (world) => twoKeyed(world, 'rate'),
    steps: [[(world) => keyed(world, 'first', 50, 'rate'), () => [shownLimit(50, 'rate')]]],
  },
  resume: {
    title: () => 'bulk resume: Svc-Flow-Control-Value sets parallelism of the new runs',
    statement: 'flow-control-value',
    setup: twoKeyed,
    steps: [
      [(world) => keyed(world, 'first', 5), () => [shownLimit(5)]],
      [() => ({ 'Flow-Control-Value': 'parallelism=3' }), () => [shownLimit(3)]],
    ],
  },
} as const satisfies Readonly<Record<Rerun, Overriding>>

/** Makes 51 failed runs whose reruns fail too, so that only the old ones are selected by id. */
async function manyFailing(world: QueueWorld): Promise<{ url: string; dlqIds: string[] }> {
  if (!world.makesPastRuns) {
    const runs = await failedRuns(world, 51)
    return { url: runs[0]!.application.url, dlqIds: runs.map(({ dlqId }) => dlqId) }
  }
  const { url } = world.inbox(() => ({ status: 500 }))
  const headers = { [`${world.queue.headerPrefix}Retries`]: '0' }
  const wanted = { workflowUrl: url, state: 'RUN_FAILED', headers, count: 51 } as const
  const made = await world.pastRuns(wanted)
  return { url, dlqIds: made.map(({ dlqId }) => `${dlqId}`) }
}

/** Matches a page on which the entry of the first run of an answer fits. */
const withFirst =
  (url: string, reply: Exchange, matcher: Matcher): Matcher =>
  (page) => {
    const [run] = referencesIn(reply)
    if (run === undefined) return lacks('new runs', memberOf(reply, 'workflowRuns'))
    const { workflowRunId: runId, workflowCreatedAt } = run
    const createdAt = Number(workflowCreatedAt)
    return withEntry({ runId, createdAt, application: { url } }, matcher)(page)
  }

const settings = (how: Rerun) => [
  ...[...overriding, overridingValue[how]].map(({ title, statement, setup, steps }) =>
    scenario(title(how), {
      id: `queue.bulk.${statement}/${how}-settings`,
      async run(world) {
        let failed = await setup(world)
        for (const each of failed) given(each.entry, attempted(each, 2))
        for (const [settings, fits] of steps) {
          failed = await failAgain(world, how, failed, settings(world))
          for (const each of failed) must(each.entry, ...fits(each, world))
        }
      },
    }),
  ),

  scenario(`bulk ${how} by cursor: Svc-Flow-Control-Key sets the key of new runs`, {
    id: `queue.bulk.flow-control-key/${how}-cursor`,
    waits: MANY_MS,
    async run(world) {
      const { url, dlqIds } = await manyFailing(world)
      const settings = keyed(world, 'second', 70)
      const bulk = async (cursor?: string) => {
        const selection = {
          ...ofApplication({ url }),
          dlqIds,
          ...(cursor !== undefined && { cursor }),
        }
        const reply = given(await world.queue.bulk(how, selection, { settings }), accepted())
        const workflowRunId = String(referencesIn(reply)[0]?.workflowRunId)
        const hasKey = withFirst(url, reply, shownKey(world, 'second'))
        return { reply, hasKey, entries: await listed(world, { workflowRunId }, hasKey) }
      }
      const first = await bulk()
      given(first.reply, hasCursor())
      given(first.entries, first.hasKey)

      const next = await bulk(cursorOf(first.reply))
      given(
        next.entries,
        withFirst(url, next.reply, () => undefined),
      )
      must(next.entries, next.hasKey)
    },
  }),
]

const answers = (how: Rerun) => [
  scenario(`bulk ${how} returns run ids and creation times as in the run list`, {
    id: `queue.bulk.response/${how}-response`,
    async run(world) {
      const { application } = (await failedRuns(world, 2))[0]!
      application.deploy([])

      const reply = given(await bulkToEnd(world, how, ofApplication(application)), accepted())
      must(reply, list('workflowRuns'), listsRuns(2), createdNow(await world.time.now()))
      await mustMatchLists(world, reply)
    },
  }),

  // Only one run, as two runs in progress may not share an id.
  scenario(`bulk ${how} does not use Svc-Workflow-RunId as the id of the new run`, {
    id: `queue.bulk.new-random-run-ids/${how}-requested-id`,
    async run(world) {
      const { application, runId } = await failedRun(world)
      application.deploy([])
      const wanted = `${world.id}-wanted`

      const settings = { 'Workflow-RunId': wanted }
      const reply = await world.queue.bulk(how, ofApplication(application), { settings })
      given(reply, accepted(), listsRuns(1))
      must(reply, listsNewRuns(wanted, runId))
    },
  }),

  scenario(`bulk ${how} of 51 failed runs: the run ids are new and not consecutive`, {
    id: `queue.bulk.new-random-run-ids/${how}-51-runs`,
    waits: MANY_MS,
    async run(world) {
      const many = await manyFailed(world, 51)
      const pages = await pagesOf(world, how, ofApplication(many), 51)
      const [first] = pages
      given(first!, listsRuns(51, 51, pages))
      given(await many.next(51))

      const ids = pages.flatMap(referencesIn).map(({ workflowRunId }) => workflowRunId)
      const old = many.runs.map(({ runId }) => runId)
      must(first!, randomIds(ids, old))
    },
  }),
]

export const bulkScenarios = (['restart', 'resume'] as const).flatMap((how) => [
  ...newRuns(how),
  ...settings(how),
  ...answers(how),
])
