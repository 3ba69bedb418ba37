// Restarting and resuming many failed runs at once (endpoint 9). Whatever is selected is selected by
// the URL or the run ids of the scenario too, so that nobody else's runs are run again.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, lacks, refused } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { days } from '../../core/time.js'
import type { Call } from '../fixtures/application.js'
import { entryRead, listed, listedOnce, withEntry } from '../fixtures/entries.js'
import { areAsListed, areListed, creationsOf, cursorOf, missing } from '../fixtures/listed.js'
import { attempts, expects, list } from '../fixtures/matchers.js'
import {
  attempted,
  createdNow,
  executedInOrder,
  failedUnder,
  firstCall,
  keyed,
  randomIds,
  referencesIn,
  shownKey,
  shownLimit,
  twoSteps,
  type Limited,
} from '../fixtures/reruns.js'
import {
  entriesOf,
  failedRun,
  failedRuns,
  MANY_MS,
  manyFailed,
  type FailedRun,
  type Run,
} from '../fixtures/runs.js'
import type { Selection } from '../fixtures/selection.js'
import type { Rerun } from '../fixtures/client.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'
import {
  atMost50,
  FAILED,
  idsOf,
  judgeMoment,
  judgeSelections,
  manyAmongOthers,
  names,
  namesAll,
  namesAtMost,
  namesNone,
  namesNothing,
  namesSome,
  noCursor,
  noneTwice,
  own,
  pagesOf,
  rowsOf,
  selections,
  someCursor,
  takenSince,
  threeFailed,
  threePast,
} from '../fixtures/bulk.js'

type Settings = Readonly<Record<string, string>>

const hows = ['restart', 'resume'] as const
const { scenario, observation } = scenariosNeeding('runs')

/**
 * Selections of those runs by the moment at which the second one failed; and which of the two judges the
 * same of a run that has just failed.
 */
const inclusive = [
  ['fromDate', 'select-from-date-inclusive', [1, 2], 'resume'],
  ['toDate', 'select-to-date-inclusive', [0, 1], 'restart'],
] as const

/** Selections of those 51, each with one like it of none: who takes some by that does not hear it at all. */
const narrow: readonly (readonly [
  what: string,
  name: string,
  select: (id: string) => Selection,
  selectNone: (id: string) => Selection,
])[] = [
  [
    'the run id',
    'run-id',
    (id) => ({ workflowRunId: id }),
    (id) => ({ workflowRunId: `${id}-none` }),
  ],
  [
    'the dates',
    'dates',
    () => ({ fromDate: FAILED, toDate: FAILED }),
    () => ({ fromDate: FAILED + 1, toDate: FAILED + 1 }),
  ],
]

/** Of how many runs what is judged of pages. */
const counts = {
  restart: [50, 101],
  resume: [51],
} as const

const executedBy = { restart: ['one', 'two'], resume: ['two'] } as const

/** Two failed runs with a key of their own and a limit of 70. */
async function twoKeyed(world: QueueWorld, limited?: Limited): Promise<readonly FailedRun[]> {
  const shown = [shownKey(world, 'first'), shownLimit(70, limited)]
  const keyedRuns: FailedRun[] = []
  for (const failed of await failedRuns(world, 2, { settings: { Retries: '1' } })) {
    keyedRuns.push(await failedUnder(world, keyed(world, 'first', 70, limited), shown, failed))
  }
  for (const { entry } of keyedRuns) given(entry, ...shown)
  return keyedRuns
}

/** Runs failed runs again by one request; each fails again, and this is what came of it. */
async function failAgain(
  world: QueueWorld,
  how: Rerun,
  failed: readonly FailedRun[],
  settings: Settings,
): Promise<readonly FailedRun[]> {
  const { application } = failed[0]!
  const selection = { ...own(application), dlqIds: failed.map(({ dlqId }) => dlqId) }
  const reply = given(
    await world.queue.bulk(how, selection, { settings }),
    accepted(),
    names(failed.length),
    namesNone(...failed.map(({ runId }) => runId)),
  )
  const again: Run[] = []
  for (const { workflowRunId: runId, workflowCreatedAt } of referencesIn(reply)) {
    const run = { runId, createdAt: Number(workflowCreatedAt), reply, application }
    again.push({ ...run, messageId: given(await firstCall(run)).messageId })
  }
  const entries = await entriesOf(world, application, again)
  return again.map((run) => {
    const entry = given(entries.get(run.runId) ?? missing(`an entry of the run ${run.runId}`))
    return { ...run, entry, dlqId: String(memberOf(entry, 'dlqId')) }
  })
}

