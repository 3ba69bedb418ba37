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

export interface Running {
  /** What the settings of a message say of a run, if they say anything. */
  runOrder(given: readonly GivenSetting[]): RunOrder | undefined
  /** Does with a publication what it has to do with a run. */
  publishToRun(order: RunOrder, publication: Publication, url: string): Promise<PublishResult>

  /** Starts a run with a publication; one of a run that is in progress is a duplicate. */
  publishStart(
    order: RunOrder & { kind: 'start' },
    publication: Publication,
    url: string,
  ): Promise<PublishResult>
  /**
   * Makes a run, without a message yet (rule `queue.states.triggered-run-is-logged-started`).
   * Answers the one of its id that is in progress instead, if there is any.
   */
  startRun(start: RunStart): Promise<{ readonly run: Run; readonly isNew: boolean }>
  /** A new id (rules `queue.restart.new-run-id-is-random`, `queue.bulk.new-random-run-ids`). */
  runId(): string
  /** When a run of this id is created (rule `queue.runs.created-at-identifies-one-run`). */
  runCreatedAt(id: string): Promise<number>
  /** The labels of a run (rule `queue.runs.filter-label`). */
  labels(given: readonly GivenSetting[]): readonly string[]
  /** The settings of a start that apply to every later message of the run. */
  configuration(given: readonly GivenSetting[]): readonly GivenSetting[]
  /** What is delivered with a message of a run, given what it says itself. */
  runInstructions(
    run: Run,
    own: Partial<Instructions>,
    given?: readonly GivenSetting[],
  ): Instructions
  /** What every delivery to a workflow says of its run. */
  runHeaders(run: Run): HeaderMap

  /** Adds a step that the application has made to its run. */
  publishStep(runId: string, publication: Publication): Promise<PublishResult>
  /** Calls a third party for a step of a run. */
  publishCall(runId: string, publication: Publication, url: string): Promise<PublishResult>
  /** The run in progress that an id means; refuses where there is none. */
  runInProgress(id: string): Promise<Run>
  /** Adds a step to a run and accepts the message that carries it; nothing when the run has ended. */
  sendStep(run: Run, step: NewStep, instructions: Instructions): Promise<Message | undefined>
  /** Adds a step that the application did not send itself, and delivers it at once. */
  sendResult(run: Run, step: object): Promise<Message | undefined>
  /** The message of a step. */
  stepMessage(url: string, part: PartOfRun, instructions: Instructions): Message

