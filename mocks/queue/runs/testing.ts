// What tests of workflow runs begin with: the messages that an application sends.

import type { HeaderMap } from '../request/headers.js'
import type { Attempt } from '../journal/journal.js'
import type { Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { answered, publishTo, testQueue } from '../testing.js'

export const WORKFLOW = 'http://app.test/w'

type Headers = Readonly<Record<string, string>>

/** Starts a run. */
export const start = (queue: Queue, runId: string, headers: Headers = {}, body = 'the payload') =>
  queue.publish.send(
    queue.reading.publication(
      publishTo(
        WORKFLOW,
        { 'Svc-Workflow-Init': 'true', 'Svc-Workflow-RunId': runId, ...headers },
        body,
      ),
    ),
  )

/** Sends the result of a step, for example `{ stepId: 1, stepName: 'one', out: '1' }`. */
export const sendStep = (queue: Queue, runId: string, step: object, headers: Headers = {}) =>
  queue.publish.send(
    queue.reading.publication(
      publishTo(
        WORKFLOW,
        { 'Svc-Workflow-Init': 'false', 'Svc-Workflow-RunId': runId, ...headers },
        JSON.stringify({ stepType: 'Run', concurrent: 1, ...step }),
      ),
    ),
  )

/** Has a run wait. */
export const wait = (queue: Queue, runId: string, eventId: string, timeout = '1d') =>
  queue.waiters.wait({
    ...{ runId, eventId, timeout },
    step: { stepId: 1, stepName: 'wait', stepType: 'Wait', concurrent: 1 },
  })

/** The steps that a delivery brought; what is no JSON, such as a payload, is an empty one. */
export const stepsOf = ({ body }: Pick<Attempt, 'body'>): DeliveredStep[] =>
  (JSON.parse(text(body)) as { body: string }[]).map(({ body }) => {
    const json = Buffer.from(body, 'base64').toString()
    return json.startsWith('{') ? (JSON.parse(json) as DeliveredStep) : {}
  })

interface DeliveredStep {
  readonly stepName?: string
  readonly out?: string
  readonly waitEventId?: string
  readonly waitTimeout?: boolean
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** What an application answers that has failed. */
export const failure = (status = 500, headers: HeaderMap = {}): Outcome => ({
  kind: 'answered',
  status,
  headers,
  body: Buffer.from('broken'),
})

/** A queue on which runs fail: the application answers what it is told. */
export function failingQueue(outcome: Outcome = failure()) {
  const { queue, clock } = testQueue({
    send: async ({ url }) => (url === WORKFLOW ? outcome : answered(200)),
  })
  /** Runs that fail one after the other, each without a retry; their entries in the same order. */
  const failed = async (...runs: [runId: string, headers?: Headers, body?: string][]) => {
    const ids: string[] = []
    for (const [runId, headers, body] of runs) {
      await start(queue, runId, { 'Svc-Retries': '0', ...headers }, body)
      await clock.runUntilIdle()
      const { messages } = await queue.dlq.list({ workflowRunId: runId })
      ids.push(messages[0]!.dlqId)
    }
    return ids
  }
  return { queue, clock, failed }
}
