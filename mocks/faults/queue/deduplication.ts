// Faults of the heading Deduplication.

import { stopwatch } from '../../clock.js'
import type { Instructions, Publication } from '../../queue/message.js'
import { given, result, rows } from '../written.js'
import { faults, type Replacements } from './fault.js'

const CONFIGURED = 'queue.publish.configured-per-message'
const ID = 'queue.deduplication.one-message-per-id'

/** Changes the instructions of a publication before its content is compared. */
const comparingInstructions = (other: Partial<Instructions>): Replacements => ({
  'deduplication.contentKey': given(({ instructions, ...rest }) => [
    { ...rest, instructions: { ...instructions, ...other } },
  ]),
})

/** Changes the key by which duplicates are recognized. */
const keying = (
  other: (key: string, publication: Publication) => string | undefined,
): Replacements => ({
  'deduplication.key': result((key, publication) =>
    key === undefined ? undefined : other(key, publication),
  ),
})

const byId = ({ deduplication: { id } }: Publication) => id !== undefined

export const deduplicationFaults = faults({
  'dedup-id-ignored: Svc-Deduplication-Id: is ignored': {
    breaks: [ID, CONFIGURED],
    ...keying((key, publication) => (byId(publication) ? undefined : key)),
  },
  'dedup-id-per-destination: Svc-Deduplication-Id: is ignored if destinations differ': {
    breaks: [ID],
    ...keying((key, publication) =>
      byId(publication) ? key + JSON.stringify(publication.destination) : key,
    ),
  },
  'dedup-content-ignored: Svc-Content-Based-Deduplication: is ignored': {
    breaks: ['queue.deduplication.content-based'],
    ...keying((key, publication) => (byId(publication) ? key : undefined)),
  },
  'dedup-content-without-destination: content-based deduplication: does not compare destinations': {
    breaks: ['queue.deduplication.content-differs-in-destination'],
    'deduplication.contentKey': given((publication) => [
      { ...publication, destination: { kind: 'url', url: '' } },
    ]),
  },
  ...rows(comparingInstructions, {
    'dedup-content-without-body: content-based deduplication: does not compare bodies': [
      'queue.deduplication.content-differs-in-body',
      { body: new Uint8Array() },
    ],
    'dedup-content-without-headers: content-based deduplication: does not compare headers': [
      'queue.deduplication.content-differs-in-headers',
      { headers: {} },
    ],
  }),
  'dedup-delivers-duplicate: deduplication: reports a duplicate but still delivers it': {
    breaks: ['queue.deduplication.duplicate-is-not-sent', CONFIGURED],
    'deduplication.firstIds': (original, queue) => async (key, messages) => {
      const first = await original(key, messages)
      if (first) for (const message of messages) await queue.delivery.accept(message)
      return first
    },
  },
  'dedup-misses-concurrent: deduplication: misses duplicates sent at the same time': {
    breaks: [ID],
    replace: (known = new Map<string, readonly string[]>()) => ({
      'deduplication.firstIds': () => async (key, messages) => {
        const first = known.get(key)
        // Lets concurrent requests read the key before it is set. The turns of a busy process are long,
        // so fewer of them are enough.
        const end = stopwatch() + 50
        for (let turn = 0; turn < 10 || (turn < 5000 && stopwatch() < end); turn++) {
          await new Promise(setImmediate)
        }
        const ids = messages.map(({ id }) => id)
        if (first === undefined) known.set(key, ids)
        return first
      },
    }),
  },
  'dedup-not-reported: deduplication: omits "deduplicated" from the response': {
    breaks: ['queue.deduplication.deduplicated-field'],
    'deduplication.duplicate': result(({ messageId, url }) => ({ messageId, url })),
  },
})
