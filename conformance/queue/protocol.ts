// The protocol between the queue and a workflow application, as existing clients speak it: the one
// file that knows it, and the only one that asks for operations outside the document.

import { headerOf, jsonOf, type Exchange, type Message } from '../exchange.js'
import type { Delivery } from '../sink.js'
import type { QueueClient, RequestOptions } from './world.js'

/** A run as its application knows it. */
export interface RunOf {
  readonly runId: string
  /** Of the application. */
  readonly url: string
}

/** What a step says of itself: as the application writes it, or as an event or a deadline completes it. */
export interface StepBody {
  /** From 1; 0: a plan, which is to become the step `targetStep`. */
  readonly stepId: number
  readonly stepName: string
  readonly stepType: string
  /** How many steps run side by side, itself included. */
  readonly concurrent: number
  readonly targetStep?: number
  /** What it returned, as JSON text; of an event, its data in base64. */
  readonly out?: string
  readonly waitEventId?: string
  readonly waitTimeout?: boolean
}

/**
 * One delivery as the application reads it: `headers` are those of the delivery, `body` is the
 * payload that the run was started with.
 */
export interface Call extends Message {
  readonly runId: string
  /** When the run was created, in Unix milliseconds; NaN where the delivery does not tell. */
  readonly createdAt: number
  /** Of the delivery. */
  readonly messageId: string
  readonly retried: number
  /** What has been done and planned before, without the payload, in its order. */
  readonly steps: readonly StepBody[]
  readonly delivery: Delivery
}

/** What is asked of the queue by an application. */
export interface Protocol {
  /** Starts a run. */
  start(run: RunOf, options: RequestOptions): Promise<Exchange>
  /** Sends what a step has returned; with settings such as `Delay` later. */
  result(run: RunOf, step: StepBody, settings?: Readonly<Record<string, string>>): Promise<Exchange>
  /** Has steps delivered side by side. */
  plan(run: RunOf, steps: readonly StepBody[]): Promise<Exchange>
  /** Has a run wait for an event, for a duration such as `7d` at most. */
  wait(run: RunOf, eventId: string, timeout: string, step: StepBody): Promise<Exchange>
  /** Starts a run of another application; its result becomes that of the step. */
  invoke(run: RunOf, other: RunOf, step: StepBody, options: RequestOptions): Promise<Exchange>
  /** Ends a run with its result, or cancels it. */
  end(runId: string, result: string): Promise<Exchange>
  cancel(runId: string): Promise<Exchange>
  /** A delivery as it is meant, or nothing where it brings no steps; fetches them where it is empty. */
  read(delivery: Delivery): Promise<Call | undefined>
  /** Whether a delivery is the failure callback of a run. */
  isFailure(delivery: Delivery): boolean
}

const FEATURES = 'LazyFetch,InitialBody,WF_DetectTrigger,WF_TriggerOnConfig'

const json = [['Content-Type', 'application/json']] as const

