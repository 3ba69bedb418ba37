// Handles a request in this order: method, token, format, endpoint.

import {
  inTwoSteps,
  type BodyHandler,
  type Handler,
  type Request,
  type Response,
} from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { rescued, type Soon, whenThere } from '../soon.js'
import { authenticate, checkMethod, clientAddress } from './access.js'
import { Unavailable } from './backends/backend.js'
import { readable } from './cors.js'
import type { Endpoint, Format, Kv, Session } from './decisions.js'
import { answer, answerBatch, answerRefusal } from './encode.js'
import { ReplyError } from './reply.js'
import { endpointOf } from './request.js'
import { checkAccept, monitor, psubscribe, subscribe } from './streams.js'
import { noteWrites, synced } from './sync-token.js'

/**
 * Returns the request handler of the interface. A refused request gets a response. A rejection of the
 * handler is a bug.
 *
 * @example
 * const handle = kvHandler(createKv({ backend, tokens }))
 */
export const kvHandler = (kv: Kv): Handler =>
  inTwoSteps((head) => kv.preflight(head) ?? admit(kv, head))

/**
 * Checks method and token before the body arrives, so that a client without a token need not send its
 * body.
 */
function admit(kv: Kv, head: Request): Soon<Response | BodyHandler> {
  const decide = () =>
    // Checks the method first, because no token makes a wrong method valid, and a client without a
    // token must learn nothing else (`kv.errors.order-of-refusals`).
    whenThere(checkMethod(head), () =>
      whenThere(
        authenticate(kv, head),
        (known): BodyHandler =>
          (request) =>
            whenThere(answerTo(kv, request, known), (answer) => readable(kv, answer)),
      ),
    )
  return rescued<Response | BodyHandler>(decide, (error) =>
    // Uses JSON, because the format is not yet determined (`kv.response-format.resp2-error`).
    readable(kv, refusalOf(kv, error, 'json')),
  )
}

function answerTo(kv: Kv, request: Request, known: Session): Soon<Response> {
  let format: Format = 'json'
  const decide = () => {
    const session = { client: clientAddress(request), ...known }
    const endpoint = endpointOf(request)
    format = kv.format(request, endpoint)
    return answerAt(kv, endpoint, { request, session, format })
  }
  return rescued(decide, (error) => refusalOf(kv, error, format))
}

/**
 * Returns the response to a refused request. Throws any other error again, because such an error is a
 * bug.
 */
function refusalOf(kv: Kv, error: unknown, format: Format): Response {
  if (error instanceof Refusal || error instanceof ReplyError)
    return answerRefusal(kv, error, format)
  if (error instanceof Unavailable) {
    return answerRefusal(kv, new Refusal(503, error.message), format)
  }
  throw error
}

interface AdmittedRequest {
  readonly request: Request
  readonly session: Session
  readonly format: Format
}

function answerAt(
  kv: Kv,
  endpoint: Endpoint,
  { request, session, format }: AdmittedRequest,
): Soon<Response> {
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
