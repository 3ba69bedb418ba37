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
  ...breaking(['queue.publish.settings-in-query'], {
    'dedup-id-in-query-ignored: ignores Svc-Deduplication-Id as query parameter': {
      'reading.given':
        (original, { dialect }) =>
        (request) =>
          original(request).filter(
            ({ spelled }) => spelled !== `${dialect.queryPrefix}deduplication-id`,
          ),
    },
  }),
  ...breaking([ID], {
    'dedup-id-ignores-case: Svc-Deduplication-Id: is compared case-insensitively': keying(
      (key, publication) => (byId(publication) ? key.toLowerCase() : key),
    ),
    'dedup-id-cut-at-32: Svc-Deduplication-Id: is cut at 32 characters': keying(
      (key, publication) => (byId(publication) ? key.slice(0, 32) : key),
    ),
    'dedup-id-ignored-with-delay: Svc-Deduplication-Id: is ignored if Svc-Delay is set': keying(
      (key, publication) =>
        byId(publication) && publication.given.some(({ name }) => name === 'delay')
          ? undefined
          : key,
    ),
    'dedup-id-per-destination: Svc-Deduplication-Id: is ignored if destinations differ': keying(
      (key, publication) =>
        byId(publication) ? key + JSON.stringify(publication.destination) : key,
    ),
    'dedup-id-forgotten-after-failure: Svc-Deduplication-Id: is forgotten if the delivery fails': {
      'deduplication.firstIds': (original, queue) => async (key, messages) => {
        const first = await original(key, messages)
        const asked = { messageIds: first ?? [] }
        const { items: failed } = await queue.store.failedMessages.page(asked, { limit: 100 })
        return first?.length === failed.length ? undefined : first
      },
    },
  }),
  'dedup-id-per-body: Svc-Deduplication-Id: is ignored if the bodies differ': {
    breaks: [ID, CONFIGURED],
    ...keying((key, publication) =>
      byId(publication) ? key + Buffer.from(publication.instructions.body).toString('base64') : key,
    ),
  },
  'dedup-id-not-for-groups: Svc-Deduplication-Id: is ignored for a publish to a group': {
    breaks: [ID],
    ...keying((key, publication) =>
      byId(publication) && publication.destination.kind === 'name' ? undefined : key,
    ),
  },
  'dedup-group-not-reported: publish to a group: omits "deduplicated" for a duplicate': {
    breaks: [FIELD],
    'fanOut.publish': result((right) => right.map(({ messageId, url }) => ({ messageId, url }))),
  },
  'dedup-content-ignored: Svc-Content-Based-Deduplication: is ignored': {
    breaks: [CONTENT],
    ...keying((key, publication) => (byId(publication) ? key : undefined)),
  },
  'dedup-content-any-value: Svc-Content-Based-Deduplication: treats "false" as true': {
    breaks: [CONTENT],
    'reading.settings': result((right, given) => ({
      ...right,
      contentBasedDeduplication: given.some(({ name }) => name === 'content-based-deduplication'),
    })),
  },
  ...breaking([DESTINATION], {
    'dedup-content-without-destination: content-based deduplication: does not compare destinations':
      comparing((publication) => ({ ...publication, destination: { kind: 'url', url: '' } })),
    'dedup-content-without-query: content-based deduplication: does not compare the URL query':
      comparing((publication) => {
        const { destination } = publication
        if (destination.kind === 'name') return publication
        return { ...publication, destination: { kind: 'url', url: withoutQuery(destination.url) } }
      }),
  }),
  'dedup-content-joined: content-based deduplication: joins the URL and the body': {
    breaks: [DESTINATION],
    'deduplication.contentKey':
      () =>
      ({ destination, instructions: { headers, body } }) => {
        const place = destination.kind === 'url' ? destination.url : destination.name
        return `${JSON.stringify(headers)} ${place}${Buffer.from(body).toString('latin1')}`
      },
  },
  ...each(comparingInstructions, [BODY], {
    'dedup-content-without-body: content-based deduplication: does not compare bodies': () => ({
      body: new Uint8Array(),
    }),
    'dedup-content-first-bytes: content-based deduplication: compares only 1,024 bytes': ({
      body,
    }) => ({ body: body.subarray(0, 1024) }),
    'dedup-content-last-bytes: content-based deduplication: compares only the last bytes': ({
      body,
    }) => ({ body: body.subarray(-1024) }),
    'dedup-content-body-trimmed: content-based deduplication: trims bodies before comparison': ({
      body,
    }) => ({ body: Buffer.from(new TextDecoder().decode(body).trim()) }),
  }),
  ...each(comparingInstructions, [HEADERS], {
    'dedup-content-without-headers: content-based deduplication: does not compare headers': () => ({
      headers: {},
    }),
    'dedup-content-header-names-only: content-based deduplication: does not compare header values':
      ({ headers }) => ({
        headers: Object.fromEntries(Object.keys(headers).map((name) => [name, []])),
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
  'dedup-works-once: deduplication: detects the first duplicate, not the second': {
    breaks: [ID, CONFIGURED],
    replace: (answered = new Set<string>()) => ({
      'deduplication.firstIds': result((first, key) => {
        if (first === undefined || answered.has(key)) return undefined
        answered.add(key)
        return first
      }),
    }),
  },
  'dedup-not-reported: deduplication: omits "deduplicated" from the response': {
    breaks: [FIELD],
    'deduplication.duplicate': result(({ messageId, url }) => ({ messageId, url })),
  },
  'dedup-always-reported: deduplication: reports every message as a duplicate': {
    breaks: [FIELD],
    'messages.result': result((right) => ({ ...right, deduplicated: true })),
  },
})
