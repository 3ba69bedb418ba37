// Publishes one message to a URL or an API, or one message to each endpoint of a URL group.

import { randomUUID } from 'node:crypto'
import type { components } from '#generated/queue.types.js'
import type { Request } from '../../http/message.js'
import type { Instructions, Message, Publication } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'

export type PublishResult = components['schemas']['PublishResult']

export const publish = (queue: Queue) => ({
  /** Publishes a request. Returns one result, or one result per endpoint for a URL group. */
  take(request: Request): Promise<PublishResult | PublishResult[]> {
    return queue.refusedSteps.watch(request, async () => {
      const destination = queue.reading.destination(request)
      const group =
        destination.kind === 'name' ? await queue.groups.find(destination.name) : undefined
      return group
        ? queue.fanOut.publish(group, request)
        : queue.publish.send(queue.reading.publication(request))
    })
  },

  /** Accepts a publish request for delivery (rule `queue.publish.delivers-to-destination`). */
  async send(publication: Publication): Promise<PublishResult> {
    const { destination, instructions } = publication
    const url =
      destination.kind === 'name'
        ? queue.apis.destination(destination.name, instructions)
        : queue.publish.callable(destination.url)
    const ofRun = queue.runs.publish(publication, url)
    if (ofRun) return ofRun

    const message = queue.publish.message(url, instructions)
    const [result] = await queue.deduplication.acceptOnce(publication, [message])
    return result!
  },

  /** Returns the URL. Refuses the request if the queue may not call the URL of the field `where`. */
  callable(url: string, where?: string): string {
    const objection = queue.sender.objection(url)
    if (objection === undefined) return url
    return refuse(400, where === undefined ? objection : `${where}: ${objection}`)
  },

  message(url: string, instructions: Instructions): Message {
    return {
      id: queue.publish.messageId(),
      url,
      createdAt: queue.clock.now(),
      retried: 0,
      nextDeliveryTime: instructions.notBefore,
      // The spread comes last, because V8 adds fields to a spread copy slowly.
      ...instructions,
    }
  },

  /** Returns a new message id (rule `queue.publish.message-id-unique`). */
  messageId: (): string => `msg_${randomUUID().replaceAll('-', '')}`,

  /**
   * Returns the status of the response (rules `queue.publish.status` and
   * `queue.deduplication.status`).
   */
  status(result: PublishResult | PublishResult[]): number {
    const results = Array.isArray(result) ? result : [result]
    return results.some(({ deduplicated }) => deduplicated) ? 202 : 200
  },

  /** Returns the result for one message (rule `queue.publish.url-answers-one-object`). */
  result: ({ id, url }: Message): PublishResult => ({ messageId: id, url }),
})
