// A workflow application that the sink plays, by the protocol of existing clients and nothing private.
//
//   const app = workflow([
//     { name: 'charge', result: 42 },              // returns 42
//     { name: 'nap', sleep: '5s' },
//     { name: 'paid', waitFor: eventId, timeout: '1h' },
//     [{ name: 'left' }, { name: 'right' }],       // side by side
//     { name: 'child', invoke: otherApp },         // waits for a run of another application
//     { name: 'ship', fails: { status: 503 } },    // answers so instead, until app.mend()
//   ])
//   const { runId } = await app.start({ body: 'payload', settings: { Label: 'a' } })
//   must(await app.ended(runId), executed('charge', …))   // which steps were executed in that run
//
// A step that fails has `fails: true` (500) or an answer of the sink. What came is in `app.calls` (the
// deliveries as an application reads them: `body` is the payload) and, raw, in `app.deliveries`. Runs
// start with no retries, and with a `Retry-Delay` of 0, unless `settings` say otherwise. How runs come
// to be failed, completed, waiting or cancelled stands in runs.ts. A scenario says `needs: ['runs']`,
// and `waits` where time has to pass. What it started is cancelled and removed when it has ended.

import { EventEmitter } from 'node:events'
import { memberOf, type Exchange, type Message } from '../exchange.js'
import { given } from '../judgement.js'
import { accepted } from '../matchers.js'
import type { Answer, Delivery } from '../sink.js'
import { missing } from './missing.js'
import { workflowProtocol, type Call, type RunOf, type StepBody } from './protocol.js'
import type { QueueInbox, QueueWorld, RequestOptions } from './world.js'

export type { Call, StepBody } from './protocol.js'

/** One step: what it does is said by what it has; without any of that it returns its `result`. */
export interface Step {
  /** Of this step alone. */
  readonly name: string
  /** What it returns, as JSON; null without one. */
  readonly result?: unknown
  /** Sleeps for a duration such as `5s`. */
  readonly sleep?: string
  /** Waits for the event of that id, `timeout` at most: `7d` unless told. */
  readonly waitFor?: string
  readonly timeout?: string
  /** Starts a run of another application with `body` and waits for its result. */
  readonly invoke?: Application
  readonly body?: string
  /** Fails until mended: answers 500, or what is said. */
  readonly fails?: true | Answer
  /** The step beside it that is to be done, or to wait for its event, before this one fails. */
  readonly after?: string
}

/** Steps one after the other; those of an inner list side by side. */
export type Steps = readonly (Step | readonly Step[])[]

export interface ApplicationOptions {
  /** What its runs end with, as JSON; null without one. */
  readonly result?: unknown
  /** The query of its URL, without the `?`; none unless told. */
  readonly query?: string
}

/** The payload is `body`: the id of the run, unless told. */
export interface StartOptions extends RequestOptions {
  /** One that begins with the scenario's `id`, unless told. */
  readonly runId?: string
}

export interface Started {
  readonly runId: string
  /** Of the first message. */
  readonly messageId: string
  readonly reply: Exchange
}

/** What an application did in one run, as one thing to judge; `failure` where it has not ended it. */
export interface Played extends Message {
  readonly runId: string
  /** The names of the steps, in the order and as often as they were executed. */
  readonly executed: readonly string[]
  readonly calls: readonly Call[]
}

export interface Application extends QueueInbox {
  /** Starts a run; one that is refused blocks the scenario. */
  readonly start: (options?: StartOptions) => Promise<Started>
  /** What came, of all runs or of one. */
  readonly calls: readonly Call[]
  readonly callsOf: (runId: string) => readonly Call[]
  /** The failure callbacks that came to the application itself. */
  readonly failures: readonly Delivery[]
  /** Resolves with the first delivery of a run that was started, for which so many milliseconds may pass. */
  readonly called: (runId: string, within?: number) => Promise<Call>
  /** What has been done in a run so far. */
  readonly played: (runId: string) => Played
  /** Resolves once the application has ended a run, for which so many milliseconds may pass. */
  readonly ended: (runId: string, within?: number) => Promise<Played>
  /** Resolves once it has a run wait for an event: in all of the steps side by side that do so. */
  readonly waiting: (runId: string, within?: number) => Promise<Played>
  /** Lets a step fail from now on: with 500, or that answer, or what comes of a promise. */
  readonly breakAt: (name: string, answer?: Failing) => void
  /** Lets no step fail any more. */
  readonly mend: () => void
  /** Is another version of its code from now on. */
  readonly deploy: (steps: Steps) => void
  /** Its runs that it knows of: those that it started, and those that it was called for. */
  readonly runIds: ReadonlySet<string>
}

/** An application, and how it is told that its scenario is over. */
export interface Opened {
  readonly application: Application
  /** What comes from now on is answered and nothing more. Answers the runs it has not ended. */
  readonly close: () => readonly string[]
}

