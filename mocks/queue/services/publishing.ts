// What becomes of a publication: a message to a URL.

import { randomUUID } from 'node:crypto'
import type { components } from '#generated/queue.types.js'
import type { Message, Publication } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'

export type PublishResult = components['schemas']['PublishResult']

export interface Publishing {
  /** Accepts a publication for delivery (rule `queue.publish.delivers-to-destination`). */
  publish(publication: Publication): Promise<PublishResult>
  /** The message that a publication makes for one URL. */
  message(publication: Publication, url: string): Message
  /** A new id (rule `queue.publish.message-id-unique`). */
  messageId(): string
}

export const publishing: Publishing & ThisType<Queue> = {
  async publish(publication) {
    const { destination } = publication
    if (destination.kind === 'name') {
      refuse(404, `there is no URL group and no API "${destination.name}"`)
    }
    const objection = this.sender.objection(destination.url)
    if (objection !== undefined) refuse(400, objection)

    const message = this.message(publication, destination.url)
    await this.accept(message)
    return { messageId: message.id, url: message.url }
  },

  message({ destination: _, ...instructions }, url) {
    return { ...instructions, id: this.messageId(), url, createdAt: this.clock.now(), retried: 0 }
  },

  messageId: () => `msg_${randomUUID().replaceAll('-', '')}`,
}
