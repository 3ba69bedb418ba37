// The life of a workflow run: how it starts, gets its steps, and ends.

import { randomUUID } from 'node:crypto'
import { splitTarget, type Request } from '../../http/message.js'
import { ownBytes } from '../structures/bytes.js'
import { headerMap, type HeaderLine, type HeaderMap } from '../request/headers.js'
import {
  instructionsOf,
  type Instructions,
  type Message,
  type Outcome,
  type PartOfRun,
  type Publication,
} from '../message.js'
import { number } from '../request/parameters.js'
import { queryPairs } from '../request/query.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Ending, Invoker, RawStep, Run, RunFilter } from './run.js'
import type { GivenSetting } from '../publish/settings.js'
import { infoOf, initialStep, stepInfo } from './step.js'
import type { Waiter } from '../notify/waiter.js'
import { weightOf } from '../structures/weight.js'
import type { PublishResult } from '../publish/publish.js'

/** What a message that is published has to do with a run. */
export type RunOrder =
  | { readonly kind: 'start'; readonly runId: string | undefined; readonly invokes: boolean }
  | { readonly kind: 'step' | 'call'; readonly runId: string }

/** What a run is made of. */
export interface RunStart {
  readonly id: string
  readonly url: string
  readonly start: Instructions
  readonly configuration: readonly GivenSetting[]
  readonly labels: readonly string[]
  readonly invoker?: Invoker | undefined
  /** Steps that need not be made again, the payload first; none: the run begins with its payload. */
  readonly kept?: readonly RawStep[] | undefined
}

/** A step to be added. */
export interface NewStep extends Pick<RawStep, 'callType' | 'info' | 'body'> {
  /** Where its message goes. */
  readonly url: string
}

/** A run that has ended, and what was under way in it. */
export interface Ended {
  readonly run: Run
  readonly messages: readonly Message[]
  readonly waiters: readonly Waiter[]
}

/** Settings that hold for the first message of a run alone. */
const OF_THE_START =
  /^(workflow-|forward-|header-forward$|delay$|not-before$|deduplication-id$|content-based-deduplication$)/

/** The most runs that one request cancels. */
const CANCELLED_AT_ONCE = 1000

