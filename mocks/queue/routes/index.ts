// Which operations of the document are answered, and which are still to come.

import type { Operation } from '../route.js'
import { dlq } from './dlq.js'
import { flowControl } from './flow-control.js'
import { groups } from './groups.js'
import { logs } from './logs.js'
import { notify } from './notify.js'
import { publish } from './publish.js'

export const routes = { ...publish, ...groups, ...dlq, ...logs, ...notify, ...flowControl }

/**
 * The rest of the document. An operation is either here or above: one that is missing, or in both
 * places, does not compile.
 */
export const toCome: Readonly<Record<Exclude<Operation, keyof typeof routes>, 'to come'>> = {}
