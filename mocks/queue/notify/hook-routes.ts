// URLs that a run gives to third parties so that they can resume the run. A request to such a URL
// needs no token, because the event id in the URL is secret.

import type { Request } from '../../http/message.js'
import { viewOf } from '../../large-buffers.js'
import { outsideRoutes, type OutsideContext } from '../route.js'
import { refuse } from '../refusal.js'
import { headerLines, headerMap } from '../request/headers.js'

type Hook = '/v2/workflows/hooks/{user}/{runId}/{eventId}'

const call = async ({ queue, request, path }: OutsideContext<Hook>) => {
  const isInProgress = (await queue.steps.fetched(path.runId)) !== undefined
  if (!isInProgress) refuse(404, `there is no run "${path.runId}" in progress`)
  await queue.waiters.notify(path.eventId, hookEvent(request), path.runId)
}

export const hooks = outsideRoutes({
  'GET /v2/workflows/hooks/{user}/{runId}/{eventId}': call,
  'POST /v2/workflows/hooks/{user}/{runId}/{eventId}': call,
  'PUT /v2/workflows/hooks/{user}/{runId}/{eventId}': call,
  'PATCH /v2/workflows/hooks/{user}/{runId}/{eventId}': call,
  'DELETE /v2/workflows/hooks/{user}/{runId}/{eventId}': call,
})

/** Returns the event data that the run receives: the request as JSON, with the body in base64. */
function hookEvent({ method, target, headers, rawHeaders, body }: Request): Uint8Array {
  const lines = Object.entries(headerMap(headerLines(rawHeaders)))
  return Buffer.from(
    JSON.stringify({
      method,
      header: Object.fromEntries(lines.map(([name, values]) => [name, values.join(', ')])),
      body: viewOf(body).toString('base64'),
      proto: 'http',
      host: headers.host ?? 'localhost',
      url: target,
    }),
  )
}
