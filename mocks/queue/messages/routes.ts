// Routes for waiting messages and for the history of all messages. The contract does not define
// them.

import { messageFilter } from './message-filter.js'
import { pageSize } from '../request/query.js'
import { refuse } from '../refusal.js'
import { shownMessage } from './shown-message.js'
import { outsideRoutes } from '../compat/route.js'

export const messages = outsideRoutes({
  'GET /v2/messages/{messageId}': async ({ queue, path: { messageId } }) =>
    shownMessage((await queue.history.pending(messageId)) ?? notWaiting(messageId)),

  'DELETE /v2/messages/{messageId}': async ({ queue, path: { messageId } }) =>
    (await queue.history.cancel(messageId)) ? { cancelled: 1 } : notWaiting(messageId),

  'DELETE /v2/messages': async ({ queue, request, query: { count } }) => ({
    cancelled: await queue.history.cancelAll(
      messageFilter(request, ['host', 'path']),
      pageSize(count, Infinity),
    ),
  }),

  'GET /v2/events': ({ queue, request, query }) =>
    queue.history.list(messageFilter(request, ['host', 'path', 'state']), query),
})

const notWaiting = (messageId: string): never =>
  refuse(
    404,
    `no message "${messageId}" waits for delivery: GET /v2/events?messageId=… lists past events`,
  )
