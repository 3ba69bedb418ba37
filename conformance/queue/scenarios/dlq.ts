// The dead letter queue (endpoints 4 to 6).

import { isAbsent, jsonOf, memberOf, type Exchange, type Message } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { accepted, differs, emptyBody, lacks, refused, status } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import {
  entries,
  entriesIn,
  entryPath,
  entryRead,
  FIELDS,
  hasEntries,
  hasNoEntries,
  idsIn,
  listed,
  listedOnce,
  numbering,
} from '../fixtures/entries.js'
import { absent, cursorOf } from '../fixtures/listed.js'
import { attempts, equals, expects, latest, list, member, text } from '../fixtures/matchers.js'
import { failedUnder } from '../fixtures/reruns.js'
import {
  canceledRun,
  entryOfRun,
  failedRun,
  failedRuns,
  listedDuringCallback,
  MANY_MS,
  manyFailed,
  startedRun,
  type FailedRun,
  type Run,
} from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'
import {
  ends,
  endsOf,
  filters,
  momentOf,
  mustHoldBesideOthers,
  ofApplication,
} from '../fixtures/dlq-filters.js'

const { scenario, observation } = scenariosNeeding('runs')

/** How many entries there are, and numbers of them below, at and above that. */
const COUNTED = 4
const counts = { fewer: 3, one: 1, all: COUNTED, more: COUNTED + 1 }

/** The workflow URL of one entry more than a page may have. */
async function ofTooMany(world: QueueWorld): Promise<string> {
  const { url: workflowUrl, runs } = await manyFailed(world, 101)
  const { runId: workflowRunId, dlqId } = runs[0]!
  const page = await listed(world, { workflowUrl, workflowRunId })
  given(page, accepted(), hasEntries(dlqId))
  return workflowUrl
}

/** A page with so many entries of that run. */
const entriesOfRun = (runId: string, count: number): Matcher =>
  equals(`a number of entries of ${runId} of`, count, (page) => {
    return entriesIn(page).filter(({ workflowRunId }) => workflowRunId === runId).length
  })

/** An entry that is read, and as it was listed. */
interface Read extends Exchange {
  readonly entry: Message
}

const isAsListed: Matcher<Read> = (read) =>
  FIELDS.map((name) => {
    const want = memberOf(read.entry, name)
    return (isAbsent(want) ? absent(name) : member(name, want))(read)
  }).find(Boolean)

/**
 * That the entry of a run which is read has the fields that it is listed with. What comes of its
 * failure callback may be kept between the one and the other: both are asked for until they agree.
 */
async function mustBeReadAsListed(world: QueueWorld, run: Run): Promise<void> {
  async function both(): Promise<Read> {
    const entry = await entryOfRun(world, run)
    return { ...(await entryRead(world, String(memberOf(entry, 'dlqId')))), entry }
  }
  must(await world.eventually(both, isAsListed), accepted(), isAsListed)
}

/** Ids that are nearly that of an entry. */
const nearly = ({ dlqId, runId }: FailedRun): Readonly<Record<string, string>> => ({
  'its id and a letter': `${dlqId}x`,
  'half of its id': dlqId.slice(0, Math.ceil(dlqId.length / 2)),
  'its id and a space': `${dlqId} `,
  'the id of its run': runId,
})

const remove = ({ queue }: QueueWorld, dlqId: string): Promise<Exchange> =>
  queue.send('DELETE', entryPath(dlqId))