export function workflowProtocol(queue: QueueClient): Protocol {
  const prefix = queue.headerPrefix
  const runs = (runId: string) => `/v2/workflows/runs/${encodeURIComponent(runId)}`

  /** The settings of every message of a run, by their names without the prefix. */
  const settingsOf = ({ runId, url }: RunOf, init: boolean) => ({
    'Workflow-Init': String(init),
    'Workflow-RunId': runId,
    'Workflow-Url': url,
    'Workflow-Sdk-Version': '1',
    [`Forward-${prefix}Workflow-Sdk-Version`]: '1',
    'Feature-Set': FEATURES,
  })

  /** The same as headers of a message that the queue is to send by itself. */
  const headersOf = (settings: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [prefix + name, value]))

  const told = (message: Message, name: string) => headerOf(message, prefix + name) ?? ''

  /** The raw steps of a delivery, up to its own. */
  async function rawSteps(delivery: Delivery, runId: string): Promise<readonly RawStep[]> {
    if (delivery.body.length > 0) return rawStepsIn(delivery)
    const all = rawStepsIn(await queue.send('GET', runs(runId)))
    const own = all.findIndex(({ messageId }) => messageId === told(delivery, 'Message-Id'))
    return own < 0 ? all : all.slice(0, own + 1)
  }

  return {
    start: (run, { settings, ...options }) =>
      queue.publish(run.url, { ...options, settings: { ...settingsOf(run, true), ...settings } }),

    result: (run, step, settings) =>
      queue.publish(run.url, {
        headers: json,
        settings: { ...settingsOf(run, false), ...settings },
        body: JSON.stringify(step),
      }),

    plan(run, steps) {
      const headers = { 'Content-Type': 'application/json', ...headersOf(settingsOf(run, false)) }
      const messages = steps.map(({ stepId: targetStep, ...step }) => ({
        destination: run.url,
        headers,
        body: JSON.stringify({ ...step, stepId: 0, targetStep }),
      }))
      return queue.send('POST', '/v2/batch', { headers: json, body: JSON.stringify(messages) })
    },

    wait(run, eventId, timeout, step) {
      const settings = settingsOf(run, false)
      const timeoutHeaders = Object.fromEntries(
        Object.entries(headersOf(settings)).map(([name, value]) => [name, [value]]),
      )
      const { url } = run
      const body = { url, timeout, timeoutUrl: url, timeoutHeaders, step }
      return queue.send('POST', `/v2/wait/${encodeURIComponent(eventId)}`, {
        headers: json,
        settings,
        body: JSON.stringify(body),
      })
    },

    invoke(run, other, step, { settings, body }) {
      const headers = Object.fromEntries(
        Object.entries(headersOf(settingsOf(run, false))).map(([name, value]) => [name, [value]]),
      )
      return queue.publish(other.url, {
        headers: json,
        settings: { ...settingsOf(other, true), 'Workflow-Invoke': 'true', ...settings },
        body: JSON.stringify({
          body: Buffer.from(body ?? '').toString(),
          headers,
          step,
          workflowRunId: run.runId,
          workflowUrl: run.url,
        }),
      })
    },

    end: (runId, result) => queue.send('DELETE', `${runs(runId)}?cancel=false`, { body: result }),
    cancel: (runId) => queue.send('DELETE', `${runs(runId)}?cancel=true`),

    async read(delivery) {
      const runId = told(delivery, 'Workflow-Runid')
      const raw = await rawSteps(delivery, runId)
      const [payload, ...steps] = raw
      if (payload === undefined) return undefined
      // What a delivery carries ends with its own message; which headers it has beside is open.
      const own = delivery.body.length > 0 ? raw.at(-1)?.messageId : undefined
      return {
        headers: delivery.headers,
        body: Buffer.from(payload.body, 'base64'),
        runId,
        createdAt: Number.parseInt(told(delivery, 'Workflow-CreatedAt')),
        messageId: told(delivery, 'Message-Id') || (own ?? ''),
        retried: Number(told(delivery, 'Retried')),
        steps: steps.flatMap(stepBodyIn),
        delivery,
      }
    },

    isFailure: (delivery) => told(delivery, 'Workflow-Is-Failure') === 'true',
  }
}

/** What the event brought that a step waited for: nothing, where it had no data. */
export function eventData({ steps, headers }: Call, stepName: string): Message {
  const step = steps.find((each) => each.stepName === stepName && each.waitEventId !== undefined)
  const isTold = step !== undefined && step.waitTimeout !== true
  return {
    headers,
    body: Buffer.from(step?.out ?? '', 'base64'),
    ...(!isTold && { failure: 'the run has not been told of the event' }),
  }
}

interface RawStep {
  readonly messageId: string
  readonly body: string
}

const isRawStep = (value: unknown): value is RawStep =>
  typeof (value as Partial<RawStep> | null)?.body === 'string'

/** A list of raw steps; an empty one where it is none. */
function rawStepsIn(message: Message): readonly RawStep[] {
  const steps = jsonOf(message)
  return Array.isArray(steps) && steps.every(isRawStep) ? steps : []
}

/** The step that a raw one carries; none where it carries something else, such as a call's request. */
function stepBodyIn({ body }: RawStep): readonly StepBody[] {
  const step = jsonOf({ headers: [], body: Buffer.from(body, 'base64') }) as StepBody | undefined
  return typeof step?.stepId === 'number' ? [step] : []
}