  /** Ends a run as it is asked to; says whether there is such a run. */
  endRun(
    id: string,
    how: { readonly cancel: boolean; readonly result: Uint8Array },
  ): Promise<boolean>
  /** Which runs a request is to cancel. */
  cancelSelection(request: Request): RunFilter
  /** Cancels the selected runs that are in progress; says how many. */
  cancelRuns(selection: RunFilter): Promise<number>
  /** Ends a run in progress, and all it waits for; nothing when it has ended before. */
  conclude(run: Run, ending: Omit<Ending, 'completedAt'>): Promise<Ended | undefined>
  /** Takes the messages of a run back that are not settled; answers them. */
  cancelMessages(run: Run): Promise<readonly Message[]>
  /** Adds what came of a call to its run, as the message that brings it. */
  acceptOutcome(call: Message, callback: Message): Promise<void>
  /** Draws the consequence for a run when one of its messages is settled, or tried again. */
  settleOfRun(message: Message, outcome: Outcome, again: number | undefined): Promise<void>
  /** Whether a run fails with a message that has failed: a call's failure is its result. */
  failsItsRun(part: PartOfRun): boolean
  /** Ends a run as failed (rules `queue.states.run-failed`, `queue.dlq.failed-run-is-placed`). */
  failRun(message: Message, outcome: Outcome): Promise<void>
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

export const running: Running & ThisType<Queue> = {
  runOrder(given) {
    const value = (name: string) => given.find((setting) => setting.name === name)?.value
    const init = value('workflow-init')?.toLowerCase()
    const runId = value('workflow-runid')
    if (init === 'true') {
      return { kind: 'start', runId, invokes: value('workflow-invoke') === 'true' }
    }
    if (init !== 'false') return undefined
    if (runId === undefined) refuse(400, `${this.dialect.headerPrefix}Workflow-RunId is missing`)
    const isCall = value('workflow-calltype')?.toLowerCase() === 'tocallback'
    return { kind: isCall ? 'call' : 'step', runId }
  },

  publishToRun(order, publication, url) {
    const { instructions } = publication
    // What a run invokes is a step of its own, and as little refused as other steps.
    const isNew = order.kind === 'start' && !order.invokes
    const dues = isNew ? [instructions.notBefore] : []
    return this.admit({ dues, bytes: weightOf(instructions) }, () => {
      if (order.kind === 'start') return this.publishStart(order, publication, url)
      if (order.kind === 'call') return this.publishCall(order.runId, publication, url)
      return this.publishStep(order.runId, publication)
    })
  },

  async publishStart(order, { given, instructions }, url) {
    const invocation = order.invokes ? await this.invocation(instructions.body) : undefined
    // A run is kept for long.
    const start = { ...instructions, body: ownBytes(invocation?.payload ?? instructions.body) }
    const { run, isNew } = await this.startRun({
      id: order.runId ?? this.runId(),
      url: given.find(({ name }) => name === 'workflow-url')?.value ?? url,
      start,
      configuration: this.configuration(given),
      labels: this.labels(given),
      invoker: invocation?.invoker,
    })
    if (!isNew) return { messageId: run.steps[0]?.messageId ?? '', url, deduplicated: true }

    const message = await this.sendStep(
      run,
      { ...initialStep(start.body), url },
      this.runInstructions(run, start),
    )
    if (invocation) await this.logRun(invocation.run, 'INVOKED')
    return { messageId: message?.id ?? '', url }
  },

  async startRun({ kept = [], ...start }) {
    const sequence = await this.store.next()
    const createdAt = await this.runCreatedAt(start.id)
    const run: Run = {
      ...start,
      key: `${createdAt}-${sequence}`,
      sequence,
      createdAt,
      state: 'RUN_STARTED',
      steps: kept,
    }
    const other = await this.store.runs.add(run)
    if (other) return { run: other, isNew: false }
    await this.logRun(run, 'RUN_STARTED')
    return { run, isNew: true }
  },

  runId: () => `wfr_${randomUUID().replaceAll('-', '')}`,

  async runCreatedAt(id) {
    const latest = await this.store.runs.latest(id)
    return Math.max(this.clock.now(), (latest?.createdAt ?? 0) + 1)
  },

  labels: (given) =>
    (given.find(({ name }) => name === 'label')?.value ?? '')
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label !== ''),

  configuration: (given) => given.filter(({ name }) => !OF_THE_START.test(name)),

  runInstructions(run, own, given = []) {
    const inherited = run.configuration.filter(({ name }) =>
      given.every((setting) => setting.name !== name),
    )
    return {
      ...run.start,
      ...this.configured(this.settings([...given, ...inherited])),
      ...own,
      headers: { ...run.start.headers, ...own.headers, ...this.runHeaders(run) },
    }
  },

  runHeaders({ id, url, createdAt }) {
    const lines: HeaderLine[] = [
      ['Workflow-Runid', id],
      ['Workflow-Url', url],
      ['Workflow-Createdat', String(createdAt)],
      ['Workflow-Init', 'false'],
    ]
    return headerMap(lines.map(([name, value]) => [this.dialect.headerPrefix + name, value]))
  },

  async publishStep(runId, { given, instructions }) {
    const run = await this.runInProgress(runId)
    const { headers, callerIP } = instructions
    const body = ownBytes(instructions.body)
    const configured = this.runInstructions(run, { headers, callerIP }, given)
    const step = { callType: 'step', info: stepInfo(body), body, url: run.url } as const
    const message = await this.sendStep(run, step, configured)
    if (!message) refuse(400, `the run "${runId}" has ended`)
    return this.published(message)
  },

  async publishCall(runId, { given, instructions }, url) {
    const run = await this.runInProgress(runId)
    const step = { callType: 'toCallback', info: this.calledStep(given), url } as const
    const message = await this.sendStep(
      run,
      { ...step, body: ownBytes(instructions.body) },
      instructions,
    )
    if (!message) refuse(400, `the run "${runId}" has ended`)
    return this.published(message)
  },

