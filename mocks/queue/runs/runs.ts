// Starts workflow runs and provides the settings that all messages of a run share.

import { randomUUID } from 'node:crypto'
import { ownBytes, weightOf } from '../structures/bytes.js'
import { headerMap, type HeaderLine, type HeaderMap } from '../request/headers.js'
import type { Instructions, Publication } from '../message.js'
import type { With } from '../state.js'
import type { logs } from '../logs/logs.js'
import type { messages, PublishResult } from '../messages/messages.js'
import type { admission } from '../publish/admission.js'
import type { deduplication } from '../publish/deduplication.js'
import type { reading } from '../publish/reading.js'
import type { invocations } from './invocations.js'
import type { steps } from './steps.js'
import { refuse } from '../refusal.js'
import type { Invoker, RawStep, Run, RunNote } from './run.js'
import type { GivenSetting } from '../publish/settings.js'
import { failureCallbackOf, initialStep } from './step.js'
import { publishCall, publishStep } from './steps.js'

type Queue = With<{
  reading: typeof reading
  messages: typeof messages
  admission: typeof admission
  deduplication: typeof deduplication
  runs: typeof runs
  steps: typeof steps
  invocations: typeof invocations
  logs: typeof logs
}>

/** The role of a published message in a run: a start, a step or a call of a third party. */
type RunMessage =
  | { readonly kind: 'start'; readonly runId: string | undefined; readonly invokes: boolean }
  | { readonly kind: 'step' | 'call'; readonly runId: string }

export interface RunStart {
  readonly id: string
  readonly url: string
  readonly start: Instructions
  readonly sourceHeaders: HeaderMap
  readonly configuration: readonly GivenSetting[]
  readonly labels: readonly string[]
  readonly invoker?: Invoker | undefined
  readonly notes?: readonly RunNote[] | undefined
  /** The steps that are not executed again, beginning with the payload. */
  readonly kept?: readonly RawStep[] | undefined
}

/** The settings of the first message of a run that do not apply to later messages. */
const OF_THE_START =
  /^(workflow-|forward-|header-forward$|delay$|not-before$|deduplication-id$|content-based-deduplication$)/

export const runs = (queue: Queue) => ({
  /** Publishes a message of a run. Returns undefined if the message belongs to no run. */
  publish(publication: Publication, url: string): Promise<PublishResult> | undefined {
    const message = runMessageIn(publication.given, queue)
    if (message === undefined) return undefined
    const { instructions, rawHeaders } = publication
    // The limit on due messages does not apply to a run started by another run, because the new run
    // counts as a step.
    const isNew = message.kind === 'start' && !message.invokes
    const dues = isNew ? [instructions.notBefore] : []
    const bytes = weightOf(instructions) + weightOf(rawHeaders)
    return queue.admission.admit({ dues, bytes }, () => {
      if (message.kind === 'start') return publishStart(queue, message, publication, url)
      if (message.kind === 'call') return publishCall(queue, message.runId, publication, url)
      return publishStep(queue, message.runId, publication)
    })
  },

  /**
   * Creates a run without a message (rule `queue.states.triggered-run-is-logged-started`). Returns
   * the existing run if a run with the same id is in progress.
   */
  async start({
    kept = [],
    ...start
  }: RunStart): Promise<{ readonly run: Run; readonly isNew: boolean }> {
    const sequence = await queue.store.next()
    const latest = await queue.store.runs.latest(start.id)
    // Two runs with the same id have different times (rule
    // `queue.runs.created-at-identifies-one-run`).
    const createdAt = Math.max(queue.clock.now(), (latest?.createdAt ?? 0) + 1)
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

  /** Returns a new run id (rules `queue.restart.new-run-id-is-random`, `queue.bulk.new-random-run-ids`). */
  newId: (): string => `wfr_${randomUUID().replaceAll('-', '')}`,

  /** Combines the instructions of one message with the instructions that started the run. */
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
      failureCallback: failureCallbackOf(run),
      ...own,
      headers: { ...run.start.headers, ...own.headers, ...queue.runs.headers(run) },
    }
  },

  /** Returns the headers of each delivery to a workflow. */
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

function runMessageIn(given: readonly GivenSetting[], { dialect }: Queue): RunMessage | undefined {
  const value = (name: string) => given.find((setting) => setting.name === name)?.value
  const init = value('workflow-init')?.toLowerCase()
  const runId = value('workflow-runid')
  if (init === 'true') return { kind: 'start', runId, invokes: value('workflow-invoke') === 'true' }
  if (init !== 'false') return undefined
  if (runId === undefined) refuse(400, `${dialect.headerPrefix}Workflow-RunId is missing`)
  const isCall = value('workflow-calltype')?.toLowerCase() === 'tocallback'
  return { kind: isCall ? 'call' : 'step', runId }
}

/**
 * Starts a run. Returns a result for a duplicate if a run with the same id is in progress, or if a message
 * with the same deduplication id was published (rule `queue.deduplication.one-message-per-id`).
 */
async function publishStart(
  queue: Queue,
  message: RunMessage & { kind: 'start' },
  publication: Publication,
  url: string,
): Promise<PublishResult> {
  const { given, instructions, deduplication } = publication
  const firstMessage = queue.messages.create(url, instructions)
  const [known] =
    deduplication.id === undefined || message.invokes
      ? []
      : ((await queue.deduplication.firstIds(`id ${deduplication.id}`, [firstMessage])) ?? [])
  if (known !== undefined) return { messageId: known, url, deduplicated: true }
  const invocation = message.invokes ? await queue.invocations.read(instructions.body) : undefined
  const start = { ...instructions, body: ownBytes(invocation?.payload ?? instructions.body) }
  const { run, isNew } = await queue.runs.start({
    id: message.runId ?? queue.runs.newId(),
    url: given.find(({ name }) => name === 'workflow-url')?.value ?? url,
    start,
    sourceHeaders: queue.reading.sourceHeaders(publication),
    configuration: configurationIn(given),
    labels: labelsIn(given),
    invoker: invocation?.invoker,
  })
  if (!isNew) return { messageId: run.steps[0]?.messageId ?? '', url, deduplicated: true }

  const first = await queue.steps.sendStep(
    run,
    { ...initialStep(start.body), url, id: firstMessage.id },
    queue.runs.instructions(run, start),
  )
  if (invocation) await queue.invocations.note(invocation, run)
  return { messageId: first?.id ?? '', url }
}

/** Returns the labels of a run (rule `queue.runs.filter-label`). */
export const labelsIn = (given: readonly GivenSetting[]): readonly string[] =>
  (given.find(({ name }) => name === 'label')?.value ?? '')
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')

/** Returns the settings of the first message that apply to every later message of the run. */
export const configurationIn = (given: readonly GivenSetting[]): readonly GivenSetting[] =>
  given.filter(({ name }) => !OF_THE_START.test(name))
