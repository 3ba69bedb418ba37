// Faults of the heading Envelopes.

import type { Response } from '../../http/message.js'
import type { Kv } from '../../kv/kv.js'
import { type Reply, ReplyError, textOf } from '../../kv/reply.js'
import { each, result } from '../written.js'
import { faults, replacing } from './fault.js'

/** The rules of batches check envelopes too. */
const BATCHES = ['kv.pipeline.array-of-envelopes', 'kv.transaction.array-of-envelopes'] as const

const cutAt32KiB = ({ body, ...answer }: Response): Response => ({
  ...answer,
  body: typeof body === 'string' ? Buffer.from(body).subarray(0, 2 ** 15) : body!,
})

export const envelopeFaults = faults({
  'success-envelope-has-took: adds the field "took" to success envelopes': {
    breaks: ['kv.envelope.success', ...BATCHES],
    envelope: (original, kv) => (reply, format) =>
      reply instanceof ReplyError
        ? original(reply, format)
        : `{"result":${kv.json(reply, format, false)},"took":0}`,
  },
  ...each(replacing('envelope'), ['kv.envelope.error', ...BATCHES], {
    'error-envelope-has-code: adds the field "code" to error envelopes': result((envelope) =>
      envelope.replace(/^\{"error":/, '{"code":1,"error":'),
    ),
    'error-envelope-has-result: adds "result": null to error envelopes': result((envelope) =>
      envelope.replace(/^\{"error":/, '{"result":null,"error":'),
    ),
  }),
  'error-envelope-holds-object: error envelope: sends "error" as an object, not a string': {
    breaks: ['kv.envelope.error', ...BATCHES],
    blocks: [
      'kv.errors.*',
      ...['kv.authentication.acl-unknown-user', 'kv.authentication.acl-wrong-password'],
      'kv.authentication.acl-error-text',
    ],
    envelope: (original) => (reply, format) =>
      reply instanceof ReplyError
        ? `{"error":{"message":${JSON.stringify(reply.message)}}}`
        : original(reply, format),
  },
  'null-as-empty-string: returns a null result as an empty string': {
    breaks: ['kv.envelope.result-null'],
    json: (original) => (reply, format, nested) =>
      reply === null && !nested ? '""' : original(reply, format, nested),
  },
  ...each(replacing('json'), ['kv.envelope.result-integer'], {
    'integers-truncated-to-32-bits: truncates integer results to 32 bits':
      (original) => (reply, format, nested) =>
        typeof reply === 'number' ? String(reply | 0) : original(reply, format, nested),
    'negative-integers-as-strings: returns negative integer results as strings':
      (original) => (reply, format, nested) =>
        typeof reply === 'number' && reply < 0 ? `"${reply}"` : original(reply, format, nested),
    'integers-rounded-to-double: rounds integer results beyond 2^53 to a double':
      (original) => (reply, format, nested) =>
        original(typeof reply === 'bigint' ? Number(reply) : reply, format, nested),
    'big-integers-as-strings: returns integer results beyond 2^53 as strings':
      (original) => (reply, format, nested) =>
        typeof reply === 'bigint' ? `"${reply}"` : original(reply, format, nested),
  }),
  ...each(replacing('json'), ['kv.envelope.result-string'], {
    'stored-json-returned-parsed: parses string results that hold JSON ("[1]" becomes [1])':
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
    'empty-string-as-null: returns an empty string result as null':
      (original) => (reply, format, nested) =>
        reply === '' && !nested ? 'null' : original(reply, format, nested),
  }),
  'text-null-as-null: returns the text "null" as JSON null': {
    breaks: ['kv.envelope.result-string'],
    envelope: result((envelope) => envelope.replaceAll(/(?<!\\)"null"/g, 'null')),
  },
  'line-breaks-normalized: returns CR LF in strings as LF': {
    breaks: ['kv.envelope.result-string'],
    string: result((text, _, format) => (format === 'json' ? text.replaceAll('\r\n', '\n') : text)),
  },
  ...each(replacing('json'), ['kv.envelope.result-array'], {
    'empty-array-as-null: returns an empty array result as null':
      (original) => (reply, format, nested) =>
        Array.isArray(reply) && reply.length === 0 ? 'null' : original(reply, format, nested),
    'arrays-drop-nulls: drops null elements from array results':
      (original) => (reply, format, nested) => {
        const present = Array.isArray(reply) && (reply as Reply[]).filter((each) => each !== null)
        return original(present || reply, format, nested)
      },
    'one-element-array-unwrapped: returns the element of an array that has only one':
      (original) => (reply, format, nested) =>
        Array.isArray(reply) && reply.length === 1
          ? original((reply as Reply[])[0]!, format, nested)
          : original(reply, format, nested),
  }),
  'json-cut-after-32-kib: cuts JSON responses after 32 KiB': {
    breaks: ['kv.envelope.success', ...BATCHES],
    answer: result((answer, _, format) => (format === 'resp2' ? answer : cutAt32KiB(answer))),
    answerBatch: result((answer, _, format) => (format === 'resp2' ? answer : cutAt32KiB(answer))),
  },
  'batch-own-media-type: pipeline/transaction: adds "status":200, wrong Content-Type': {
    breaks: ['kv.response-format.json-content-type', ...BATCHES],
    blocks: ['kv.transaction.always-json'],
    answerBatch: (original, kv) => (replies, format) => {
      const wordy: Kv = {
        ...kv,
        contentType: () => 'application/vnd.batch+json',
        envelope: (reply, form) => kv.envelope(reply, form).replace(/}$/, ',"status":200}'),
      }
      return format === 'resp2' ? original(replies, format) : wordy.answerBatch(replies, format)
    },
  },
})
