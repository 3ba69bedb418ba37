// How messages come to wait under a flow-control key, and how a scenario asks how many do. The document
// sets flow control at a restart or a resume: the messages are those of runs that are restarted.

import { memberOf, type Exchange } from '../exchange.js'
import { must, NotApplicable, type given, type Matcher } from '../judgement.js'
import { seconds } from '../time.js'
import type { Application, Call, Played } from './application.js'
import { member } from './matchers.js'
import { failedKeyed, firstCall, rerun, type Again } from './reruns.js'
import { failedRun, failedRuns, type FailedRun } from './runs.js'
import type { QueueClient, QueueInbox, QueueWorld, RequestOptions, Rerun } from './world.js'

/** As long as what is told of a key may lag behind, where time cannot be turned. */
export const lag = seconds(3)

export const keyed = (key: string, parallelism: number) => ({
  'Flow-Control-Key': key,
  'Flow-Control-Value': `parallelism=${parallelism}`,
})

/** Ends a scenario that publishes under a key, where the dialect does not say that this sets one. */
export function needsFlowControlAtPublish({ flowControlAtPublish }: QueueClient): void {
  if (flowControlAtPublish) return
  throw new NotApplicable(
    'the document sets flow control at a restart or a resume alone; a dialect with flowControlAtPublish sets it at a publish too',
  )
}

/** The step that fails, and later holds its answers. */
const HOLDS = 'holds'

/** By which of the two a run gets flow control here, by its entry. */
export async function wayToFlowControl(world: QueueWorld): Promise<Rerun> {
  return (await failedKeyed(world, 1)).by
}

/** Messages under a key, of which the first ones are under way until the scenario is through. */
interface Held {
  readonly application: Application
  /** The runs whose first messages they are. */
  readonly runs: readonly Again[]
  /** The delivery number `n` of them, from 1. */
  readonly delivery: QueueInbox['delivery']
  /** The most of them that were under way at once. */
  readonly mostAtOnce: () => number
  /** How the runs got their flow control. */
  readonly by: Rerun
}

interface Holding {
  readonly key?: string
  readonly parallelism: number
  readonly messages: number
}

/**
 * Runs so many failed runs again under a key, of an application that holds its answers for as long as `act`
 * takes. Those that may be under way and are not break the rule, unless `judge` says otherwise.
 */
export async function whileHolding(
  world: QueueWorld,
  { key = world.id, parallelism, messages }: Holding,
  act: (held: Held) => Promise<void>,
  judge: typeof must | typeof given = must,
): Promise<Held> {
  const by = await wayToFlowControl(world)
  const failed = await failedRuns(world, messages, { steps: [{ name: HOLDS, fails: true }] })
  const { application } = failed[0]!
  const before = application.deliveries.length
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let [underWay, mostAtOnce] = [0, 0]
  application.breakAt(HOLDS, async () => {
    mostAtOnce = Math.max(mostAtOnce, ++underWay)
    await released
    underWay--
    return { status: 200 }
  })
  const delivery: QueueInbox['delivery'] = (n = 1, within) =>
    application.delivery(before + n, within)
  try {
    const runs: Again[] = []
    for (const each of failed) {
      runs.push(await rerun(world, by, each, keyed(key, parallelism)))
    }
    judge(await delivery(Math.min(parallelism, messages)))
    const held = { application, runs, delivery, mostAtOnce: () => mostAtOnce, by }
    await act(held)
    return held
  } finally {
    release()
  }
}

/** A failed run of another application, which has one delivery and no more when it is run again. */
export async function bystander(world: QueueWorld): Promise<FailedRun> {
  const run = await failedRun(world, { steps: [{ name: HOLDS, fails: true }] })
  run.application.breakAt(HOLDS, { status: 200 })
  return run
}

/** Each of these runs was delivered once, and has been called no more. */
export const calledOnce =
  (runs: readonly Pick<Again, 'runId' | 'application'>[]): Matcher<Played | Exchange> =>
  () => {
    const times = runs.map(({ runId, application }) => application.callsOf(runId).length)
    const wrong = times.find((each) => each !== 1)
    return wrong === undefined
      ? undefined
      : { message: `expected one delivery of each run, got ${times.join(', ')}` }
  }

/** The first delivery of a failed run that is run again. */
export async function calledAgain(
  world: QueueWorld,
  how: Rerun,
  failed: FailedRun,
  settings: Readonly<Record<string, string>> = {},
): Promise<Call> {
  return firstCall(await rerun(world, how, failed, settings))
}

/** What is told of a key as it is now. */
export const askedOf = (
  queue: QueueClient,
  key: string,
  options?: RequestOptions,
): Promise<Exchange> => queue.send('GET', `/v2/flowControl/${encodeURIComponent(key)}`, options)

/** What is told of a key; where time cannot be turned, once it is that so many wait, or will not be. */
export async function stateOf(
  { queue, time }: QueueWorld,
  key: string,
  size: number,
): Promise<Exchange> {
  const ask = () => askedOf(queue, key)
  let state = await ask()
  for (let waited = 0; !time.virtual && waited < lag; waited += 100) {
    if (memberOf(state, 'waitListSize') === size) break
    await time.pass(100)
    state = await ask()
  }
  return state
}

/** An answer by which so many messages wait. */
export const waits = (size: number): Matcher => member('waitListSize', size)