/** A step at its place. */
interface Placed extends Step {
  readonly stepId: number
  readonly concurrent: number
}

/** What is to be done after these steps. */
type Next =
  | { readonly does: 'step'; readonly step: Placed }
  | { readonly does: 'plan'; readonly steps: readonly Placed[] }
  | { readonly does: 'nothing' | 'end' }

/** What has happened when a step has been done in a run, or waits for its event. */
const done = ({ runId }: Pick<Call, 'runId'>, stepName: string) => `done ${runId} ${stepName}`

/** What happens when the scenario is over. */
const CLOSED = 'closed'

/** How a step fails. */
type Failing = Answer | (() => Promise<Answer>)

const OK: Answer = { status: 200 }
const FAILED: Answer = { status: 500, body: 'the step fails' }

/** Opens an application for the scenario of that world; `runId` names its runs. */
export function openApplication(
  { queue, inbox, time }: Pick<QueueWorld, 'queue' | 'inbox' | 'time'>,
  runId: () => string,
  steps: Steps,
  { result = null, query }: ApplicationOptions,
): Opened {
  const protocol = workflowProtocol(queue)
  let groups = placed(steps)
  let failing = failuresOf(groups)
  const calls: Call[] = []
  const failures: Delivery[] = []
  const executions: { readonly runId: string; readonly name: string }[] = []
  const runIds = new Set<string>()
  /** What has happened: `called`, `waiting` or `ended`, and the run; `done`, the run and the step. */
  const happened = new Set<string>()
  const happenings = new EventEmitter()
  let isOpen = true
  const opened = inbox((delivery) => (isOpen ? play(delivery) : OK))
  const url = query === undefined ? opened.url : `${opened.url}?${query}`
  const box = Object.assign(opened, { url })

  async function play(delivery: Delivery): Promise<Answer> {
    if (protocol.isFailure(delivery)) {
      failures.push(delivery)
      return OK
    }
    const call = await protocol.read(delivery)
    if (call === undefined) return { status: 400, body: 'expected the steps of a run' }
    calls.push(call)
    runIds.add(call.runId)
    tell(`called ${call.runId}`)
    for (const { stepId, stepName } of call.steps) if (stepId > 0) tell(done(call, stepName))
    const next = nextOf(groups, call.steps)
    if (next.does === 'nothing') return OK
    if (next.does === 'step') return execute(call, next.step)
    const run = { runId: call.runId, url }
    if (next.does === 'plan') return after(await protocol.plan(run, next.steps.map(bodyOf)))
    return after(await protocol.end(call.runId, JSON.stringify(result)), `ended ${call.runId}`)
  }

  async function execute({ runId }: Call, step: Placed): Promise<Answer> {
    const failure = failing.get(step.name)
    if (failure !== undefined) {
      if (step.after !== undefined) await isDone(done({ runId }, step.after))
      return typeof failure === 'function' ? failure() : failure
    }
    executions.push({ runId, name: step.name })
    const reply = await send({ runId, url }, step)
    if (step.waitFor === undefined) return after(reply)
    const isWaiting = ({ name }: Step) => name === step.name || happened.has(done({ runId }, name))
    const waits = beside(step).filter(({ waitFor }) => waitFor !== undefined)
    const all = waits.every(isWaiting) ? [`waiting ${runId}`] : []
    return after(reply, done({ runId }, step.name), ...all)
  }

  /** The steps that run side by side with one, itself among them. */
  const beside = ({ stepId }: Placed) =>
    groups.find((group) => group.some((each) => each.stepId === stepId)) ?? []

  /** Resolves when it has happened, or the scenario is over. */
  async function isDone(what: string): Promise<void> {
    if (happened.has(what) || !isOpen) return
    await new Promise((resolve) => happenings.once(what, resolve).once(CLOSED, resolve))
  }

  function send(run: RunOf, step: Placed): Promise<Exchange> {
    const body = bodyOf(step)
    if (step.waitFor !== undefined)
      return protocol.wait(run, step.waitFor, step.timeout ?? '7d', body)
    if (step.invoke !== undefined) {
      const other = { runId: `${run.runId}-${step.name}`, url: step.invoke.url }
      const settings = { Retries: '0', 'Retry-Delay': '0' }
      return protocol.invoke(run, other, body, { settings, body: step.body ?? '' })
    }
    if (step.sleep !== undefined) return protocol.result(run, body, { Delay: step.sleep })
    return protocol.result(run, { ...body, out: JSON.stringify(step.result ?? null) })
  }

  /** What is answered after the queue has been asked for something, which has then happened. */
  function after(reply: Exchange, ...what: readonly string[]): Answer {
    const refusal = accepted()(reply)
    if (refusal !== undefined) return { status: 500, body: reply.failure ?? refusal.message }
    what.forEach(tell)
    return OK
  }

  function tell(what: string): void {
    happened.add(what)
    happenings.emit(what)
  }

  const callsOf = (runId: string) => calls.filter((call) => call.runId === runId)

  const played = (runId: string): Played => ({
    headers: [],
    body: Buffer.alloc(0),
    runId,
    executed: executions.filter((each) => each.runId === runId).map(({ name }) => name),
    calls: callsOf(runId),
  })

  async function until(what: string, within: number): Promise<boolean> {
    if (happened.has(what)) return true
    await time.until(new Promise((resolve) => happenings.once(what, resolve)), within)
    return happened.has(what)
  }

  async function playedUntil(what: string, runId: string, within = 0): Promise<Played> {
    if (!(await until(`${what} ${runId}`, within))) {
      return { ...played(runId), failure: `expected the run ${runId} to be ${what}, it is not` }
    }
    // The queue still has to hear what the application answers.
    if (time.virtual) await time.pass(0)
    return played(runId)
  }

  const application: Application = Object.assign(box, {
    calls,
    callsOf,
    failures,
    played,
    runIds,
    async called(runId: string, within = 0) {
      await until(`called ${runId}`, within)
      return callsOf(runId).findLast(({ steps }) => steps.length === 0) ?? noCall(runId)
    },
    ended: (runId: string, within?: number) => playedUntil('ended', runId, within),
    waiting: (runId: string, within?: number) => playedUntil('waiting', runId, within),
    breakAt: (name: string, answer: Failing = FAILED) => void failing.set(name, answer),
    mend: () => failing.clear(),
    deploy(steps: Steps) {
      groups = placed(steps)
      failing = failuresOf(groups)
    },
    async start({ runId: wanted, settings, ...options }: StartOptions = {}) {
      const run = { runId: wanted ?? runId(), url }
      runIds.add(run.runId)
      // Of an id that a run before had, nothing has happened yet.
      for (const what of happened) if (what.split(' ')[1] === run.runId) happened.delete(what)
      const all = { Retries: '0', 'Retry-Delay': '0', ...settings }
      const asked = { body: run.runId, ...options, settings: all }
      const reply = given(await protocol.start(run, asked), accepted())
      return { runId: run.runId, messageId: String(memberOf(reply, 'messageId')), reply }
    },
  })
  return {
    application,
    close() {
      isOpen = false
      happenings.emit(CLOSED)
      return [...runIds].filter((runId) => !happened.has(`ended ${runId}`))
    },
  }
}