/** Settings of one bulk request, and what each of its runs has then. */
type Overriding = readonly [
  settings: (world: QueueWorld) => Settings,
  fits: (again: FailedRun, world: QueueWorld) => readonly Matcher[],
]

/** Bulk requests one after the other, each for what came of the one before. */
interface Overridings {
  readonly title: (how: Rerun) => string
  readonly statement: string
  readonly setup: (world: QueueWorld) => Promise<readonly FailedRun[]>
  readonly steps: readonly Overriding[]
}

const overriding = [
  {
    title: (how: Rerun) => `bulk ${how} sets the flow-control key of its runs`,
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
    title: (how: Rerun) => `bulk ${how}: 3 retries means 4 attempts`,
    statement: 'retries',
    setup: twoKeyed,
    steps: [
      [() => ({ Retries: '3' }), (again) => [attempted(again, 4)]],
      [
        (world) => ({ ...keyed(world, 'second', 3), Retries: '0' }),
        (again) => [attempted(again, 1)],
      ],
    ],
  },
  {
    title: (how: Rerun) => `bulk ${how} reuses the settings that it does not override`,
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
] as const satisfies readonly Overridings[]

/** The same of one of the two: a parallelism with a key and alone, or a rate. */
const overridingValue = {
  restart: {
    title: () => 'bulk restart sets the rate of its runs',
    statement: 'flow-control-value',
    setup: (world) => twoKeyed(world, 'rate'),
    steps: [[(world) => keyed(world, 'first', 50, 'rate'), () => [shownLimit(50, 'rate')]]],
  },
  resume: {
    title: () => 'bulk resume sets the parallelism of its runs',
    statement: 'flow-control-value',
    setup: twoKeyed,
    steps: [
      [(world) => keyed(world, 'first', 5), () => [shownLimit(5)]],
      [() => ({ 'Flow-Control-Value': 'parallelism=3' }), () => [shownLimit(3)]],
    ],
  },
} as const satisfies Readonly<Record<Rerun, Overridings>>

/** 51 runs that have failed, as each that comes of them does: only the former are selected by id. */
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

/** A page whose entry of the first run that an answer names fits. */
const withFirst =
  (url: string, reply: Exchange, matcher: Matcher): Matcher =>
  (page) => {
    const [run] = referencesIn(reply)
    if (run === undefined) return lacks('new runs', memberOf(reply, 'workflowRuns'))
    const { workflowRunId: runId, workflowCreatedAt } = run
    const application = { url, runIds: new Set<string>() }
    return withEntry({ runId, createdAt: Number(workflowCreatedAt), application }, matcher)(page)
  }

/** Runs that a selection takes. */
const selecting = (how: Rerun) => [
  scenario(`bulk ${how} starts new runs with the payloads of the failed ones`, {
    id: `queue.bulk.${how}-creates-new-runs/${how}-new-runs`,
    async run(world) {
      const failed = await failedRuns(world, 2, { steps: twoSteps, body: 'payload' })
      const { application, dlqId } = failed[0]!
      application.mend()

      const reply = await world.queue.bulk(how, own(application))
      must(reply, accepted(), names(2))
      const isNew = expects<Call, string>(
        'the id of a new run',
        ({ runId }) => runId,
        (runId) => failed.every((each) => each.runId !== runId),
      )
      for (const { workflowRunId: runId } of referencesIn(reply)) {
        const again = { runId, createdAt: NaN, reply, application }
        must(await firstCall(again), body('payload'), isNew)
        must(await application.ended(runId), executedInOrder(...executedBy[how]))
      }

      const next = await world.queue.bulk(how, { ...own(application), dlqIds: [dlqId] })
      // Whether the entry is gone by then is open, and that may show late.
      const read = () => entryRead(world, dlqId)
      const isGone = async () =>
        memberOf(await world.eventually(read, refused()), 'dlqId') !== dlqId
      if (namesSome()(next) === undefined || !(await isGone())) must(next, accepted(), names(1))
    },
  }),

  ...selections.map(({ by, statement, setup, rows, ...rest }) =>
    scenario(`bulk ${how} runs exactly the failed runs that match ${by}`, {
      id: `queue.bulk.${statement}/${how}-selection`,
      ...rest,
      run: async (world) => judgeSelections(world, how, await setup(world), rowsOf(how, rows)),
    }),
  ),

  ...inclusive.map(([bound, statement, fit, ofNow]) =>
    how === ofNow
      ? scenario(`bulk ${how}: ${bound} includes the moment at which a run has failed`, {
          id: `queue.bulk.${statement}/${how}-now`,
          run: (world) => judgeMoment(world, how, bound),
        })
      : scenario(`bulk ${how}: ${bound} includes a run that failed at that millisecond`, {
          id: `queue.bulk.${statement}/${how}-past`,
          needs: ['runs', 'pastRuns'],
          run: async (world) =>
            judgeSelections(world, how, await threePast(world), {
              'when the second one failed': [() => ({ [bound]: FAILED + 1 }), fit],
            }),
        }),
  ),
]

/** Settings of the new runs. */
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

  scenario(`bulk ${how} with a cursor sets the flow-control key too`, {
    id: `queue.bulk.flow-control-key/${how}-cursor`,
    waits: MANY_MS,
    async run(world) {
      const { url, dlqIds } = await manyFailing(world)
      const settings = keyed(world, 'second', 70)
      const ask = async (cursor?: string) => {
        const selection = { ...own({ url }), dlqIds, ...(cursor !== undefined && { cursor }) }
        const reply = given(await world.queue.bulk(how, selection, { settings }), accepted())
        const workflowRunId = String(referencesIn(reply)[0]?.workflowRunId)
        const hasKey = withFirst(url, reply, shownKey(world, 'second'))
        return { reply, hasKey, entries: await listedOnce(world, { workflowRunId }, hasKey) }
      }
      const first = await ask()
      given(first.reply, someCursor())
      given(first.entries, first.hasKey)

      const next = await ask(cursorOf(first.reply))
      const isListed = withFirst(url, next.reply, () => undefined)
      given(next.entries, isListed)
      must(next.entries, next.hasKey)
    },
  }),
]

