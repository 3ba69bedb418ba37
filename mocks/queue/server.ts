// The HTTP handler of the queue: routing, authentication and refusals.

import {
  inTwoSteps,
  splitTarget,
  type Handler,
  type Request,
  type Response,
} from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { decode, queryPairs } from './request/query.js'
import type { Queue } from './queue.js'
import { refuse } from './refusal.js'
import { OtherStatus, type Operation } from './route.js'
import { routes } from './routes.js'
import { StepRefused } from './runs/refused-steps.js'
import { StoreUnavailable } from './store/store.js'
import type { OutsideOperation } from './compat/route.js'
import { outside } from './compat/routes.js'

/**
 * Returns the handler of the queue. It checks the token before the body arrives, so that a client
 * without a token sends no body.
 */
export const queueHandler = (queue: Queue): Handler =>
  inTwoSteps((head) => {
    try {
      const operation = admit(queue, head)
      return (request) => answerInProgress(queue, request, operation)
    } catch (error) {
      return refusalOf(queue, error)
    }
  })

/** Responds to a request of the console. It needs no token and is not in the journal. */
export async function answerConsole(queue: Queue, request: Request): Promise<Response> {
  const authorization = `Bearer ${queue.token}`
  const headers = { ...request.headers, authorization }
  const rawHeaders = [...request.rawHeaders, 'Authorization', authorization]
  const authorized = { ...request, headers, rawHeaders }
  try {
    return await answerInProgress(queue, authorized, admit(queue, authorized))
  } catch (error) {
    return refusalOf(queue, error)
  }
}

/** Returns the operation of a request. Throws a refusal if the request is not allowed. */
function admit(queue: Queue, request: Request): FoundOperation {
  const { path, query } = splitTarget(request.target)
  const match = operations.find(
    ({ method, pattern }) => method === request.method && pattern.test(path),
  )
  if (!match?.operation.includes(HOOKS)) {
    queue.access.authenticate(request, { queryToken: match?.operation === PUBLISH })
  }
  if (!match) refuseMethod(request.method, path)
  const { operation, route } = match
  return { operation, route, path: match.parametersOf(path), query }
}

interface FoundOperation {
  readonly operation: string
  readonly route: (context: object) => unknown
  readonly path: Readonly<Record<string, string>>
  readonly query: string
}

/** Responds to a request, and registers it as work in progress. */
function answerInProgress(queue: Queue, request: Request, found: FoundOperation) {
  const work = answer(queue, request, found)
  const { operation } = found
  const onlyReads = operation.startsWith('GET ') && !operation.includes(HOOKS)
  return onlyReads ? queue.scheduler.reading(work) : queue.scheduler.busy(work)
}

async function answer(
  queue: Queue,
  request: Request,
  { operation, route, path, query: asked }: FoundOperation,
): Promise<Response> {
  try {
    const query = Object.fromEntries(queryPairs(asked).map(({ key, value }) => [key, value]))
    const work = async (queue: Queue) => route({ queue, request, path, query })
    // A batch may be large, and has units of its own.
    const answer = await (operation === BATCH ? work(queue) : queue.unit(work))
    const status = answer instanceof OtherStatus ? answer.status : 200
    const body: unknown = answer instanceof OtherStatus ? answer.body : answer
    return queue.answers.success(status, body)
  } catch (error) {
    return refusalOf(queue, await noted(queue, error))
  }
}

/** Notes a refused step in its run. Returns the error to respond with. */
async function noted(queue: Queue, error: unknown): Promise<unknown> {
  if (!(error instanceof StepRefused)) return error
  try {
    // The unit of the request has changed nothing, so that this needs a unit of its own.
    await queue.unit((queue) => queue.refusedSteps.note(error))
    return error
  } catch (other) {
    return other
  }
}

/**
 * Returns the response to a refusal, or to a request that was not stored. Rethrows any other error.
 */
function refusalOf(queue: Queue, error: unknown): Response {
  if (error instanceof StoreUnavailable)
    return queue.answers.refusal(new Refusal(503, error.message, { 'retry-after': '1' }))
  if (!(error instanceof Refusal)) throw error
  return queue.answers.refusal(error)
}

/** Refuses an unknown path with 404 and an unknown method with 405. */
function refuseMethod(method: string, path: string): never {
  const matches = operations.filter(({ pattern }) => pattern.test(path))
  if (matches.length === 0) refuse(404, `there is no ${path}`)
  const allow = matches.map(({ method }) => method).join(', ')
  refuse(405, `${method} is not allowed here, only ${allow}`, { allow })
}

const table = { ...routes, ...outside } as Readonly<Record<string, (context: object) => unknown>>

/** The path of the URLs for third parties, which have no token. */
const HOOKS = ' /v2/workflows/hooks/'

const BATCH: OutsideOperation = 'POST /v2/batch'

const PUBLISH: Operation = 'POST /v2/publish/{destination}'

/** The path parameter that takes the rest of the path without decoding. */
const REMAINDER = '{destination}'

const operations = Object.entries(table).map(([operation, route]) => {
  const [method = '', template = ''] = operation.split(' ')
  const names = Array.from(template.matchAll(/\{(.+?)\}/g), ([, name]) => name!)
  const pattern = new RegExp(
    `^${template.replace(REMAINDER, '(.*)').replaceAll(/\{.+?\}/g, '([^/]+)')}$`,
  )
  return {
    operation,
    route,
    method,
    pattern,
    parametersOf(path: string): Record<string, string> {
      const values = pattern.exec(path)?.slice(1) ?? []
      return Object.fromEntries(
        names.map((name, index) => [
          name,
          `{${name}}` === REMAINDER ? values[index]! : decode(values[index]!),
        ]),
      )
    },
  }
})
