// The keys that deliveries are signed with. Outside the document.

import { outsideRoutes } from '../compat/route.js'

export const keys = outsideRoutes({
  'GET /v2/keys': ({ queue, request }) =>
    queue.signing.keysOf({ isDevelopment: queue.access.isDevelopment(request) }),
})