/** The answer, and the ids in it. */
const answers = (how: Rerun) => [
  scenario(`bulk ${how} returns the new runs as the run list shows them`, {
    id: `queue.bulk.response/${how}-response`,
    async run(world) {
      const [{ application }] = (await failedRuns(world, 2)) as [FailedRun, FailedRun]
      application.deploy([])

      const reply = given(await world.queue.bulk(how, own(application)), accepted())
      must(reply, list('workflowRuns'), names(2), createdNow(await world.time.now()))
      must(given(await creationsOf(world, referencesIn(reply)), areListed), areAsListed)
    },
  }),

  // Of one run, for no two of a target may be in progress under one id.
  scenario(`bulk ${how} ignores a requested run id`, {
    id: `queue.bulk.new-random-run-ids/${how}-requested-id`,
    async run(world) {
      const { application, runId } = await failedRun(world)
      application.deploy([])
      const wanted = `${world.id}-wanted`

      const settings = { 'Workflow-RunId': wanted }
      const reply = await world.queue.bulk(how, own(application), { settings })
      given(reply, accepted(), names(1))
      must(reply, namesNone(wanted, runId))
    },
  }),

  scenario(`bulk ${how} gives each of 51 runs a random run id`, {
    id: `queue.bulk.new-random-run-ids/${how}-51-runs`,
    waits: MANY_MS,
    async run(world) {
      const many = await manyFailed(world, 51)
      const pages = await pagesOf(world, how, own(many), 3)
      const [first] = pages
      given(first!, namesAll(pages, 51))
      given(await many.next(51))

      const ids = pages.flatMap(referencesIn).map(({ workflowRunId }) => workflowRunId)
      const old = many.runs.map(({ runId }) => runId)
      must(first!, randomIds(ids, old))
    },
  }),
]