const noCall = (runId: string): Call => ({
  headers: [],
  body: Buffer.alloc(0),
  runId,
  createdAt: NaN,
  messageId: '',
  retried: 0,
  steps: [],
  delivery: { method: '', target: '', headers: [], body: Buffer.alloc(0), at: 0 },
  failure: missing(`a delivery of the run ${runId}`),
})

/** The steps with their ids, in groups that run side by side. */
function placed(steps: Steps): readonly (readonly Placed[])[] {
  let stepId = 0
  return steps.map((each) => {
    const group = [each].flat() as readonly Step[]
    return group.map((step) => ({ ...step, stepId: ++stepId, concurrent: group.length }))
  })
}

/** What is answered instead of the steps that fail, by their names. */
const failuresOf = (groups: readonly (readonly Placed[])[]): Map<string, Failing> =>
  new Map(
    groups.flat().flatMap(({ name, fails }) => {
      if (fails === undefined) return []
      return [[name, fails === true ? FAILED : fails] as const]
    }),
  )

/** What is to be done after a delivery that brings `done`: its last one is what it is for. */
function nextOf(groups: readonly (readonly Placed[])[], done: readonly StepBody[]): Next {
  const planned = done.at(-1)?.targetStep
  const plan = groups.flat().find(({ stepId }) => stepId === planned)
  if (plan !== undefined) return { does: 'step', step: plan }

  const isDone = ({ stepId }: Placed) => done.some((step) => step.stepId === stepId)
  const group = groups.find((each) => !each.every(isDone))
  if (group === undefined) return { does: 'end' }
  if (group.length === 1) return { does: 'step', step: group[0]! }
  const isPlanned = done.some(({ targetStep }) => targetStep === group[0]!.stepId)
  return isPlanned ? { does: 'nothing' } : { does: 'plan', steps: group }
}

const bodyOf = (step: Placed): StepBody => ({
  stepId: step.stepId,
  stepName: step.name,
  stepType: typeOf(step),
  concurrent: step.concurrent,
})

function typeOf({ waitFor, sleep, invoke }: Step): string {
  if (waitFor !== undefined) return 'Wait'
  if (invoke !== undefined) return 'Invoke'
  return sleep === undefined ? 'Run' : 'SleepFor'
}
