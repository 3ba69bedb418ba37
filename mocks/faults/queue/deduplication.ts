// Mistakes under the heading: Deduplication.

import type { Instructions, Publication } from '../../queue/message.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { withoutQuery } from './parts.js'

const CONFIGURED = 'queue.publish.configured-per-message'
const ID = 'queue.deduplication.one-message-per-id'
const CONTENT = 'queue.deduplication.content-based'
const FIELD = 'queue.deduplication.deduplicated-field'
const DESTINATION = 'queue.deduplication.content-differs-in-destination'
const BODY = 'queue.deduplication.content-differs-in-body'
const HEADERS = 'queue.deduplication.content-differs-in-headers'

/** A server that compares the content of another publication than the one at hand. */
const comparing = shape((other: (publication: Publication) => Publication): Replacements => ({
  'deduplication.contentKey': given((publication) => [other(publication)]),
}))

/** A server that compares what a publication instructs otherwise than it is. */
const comparingInstructions = shape(
  (other: (instructions: Instructions) => Partial<Instructions>): Replacements => ({
    'deduplication.contentKey': given(({ instructions, ...rest }) => [
      { ...rest, instructions: { ...instructions, ...other(instructions) } },
    ]),
  }),
)

/** A server that knows duplicates by another key; `key` is the right one. */
const keying = shape(
  (other: (key: string, publication: Publication) => string | undefined): Replacements => ({
    'deduplication.key': result((key, publication) =>
      key === undefined ? undefined : other(key, publication),
    ),
  }),
)

const byId = ({ deduplication: { id } }: Publication) => id !== undefined

export const deduplicationFaults: readonly QueueFault[] = [
  keying('a deduplication id is ignored', [ID, FIELD, CONFIGURED], (key, publication) =>
    byId(publication) ? undefined : key,
  ),
  fault('a deduplication id in the query is ignored', [ID], {
    'reading.given':
      (original, { dialect }) =>
      (request) =>
        original(request).filter(
          ({ spelled }) => spelled !== `${dialect.queryPrefix}deduplication-id`,
        ),
  }),
  ...each(keying, [ID], {
    'deduplication ids know no case': (key, publication) =>
      byId(publication) ? key.toLowerCase() : key,
    'a deduplication id counts for one destination': (key, publication) =>
      byId(publication) ? key + JSON.stringify(publication.destination) : key,
  }),
  keying('a deduplication id counts for one body', [ID, CONFIGURED], (key, publication) =>
    byId(publication) ? key + Buffer.from(publication.instructions.body).toString('base64') : key,
  ),
  keying('a deduplication id counts for no group', [ID, FIELD], (key, publication) =>
    byId(publication) && publication.destination.kind === 'name' ? undefined : key,
  ),
  fault('a duplicate to a group is not answered as one', [FIELD], {
    'fanOut.publish': result((right) => right.map(({ messageId, url }) => ({ messageId, url }))),
  }),
  fault('a deduplication id is forgotten when its message could not be delivered', [ID], {
    'deduplication.firstIds': (original, queue) => async (key, messages) => {
      const first = await original(key, messages)
      const asked = { values: { messageIds: first ?? [] } }
      const { items: failed } = await queue.store.failedMessages.page(asked, { limit: 100 })
      return first?.length === failed.length ? undefined : first
    },
  }),
  keying(
    'content is not compared',
    { breaks: [CONTENT, FIELD], blocks: [DESTINATION, BODY, HEADERS] },
    (key, publication) => (byId(publication) ? key : undefined),
  ),
  fault('content is compared wherever the setting is given, whatever its value', [CONTENT], {
    'reading.settings': result((right, given) => ({
      ...right,
      contentBasedDeduplication: given.some(({ name }) => name === 'content-based-deduplication'),
    })),
  }),
  ...each(comparing, [DESTINATION], {
    'content is compared without the destination': (publication) => ({
      ...publication,
      destination: { kind: 'url', url: '' },
    }),
    'content is compared without the query of the destination': (publication) => {
      const { destination } = publication
      if (destination.kind === 'name') return publication
      return { ...publication, destination: { kind: 'url', url: withoutQuery(destination.url) } }
    },
  }),
  ...each(comparingInstructions, [BODY], {
    'content is compared without the body': () => ({ body: new Uint8Array() }),
    'content is compared with the body as trimmed text': ({ body }) => ({
      body: Buffer.from(new TextDecoder().decode(body).trim()),
    }),
  }),
  ...each(comparingInstructions, [HEADERS], {
    'content is compared without the headers': () => ({ headers: {} }),
    'content is compared with the names of its headers alone': ({ headers }) => ({
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, []])),
    }),
  }),
  replacing('deduplication.firstIds')(
    'a duplicate is delivered, though it is answered as one',
    {
      breaks: [ID, CONTENT, 'queue.deduplication.duplicate-is-not-sent', CONFIGURED],
      blocks: [DESTINATION, BODY, HEADERS],
    },
    (original, queue) => async (key, messages) => {
      const first = await original(key, messages)
      if (first) for (const message of messages) await queue.delivery.accept(message)
      return first
    },
  ),
  fault('duplicates that come at once are all sent', [ID, CONTENT], () => {
    const known = new Map<string, readonly string[]>()
    return {
      'deduplication.firstIds': () => async (key, messages) => {
        const first = known.get(key)
        // Time for the others to look.
        for (let turn = 0; turn < 5000; turn++) await new Promise(setImmediate)
        const ids = messages.map(({ id }) => id)
        if (first === undefined) known.set(key, ids)
        return first
      },
    }
  }),
  fault(
    'what was answered as a duplicate once is sent the next time',
    [ID, CONTENT, CONFIGURED],
    () => {
      const answered = new Set<string>()
      return {
        'deduplication.firstIds': result((first, key) => {
          if (first === undefined || answered.has(key)) return undefined
          answered.add(key)
          return first
        }),
      }
    },
  ),
  fault(
    'a duplicate is not answered as one',
    { breaks: [FIELD], blocks: ['queue.deduplication.duplicate-is-not-sent'] },
    { 'deduplication.duplicate': result(({ messageId, url }) => ({ messageId, url })) },
  ),
  fault(
    'every message is answered as a duplicate',
    [ID, CONTENT, FIELD, DESTINATION, BODY, HEADERS],
    { 'publish.result': result((right) => ({ ...right, deduplicated: true })) },
  ),
]
