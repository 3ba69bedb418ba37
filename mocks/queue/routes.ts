// The routes of all operations: those in the contract, of which a missing one does not compile, and
// those that only existing clients use.

import { dlq, outsideDlq } from './dlq/routes.js'
import { defaultHeadersIn } from './groups/group-body.js'
import { jsonObject } from './request/body.js'
import { OtherStatus, type Routes, outsideRoutes } from './route.js'
import { flowControlRoutes } from './flow-control/routes.js'
import { groups } from './groups/compat-routes.js'
import { messages } from './messages/routes.js'
import { hooks } from './notify/hook-routes.js'
import { queues } from './queues/routes.js'
import { workflows } from './runs/routes.js'
import { schedules } from './schedules/routes.js'
import { refuse } from './refusal.js'

export const routes = {
  ...dlq,

  async 'POST /v2/publish/{destination}'({ queue, request }) {
    const result = await queue.publish.take(request)
    return new OtherStatus(queue.publish.status(result), result)
  },

  'PATCH /v2/topics/{group-name}': async ({ queue, request, path }) => {
    await queue.fanOut.setDefaultHeaders(path['group-name'], defaultHeadersIn(jsonObject(request)))
    return undefined
  },

  'GET /v2/workflows/logs': ({ queue, query }) => queue.runList.list(query),

  'GET /v2/workflows/messageLogs': ({ queue, query }) => queue.logs.list(query),

  async 'POST /v2/notify/{eventId}'({ queue: { waiters }, request, path }) {
    const result = await waiters.notify(path.eventId, request.body)
    return new OtherStatus(waiters.status(), result)
  },

  'GET /v2/flowControl/{flowControlKey}': ({ queue, path }) =>
    queue.flowControl.state(path.flowControlKey),
} satisfies Routes

export const outside = {
  ...outsideDlq,
  ...flowControlRoutes,
  ...groups,
  ...hooks,
  ...messages,
  ...queues,
  ...schedules,
  ...workflows,
  ...outsideRoutes({
    'POST /v2/batch': ({ queue, request }) => queue.batch.publish(request),

    /** Returns the keys that verify the signatures of deliveries. */
    'GET /v2/keys': ({ queue, request }) =>
      queue.signing.keysOf({ isDevelopment: queue.access.isDevelopment(request) }),

    /** The next key becomes the current one, and a new key the next one. Returns both. */
    'POST /v2/keys/rotate'({ queue, request }) {
      if (queue.access.isDevelopment(request)) refuse(400, 'the development keys do not change')
      return queue.signing.rotate()
    },
  }),
}