export const runs = (queue: Queue) => ({
  /** What the settings of a message say of a run, if they say anything. */
  order(given: readonly GivenSetting[]): RunOrder | undefined {
    const value = (name: string) => given.find((setting) => setting.name === name)?.value
    const init = value('workflow-init')?.toLowerCase()
    const runId = value('workflow-runid')
    if (init === 'true') {
      return { kind: 'start', runId, invokes: value('workflow-invoke') === 'true' }
    }
    if (init !== 'false') return undefined
    if (runId === undefined) refuse(400, `${queue.dialect.headerPrefix}Workflow-RunId is missing`)
    const isCall = value('workflow-calltype')?.toLowerCase() === 'tocallback'
    return { kind: isCall ? 'call' : 'step', runId }
  },

  /** Does with a publication what it has to do with a run. */
  publish(order: RunOrder, publication: Publication, url: string): Promise<PublishResult> {
    const { instructions } = publication
    // What a run invokes is a step of its own, and as little refused as other steps.
    const isNew = order.kind === 'start' && !order.invokes
    const dues = isNew ? [instructions.notBefore] : []
    return queue.admission.admit({ dues, bytes: weightOf(instructions) }, () => {
      if (order.kind === 'start') return queue.runs.publishStart(order, publication, url)
      if (order.kind === 'call') return queue.runs.publishCall(order.runId, publication, url)
      return queue.runs.publishStep(order.runId, publication)
    })
  },

  /** Starts a run with a publication; one of a run that is in progress is a duplicate. */
  async publishStart(
    order: RunOrder & { kind: 'start' },
    { given, instructions }: Publication,
    url: string,
  ): Promise<PublishResult> {
    const invocation = order.invokes ? await queue.invocations.read(instructions.body) : undefined
    // A run is kept for long.
    const start = { ...instructions, body: ownBytes(invocation?.payload ?? instructions.body) }
    const { run, isNew } = await queue.runs.start({
      id: order.runId ?? queue.runs.newId(),
      url: given.find(({ name }) => name === 'workflow-url')?.value ?? url,
      start,
      configuration: queue.runs.configuration(given),
      labels: queue.runs.labels(given),
      invoker: invocation?.invoker,
    })
    if (!isNew) return { messageId: run.steps[0]?.messageId ?? '', url, deduplicated: true }

    const message = await queue.runs.sendStep(
      run,
      { ...initialStep(start.body), url },
      queue.runs.instructions(run, start),
    )
    if (invocation) await queue.logs.run(invocation.run, 'INVOKED')
    return { messageId: message?.id ?? '', url }
  },

  /**
   * Makes a run, without a message yet (rule `queue.states.triggered-run-is-logged-started`).
   * Answers the one of its id that is in progress instead, if there is any.
   */
  async start({
    kept = [],
    ...start
  }: RunStart): Promise<{ readonly run: Run; readonly isNew: boolean }> {
    const sequence = await queue.store.next()
    const createdAt = await queue.runs.createdAt(start.id)
    const run: Run = {
      ...start,
      key: `${createdAt}-${sequence}`,
      sequence,
      createdAt,
      state: 'RUN_STARTED',
      steps: kept,
    }
    const other = await queue.store.runs.add(run)
    if (other) return { run: other, isNew: false }
    await queue.logs.run(run, 'RUN_STARTED')
    return { run, isNew: true }
  },

  /** A new id (rules `queue.restart.new-run-id-is-random`, `queue.bulk.new-random-run-ids`). */
  newId: (): string => `wfr_${randomUUID().replaceAll('-', '')}`,

  /** When a run of this id is created (rule `queue.runs.created-at-identifies-one-run`). */
  async createdAt(id: string): Promise<number> {
    const latest = await queue.store.runs.latest(id)
    return Math.max(queue.clock.now(), (latest?.createdAt ?? 0) + 1)
  },

  /** The labels of a run (rule `queue.runs.filter-label`). */
  labels: (given: readonly GivenSetting[]): readonly string[] =>
    (given.find(({ name }) => name === 'label')?.value ?? '')
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label !== ''),

  /** The settings of a start that apply to every later message of the run. */
  configuration: (given: readonly GivenSetting[]): readonly GivenSetting[] =>
    given.filter(({ name }) => !OF_THE_START.test(name)),

  /** What is delivered with a message of a run, given what it says itself. */
  instructions(
    run: Run,
    own: Partial<Instructions>,
    given: readonly GivenSetting[] = [],
  ): Instructions {
    const inherited = run.configuration.filter(({ name }) =>
      given.every((setting) => setting.name !== name),
    )
    return {
      ...run.start,
      ...queue.reading.configured(queue.reading.settings([...given, ...inherited])),
      ...own,
      headers: { ...run.start.headers, ...own.headers, ...queue.runs.headers(run) },
    }
  },

  /** What every delivery to a workflow says of its run. */
  headers({ id, url, createdAt }: Run): HeaderMap {
    const lines: HeaderLine[] = [
      ['Workflow-Runid', id],
      ['Workflow-Url', url],
      ['Workflow-Createdat', String(createdAt)],
      ['Workflow-Init', 'false'],
    ]
    return headerMap(lines.map(([name, value]) => [queue.dialect.headerPrefix + name, value]))
  },

  /** Adds a step that the application has made to its run. */
  async publishStep(runId: string, { given, instructions }: Publication): Promise<PublishResult> {
    const run = await queue.runs.inProgress(runId)
    const { headers, callerIP } = instructions
    const body = ownBytes(instructions.body)
    const configured = queue.runs.instructions(run, { headers, callerIP }, given)
    const step = { callType: 'step', info: stepInfo(body), body, url: run.url } as const
    const message = await queue.runs.sendStep(run, step, configured)
    if (!message) refuse(400, `the run "${runId}" has ended`)
    return queue.publish.result(message)
  },

  /** Calls a third party for a step of a run. */
  async publishCall(
    runId: string,
    { given, instructions }: Publication,
    url: string,
  ): Promise<PublishResult> {
    const run = await queue.runs.inProgress(runId)
    const step = { callType: 'toCallback', info: queue.steps.called(given), url } as const
    const message = await queue.runs.sendStep(
      run,
      { ...step, body: ownBytes(instructions.body) },
      instructions,
    )
    if (!message) refuse(400, `the run "${runId}" has ended`)
    return queue.publish.result(message)
  },

  /** The run in progress that an id means; refuses where there is none. */
  async inProgress(id: string): Promise<Run> {
    const run = await queue.store.runs.latest(id)
    if (!run) refuse(404, `there is no run "${id}"`)
    if (run.state !== 'RUN_STARTED') refuse(400, `the run "${id}" has ended`)
    return run
  },

  /** Adds a step to a run and accepts the message that carries it; nothing when the run has ended. */
  async sendStep(
    run: Run,
    { url, ...step }: NewStep,
    instructions: Instructions,
  ): Promise<Message | undefined> {
    const part = { runKey: run.key, callType: step.callType, info: step.info }
    const message = queue.runs.stepMessage(url, part, { ...instructions, body: step.body })
    const { id: messageId, createdAt, notBefore } = message
    const grown = await queue.store.runs.append(run.key, {
      ...step,
      messageId,
      createdAt,
      notBefore,
    })
    if (!grown) return undefined
    await queue.delivery.accept(message)
    return message
  },

  /** Adds a step that the application did not send itself, and delivers it at once. */
  sendResult(run: Run, step: object): Promise<Message | undefined> {
    const body = Buffer.from(JSON.stringify(step))
    const instructions = queue.runs.instructions(run, {})
    const info = infoOf(step as Readonly<Record<string, unknown>>)
    return queue.runs.sendStep(run, { callType: 'step', info, body, url: run.url }, instructions)
  },

  /** The message of a step. */
  stepMessage(url: string, run: PartOfRun, instructions: Instructions): Message {
    return { ...queue.publish.message(url, instructions), run }
  },

  /** Ends a run as it is asked to; says whether there is such a run. */
  async end(
    id: string,
    { cancel, result }: { readonly cancel: boolean; readonly result: Uint8Array },
  ): Promise<boolean> {
    const run = await queue.store.runs.latest(id)
    if (!run) return false
    const ended = await queue.runs.conclude(
      run,
      cancel ? { state: 'RUN_CANCELED' } : { state: 'RUN_SUCCESS', result },
    )
    if (ended) await queue.invocations.answer(ended.run)
    return true
  },

  /** Which runs a request is to cancel. */
  cancelSelection({ target }: Request): RunFilter {
    const pairs = queryPairs(splitTarget(target).query)
    const values = (key: string) =>
      pairs.filter((pair) => pair.key === key).map(({ value }) => value)
    const one = (key: string) => values(key).at(-1)
    const ids = values('workflowRunIds').flatMap((value) => value.split(','))
    const isExact = one('workflowUrlExactMatch') === 'true'
    return {
      workflowRunIds: ids.length > 0 ? ids : undefined,
      [isExact ? 'workflowUrl' : 'workflowUrlPrefix']: one('workflowUrl'),
      label: one('label'),
      fromDate: number('fromDate', one('fromDate')),
      toDate: number('toDate', one('toDate')),
    }
  },

  /** Cancels the selected runs that are in progress; says how many. */
  async cancelAll(selection: RunFilter): Promise<number> {
    const filter: RunFilter = { ...selection, state: 'RUN_STARTED' }
    const { items } = await queue.store.runs.page(filter, { limit: CANCELLED_AT_ONCE })
    for (const run of items) {
      const ended = await queue.runs.conclude(run, { state: 'RUN_CANCELED' })
      if (ended) await queue.invocations.answer(ended.run)
    }
    return items.length
  },

  /** Ends a run in progress, and all it waits for; nothing when it has ended before. */
  async conclude(run: Run, ending: Omit<Ending, 'completedAt'>): Promise<Ended | undefined> {
    const ended = await queue.store.runs.end(run.key, {
      ...ending,
      completedAt: queue.clock.now(),
    })
    if (!ended) return undefined
    const waiters = await queue.store.waiters.takeOf(run.key)
    await queue.store.earlyEvents.removeOf(run.key)
    // With success only the message is left whose delivery brought it: it settles by itself.
    const messages = ended.state === 'RUN_SUCCESS' ? [] : await queue.runs.cancelMessages(run)
    await queue.logs.run(ended, ended.state)
    await queue.delivery.awaitDue()
    return { run: ended, messages, waiters }
  },

  /** Takes the messages of a run back that are not settled; answers them. */
  async cancelMessages(run: Run): Promise<readonly Message[]> {
    const messages = await queue.store.messages.takeOf(run.key)
    for (const message of messages) {
      await queue.logs.message(message, 'CANCEL_REQUESTED')
      await queue.logs.message(message, 'CANCELLED')
      await queue.history.note(message, 'CANCELLED')
    }
    return messages
  },

  /** Adds what came of a call to its run, as the message that brings it. */
  async acceptOutcome({ run: part }: Message, callback: Message): Promise<void> {
    const run = part && (await queue.store.runs.get(part.runKey))
    if (!run) return
    const { url, body } = callback
    const headers = {
      ...queue.steps.outcomeHeaders(run.start.headers),
      ...callback.headers,
      ...queue.runs.headers(run),
    }
    const step = { callType: 'fromCallback', info: part.info, body, url } as const
    await queue.runs.sendStep(run, step, { ...instructionsOf(callback), headers })
  },

  /** Draws the consequence for a run when one of its messages is settled, or tried again. */
  async settle(message: Message, outcome: Outcome, again: number | undefined): Promise<void> {
    const dlqId = message.origin?.dlqId
    if (dlqId !== undefined) await queue.failureCallback.keepOutcome(dlqId, outcome, again)
    if (message.run === undefined) return
    if (queue.delivery.succeeded(outcome)) return queue.logs.message(message, 'DELIVERED')
    await queue.logs.message(message, 'ERROR')
    if (again !== undefined) {
      return queue.logs.message({ ...message, nextDeliveryTime: again }, 'RETRY')
    }
    await queue.logs.message(message, 'FAILED')
    if (queue.runs.failsWith(message.run)) await queue.runs.fail(message, outcome)
  },

  /** Whether a run fails with a message that has failed: a call's failure is its result. */
  failsWith: ({ callType }: PartOfRun): boolean => callType !== 'toCallback',

  /** Ends a run as failed (rules `queue.states.run-failed`, `queue.dlq.failed-run-is-placed`). */
  async fail(message: Message, outcome: Outcome): Promise<void> {
    const run = message.run && (await queue.store.runs.get(message.run.runKey))
    const ended = run && (await queue.runs.conclude(run, { state: 'RUN_FAILED' }))
    if (!ended) return
    const letter = await queue.dlq.bury(ended, message, outcome)
    await queue.failureCallback.call(letter)
    await queue.invocations.answer(ended.run)
  },
})