export const dlqScenarios = [
  scenario('a failed run is listed once, whatever its retries and callback', {
    id: 'queue.dlq.failed-run-is-placed/listed-once',
    async run(world) {
      const application = world.workflow([{ name: 'fails', fails: true }])
      const called = world.inbox()
      const callback = { 'Failure-Callback': called.url }
      const rows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        'no retries': { Retries: '0' },
        'a retry': { Retries: '1' },
        '3 retries': { Retries: '3' },
        'a failure callback': { Retries: '0', ...callback },
        'a failure callback and a retry': { Retries: '1', ...callback },
      }
      const runIds: Record<string, string> = {}
      for (const [name, settings] of Object.entries(rows)) {
        runIds[name] = (await startedRun(world, { application, settings })).runId
      }
      const calls = Object.values(rows).reduce((sum, { Retries }) => sum + 1 + Number(Retries), 0)
      given(await application.delivery(calls))
      given(await application.all(0), attempts(calls))
      given(await called.delivery(2))
      given(await called.all(0))

      const areListed = Object.values(runIds).map((runId) => entriesOfRun(runId, 1))
      const page = await listedOnce(world, { workflowUrl: application.url }, ...areListed)
      await eachRow(runIds, async (runId) => must(page, accepted(), entriesOfRun(runId, 1)))
    },
  }),

  scenario('a run that fails after a completed step is listed', {
    id: 'queue.dlq.failed-run-is-placed/after-a-completed-step',
    async run(world) {
      const steps = [
        { name: 'one', result: 1 },
        { name: 'two', fails: true },
      ] as const
      await failedRun(world, { steps }, must)
    },
  }),

  scenario('two failed runs with the same run id are both listed', {
    id: 'queue.dlq.failed-run-is-placed/two-runs-of-one-id',
    async run(world) {
      const runId = `${world.id}-shared`
      const older = await failedRun(world, { runId, body: 'older' })
      const { application } = older
      await startedRun(world, { application, runId, body: 'newer' })
      given(await application.delivery(2))

      const both = entriesOfRun(runId, 2)
      for (const query of [ofApplication(older), { workflowRunId: runId }]) {
        must(await listedOnce(world, query, both), accepted(), both)
      }
    },
  }),

  scenario('a cancelled run is not listed', {
    id: 'queue.dlq.failed-run-is-placed/cancelled-run',
    async run(world) {
      const { runId, application } = await canceledRun(world)
      application.deploy([{ name: 'fails', fails: true }])
      const failed = await failedRun(world, { application })

      const page = await listed(world, ofApplication(failed))
      must(page, accepted(), hasEntries(failed.dlqId), entriesOfRun(runId, 0))
    },
  }),

  scenario('each of several entries can be read by its id', {
    id: 'queue.dlq.get-returns-one-message/several-entries',
    async run(world) {
      for (const { dlqId, runId } of await failedRuns(world, 2)) {
        const fits = [text('messageId'), member('dlqId', dlqId), member('workflowRunId', runId)]
        must(await entryRead(world, dlqId), accepted(), ...fits)
      }
    },
  }),

  scenario('an entry with flow control is read with the fields it is listed with', {
    id: 'queue.dlq.get-returns-one-message/fields-with-flow-control',
    async run(world) {
      const flowControl = {
        'Flow-Control-Key': world.id,
        'Flow-Control-Value': 'parallelism=2, rate=10, period=1m',
      }
      const shown = [member('flowControlKey', world.id), member('parallelism', 2)]

      const failed = await failedRun(world)
      await mustBeReadAsListed(world, await failedUnder(world, flowControl, shown, failed))
    },
  }),

  scenario('an entry of a delayed PUT is read with the fields it is listed with', {
    id: 'queue.dlq.get-returns-one-message/fields-of-a-delayed-put',
    waits: latest(seconds(5)),
    async run(world) {
      const called = world.inbox()
      const body = Uint8Array.of(0xff, 0xfe)
      const application = world.workflow([{ name: 'fails', fails: { status: 500, body } }])
      const settings = {
        Method: 'PUT',
        Delay: '5s',
        'Failure-Callback': called.url,
        'Failure-Callback-Forward-X-Contract': 'kept',
      }
      const started = await application.start({ body, settings })
      const call = await application.called(started.runId, latest(seconds(5)))
      const { createdAt } = given(call)
      given(await called.delivery())
      given(await called.all(0))

      await mustBeReadAsListed(world, { ...started, createdAt, application })
    },
  }),

  ...(
    [
      ['reading', 'GET', 'queue.dlq.get-absent-is-404/absent'],
      ['deleting', 'DELETE', 'queue.dlq.delete-absent-is-404/absent'],
    ] as const
  ).map(([what, method, id]) =>
    scenario(`${what} an absent entry is 404`, {
      id,
      needs: [],
      async run(world) {
        given(await world.queue.send('GET', entries), accepted())
        must(await world.queue.send(method, `${entries}/${world.id}`), status(404))
      },
    }),
  ),

  scenario('reading an entry by nearly its id, or after it was deleted, is 404', {
    id: 'queue.dlq.get-absent-is-404/nearly-its-id-and-deleted',
    async run(world) {
      const run = await failedRun(world)
      const { dlqId } = run
      given(await entryRead(world, dlqId), accepted())

      await eachRow(nearly(run), async (id) => {
        const reply = await entryRead(world, id)
        // What is like the id of one entry may be that of another.
        const isEntry = memberOf(reply, 'dlqId') === id
        if (id !== dlqId && !isEntry) must(reply, status(404))
      })
      given(await remove(world, dlqId), accepted())
      const gone = hasNoEntries(dlqId)
      given(await listedOnce(world, ofApplication(run), gone), accepted(), gone)
      must(await entryRead(world, dlqId), status(404))
    },
  }),

  scenario('the list has its entries under "messages"', {
    id: 'queue.dlq.list-response/messages',
    needs: [],
    run: async ({ queue }) => must(await queue.send('GET', entries), accepted(), list('messages')),
  }),

  scenario('the page after a cursor has other entries that fit the filters', {
    id: 'queue.dlq.filter-cursor/other-entries-of-the-workflow',
    async run(world) {
      // The last page is not full, and entries of another workflow are older and newer.
      const { application } = await failedRun(world)
      const runs = await failedRuns(world, 5)
      await failedRun(world, { application })
      const own = ofApplication(runs[0]!)
      given(await listed(world, own), accepted(), numbering(5))
      const first = given(await listed(world, { ...own, count: 3 }), accepted(), text('cursor'))

      const next = await listed(world, { ...own, count: 3, cursor: cursorOf(first)! })
      const ids = runs.map(({ dlqId }) => dlqId)
      must(
        next,
        accepted(),
        hasNoEntries(...idsIn(first)),
        expects('more entries', idsIn, ({ length }) => length > 0),
        expects('no entries of another workflow', idsIn, (found) =>
          found.every((dlqId) => ids.includes(dlqId)),
        ),
      )
    },
  }),

  ...filters.map((filter) =>
    scenario(`${filter.name} lists the entries that fit it and no others`, {
      id: `${filter.rule}/lists-what-fits`,
      waits: filter.waits ?? 0,
      async run(world) {
        const { runs, asks } = await filter.arrange(world)
        const ids = (places: readonly number[]) => places.map((place) => runs[place]!.dlqId)

        for (const { query, shows, hides, mayBeRefused } of asks) {
          const page = await listed(world, query)
          if (mayBeRefused && refused()(page) === undefined) continue
          must(page, accepted(), hasEntries(...ids(shows)), hasNoEntries(...ids(hides)))
        }
        await mustHoldBesideOthers(world, filter, runs[0]!)
      },
    }),
  ),

  ...ends.map(({ name, rule, end }) =>
    scenario(`the ${end} of a range of dates is in it`, {
      id: `${rule}/inclusive`,
      async run(world) {
        const run = await failedRun(world)
        const failedAt = world.time.virtual ? await world.time.now() : undefined
        const told = ['createdAt', 'notBefore', 'workflowCreatedAt']
        const found = await endsOf(world, run)

        const known = [failedAt, ...told.map((name) => memberOf(run.entry, name))]
        const moment = momentOf(found, known)
        given(run.entry, () =>
          Number.isInteger(moment) && Number.isInteger(found[name])
            ? undefined
            : lacks('dates at which it begins and ends to be listed', found),
        )
        must(run.entry, () =>
          found[name] === moment
            ? undefined
            : differs(`an entry of ${moment} to be listed with a ${name} of`, moment, found[name]),
        )
      },
    }),
  ),

  observation('the moment that a range of dates is about', {
    id: 'queue.dlq.date-meaning/moment',
    waits: seconds(2),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '2000' }
      const run = await startedRun(world, { steps: [{ name: 'fails', fails: true }], settings })
      given(await run.application.delivery(2, seconds(2)))
      const dlqId = String(memberOf(await entryOfRun(world, run), 'dlqId'))
      const fromDate = run.createdAt + seconds(1)
      const page = await listed(world, { workflowUrl: run.application.url, fromDate })
      const isThere = hasEntries(dlqId)(page) === undefined
      world.note('the moment that', isThere ? 'the run failed' : 'is another, as its creation')
    },
  }),

  scenario('count limits the number of entries on each page', {
    id: 'queue.dlq.count/entries-of-each-page',
    async run(world) {
      const [run] = await failedRuns(world, COUNTED)
      const own = ofApplication(run!)
      given(await listed(world, own), accepted(), numbering(COUNTED))

      await eachRow(counts, async (count) => {
        const page = await listed(world, { ...own, count })
        must(page, accepted(), numbering(Math.min(count, COUNTED)))
        const cursor = cursorOf(page)
        // That there is one is for another rule to say.
        if (2 * count >= COUNTED || cursor === undefined) return
        must(await listed(world, { ...own, count, cursor }), accepted(), numbering(count))
      })
    },
  }),

  scenario('a page without a count has 100 of 101 entries', {
    id: 'queue.dlq.count-default-100/100-of-101',
    waits: MANY_MS,
    async run(world) {
      const workflowUrl = await ofTooMany(world)
      must(await listed(world, { workflowUrl }), accepted(), numbering(100))
    },
  }),

  scenario('a count of 100 lists 100 entries, and a higher one no more', {
    id: 'queue.dlq.count-maximum-100/no-more-than-100',
    waits: MANY_MS,
    async run(world) {
      const workflowUrl = await ofTooMany(world)

      must(await listed(world, { workflowUrl, count: 100 }), accepted(), numbering(100))
      // It may be taken as 100, or refused.
      const page = await listed(world, { workflowUrl, count: 101 })
      if (refused()(page) !== undefined) must(page, accepted(), numbering(100))
    },
  }),

  scenario('a deleted entry is no longer listed, another one is', {
    id: 'queue.dlq.delete-removes-the-entry/no-longer-listed',
    async run(world) {
      const [doomed, other] = (await failedRuns(world, 2)) as [FailedRun, FailedRun]
      const own = { workflowRunId: doomed.runId }
      given(await listed(world, own), accepted(), hasEntries(doomed.dlqId))
      given(await remove(world, doomed.dlqId), accepted())

      const left = [hasNoEntries(doomed.dlqId), hasEntries(other.dlqId)]
      must(await listedOnce(world, ofApplication(doomed), ...left), accepted(), ...left)
      const gone = hasNoEntries(doomed.dlqId)
      must(await listedOnce(world, own, gone), accepted(), gone)
      must(await entryRead(world, other.dlqId), accepted())
    },
  }),

  scenario('an entry deleted while its failure callback is in flight stays deleted', {
    id: 'queue.dlq.delete-removes-the-entry/during-its-failure-callback',
    waits: seconds(1),
    async run(world) {
      const [dlqId] = idsIn(await listedDuringCallback(world, (dlqId) => remove(world, dlqId)))
      await world.time.pass(seconds(1))

      must(await entryRead(world, dlqId!), (read) =>
        memberOf(read, 'dlqId') === dlqId ? lacks(`no entry ${dlqId}`, jsonOf(read)) : undefined,
      )
    },
  }),

  scenario('deleting an entry returns 200', {
    id: 'queue.dlq.delete-is-200/status',
    run: async (world) => must(await remove(world, (await failedRun(world)).dlqId), status(200)),
  }),

  scenario('deleting an entry returns no body', {
    id: 'queue.dlq.delete-has-no-body/body',
    run: async (world) =>
      must(given(await remove(world, (await failedRun(world)).dlqId), accepted()), emptyBody()),
  }),

  scenario('deleting an entry by nearly its id, or again, is 404', {
    id: 'queue.dlq.delete-absent-is-404/nearly-its-id-and-again',
    async run(world) {
      const run = await failedRun(world)
      const { dlqId } = run
      given(await entryRead(world, dlqId), accepted())

      await eachRow(nearly(run), async (id) => {
        // What is like the id of one entry may be that of another.
        const isEntry = memberOf(await entryRead(world, id), 'dlqId') === id
        if (id !== dlqId && !isEntry) must(await remove(world, id), status(404))
      })
      given(await remove(world, dlqId), accepted())
      must(await remove(world, dlqId), status(404))
    },
  }),
]
