// The order in which the decisions are taken: method, token, format, endpoint.

import type { Handler, Request, Response } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { Unavailable } from './backends/backend.js'
import type { Kv } from './kv.js'
import { ReplyError } from './reply.js'
import type { Format } from './request.js'

/**
 * The interface as a function from request to response. What is refused is answered; a rejection
 * is a bug.
 *
 * @example
 * const handle = kvHandler(createKv({ backend, tokens }))
 */
export function kvHandler(kv: Kv): Handler {
  const answer = answering(kv)
  return async (request) => kv.preflight(request) ?? kv.readable(await answer(request))
}

function answering(kv: Kv): (request: Request) => Promise<Response> {
  return async (request) => {
    // What is refused before the format is known is answered in JSON (`kv.response-format.resp2-error`).
    let format: Format = 'json'
    try {
      // A stranger learns nothing but that, and no token makes a method right (`kv.errors.order-of-refusals`).
      await kv.checkMethod(request)
      const session = { client: kv.clientAddress(request), ...(await kv.authenticate(request)) }
      const asked = kv.format(request)
      const endpoint = kv.endpoint(request)
      format = kv.formatAt(endpoint, asked)
      switch (endpoint) {
        case 'path': {
          const command = kv.commandInPath(request)
          const reply = await kv.command(command, session)
          kv.noteWrites([command])
          return kv.answer(reply, format)
        }
        case 'body': {
          const command = kv.commandInBody(request)
          return kv.synced(kv.answer(await kv.command(command, session), format), [command])
        }
        case 'pipeline': {
          const commands = kv.batchInBody(request, endpoint)
          return kv.synced(kv.answerBatch(await kv.pipeline(commands, session), format), commands)
        }
        case 'transaction': {
          const commands = kv.batchInBody(request, endpoint)
          const replies = await kv.transaction(commands, session)
          return kv.synced(kv.answerBatch(replies, format), commands)
        }
        case 'monitor':
        case 'subscribe':
        case 'psubscribe':
          kv.checkAccept(request)
          // Awaited here, so that a refusal is caught here.
          return await kv[endpoint](request, session)
      }
    } catch (error) {
      if (error instanceof Refusal || error instanceof ReplyError) {
        return kv.answerRefusal(error, format)
      }
      if (error instanceof Unavailable) {
        return kv.answerRefusal(new Refusal(503, error.message), format)
      }
      throw error
    }
  }
}
