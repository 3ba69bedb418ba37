// The addresses that runs give to third parties, so that these resume them. Whoever calls one has no
// token: the event id in the address is what opens it.

import { refuse } from '../refusal.js'
import { hookEvent } from './hook-event.js'
import { outsideRoutes, type OutsideContext } from '../compat/route.js'

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
