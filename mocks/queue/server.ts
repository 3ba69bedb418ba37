// The HTTP server of the queue: the functions that a request meets, in their order.

import {
  splitTarget,
  type Handler,
  type Request,
  type Response,
  compose,
  receiveBody,
  type Context,
  type Middleware,
} from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { rescued } from '../soon.js'
import { decode, queryPairs } from './request/query.js'
import type { Queue } from './queue.js'
import { refuse } from './refusal.js'
import { OtherStatus, type Operation, type OutsideOperation } from './route.js'
import { routes, outside } from './routes.js'
import { StepRefused } from './runs/refused-steps.js'
import { StoreUnavailable } from './store/store.js'

interface QueueContext extends Context {
  readonly queue: Queue
  /** The operation of the document, if there is one for the request. */
  readonly found: FoundOperation | undefined
}

/** Responds with the refusal that a later function throws. Any other error is a bug. */
const answerRefusals: Middleware<QueueContext> = ({ queue }, next) =>
  rescued(next, (error) => {
    if (error instanceof StoreUnavailable)
      return queue.answers.refusal(new Refusal(503, error.message, { 'retry-after': '1' }))
    if (error instanceof Refusal) return queue.answers.refusal(error)
    throw error
  })

/** Refuses a request without the token with 401, except to the URLs for third parties. */
const authenticate: Middleware<QueueContext> = ({ queue, request, found }, next) => {
  if (!found?.operation.includes(HOOKS))
    queue.access.authenticate(request, { queryToken: found?.operation === PUBLISH })
  return next()
}

/** Refuses an unknown path with 404 and an unknown method with 405. */
const checkOperation: Middleware<QueueContext> = ({ request, found }, next) => {
  if (found) return next()
  const { path } = splitTarget(request.target)
  const matches = operations.filter(({ pattern }) => pattern.test(path))
  if (matches.length === 0) refuse(404, `there is no ${path}`)
  const allow = matches.map(({ method }) => method).join(', ')
  refuse(405, `${request.method} is not allowed here, only ${allow}`, { allow })
}

/** Calls the route, and registers it as work in progress. */
const callRoute: Middleware<QueueContext> = ({ queue, request, found }) => {
  const { operation } = found!
  const work = notingRefusals(queue, answer(queue, request, found!))
  const onlyReads = operation.startsWith('GET ') && !operation.includes(HOOKS)
  return onlyReads ? queue.scheduler.reading(work) : queue.scheduler.busy(work)
}

async function answer(queue: Queue, request: Request, found: FoundOperation): Promise<Response> {
  const { operation, route } = found
  const target = splitTarget(request.target)
  const path = found.parametersOf(target.path)
  const query = Object.fromEntries(queryPairs(target.query).map(({ key, value }) => [key, value]))
  const work = async (queue: Queue) => route({ queue, request, path, query })
  // A batch may be large, and has units of its own.
  const answer = await (operation === BATCH ? work(queue) : queue.unit(work))
  const status = answer instanceof OtherStatus ? answer.status : 200
  const body: unknown = answer instanceof OtherStatus ? answer.body : answer
  return queue.answers.success(status, body)
}

/** Notes a refused step in its run. */
async function notingRefusals(queue: Queue, work: Promise<Response>): Promise<Response> {
  try {
    return await work
  } catch (error) {
    // The unit of the request has changed nothing, so that this needs a unit of its own.
    if (error instanceof StepRefused) await queue.unit((unit) => unit.refusedSteps.note(error))
    throw error
  }
}

/** The functions of the contract, in the order in which a request meets them. */
const contract: readonly Middleware<QueueContext>[] = [
  answerRefusals,
  authenticate, // 401
  checkOperation, // 404 and 405
  receiveBody,
  callRoute,
]

/**
 * Returns the request handler of the queue. `before` is what a request meets first. `queue` returns
 * the current queue. A rejection of the handler is a bug.
 */
export function queueHandlerOf(queue: () => Queue, before: readonly Middleware[] = []): Handler {
  const meet = compose<QueueContext>([...before, ...contract])
  return (request) => meet({ request, queue: queue(), found: findOperation(request) })
}

/** Returns the request handler of a queue. */
export const queueHandler = (queue: Queue): Handler => queueHandlerOf(() => queue)

/** Responds to a request of the console. It needs no token and is not in the journal. */
export async function answerConsole(queue: Queue, request: Request): Promise<Response> {
  const authorization = `Bearer ${queue.token}`
  const headers = { ...request.headers, authorization }
  const rawHeaders = [...request.rawHeaders, 'Authorization', authorization]
  return queueHandler(queue)({ ...request, headers, rawHeaders })
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

type FoundOperation = (typeof operations)[number]

function findOperation({ method, target }: Request): FoundOperation | undefined {
  const { path } = splitTarget(target)
  return operations.find((each) => each.method === method && each.pattern.test(path))
}
