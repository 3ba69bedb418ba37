// Ordered queues. Outside the document.

import type { Dialect } from '#generated/dialects.js'
import type { Request } from '../../http/message.js'
import { shown } from '../request/body.js'
import { refuse } from '../refusal.js'

/** Messages are attempted in order, the next one when one before it is settled. */
export interface OrderedQueue {
  readonly name: string
  /** The number of messages from their first to their last attempt. */
  readonly parallelism: number
  readonly paused: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

export const isQueueName = (name: string): boolean => /^[\w.-]{1,256}$/.test(name)

/** Returns the name of a queue, or refuses. */
export const queueNamed = (name: unknown): string =>
  typeof name === 'string' && isQueueName(name)
    ? name
    : refuse(400, `queueName: expected letters, digits, "_", "-" and ".", got ${shown(name)}`)

/** A publish request with the name of an ordered queue. */
export function inQueue(name: string, request: Request, { headerPrefix }: Dialect): Request {
  const header = `${headerPrefix}Queue-Name`
  return {
    ...request,
    headers: { ...request.headers, [header.toLowerCase()]: name },
    rawHeaders: [...request.rawHeaders, header, name],
  }
}