/** Pages that a restart alone is judged by: a resume is by others. */
const inPagesOfRestart = [
  scenario('bulk restart of 101 runs takes at most 50 with each request', {
    id: 'queue.bulk.at-most-50-runs/restart-101-runs',
    waits: MANY_MS,
    async run(world) {
      const pages = await pagesOf(world, 'restart', own(await manyFailed(world, 101)), 101)
      for (const page of pages) must(page, atMost50())
      must(pages[0]!, namesSome())
    },
  }),

  // A server that does forget takes the entries of whoever else has some.
  scenario('the cursor of a bulk restart keeps the URL of the selection', {
    id: 'queue.bulk.cursor-when-more-remain/restart-keeps-url',
    needs: ['runs', 'dedicatedAccount'],
    waits: MANY_MS,
    async run(world) {
      const { application: other } = await failedRun(world)
      const many = await manyFailed(world, 51)
      await failedRun(world, { application: other })
      given(await listed(world, { workflowUrl: many.url }), noneTwice(many.runs))
      const before = other.deliveries.length
      other.mend()

      const pages = await pagesOf(world, 'restart', own(many), 3)
      given(pages[0]!, someCursor())
      must(pages.at(-1)!, namesAtMost(pages, 51))
      must(await other.all(0), attempts(before))
    },
  }),
]

/** At most 50 runs a request, and a cursor to the rest. */
const inPages = (how: Rerun) => [
  scenario(`bulk ${how} of 55 entry ids takes at most 50`, {
    id: `queue.bulk.at-most-50-runs/${how}-55-ids`,
    waits: MANY_MS,
    async run(world) {
      const { url, runs } = await manyFailed(world, 55)
      const selection = { ...own({ url }), dlqIds: runs.map(({ dlqId }) => dlqId) }
      const reply = given(await world.queue.bulk(how, selection), accepted(), namesSome())
      must(reply, atMost50())
    },
  }),

  scenario(`bulk ${how} of 51 runs returns a cursor`, {
    id: `queue.bulk.cursor-when-more-remain/${how}-51-runs`,
    waits: MANY_MS,
    async run(world) {
      const selection = own(await manyFailed(world, 51))
      const page = given(await world.queue.bulk(how, selection), accepted())
      // More than a request may take is another rule's matter.
      if (referencesIn(page).length < 51) must(page, someCursor())
    },
  }),

  ...(how === 'restart' ? narrow : narrow.slice(0, 1)).map(([what, name, select, selectNone]) =>
    scenario(`the cursor of a bulk ${how} keeps ${what} of the selection`, {
      id: `queue.bulk.cursor-when-more-remain/${how}-keeps-${name}`,
      needs: ['pastRuns'],
      async run(world) {
        const { url, id } = await manyAmongOthers(world)
        const ask = (selection: Selection) => ({ ...own({ url }), ...selection })
        given(await world.queue.bulk(how, ask(selectNone(id))), namesNothing)

        const pages = await pagesOf(world, how, ask(select(id)), 3)
        given(pages[0]!, someCursor())
        must(pages.at(-1)!, namesAtMost(pages, 51))
      },
    }),
  ),

  scenario(`bulk ${how} of 1 run, and then of none, returns no cursor`, {
    id: `queue.bulk.no-cursor-when-all-were-processed/${how}-few`,
    async run(world) {
      const one = await world.queue.bulk(how, own(await manyFailed(world, 1)))
      given(one, accepted(), namesSome())
      must(one, names(1), noCursor())
      must(await world.queue.bulk(how, own(world.inbox())), namesNothing, noCursor())
    },
  }),

  ...counts[how].map((count) =>
    scenario(`bulk ${how} of ${count} runs ends without a cursor`, {
      id: `queue.bulk.no-cursor-when-all-were-processed/${how}-${count}-runs`,
      waits: MANY_MS,
      async run(world) {
        const pages = await pagesOf(world, how, own(await manyFailed(world, count)), count)
        must(pages.at(-1)!, noCursor(), namesAll(pages, count))
      },
    }),
  ),
]

/** Selections of one parameter, which take but one run of a scenario. */
const notByUrl: Readonly<Record<string, (runs: readonly FailedRun[]) => Selection>> = {
  'dlqIds alone': (runs) => ({ dlqIds: [runs[0]!.dlqId] }),
  'workflowRunId alone': (runs) => ({ workflowRunId: runs[1]!.runId }),
}
const alone = {
  ...notByUrl,
  'workflowUrl alone': ([run]: readonly FailedRun[]) => ({ workflowUrl: run!.application.url }),
}

/** Selections that take the runs of everybody. */
const broad = [
  ['no selection', 'none', () => ({})],
  ['fromDate alone', 'from-date', (now: number) => ({ fromDate: now - days(1) })],
] as const