  async runInProgress(id) {
    const run = await this.store.runs.latest(id)
    if (!run) refuse(404, `there is no run "${id}"`)
    if (run.state !== 'RUN_STARTED') refuse(400, `the run "${id}" has ended`)
    return run
  },

  async sendStep(run, { url, ...step }, instructions) {
    const part = { runKey: run.key, callType: step.callType, info: step.info }
    const message = this.stepMessage(url, part, { ...instructions, body: step.body })
    const { id: messageId, createdAt, notBefore } = message
    const grown = await this.store.runs.append(run.key, {
      ...step,
      messageId,
      createdAt,
      notBefore,
    })
    if (!grown) return undefined
    await this.accept(message)
    return message
  },

  sendResult(run, step) {
    const body = Buffer.from(JSON.stringify(step))
    const instructions = this.runInstructions(run, {})
    const info = infoOf(step as Readonly<Record<string, unknown>>)
    return this.sendStep(run, { callType: 'step', info, body, url: run.url }, instructions)
  },

  stepMessage(url, run, instructions) {
    return { ...this.message(url, instructions), run }
  },

  async endRun(id, { cancel, result }) {
    const run = await this.store.runs.latest(id)
    if (!run) return false
    const ended = await this.conclude(
      run,
      cancel ? { state: 'RUN_CANCELED' } : { state: 'RUN_SUCCESS', result },
    )
    if (ended) await this.answerInvoker(ended.run)
    return true
  },

  cancelSelection({ target }) {
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

  async cancelRuns(selection) {
    const filter: RunFilter = { ...selection, state: 'RUN_STARTED' }
    const { items } = await this.store.runs.page(filter, { limit: CANCELLED_AT_ONCE })
    for (const run of items) {
      const ended = await this.conclude(run, { state: 'RUN_CANCELED' })
      if (ended) await this.answerInvoker(ended.run)
    }
    return items.length
  },

  async conclude(run, ending) {
    const ended = await this.store.runs.end(run.key, {
      ...ending,
      completedAt: this.clock.now(),
    })
    if (!ended) return undefined
    const waiters = await this.store.waiters.takeOf(run.key)
    await this.store.earlyEvents.removeOf(run.key)
    // With success only the message is left whose delivery brought it: it settles by itself.
    const messages = ended.state === 'RUN_SUCCESS' ? [] : await this.cancelMessages(run)
    await this.logRun(ended, ended.state)
    await this.awaitDue()
    return { run: ended, messages, waiters }
  },

  async cancelMessages(run) {
    const messages = await this.store.messages.takeOf(run.key)
    for (const message of messages) {
      await this.logMessage(message, 'CANCEL_REQUESTED')
      await this.logMessage(message, 'CANCELLED')
      await this.note(message, 'CANCELLED')
    }
    return messages
  },

  async acceptOutcome({ run: part }, callback) {
    const run = part && (await this.store.runs.get(part.runKey))
    if (!run) return
    const { url, body } = callback
    const headers = {
      ...this.outcomeHeaders(run.start.headers),
      ...callback.headers,
      ...this.runHeaders(run),
    }
    const step = { callType: 'fromCallback', info: part.info, body, url } as const
    await this.sendStep(run, step, { ...instructionsOf(callback), headers })
  },

  async settleOfRun(message, outcome, again) {
    const dlqId = message.origin?.dlqId
    if (dlqId !== undefined) await this.keepCallbackOutcome(dlqId, outcome, again)
    if (message.run === undefined) return
    if (this.succeeded(outcome)) return this.logMessage(message, 'DELIVERED')
    await this.logMessage(message, 'ERROR')
    if (again !== undefined) {
      return this.logMessage({ ...message, nextDeliveryTime: again }, 'RETRY')
    }
    await this.logMessage(message, 'FAILED')
    if (this.failsItsRun(message.run)) await this.failRun(message, outcome)
  },

  failsItsRun: ({ callType }) => callType !== 'toCallback',

  async failRun(message, outcome) {
    const run = message.run && (await this.store.runs.get(message.run.runKey))
    const ended = run && (await this.conclude(run, { state: 'RUN_FAILED' }))
    if (!ended) return
    const letter = await this.bury(ended, message, outcome)
    await this.callFailureCallback(letter)
    await this.answerInvoker(ended.run)
  },
}
