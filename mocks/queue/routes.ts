// The operations of the document, all of them: one that is missing does not compile.

import type { Routes } from './route.js'
import { dlq } from './dlq/routes.js'
import { flowControl } from './flow-control/routes.js'
import { groups } from './groups/routes.js'
import { logs } from './logs/routes.js'
import { notify } from './notify/routes.js'
import { publish } from './publish/routes.js'

export const routes = {
  ...publish,
  ...groups,
  ...dlq,
  ...logs,
  ...notify,
  ...flowControl,
} satisfies Routes
