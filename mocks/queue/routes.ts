// The routes of all operations in the contract. A missing route does not compile.

import { dlq } from './dlq/routes.js'
import { defaultHeadersIn } from './groups/group-body.js'
import { jsonObject } from './request/body.js'
import { OtherStatus, type Routes } from './route.js'

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
    const result = await waiters.notify(path.eventId, waiters.eventData(request))
    return new OtherStatus(waiters.status(), result)
  },

  'GET /v2/flowControl/{flowControlKey}': ({ queue, path }) =>
    queue.flowControl.state(path.flowControlKey),
} satisfies Routes