/** Selections with some parameters left out. */
const allOptional = (how: Rerun) => [
  scenario(`bulk ${how} needs no more than one parameter to select runs`, {
    id: `queue.bulk.selection-is-optional/${how}-one-parameter`,
    needs: ['runs', 'dedicatedAccount'],
    async run(world) {
      const rows = how === 'restart' ? alone : notByUrl
      const runs = await failedRuns(world, Object.keys(rows).length)
      const { application } = runs[0]!
      application.deploy([])

      let isOver = false
      await eachRow(rows, async (select) => {
        // A selection that is not seen has taken the runs of the next rows.
        if (isOver) return
        const before = application.deliveries.length
        const judge = (page: Exchange) => must(page, accepted())
        const [first] = await pagesOf(world, how, select(runs), 20, judge)
        must(first!, namesSome())
        isOver = names(1)(first!) !== undefined
        given(await application.delivery(1 + before))
      })
    },
  }),

  ...(how === 'restart' ? broad : broad.slice(0, 1)).map(([what, name, select]) =>
    scenario(`bulk ${how} accepts ${what}`, {
      id: `queue.bulk.selection-is-optional/${how}-${name}`,
      needs: ['runs', 'dedicatedAccount'],
      async run(world) {
        const { application } = await failedRun(world)
        application.deploy([])
        const before = application.deliveries.length

        const selection = select(await world.time.now())
        // Each parameter is optional; whether all of them may be left out at once is open.
        const mayBeRefused = Object.keys(selection).length === 0
        const pages = await pagesOf(world, how, selection, 20, (page) => {
          if (!mayBeRefused || refused()(page) !== undefined) must(page, accepted())
        })
        world.note('status', pages[0]!.status)
        if (mayBeRefused && refused()(pages[0]!) === undefined) return
        must(pages[0]!, namesSome())
        given(await application.delivery(1 + before))
      },
    }),
  ),
]

const ofEach = (how: Rerun) => [
  ...selecting(how),
  ...settings(how),
  ...answers(how),
  ...(how === 'restart' ? inPagesOfRestart : []),
  ...inPages(how),
  ...allOptional(how),
]

export const bulkScenarios = [
  ...hows.flatMap(ofEach),

  observation('bulk restart with an entry id and the run id of another entry', {
    id: 'queue.bulk.selectors-combined/entry-id-and-run-id',
    async run(world) {
      const { application, runs } = await threeFailed(world)
      const before = application.calls.length
      const selection = { dlqIds: idsOf(runs, 0), workflowRunId: runs[2]!.runId }
      const reply = await world.queue.bulk('restart', selection)
      const { payloads } = await takenSince(world, application, before, reply)
      world.note('status', reply.status)
      world.note('the entry of the id is taken', payloads.includes(runs[0]!.payload))
      world.note('the entry of the run id is taken', payloads.includes(runs[2]!.payload))
    },
  }),

  observation('status of a bulk restart that selects nothing', {
    id: 'queue.bulk.nothing-selected/status',
    run: async (world) =>
      world.note('status', (await world.queue.bulk('restart', own(world.inbox()))).status),
  }),

  observation('bulk restart reads its selection from the query or the body', {
    id: 'queue.bulk.selection-in-query-or-body/query-or-body',
    async run(world) {
      const { application, runs } = await threeFailed(world)
      const selecting = (n: number) => ({ ...own(application), dlqIds: idsOf(runs, n) })
      async function taken(query: Selection, body: Selection) {
        const before = application.calls.length
        const reply = await world.queue.bulk('restart', { query, body })
        const { payloads } = await takenSince(world, application, before, reply)
        return { status: reply.status, took: (n: number) => payloads.includes(runs[n]!.payload) }
      }
      const both = await taken(selecting(0), selecting(1))
      world.note('status', both.status)
      world.note('an id in the query is taken', both.took(0))
      world.note('an id in the body is taken', both.took(1))

      // One place alone is safe only where it is known to be read: else everybody's runs are taken.
      const refusesBoth = both.status >= 400 && both.status < 500
      if (refusesBoth || both.took(0)) {
        const { status, took } = await taken(selecting(2), {})
        world.note('status of a selection in the query alone', status)
        world.note('an id in the query alone is taken', took(2))
      }
      if (refusesBoth || (both.took(1) && !both.took(0))) {
        const n = refusesBoth ? 1 : 0
        const { status, took } = await taken({}, selecting(n))
        world.note('status of a selection in the body alone', status)
        world.note('an id in the body alone is taken', took(n))
      }
    },
  }),
]
