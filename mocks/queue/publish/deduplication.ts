// Which publications are the same as an earlier one, and what becomes of those: nothing is sent.

import { createHash } from 'node:crypto'
import type { Message, Publication } from '../message.js'
import type { Queue } from '../queue.js'
import { weightOf } from '../structures/weight.js'
import type { PublishResult } from './publish.js'

/** Bytes of a message beside its body. */
const USUAL_HEADERS = 1500

export const deduplication = (queue: Queue) => ({
  /**
   * Accepts the messages that a publication has become, or none of them where it is a duplicate
   * (rule `queue.deduplication.id-in-a-group-publish`); one result for each. Refuses them all where
   * there is no room for them.
   */
  acceptOnce(publication: Publication, messages: readonly Message[]): Promise<PublishResult[]> {
    const dues = messages.map(({ nextDeliveryTime }) => nextDeliveryTime)
    const { instructions } = publication
    // What is one message is counted when it is stored, and until then with headers of usual length.
    const bytes =
      messages.length === 1
        ? USUAL_HEADERS + instructions.body.length
        : messages.length * weightOf(instructions)
    return queue.admission.admit({ dues, bytes }, () =>
      queue.deduplication.acceptFirst(publication, messages),
    )
  },

  /** The same, once there is room. */
  async acceptFirst(
    publication: Publication,
    messages: readonly Message[],
  ): Promise<PublishResult[]> {
    const key = queue.deduplication.key(publication)
    const first = key === undefined ? undefined : await queue.deduplication.firstIds(key, messages)
    if (first) {
      // A group may have grown since, or another destination have been asked for.
      return messages.map((message, n) =>
        queue.deduplication.duplicate(message, first[n] ?? first[0]!),
      )
    }
    for (const message of messages) await queue.delivery.accept(message)
    return messages.map((message) => queue.publish.result(message))
  },

  /** The ids that the first such publication was given; nothing where this one is the first. */
  async firstIds(
    key: string,
    messages: readonly Message[],
  ): Promise<readonly string[] | undefined> {
    // What reaches nobody is not the first of anything.
    if (messages.length === 0) return undefined
    const now = queue.clock.now()
    const ids = messages.map(({ id }) => id)
    return queue.store.firsts.keep(key, ids, { now, until: now + queue.deduplication.window() })
  },

  /** What is equal in duplicates; nothing where the publication is to be none. */
  key(publication: Publication): string | undefined {
    const { id, contentBased } = publication.deduplication
    if (id !== undefined) return `id ${id}`
    return contentBased ? `content ${queue.deduplication.contentKey(publication)}` : undefined
  },

  /** The same of content (rules `queue.deduplication.content-*`). */
  contentKey({ destination, instructions: { headers, body } }: Publication): string {
    const lines = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))
    return createHash('sha256')
      .update(JSON.stringify([destination, lines]))
      .update(body)
      .digest('base64')
  },

  /** Milliseconds that a key is remembered (rule `queue.deduplication.window`). */
  window: (): number => 10 * 60_000,

  /** What the publisher of a duplicate is told (rule `queue.deduplication.deduplicated-field`). */
  duplicate(message: Message, firstId: string): PublishResult {
    return { ...queue.publish.result({ ...message, id: firstId }), deduplicated: true }
  },
})
