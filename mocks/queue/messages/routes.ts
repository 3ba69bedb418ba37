// Routes for waiting messages and for the history of all messages. The contract does not define
// them.

import { messageFilter } from './message-filter.js'
import { pageSize } from '../request/query.js'
import { refuse } from '../refusal.js'
import { shownMessage } from './shown-message.js'
import { outsideRoutes, type OutsideContext } from '../route.js'
import { deliverNow } from './deliver-now.js'

export const messages = outsideRoutes({
  'GET /v2/messages/{messageId}': async ({ queue, path: { messageId } }) =>
    shownMessage((await queue.store.messages.get(messageId)) ?? notWaiting(messageId)),

  'DELETE /v2/messages/{messageId}': async ({ queue, path: { messageId } }) =>
    (await queue.history.cancel(messageId)) ? { cancelled: 1 } : notWaiting(messageId),

  'DELETE /v2/messages': async ({ queue, request, query: { count } }) => ({
    cancelled: await queue.history.cancelAll(
      messageFilter(request, ['host', 'path']),
      pageSize(count, Infinity),
    ),
  }),

  /** Delivers a waiting message now. A message of an ordered queue has to wait for its turn. */
  async 'POST /v2/messages/{messageId}/retry'({ queue, path: { messageId } }) {
    const { queueName } = (await queue.store.messages.get(messageId)) ?? notWaiting(messageId)
    if (queueName !== undefined)
      refuse(400, `the message "${messageId}" waits in the queue "${queueName}"`)
    await deliverNow(queue, messageId)
    return { messageId }
  },

  'GET /v2/events': (context) => eventsOf(context),

  /** Returns the same events under both names: older documents say `events`, newer ones `logs`. */
  async 'GET /v2/logs'(context) {
    const page = await eventsOf(context)
    return { ...page, logs: page.events }
  },
})

const eventsOf = ({ queue, request, query }: Omit<OutsideContext<never>, 'path'>) =>
  queue.history.list(messageFilter(request, ['host', 'path', 'state']), query)

const notWaiting = (messageId: string): never =>
  refuse(
    404,
    `no message "${messageId}" waits for delivery: GET /v2/events?messageId=… lists past events`,
  )
