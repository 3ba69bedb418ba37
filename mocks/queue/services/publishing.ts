// What becomes of a request to publish: a message to a URL, or to each endpoint of a URL group.

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
    if (destination.kind === 'name') {
      const { name } = destination
      if (name === 'api/llm') refuse(400, `${name} needs ${this.dialect.headerPrefix}Callback`)
      refuse(404, `there is no URL group and no API "${name}"`)
    }
    const objection = this.sender.objection(destination.url)
    if (objection !== undefined) refuse(400, objection)

    const order = this.runOrder(given)
    if (order) return this.publishToRun(order, publication, destination.url)

    const message = this.message(destination.url, instructions)
    const [result] = await this.acceptOnce(publication, [message])
    return result!
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
