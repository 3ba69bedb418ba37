// How runs come to be as a scenario needs them: failed, completed, waiting, cancelled. Each resolves
// when the target has settled it, and blocks the scenario where it does not come to that.
//
//   const { dlqId, runId, createdAt, entry, application } = await failedRun(world)
//   const { application } = await failedRun(world, {
//     steps: [{ name: 'one', result: 1 }, { name: 'two', fails: true }],
//     body: 'payload', settings: { Label: 'a', 'Failure-Callback': inbox().url },
//   })
//   application.mend()                                   // what is resumed now succeeds
//   const runs = await failedRuns(world, 51)             // of one application, each with its dlqId
//   const { runId } = await completedRun(world, { steps: [{ name: 'one', result: 1 }] })
//   const { eventId } = await waitingRun(world)          // world.queue.notify(eventId, …) resumes it
//   const { runId } = await canceledRun(world)
//
// The options are those of `application.start`, and `steps`, `result` or an `application` that is there
// already. Runs that were long ago, by hundreds, or with fields that no run of ours can have, come from
// `world.pastRuns`.

import { asMessage, memberOf, type Exchange, type Message } from '../exchange.js'
import { given, type must } from '../judgement.js'
import { accepted } from '../matchers.js'
import type { Delivery } from '../sink.js'
import { polled, seconds } from '../time.js'
import type {
  Application,
  ApplicationOptions,
  Started,
  StartOptions,
  Steps,
} from './application.js'
import { entriesIn, entryAmong, idsIn, listed, numbering, searchedEntry } from './entries.js'
import { workflowProtocol } from './protocol.js'
import type { QueueInbox, QueueWorld } from './world.js'

export interface RunOptions extends StartOptions, ApplicationOptions {
  /** Of the application that is opened for it. */
  readonly steps?: Steps
  /** The application, where it is there already. */
  readonly application?: Application
}

export interface WaitingOptions extends RunOptions {
  /** Of what it waits for; one of the scenario's own, unless told. */
  readonly eventId?: string
  /** For how long it waits at most. */
  readonly timeout?: string
}

export interface Run extends Started {
  /** In Unix milliseconds. */
  readonly createdAt: number
  readonly application: Application
}

export interface FailedRun extends Run {
  readonly dlqId: string
  /** Its DLQ message as it was listed: `must(entry, member('workflowRunId', runId))`. */
  readonly entry: Message
}

export interface WaitingRun extends Run {
  readonly eventId: string
}

/** Starts a run, and waits for its first delivery. */
export async function startedRun(
  world: QueueWorld,
  { steps, result, query, application: existing, ...options }: RunOptions = {},
): Promise<Run> {
  const application =
    existing ?? world.workflow(steps, { result, ...(query !== undefined && { query }) })
  const started = await application.start(options)
  const called = await application.called(started.runId)
  return { ...started, createdAt: given(called).createdAt, application }
}

/**
 * A run that has failed, and its entry in the DLQ. Its only step fails, unless told. That there is no
 * entry breaks the rule where `judge` says so.
 */
export async function failedRun(
  world: QueueWorld,
  options: RunOptions = {},
  judge: typeof must | typeof given = given,
): Promise<FailedRun> {
  const [run] = await failedRuns(world, 1, options, judge)
  return run!
}

/**
 * So many failed runs of one application, in the order of their start. More than a few take `MANY_MS`
 * to fail.
 */
export async function failedRuns(
  world: QueueWorld,
  count: number,
  { steps = [{ name: 'fails', fails: true }], ...options }: RunOptions = {},
  judge: typeof must | typeof given = given,
): Promise<readonly FailedRun[]> {
  const application = options.application ?? world.workflow(steps, options)
  const runs = await Promise.all(
    Array.from({ length: count }, () => startedRun(world, { ...options, application })),
  )
  const entries = await entriesOf(world, application, runs, count > FEW ? MANY_MS : 0)
  return runs.map((run) => {
    const entry = entries.get(run.runId) ?? noEntry(run)
    judge(entry)
    return { ...run, dlqId: String(memberOf(entry, 'dlqId')), entry }
  })
}

/** A failed run, its payload, and where its failure callback comes. */
export interface Sibling extends FailedRun {
  readonly payload: string
  readonly called: QueueInbox
}

/** Two failed runs of one application and one id, the older one first. */
export async function failedOfOneId(world: QueueWorld): Promise<readonly [Sibling, Sibling]> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const runId = `${world.id}-shared`
  async function sibling(payload: string, count: number): Promise<Sibling> {
    const called = world.inbox()
    const settings = { 'Failure-Callback': called.url }
    const run = await startedRun(world, { application, runId, body: payload, settings })
    given(await called.delivery())
    // Before it is listed the other one would be taken for it.
    await world.eventually(() => listed(world, { workflowUrl: application.url }), numbering(count))
    const entry = await entryOfRun(world, run)
    return { ...run, dlqId: String(memberOf(entry, 'dlqId')), entry, payload, called }
  }
  return [await sibling('older', 1), await sibling('newer', 2)]
}

/**
 * The entry of a failed run as it is listed while its failure callback waits for an answer, which is
 * 200 once `act` is through with it.
 */
