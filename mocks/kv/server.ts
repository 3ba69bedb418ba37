// The HTTP server of the key-value interface: the functions that a request meets, in their order.

import {
  type Handler,
  type Request,
  type Response,
  compose,
  receiveBody,
  type Context,
  type Middleware,
} from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { rescued, type Soon, whenThere } from '../soon.js'
import { clientAddress, methods, sessionOf, tokenOf } from './access.js'
import { Unavailable } from './backends/backend.js'
import { readable } from './cors.js'
import type { Endpoint, Format, Kv, Session } from './decisions.js'
import { answer, answerBatch, answerRefusal } from './encode.js'
import { ReplyError } from './reply.js'
import { endpointOf } from './request.js'
import { checkAccept, monitor, psubscribe, subscribe } from './streams.js'
import { noteWrites, synced } from './sync-token.js'

interface KvContext extends Context {
  readonly kv: Kv
  /** The format of the response: JSON until `checkFormat` has determined it. */
  format: Format
  /** Set by `authenticate`. */
  session?: Session
  /** Set by `checkFormat`. */
  endpoint?: Endpoint
}

/** Answers OPTIONS of web pages, if CORS is on. A fault may answer any request here. */
const answerPreflight: Middleware<KvContext> = (context, next) => {
  const answered = context.kv.preflight(context.request)
  if (typeof answered === 'function') return receiveBody(context, () => answered(context.request))
  return answered ?? next()
}

/** Lets web pages read the response, if CORS is on. */
const addCorsHeaders: Middleware<KvContext> = ({ kv }, next) =>
  kv.cors ? whenThere(next(), (response) => readable(kv, response)) : next()

/** Responds with the refusal that a later function throws. Any other error is a bug. */
const answerRefusals: Middleware<KvContext> = (context, next) =>
  rescued(next, (error) => {
    const { kv, format } = context
    if (error instanceof Refusal || error instanceof ReplyError)
      return answerRefusal(kv, error, format)
    if (error instanceof Unavailable)
      return answerRefusal(kv, new Refusal(503, error.message), format)
    throw error
  })

/**
 * Refuses every method except GET, HEAD, POST and PUT with HTTP 405 (`kv.methods.others-refused`).
 * It is before `authenticate`, because no token makes a wrong method valid
 * (`kv.errors.order-of-refusals`).
 */
const checkMethod: Middleware<KvContext> = ({ request: { method } }, next) => {
  if (methods.includes(method)) return next()
  const allow = methods.join(', ')
  throw new Refusal(405, `ERR method not allowed: expected ${allow}, got ${method}`, { allow })
}

/** Refuses a request without a valid token with HTTP 401 (`kv.authentication.missing-token`). */
const authenticate: Middleware<KvContext> = (context, next) => {
  const { kv, request } = context
  const token = tokenOf(kv, request)
  const known = token === undefined ? undefined : sessionOf(kv, token)
  return whenThere(known, (session) => {
    if (session) {
      context.session = { client: clientAddress(request), ...session }
      return next()
    }
    const hasOtherScheme = token === undefined && request.headers.authorization !== undefined
    const hint = hasOtherScheme ? ': expected "Authorization: Bearer TOKEN"' : ''
    throw new Refusal(401, `WRONGPASS invalid or missing auth token${hint}`)
  })
}

/** Determines the endpoint and the format. Refuses invalid format headers with HTTP 400. */
const checkFormat: Middleware<KvContext> = (context, next) => {
  const { kv, request } = context
  context.endpoint = endpointOf(request)
  context.format = kv.format(request, context.endpoint)
  return next()
}

/** Runs the commands of the request and encodes their replies, or opens an event stream. */
const runCommands: Middleware<KvContext> = ({ kv, request, format, ...found }) => {
  const endpoint = found.endpoint!
  const session = found.session!
  switch (endpoint) {
    case 'path': {
      const command = kv.commandInPath(request)
      return whenThere(kv.command(command, session), (reply) => {
        noteWrites(kv, [command])
        return answer(kv, reply, format)
      })
    }
    case 'body': {
      const command = kv.commandInBody(request)
      return whenThere(kv.command(command, session), (reply) =>
        synced(kv, answer(kv, reply, format), [command]),
      )
    }
    case 'pipeline':
    case 'transaction': {
      const commands = kv.batchInBody(request, endpoint)
      return whenThere(kv[endpoint](commands, session), (replies) =>
        whenThere(
          kv.largeReplies.encode(replies, () => answerBatch(kv, replies, format)),
          (answer) => synced(kv, answer, commands),
        ),
      )
    }
    case 'monitor':
      checkAccept(request)
      return monitor(kv, session)
    case 'subscribe':
      checkAccept(request)
      return subscribe(kv, request, session)
    case 'psubscribe':
      checkAccept(request)
      return psubscribe(kv, request, session)
  }
}

/** The functions of the contract, in the order in which a request meets them. */
const contract: readonly Middleware<KvContext>[] = [
  answerPreflight,
  addCorsHeaders,
  answerRefusals,
  checkMethod, // 405
  authenticate, // 401
  receiveBody,
  checkFormat, // 400
  runCommands,
]

/**
 * Returns the request handler of the interface. `before` is what a request meets first. `kv` returns
 * the current server. A rejection of the handler is a bug.
 */
export function kvHandlerOf(kv: () => Kv, before: readonly Middleware[] = []): Handler {
  const meet = compose<KvContext>([...before, ...contract])
  return (request: Request): Soon<Response> => meet({ request, kv: kv(), format: 'json' })
}

/**
 * Returns the request handler of a server.
 *
 * @example
 * const handle = kvHandler(createKv({ backend, tokens }))
 */
export const kvHandler = (kv: Kv): Handler => kvHandlerOf(() => kv)
