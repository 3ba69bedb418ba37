// Faults of the heading Deduplication.

import { stopwatch } from '../../clock.js'
import type { Instructions, Publication } from '../../queue/message.js'
import { each, given, result } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { withoutQuery } from './parts.js'

const CONFIGURED = 'queue.publish.configured-per-message'
const ID = 'queue.deduplication.one-message-per-id'
const CONTENT = 'queue.deduplication.content-based'
const FIELD = 'queue.deduplication.deduplicated-field'
const DESTINATION = 'queue.deduplication.content-differs-in-destination'
const BODY = 'queue.deduplication.content-differs-in-body'
const HEADERS = 'queue.deduplication.content-differs-in-headers'

/** Changes a publication before its content is compared. */
const comparing = (other: (publication: Publication) => Publication): Replacements => ({
  'deduplication.contentKey': given((publication) => [other(publication)]),
})

/** Changes the instructions of a publication before its content is compared. */
const comparingInstructions = (
  other: (instructions: Instructions) => Partial<Instructions>,
): Replacements => ({
  'deduplication.contentKey': given(({ instructions, ...rest }) => [
    { ...rest, instructions: { ...instructions, ...other(instructions) } },
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
  ...breaking([ID], {
    'dedup-id-per-destination: Svc-Deduplication-Id: is ignored if destinations differ': keying(
      (key, publication) =>
        byId(publication) ? key + JSON.stringify(publication.destination) : key,
    ),
  }),
  'dedup-content-ignored: Svc-Content-Based-Deduplication: is ignored': {
    breaks: [CONTENT],
    ...keying((key, publication) => (byId(publication) ? key : undefined)),
  },
  ...breaking([DESTINATION], {
    'dedup-content-without-destination: content-based deduplication: does not compare destinations':
      comparing((publication) => ({ ...publication, destination: { kind: 'url', url: '' } })),
  }),
  ...each(comparingInstructions, [BODY], {
    'dedup-content-without-body: content-based deduplication: does not compare bodies': () => ({
      body: new Uint8Array(),
    }),
  }),
  ...each(comparingInstructions, [HEADERS], {
    'dedup-content-without-headers: content-based deduplication: does not compare headers': () => ({
      headers: {},
    }),
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
    breaks: [FIELD],
    'deduplication.duplicate': result(({ messageId, url }) => ({ messageId, url })),
  },
})
