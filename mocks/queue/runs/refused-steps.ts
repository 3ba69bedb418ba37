// Steps of runs that the queue refuses. The run would otherwise wait for ever, because workflow clients
// ignore the errors of batch items and take status 400 for the end of the run.

import type { Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import type { GivenSetting } from '../publish/settings.js'
import type { With } from '../state.js'
import type { messages, PublishResult } from '../messages/messages.js'
import type { reading } from '../publish/reading.js'
import type { steps } from './steps.js'
import { RunEnded } from '../refusal.js'
import { isObject, jsonIn } from '../request/body.js'
import type { Run } from './run.js'

type Queue = With<{
  reading: typeof reading
  messages: typeof messages
  refusedSteps: typeof refusedSteps
  steps: typeof steps
}> & {
  readonly publish: { take(request: Request): Promise<PublishResult | PublishResult[]> }
}

/** The status that workflow clients take for the end of a run, and the one in its place. */
const [ENDED, REFUSED] = [400, 422]

/** Refuses a step of a run in progress. */
export class StepRefused extends Refusal {
  readonly runKey: string
  readonly stepName: string | undefined
  /** The reason without the run and the step. */
  readonly reason: string

  constructor({ key, id }: Run, stepName: string | undefined, refusal: Refusal) {
    const { status, message, headers } = refusal
    const step = stepName === undefined ? 'a step' : `the step "${stepName}"`
    const told = `${step} of the run "${id}" was refused: ${message}`
    super(status === ENDED ? REFUSED : status, told, headers)
    this.runKey = key
    this.stepName = stepName
    this.reason = message
  }
}

export const refusedSteps = (queue: Queue) => ({
  /** Runs the work of a request. If the request has a step of a run, a refusal names the run. */
  async watch<T>(request: Request, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw (await queue.refusedSteps.refusal(request, error)) ?? error
    }
  },

  /** Returns the refusal of a step. Returns undefined for any other error, and if the run has ended. */
  async refusal(request: Request, error: unknown): Promise<StepRefused | undefined> {
    if (!(error instanceof Refusal) || error instanceof RunEnded) return undefined
    const { runId, stepName } = stepIn(request, queue)
    const run = runId === undefined ? undefined : await queue.store.runs.latest(runId)
    return run?.state === 'RUN_STARTED' ? new StepRefused(run, stepName, error) : undefined
  },

  /** Notes a refused step in its run, which shows it in the run list. */
  async note({ runKey, stepName, status, reason: error }: StepRefused): Promise<void> {
    const time = queue.clock.now()
    await queue.store.runs.note(runKey, { kind: 'refused', stepName, status, error, time })
  },

  /**
   * Refuses the steps in the requests that cannot be published, and publishes none. Parallel steps would
   * run twice if some of them were published before the application sends all of them again.
   */
  async check(requests: readonly Request[]): Promise<void> {
    if (requests.length === 1) return
    const init = `${queue.dialect.headerPrefix}Workflow-Init`.toLowerCase()
    const steps = requests.filter(({ headers }) => headers[init]?.toLowerCase() === 'false')
    if (steps.length === 0) return
    const without = queue.replaced({
      steps: {
        sendStep:
          () =>
          async (run, { url }, instructions) => ({
            ...queue.messages.create(url, instructions),
            run: { runKey: run.key, callType: 'step', info: run.steps[0]!.info },
          }),
      },
    })
    for (const request of steps) await without.publish.take(request)
  },
})

const value = (given: readonly GivenSetting[], name: string): string | undefined =>
  given.find((setting) => setting.name === name)?.value

/** Returns the run and the step of a request: a step, a call, a wait or an invocation. */
function stepIn(
  request: Request,
  { reading, dialect }: Queue,
): { readonly runId?: string | undefined; readonly stepName?: string | undefined } {
  const given = reading.given(request)
  const body = objectIn(request)
  const step = isObject(body['step']) ? body['step'] : body
  if (value(given, 'workflow-invoke') === 'true')
    return { runId: textOf(body['workflowRunId']), stepName: textOf(step['stepName']) }
  if (value(given, 'workflow-init')?.toLowerCase() === 'true') return {}
  const prefix = `callback-forward-${dialect.headerPrefix.toLowerCase()}workflow-`
  const stepName = value(given, `${prefix}stepname`) ?? textOf(step['stepName'])
  return { runId: value(given, 'workflow-runid'), stepName }
}

/** Returns the body as an object. Returns an empty object for any other body. */
function objectIn(request: Request): Readonly<Record<string, unknown>> {
  try {
    const body = jsonIn(request)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
