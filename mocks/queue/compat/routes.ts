// The operations that are not in the contract.

import { flowControlRoutes } from '../flow-control/routes.js'
import { groups } from '../groups/compat-routes.js'
import { messages } from '../messages/routes.js'
import { hooks } from '../notify/hook-routes.js'
import { queues } from '../queues/routes.js'
import { workflows } from '../runs/routes.js'
import { schedules } from '../schedules/routes.js'
import { dlq } from './dlq-routes.js'
import { refuse } from '../refusal.js'
import { outsideRoutes } from './route.js'

export const outside = {
  ...dlq,
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