export async function listedDuringCallback(
  world: QueueWorld,
  act: (dlqId: string) => Promise<unknown> = async () => {},
): Promise<Exchange> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const read = () => listed(world, { workflowUrl: application.url })
  let tell: (page: Exchange) => void = () => {}
  const told = new Promise<Exchange>((resolve) => (tell = resolve))
  const called = world.inbox(async () => {
    // A clock cannot settle as long as this has no answer.
    const page = world.time.virtual ? await read() : await world.eventually(read, numbering(1))
    const [dlqId] = idsIn(page)
    if (dlqId !== undefined) await act(dlqId)
    tell(page)
    return { status: 200 }
  })
  await application.start({ settings: { 'Failure-Callback': called.url } })
  given(await called.delivery())
  return given(await told, numbering(1))
}

const noEntry = ({ runId }: Pick<Run, 'runId'>): Message => ({
  headers: [],
  body: Buffer.alloc(0),
  failure: `expected the DLQ to list the run ${runId} that has failed, it does not`,
})

/** The entry of one run of an application, such as one that was run again, once it is listed. */
export async function entryOf(
  world: QueueWorld,
  application: Application,
  run: Pick<Run, 'runId' | 'createdAt'>,
): Promise<Message> {
  const entries = await entriesOf(world, application, [run])
  return given(entries.get(run.runId) ?? noEntry(run))
}

/** The same of a run as it was started. */
export const entryOfRun = (world: QueueWorld, run: Run): Promise<Message> =>
  entryOf(world, run.application, run)

/** The entries of an application's runs by their ids, once all of them are listed, `within` so long. */
async function entriesOf(
  { queue, time }: QueueWorld,
  { url, runIds }: Application,
  runs: readonly Pick<Run, 'runId' | 'createdAt'>[],
  within = 0,
): Promise<ReadonlyMap<string, Message>> {
  const found = new Map<string, Message>()
  const haveCome = async () => {
    const page = `/v2/workflows/dlq?workflowUrl=${encodeURIComponent(url)}`
    const among = entriesIn(await queue.send('GET', page))
    for (const { runId, createdAt } of runs) {
      if (found.has(runId)) continue
      const own = { runId, createdAt, url, isAlone: runIds.size === 1 }
      const entry = entryAmong(among, own) ?? (await searchedEntry(queue, own))
      if (entry === undefined) return false
      found.set(runId, asMessage(entry))
    }
    return true
  }
  await polled(time, haveCome, within)
  return found
}

/** As many runs fail as soon as one. */
const FEW = 10

/** How long runs by the hundred may take to fail where they are really started, in milliseconds. */
export const MANY_MS = seconds(10)

/** Failed runs of one URL, and nothing else of it. */
export interface ManyFailed {
  readonly url: string
  readonly runs: readonly Pick<FailedRun, 'runId' | 'dlqId'>[]
  /** Resolves with the n-th delivery after they had failed. What is run again succeeds. */
  readonly next: (n: number) => Promise<Delivery>
}

/**
 * So many failed runs: of the past, where such can be made, for that takes no time. Elsewhere each of
 * them is started and fails; a scenario of more than a few `waits` for `MANY_MS`.
 */
export async function manyFailed(world: QueueWorld, count: number): Promise<ManyFailed> {
  if (world.makesPastRuns) {
    const inbox = world.inbox()
    const wanted = { workflowUrl: inbox.url, state: 'RUN_FAILED', count } as const
    const made = await world.pastRuns(wanted)
    const runs = made.map(({ workflowRunId, dlqId }) => ({
      runId: workflowRunId,
      dlqId: `${dlqId}`,
    }))
    return { url: inbox.url, runs, next: (n) => inbox.delivery(n) }
  }
  const runs = await failedRuns(world, count)
  const { application } = runs[0]!
  const before = application.deliveries.length
  application.mend()
  return { url: application.url, runs, next: (n) => application.delivery(before + n) }
}

/** A run that has completed: after its first delivery, unless told of steps. */
export async function completedRun(world: QueueWorld, options: RunOptions = {}): Promise<Run> {
  const run = await startedRun(world, options)
  given(await run.application.ended(run.runId))
  return run
}

/** A run that waits for an event, of an id of its own unless told. */
export async function waitingRun(
  world: QueueWorld,
  { eventId, timeout, ...options }: WaitingOptions = {},
): Promise<WaitingRun> {
  const awaited = eventId ?? `${world.id}-event`
  const steps = [{ name: 'wait', waitFor: awaited, ...(timeout && { timeout }) }]
  const run = await startedRun(world, { steps, ...options })
  given(await run.application.waiting(run.runId))
  return { ...run, eventId: awaited }
}

/** A completed run that waited for so many milliseconds between its first message and its step `late`. */
export async function pausedRun(world: QueueWorld, milliseconds: number): Promise<Run> {
  const eventId = `${world.id}-event`
  const steps = [{ name: 'wait', waitFor: eventId }, { name: 'late' }]
  const run = await waitingRun(world, { eventId, steps })
  await world.time.pass(milliseconds)
  given(await world.queue.notify(eventId), accepted())
  given(await run.application.ended(run.runId))
  return run
}

/** A run that was cancelled while it waited for an event. */
export async function canceledRun(world: QueueWorld, options: WaitingOptions = {}): Promise<Run> {
  const run = await waitingRun(world, { eventId: `${world.id}-never`, ...options })
  given(await workflowProtocol(world.queue).cancel(run.runId), accepted())
  if (world.time.virtual) await world.time.pass(0)
  return run
}
