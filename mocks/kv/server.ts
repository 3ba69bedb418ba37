// The order in which the decisions are taken: method, token, format, endpoint.

import type { Handler, Request, Response } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { rescued, type Soon, whenThere } from '../soon.js'
import type { Session } from './access.js'
import { Unavailable } from './backends/backend.js'
import type { Kv } from './kv.js'
import { ReplyError } from './reply.js'
import type { Endpoint, Format } from './request.js'

/**
 * The interface as a function from request to response. What is refused is answered; a rejection
 * is a bug.
 *
 * @example
 * const handle = kvHandler(createKv({ backend, tokens }))
 */
export function kvHandler(kv: Kv): Handler {
  return (request) =>
    kv.preflight(request) ?? whenThere(answerTo(kv, request), (answer) => kv.readable(answer))
}

function answerTo(kv: Kv, request: Request): Soon<Response> {
  // What is refused before the format is known is answered in JSON (`kv.response-format.resp2-error`).
  let format: Format = 'json'
  const decide = () =>
    // A stranger learns nothing but that, and no token makes a method right (`kv.errors.order-of-refusals`).
    whenThere(kv.checkMethod(request), () =>
      whenThere(kv.authenticate(request), (known) => {
        const session = { client: kv.clientAddress(request), ...known }
        const asked = kv.format(request)
        const endpoint = kv.endpoint(request)
        format = kv.formatAt(endpoint, asked)
        return answerAt(kv, endpoint, { request, session, format })
      }),
    )
  return rescued(decide, (error) => {
    if (error instanceof Refusal || error instanceof ReplyError) {
      return kv.answerRefusal(error, format)
    }
    if (error instanceof Unavailable) {
      return kv.answerRefusal(new Refusal(503, error.message), format)
    }
    throw error
  })
}

interface Asked {
  readonly request: Request
  readonly session: Session
  readonly format: Format
}

function answerAt(kv: Kv, endpoint: Endpoint, { request, session, format }: Asked): Soon<Response> {
  switch (endpoint) {
    case 'path': {
      const command = kv.commandInPath(request)
      return whenThere(kv.command(command, session), (reply) => {
        kv.noteWrites([command])
        return kv.answer(reply, format)
      })
    }
    case 'body': {
      const command = kv.commandInBody(request)
      return whenThere(kv.command(command, session), (reply) =>
        kv.synced(kv.answer(reply, format), [command]),
      )
    }
    case 'pipeline': {
      const commands = kv.batchInBody(request, endpoint)
      return whenThere(kv.pipeline(commands, session), (replies) =>
        kv.synced(kv.answerBatch(replies, format), commands),
      )
    }
    case 'transaction': {
      const commands = kv.batchInBody(request, endpoint)
      return whenThere(kv.transaction(commands, session), (replies) =>
        kv.synced(kv.answerBatch(replies, format), commands),
      )
    }
    case 'monitor':
    case 'subscribe':
    case 'psubscribe':
      kv.checkAccept(request)
      return kv[endpoint](request, session)
  }
}
