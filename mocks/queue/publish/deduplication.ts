// Deduplication: a duplicate of an earlier publication is not sent.

import { createHash } from 'node:crypto'
import type { Message, Publication } from '../message.js'
import type { Queue } from '../queue.js'
import { weightOf } from '../structures/weight.js'
import type { PublishResult } from './publish.js'

/** Bytes of a message without its body. */
const USUAL_HEADERS = 1500

export const deduplication = (queue: Queue) => ({
  /**
   * Accepts the messages of a publication, or none of a duplicate (rule
   * `queue.deduplication.id-in-a-group-publish`). Returns one result per message.
   */
  acceptOnce(publication: Publication, messages: readonly Message[]): Promise<PublishResult[]> {
    const dues = messages.map(({ nextDeliveryTime }) => nextDeliveryTime)
    const { instructions } = publication
    // One message is weighed when it is stored; until then its headers count with their usual size.
    const bytes =
      messages.length === 1
        ? USUAL_HEADERS + instructions.body.length
        : messages.length * weightOf(instructions)
    return queue.admission.admit({ dues, bytes }, () =>
      queue.deduplication.acceptFirst(publication, messages),
    )
  },

  async acceptFirst(
    publication: Publication,
    messages: readonly Message[],
  ): Promise<PublishResult[]> {
    const key = queue.deduplication.key(publication)
    const first = key === undefined ? undefined : await queue.deduplication.firstIds(key, messages)
    if (first) {
      // A group may have more endpoints than at the first publication.
      return messages.map((message, n) =>
        queue.deduplication.duplicate(message, first[n] ?? first[0]!),
      )
    }
    for (const message of messages) await queue.delivery.accept(message)
    return messages.map((message) => queue.publish.result(message))
  },

  /** Returns the ids of the first publication; undefined if this is the first. */
  async firstIds(
    key: string,
    messages: readonly Message[],
  ): Promise<readonly string[] | undefined> {
    // A publication without messages is not the first.
    if (messages.length === 0) return undefined
    const now = queue.clock.now()
    const ids = messages.map(({ id }) => id)
    return queue.store.firsts.keep(key, ids, { now, until: now + queue.deduplication.window() })
  },

  /** The key that duplicates share; undefined without deduplication. */
  key(publication: Publication): string | undefined {
    const { id, contentBased } = publication.deduplication
    if (id !== undefined) return `id ${id}`
    return contentBased ? `content ${queue.deduplication.contentKey(publication)}` : undefined
  },

  /** Rules `queue.deduplication.content-*`. */
  contentKey({ destination, instructions: { headers, body } }: Publication): string {
    const lines = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))
    return createHash('sha256')
      .update(JSON.stringify([destination, lines]))
      .update(body)
      .digest('base64')
  },

  /** Milliseconds (rule `queue.deduplication.window`). */
  window: (): number => 10 * 60_000,

  /** Rule `queue.deduplication.deduplicated-field`. */
  duplicate(message: Message, firstId: string): PublishResult {
    return { ...queue.publish.result({ ...message, id: firstId }), deduplicated: true }
  },
})
