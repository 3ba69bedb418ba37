// How workflow runs start, and what all messages of a run have in common.

import { randomUUID } from 'node:crypto'
import { ownBytes } from '../structures/bytes.js'
import { headerMap, type HeaderLine, type HeaderMap } from '../request/headers.js'
import { type Instructions, type Publication } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Invoker, RawStep, Run } from './run.js'
import type { GivenSetting } from '../publish/settings.js'
import { initialStep } from './step.js'
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

/** Settings that hold for the first message of a run alone. */
const OF_THE_START =
  /^(workflow-|forward-|header-forward$|delay$|not-before$|deduplication-id$|content-based-deduplication$)/

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
      if (order.kind === 'call') return queue.steps.publishCall(order.runId, publication, url)
      return queue.steps.publishStep(order.runId, publication)
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

    const message = await queue.steps.sendStep(
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
})
