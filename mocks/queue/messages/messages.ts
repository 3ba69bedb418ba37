// New messages and their results.

import { randomUUID } from 'node:crypto'
import type { components } from '#generated/queue.types.js'
import type { Instructions, Message } from '../message.js'
import type { With } from '../state.js'
import { refuse } from '../refusal.js'

type Queue = With<{ messages: typeof messages }>

export type PublishResult = components['schemas']['PublishResult']

export const messages = (queue: Queue) => ({
  /** Returns the URL. Refuses the request if the queue may not call the URL of the field `where`. */
  callable(url: string, where?: string): string {
    const objection = queue.sender.objection(url)
    if (objection === undefined) return url
    return refuse(400, where === undefined ? objection : `${where}: ${objection}`)
  },

  create(url: string, instructions: Instructions): Message {
    return {
      id: queue.messages.newId(),
      url,
      createdAt: queue.clock.now(),
      retried: 0,
      nextDeliveryTime: instructions.notBefore,
      // The spread comes last, because V8 adds fields to a spread copy slowly.
      ...instructions,
    }
  },

  /** Returns a new message id (rule `queue.publish.message-id-unique`). */
  newId: (): string => `msg_${randomUUID().replaceAll('-', '')}`,

  /** Returns the result for one message (rule `queue.publish.url-answers-one-object`). */
  result: ({ id, url }: Message): PublishResult => ({ messageId: id, url }),
})
