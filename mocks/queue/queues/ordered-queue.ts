// Ordered queues. The contract does not define them.

import type { Dialect } from '#generated/dialects.js'
import type { Request } from '../../http/message.js'
import { shown } from '../request/body.js'
import { withHeaders } from '../request/headers.js'
import { refuse } from '../refusal.js'

/**
 * An ordered queue attempts messages in order. The next message starts when an earlier message has
 * ended.
 */
export interface OrderedQueue {
  readonly name: string
  /** The maximum number of messages between their first and last attempt. */
  readonly parallelism: number
  readonly paused: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

export const isQueueName = (name: string): boolean => /^[\w.-]{1,256}$/.test(name)

/** Returns the name of an ordered queue. Refuses an invalid name. */
export const queueNamed = (name: unknown): string =>
  typeof name === 'string' && isQueueName(name)
    ? name
    : refuse(400, `queueName: expected letters, digits, "_", "-" and ".", got ${shown(name)}`)

/** Returns the publish request with the name of an ordered queue in a header. */
export function inQueue(name: string, request: Request, { headerPrefix }: Dialect): Request {
  return withHeaders(request, [[`${headerPrefix}Queue-Name`, name]])
}
