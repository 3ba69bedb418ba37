// Mistakes under the heading: Envelopes.

import type { Kv } from '../../kv/kv.js'
import { type Reply, ReplyError, textOf } from '../../kv/reply.js'
import { each, result } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'

/** The envelopes of a batch are like those of one command. */
const BATCHES = ['kv.pipeline.array-of-envelopes', 'kv.transaction.array-of-envelopes'] as const

export const envelopeFaults: readonly KvFault[] = [
  fault('a success envelope says how long the command took', ['kv.envelope.success', ...BATCHES], {
    envelope: (original, kv) => (reply, format) =>
      reply instanceof ReplyError
        ? original(reply, format)
        : `{"result":${kv.json(reply, format, false)},"took":0}`,
  }),
  ...each(replacing('envelope'), ['kv.envelope.error', ...BATCHES], {
    'an error envelope has a code of its own': result((envelope) =>
      envelope.replace(/^\{"error":/, '{"code":1,"error":'),
    ),
    'an error envelope has a result too': result((envelope) =>
      envelope.replace(/^\{"error":/, '{"result":null,"error":'),
    ),
  }),
  replacing('envelope')(
    'an error envelope holds an object',
    {
      breaks: ['kv.envelope.error', ...BATCHES],
      blocks: [
        ...['kv.errors.*', 'kv.transaction.discard-is-one-error-envelope'],
        ...['kv.authentication.acl-unknown-user', 'kv.authentication.acl-wrong-password'],
        'kv.authentication.acl-error-text',
      ],
    },
    (original) => (reply, format) =>
      reply instanceof ReplyError
        ? `{"error":{"message":${JSON.stringify(reply.message)}}}`
        : original(reply, format),
  ),
  fault('null is an empty string', ['kv.envelope.result-null'], {
    json: (original) => (reply, format, nested) =>
      reply === null && !nested ? '""' : original(reply, format, nested),
  }),
  ...each(replacing('json'), ['kv.envelope.result-integer'], {
    'integers are 32 bits wide': (original) => (reply, format, nested) =>
      typeof reply === 'number' ? String(reply | 0) : original(reply, format, nested),
    'negative integers are strings': (original) => (reply, format, nested) =>
      typeof reply === 'number' && reply < 0 ? `"${reply}"` : original(reply, format, nested),
    'integers are rounded to what a double holds': (original) => (reply, format, nested) =>
      original(typeof reply === 'bigint' ? Number(reply) : reply, format, nested),
    'integers that a double cannot hold are strings': (original) => (reply, format, nested) =>
      typeof reply === 'bigint' ? `"${reply}"` : original(reply, format, nested),
  }),
  ...each(replacing('json'), ['kv.envelope.result-string'], {
    'a stored text that is JSON is sent as the value it spells':
      (original) => (reply, format, nested) => {
        if (typeof reply !== 'string' || nested || format !== 'json') {
          return original(reply, format, nested)
        }
        try {
          return JSON.stringify(JSON.parse(textOf(reply)))
        } catch {
          return original(reply, format, nested)
        }
      },
    'an empty string is null': (original) => (reply, format, nested) =>
      reply === '' && !nested ? 'null' : original(reply, format, nested),
  }),
  ...each(replacing('json'), ['kv.envelope.result-array'], {
    'an empty array is null': (original) => (reply, format, nested) =>
      Array.isArray(reply) && reply.length === 0 ? 'null' : original(reply, format, nested),
    'null in an array is left out': (original) => (reply, format, nested) => {
      const present = Array.isArray(reply) && (reply as Reply[]).filter((each) => each !== null)
      return original(present || reply, format, nested)
    },
  }),
  replacing('answerBatch')(
    'a batch has a media type of its own, and more in its envelopes',
    ['kv.response-format.json-content-type', ...BATCHES],
    (original, kv) => (replies, format) => {
      const wordy: Kv = {
        ...kv,
        contentType: () => 'application/vnd.batch+json',
        envelope: (reply, form) => kv.envelope(reply, form).replace(/}$/, ',"status":200}'),
      }
      return format === 'resp2' ? original(replies, format) : wordy.answerBatch(replies, format)
    },
  ),
]
