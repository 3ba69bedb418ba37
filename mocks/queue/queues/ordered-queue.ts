// What is kept of an ordered queue beside its messages. Outside the document.

import type { Dialect } from '#generated/dialects.js'
import type { Request } from '../../http/message.js'
import { shown } from '../request/body.js'
import { refuse } from '../refusal.js'

/** Its messages are attempted in the order they came, the next when one of those before has ended. */
export interface OrderedQueue {
  readonly name: string
  /** How many messages may be between their first attempt and their last. */
  readonly parallelism: number
  /** Whether no attempt begins. */
  readonly paused: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** Whether a name can stand in a path and in a header. */
export const isQueueName = (name: string): boolean => /^[\w.-]{1,256}$/.test(name)

/** The name of a queue, or a refusal. */
export const queueNamed = (name: unknown): string =>
  typeof name === 'string' && isQueueName(name)
    ? name
    : refuse(400, `queueName: expected letters, digits, "_", "-" and ".", got ${shown(name)}`)

/** A request to publish, as one to publish to an ordered queue. */
export function inQueue(name: string, request: Request, { headerPrefix }: Dialect): Request {
  const header = `${headerPrefix}Queue-Name`
  return {
    ...request,
    headers: { ...request.headers, [header.toLowerCase()]: name },
    rawHeaders: [...request.rawHeaders, header, name],
  }
}
