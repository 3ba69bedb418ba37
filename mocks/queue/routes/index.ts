// The operations of the document, all of them: one that is missing does not compile.

import type { Routes } from '../route.js'
import { dlq } from './dlq.js'
import { flowControl } from './flow-control.js'
import { groups } from './groups.js'
import { logs } from './logs.js'
import { notify } from './notify.js'
import { publish } from './publish.js'

export const routes = {
  ...publish,
  ...groups,
  ...dlq,
  ...logs,
  ...notify,
  ...flowControl,
} satisfies Routes
