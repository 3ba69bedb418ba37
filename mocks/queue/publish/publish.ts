// What becomes of a request to publish: a message to a URL or an API, or to each endpoint of a URL
// group.

import { randomUUID } from 'node:crypto'
import type { components } from '#generated/queue.types.js'
import type { Request } from '../../http/message.js'
import type { Instructions, Message, Publication } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'

export type PublishResult = components['schemas']['PublishResult']

export interface Publishing {
  /** What a request to publish asks for: one result, or with a URL group one for each endpoint. */
  take(request: Request): Promise<PublishResult | PublishResult[]>
  /** Accepts a publication for delivery (rule `queue.publish.delivers-to-destination`). */
  publish(publication: Publication): Promise<PublishResult>
  /** The same URL, if it may be called. */
  callable(url: string): string
  /** The message that instructions make for one URL. */
  message(url: string, instructions: Instructions): Message
  /** A new id (rule `queue.publish.message-id-unique`). */
  messageId(): string
  /** Rules `queue.publish.status` and `queue.deduplication.status`. */
  publishStatus(result: PublishResult | readonly PublishResult[]): number
  /** What a publisher is told of its message (rule `queue.publish.url-answers-one-object`). */
  published(message: Message): PublishResult
}

export const publishing: Publishing & ThisType<Queue> = {
  async take(request) {
    const destination = this.destination(request)
    const group = destination.kind === 'name' ? await this.groups.find(destination.name) : undefined
    return group ? this.publishToGroup(group, request) : this.publish(this.publication(request))
  },

  async publish(publication) {
    const { destination, instructions, given } = publication
    const url =
      destination.kind === 'name'
        ? this.apiDestination(destination.name, instructions)
        : this.callable(destination.url)
    const order = this.runOrder(given)
    if (order) return this.publishToRun(order, publication, url)

    const message = this.message(url, instructions)
    const [result] = await this.acceptOnce(publication, [message])
    return result!
  },

  callable(url) {
    const objection = this.sender.objection(url)
    return objection === undefined ? url : refuse(400, objection)
  },

  message(url, instructions) {
    // The instructions last: V8 gives what is added after them a shape of its own in every message.
    return {
      id: this.messageId(),
      url,
      createdAt: this.clock.now(),
      retried: 0,
      nextDeliveryTime: instructions.notBefore,
      ...instructions,
    }
  },

  messageId: () => `msg_${randomUUID().replaceAll('-', '')}`,
  publishStatus: (result) => ([result].flat().some(({ deduplicated }) => deduplicated) ? 202 : 200),
  published: ({ id, url }) => ({ messageId: id, url }),
}
