// Helpers for tests of workflow runs. They send messages in the form that an application sends.

import type { Attempt } from '../../journal/attempt.js'
import type { Queue } from '../queue.js'
import { publish } from '../testing.js'

export const WORKFLOW = 'http://app.test/w'

type Headers = Readonly<Record<string, string>>

export const start = (queue: Queue, runId: string, headers: Headers = {}, body = 'the payload') =>
  publish(
    queue,
    { 'Svc-Workflow-Init': 'true', 'Svc-Workflow-RunId': runId, ...headers },
    { to: WORKFLOW, body },
  )

/** Sends the result of a step, for example `{ stepId: 1, stepName: 'one', out: '1' }`. */
export const sendStep = (queue: Queue, runId: string, step: object, headers: Headers = {}) =>
  publish(
    queue,
    { 'Svc-Workflow-Init': 'false', 'Svc-Workflow-RunId': runId, ...headers },
    { to: WORKFLOW, body: JSON.stringify({ stepType: 'Run', concurrent: 1, ...step }) },
  )

/** Makes a run wait for an event. */
export const wait = (queue: Queue, runId: string, eventId: string, timeout = '1d') =>
  queue.waiters.wait({
    runId,
    eventId,
    timeout,
    step: { stepId: 1, stepName: 'wait', stepType: 'Wait', concurrent: 1 },
  })

/**
 * Returns the steps in the body of a delivery. A step that is not JSON, such as a payload, becomes
 * `{}`.
 */
export const stepsOf = ({ body }: Pick<Attempt, 'body'>): DeliveredStep[] =>
  (JSON.parse(Buffer.from(body).toString()) as { body: string }[]).map(({ body }) => {
    const json = Buffer.from(body, 'base64').toString()
    return json.startsWith('{') ? (JSON.parse(json) as DeliveredStep) : {}
  })

interface DeliveredStep {
  readonly stepName?: string
  readonly out?: string
}
