// Mistakes under the heading: Envelopes.

import type { Kv } from '../../kv/kv.js'
import { type Reply, ReplyError, textOf } from '../../kv/reply.js'
import type { Fault } from '../fault.js'

export const envelopeFaults: readonly Fault<Kv>[] = [
  {
    name: 'a success envelope says how long the command took',
    breaks: [
      'kv.envelope.success',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        reply instanceof ReplyError
          ? kv.envelope(reply, format)
          : `{"result":${kv.json(reply, format, false)},"took":0}`,
    }),
  },
  {
    name: 'an error envelope has a code of its own',
    breaks: [
      'kv.envelope.error',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{"error":/, '{"code":1,"error":'),
    }),
  },
  {
    name: 'an error envelope has a result too',
    breaks: [
      'kv.envelope.error',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{"error":/, '{"result":null,"error":'),
    }),
  },
  {
    name: 'an error envelope holds an object',
    breaks: [
      'kv.envelope.error',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    blocks: [
      ...['kv.errors.*', 'kv.transaction.discard-is-one-error-envelope'],
      ...['kv.authentication.acl-unknown-user', 'kv.authentication.acl-wrong-password'],
      'kv.authentication.acl-error-text',
    ],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        reply instanceof ReplyError
          ? `{"error":{"message":${JSON.stringify(reply.message)}}}`
          : kv.envelope(reply, format),
    }),
  },
  {
    name: 'null is an empty string',
    breaks: ['kv.envelope.result-null'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        reply === null && !nested ? '""' : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'integers are 32 bits wide',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        typeof reply === 'number' ? String(reply | 0) : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'negative integers are strings',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        typeof reply === 'number' && reply < 0 ? `"${reply}"` : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'integers are rounded to what a double holds',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(typeof reply === 'bigint' ? Number(reply) : reply, format, nested),
    }),
  },
  {
    name: 'integers that a double cannot hold are strings',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        typeof reply === 'bigint' ? `"${reply}"` : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'a stored text that is JSON is sent as the value it spells',
    breaks: ['kv.envelope.result-string'],
    apply: (kv) => ({
      ...kv,
      json(reply, format, nested) {
        if (typeof reply !== 'string' || nested || format !== 'json') {
          return kv.json(reply, format, nested)
        }
        try {
          return JSON.stringify(JSON.parse(textOf(reply)))
        } catch {
          return kv.json(reply, format, nested)
        }
      },
    }),
  },
  {
    name: 'an empty string is null',
    breaks: ['kv.envelope.result-string'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        reply === '' && !nested ? 'null' : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'an empty array is null',
    breaks: ['kv.envelope.result-array'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        Array.isArray(reply) && reply.length === 0 ? 'null' : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'null in an array is left out',
    breaks: ['kv.envelope.result-array'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(
          Array.isArray(reply) ? (reply as Reply[]).filter((each) => each !== null) : reply,
          format,
          nested,
        ),
    }),
  },
  {
    name: 'a batch has a media type of its own, and more in its envelopes',
    breaks: [
      'kv.response-format.json-content-type',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    apply: (kv) => ({
      ...kv,
      answerBatch(replies, format) {
        const wordy: Kv = {
          ...kv,
          contentType: () => 'application/vnd.batch+json',
          envelope: (reply, form) => kv.envelope(reply, form).replace(/}$/, ',"status":200}'),
        }
        return format === 'resp2'
          ? kv.answerBatch(replies, format)
          : wordy.answerBatch(replies, format)
      },
    }),
  },
]
