// Deduplication: the queue does not send a duplicate of an earlier publish.

import { createHash } from 'node:crypto'
import type { Message, Publication } from '../message.js'
import type { With } from '../state.js'
import type { messages, PublishResult } from '../messages/messages.js'
import type { admission } from './admission.js'
import { weightOf } from '../structures/bytes.js'

type Queue = With<{
  messages: typeof messages
  admission: typeof admission
  deduplication: typeof deduplication
}>

/** The usual size in bytes of a message without its body. */
const USUAL_HEADERS = 1500

export const deduplication = (queue: Queue) => ({
  /**
   * Accepts the messages of a publish. Accepts none if the publish is a duplicate (rule
   * `queue.deduplication.id-in-a-group-publish`). Returns one result per message.
   */
  acceptOnce(publication: Publication, messages: readonly Message[]): Promise<PublishResult[]> {
    const dues = messages.map(({ nextDeliveryTime }) => nextDeliveryTime)
    const { instructions } = publication
    // The size of one message is measured when it is stored. Until then an estimate of its headers
    // counts.
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
      // A group may have more endpoints now than at the first publish.
      return messages.map((message, n) =>
        queue.deduplication.duplicate(message, first[n] ?? first[0]!),
      )
    }
    for (const message of messages) await queue.delivery.accept(message)
    return messages.map((message) => queue.messages.result(message))
  },

  /**
   * Returns the message ids of the first publish with this key. Returns undefined if this publish
   * is the first.
   */
  async firstIds(
    key: string,
    messages: readonly Message[],
  ): Promise<readonly string[] | undefined> {
    // A publish without messages does not count as the first.
    if (messages.length === 0) return undefined
    const now = queue.clock.now()
    const ids = messages.map(({ id }) => id)
    return queue.store.firsts.keep(key, ids, { now, until: now + queue.deduplication.window() })
  },

  /** Returns the key that duplicates have in common, or undefined without deduplication. */
  key(publication: Publication): string | undefined {
    const { id, contentBased } = publication.deduplication
    if (id !== undefined) return `id ${id}`
    return contentBased ? `content ${queue.deduplication.contentKey(publication)}` : undefined
  },

  /** Returns the key of a publish made from its content (rules `queue.deduplication.content-*`). */
  contentKey({ destination, instructions: { headers, body } }: Publication): string {
    const lines = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))
    return createHash('sha256')
      .update(JSON.stringify([destination, lines]))
      .update(body)
      .digest('base64')
  },

  /**
   * Returns the time during which duplicates are recognized, in milliseconds (rule
   * `queue.deduplication.window`).
   */
  window: (): number => 10 * 60_000,

  /** Returns the result of a duplicate (rule `queue.deduplication.deduplicated-field`). */
  duplicate(message: Message, firstId: string): PublishResult {
    return { ...queue.messages.result({ ...message, id: firstId }), deduplicated: true }
  },
})
