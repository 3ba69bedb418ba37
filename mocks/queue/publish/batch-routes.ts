// Publishing many messages with one request.

import { outsideRoutes } from '../compat/route.js'

export const batch = outsideRoutes({
  'POST /v2/batch': ({ queue, request }) => queue.batch.publish(request),
})
