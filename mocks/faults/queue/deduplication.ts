// Mistakes under the heading: Deduplication.

import type { Publication } from '../../queue/message.js'
import type { QueueFault, Replacements } from './fault.js'
import { result, given } from './parts.js'

const ID = 'queue.deduplication.one-message-per-id'
const CONTENT = 'queue.deduplication.content-based'
const FIELD = 'queue.deduplication.deduplicated-field'
const NOT_SENT = 'queue.deduplication.duplicate-is-not-sent'
const DESTINATION = 'queue.deduplication.content-differs-in-destination'
const BODY = 'queue.deduplication.content-differs-in-body'
const HEADERS = 'queue.deduplication.content-differs-in-headers'

/** A server that compares the content of another publication than the one at hand. */
const comparing = (other: (publication: Publication) => Publication): Replacements =>
  given('deduplication', 'contentKey', (publication) => [other(publication)])

/** A server that knows duplicates by another key; `key` is the right one. */
const keying = (
  other: (key: string, publication: Publication) => string | undefined,
): Replacements =>
  result('deduplication', 'key', (key, publication) =>
    key === undefined ? undefined : other(key, publication),
  )

const byId = ({ deduplication: { id } }: Publication) => id !== undefined

export const deduplicationFaults: readonly QueueFault[] = [
  {
    name: 'a deduplication id is ignored',
    breaks: [ID, FIELD, 'queue.publish.configured-per-message'],
    replace: keying((key, publication) => (byId(publication) ? undefined : key)),
  },
  {
    name: 'a deduplication id in the query is ignored',
    breaks: [ID],
    replace: {
      reading: {
        given: (original, queue) => (request) =>
          original(request).filter(
            ({ spelled }) => spelled !== `${queue.dialect.queryPrefix}deduplication-id`,
          ),
      },
    },
  },
  {
    name: 'deduplication ids know no case',
    breaks: [ID],
    replace: keying((key, publication) => (byId(publication) ? key.toLowerCase() : key)),
  },
  {
    name: 'a deduplication id counts for one destination',
    breaks: [ID],
    replace: keying((key, publication) =>
      byId(publication) ? key + JSON.stringify(publication.destination) : key,
    ),
  },
  {
    name: 'a deduplication id counts for one body',
    breaks: [ID, 'queue.publish.configured-per-message'],
    replace: keying((key, publication) =>
      byId(publication) ? key + Buffer.from(publication.instructions.body).toString('base64') : key,
    ),
  },
  {
    name: 'a deduplication id counts for no group',
    breaks: [ID, FIELD],
    replace: keying((key, publication) =>
      byId(publication) && publication.destination.kind === 'name' ? undefined : key,
    ),
  },
  {
    name: 'a duplicate to a group is not answered as one',
    breaks: [FIELD],
    replace: result('fanOut', 'publish', (right) =>
      right.map(({ messageId, url }) => ({
        messageId,
        url,
      })),
    ),
  },
  {
    name: 'a deduplication id is forgotten when its message could not be delivered',
    breaks: [ID],
    replace: {
      deduplication: {
        firstIds: (original, queue) => async (key, messages) => {
          const first = await original(key, messages)
          const asked = { values: { messageIds: first ?? [] } }
          const { items: failed } = await queue.store.failedMessages.page(asked, { limit: 100 })
          return first?.length === failed.length ? undefined : first
        },
      },
    },
  },
  {
    name: 'content is not compared',
    breaks: [CONTENT, FIELD],
    blocks: [DESTINATION, BODY, HEADERS],
    replace: keying((key, publication) => (byId(publication) ? key : undefined)),
  },
  {
    name: 'content is compared wherever the setting is given, whatever its value',
    breaks: [CONTENT],
    replace: result('reading', 'settings', (right, given) => ({
      ...right,
      contentBasedDeduplication: given.some(({ name }) => name === 'content-based-deduplication'),
    })),
  },
  {
    name: 'content is compared without the destination',
    breaks: [DESTINATION],
    replace: comparing((publication) => ({
      ...publication,
      destination: { kind: 'url', url: '' },
    })),
  },
  {
    name: 'content is compared without the query of the destination',
    breaks: [DESTINATION],
    replace: comparing((publication) => {
      const { destination } = publication
      if (destination.kind === 'name') return publication
      return { ...publication, destination: { kind: 'url', url: destination.url.split('?')[0]! } }
    }),
  },
  {
    name: 'content is compared without the body',
    breaks: [BODY],
    replace: comparing(({ instructions, ...rest }) => ({
      ...rest,
      instructions: { ...instructions, body: new Uint8Array() },
    })),
  },
  {
    name: 'content is compared with the body as trimmed text',
    breaks: [BODY],
    replace: comparing(({ instructions, ...rest }) => {
      const body = Buffer.from(new TextDecoder().decode(instructions.body).trim())
      return { ...rest, instructions: { ...instructions, body } }
    }),
  },
  {
    name: 'content is compared without the headers',
    breaks: [HEADERS],
    replace: comparing(({ instructions, ...rest }) => ({
      ...rest,
      instructions: { ...instructions, headers: {} },
    })),
  },
  {
    name: 'content is compared with the names of its headers alone',
    breaks: [HEADERS],
    replace: comparing(({ instructions, ...rest }) => {
      const names = Object.keys(instructions.headers).map((name) => [name, []])
      const headers = Object.fromEntries(names) as Record<string, string[]>
      return { ...rest, instructions: { ...instructions, headers } }
    }),
  },
  {
    name: 'a duplicate is delivered, though it is answered as one',
    breaks: [ID, CONTENT, NOT_SENT, 'queue.publish.configured-per-message'],
    blocks: [DESTINATION, BODY, HEADERS],
    replace: {
      deduplication: {
        firstIds: (original, queue) => async (key, messages) => {
          const first = await original(key, messages)
          if (first) for (const message of messages) await queue.delivery.accept(message)
          return first
        },
      },
    },
  },
  {
    name: 'duplicates that come at once are all sent',
    breaks: [ID, CONTENT],
    replace: () => {
      const known = new Map<string, readonly string[]>()
      return {
        deduplication: {
          firstIds: () => async (key, messages) => {
            const first = known.get(key)
            // Time for the others to look.
            for (let turn = 0; turn < 5000; turn++) await new Promise(setImmediate)
            const ids = messages.map(({ id }) => id)
            if (first === undefined) known.set(key, ids)
            return first
          },
        },
      }
    },
  },
  {
    name: 'what was answered as a duplicate once is sent the next time',
    breaks: [ID, CONTENT, 'queue.publish.configured-per-message'],
    replace: () => {
      const answered = new Set<string>()
      return result('deduplication', 'firstIds', (first, key) => {
        if (first === undefined || answered.has(key)) return undefined
        answered.add(key)
        return first
      })
    },
  },
  {
    name: 'a duplicate is not answered as one',
    breaks: [FIELD],
    blocks: [NOT_SENT],
    replace: result('deduplication', 'duplicate', ({ messageId, url }) => ({ messageId, url })),
  },
  {
    name: 'every message is answered as a duplicate',
    breaks: [ID, CONTENT, FIELD, DESTINATION, BODY, HEADERS],
    replace: result('publish', 'result', (right) => ({ ...right, deduplicated: true })),
  },
]
