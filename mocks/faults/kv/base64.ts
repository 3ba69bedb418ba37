// Faults of the heading Base64.

import type { Kv } from '../../kv/kv.js'
import { Typed, type Reply } from '../../kv/reply.js'
import { given } from '../written.js'
import { faults } from './fault.js'
import { connectionOf, isError } from './parts.js'

const STRINGS = 'kv.base64.strings'

/** Returns the number of levels of arrays. */
function depthOf(reply: Reply): number {
  if (reply instanceof Typed) return depthOf(reply.value)
  return Array.isArray(reply) ? 1 + Math.max(0, ...reply.map(depthOf)) : 0
}

export const base64Faults = faults({
  'base64-url-alphabet: base64: encodes with the URL-safe alphabet (- and _)': {
    breaks: [STRINGS, 'kv.utf8.base64-keeps-bytes'],
    string: (original) => (bytes, format) =>
      format === 'base64'
        ? original(bytes, format).replaceAll('+', '-').replaceAll('/', '_')
        : original(bytes, format),
  },
  'base64-header-case-sensitive: matches the header name Svc-Encoding case-sensitively': {
    breaks: [STRINGS],
    wantsBase64: (original, kv) => (request) => {
      const name = `${kv.dialect.headerPrefix}Encoding`
      return request.rawHeaders.includes(name) && original(request)
    },
  },
  'base64-sticks-to-connection: base64: encodes later responses of the connection too': {
    breaks: ['kv.base64.strings'],
    replace: (sticky = new Set<string>()) => ({
      wantsBase64: (original) => (request) => {
        if (original(request)) sticky.add(connectionOf(request))
        return sticky.has(connectionOf(request))
      },
    }),
  },
  'base64-not-after-error: base64: pipeline/transaction: does not encode after an error': {
    breaks: [STRINGS],
    answerBatch: (_, kv) => (replies, format) => {
      let afterError = false
      const forgetful: Kv = {
        ...kv,
        envelope(reply, form) {
          afterError ||= isError(reply)
          return kv.envelope(reply, afterError && form === 'base64' ? 'json' : form)
        },
      }
      return forgetful.answerBatch(replies, format)
    },
  },
  'base64-arrays-not-encoded: base64: does not encode strings inside arrays': {
    breaks: ['kv.base64.strings-in-arrays'],
    json: given((reply, format, nested) => [reply, Array.isArray(reply) ? 'json' : format, nested]),
  },
  'base64-deep-arrays-not-encoded: base64: does not encode strings of arrays in three levels': {
    breaks: ['kv.base64.strings-in-arrays'],
    json: given((reply, format, nested) => [reply, depthOf(reply) > 2 ? 'json' : format, nested]),
  },
  'base64-integers-encoded: base64: encodes integers, not only strings': {
    breaks: ['kv.base64.only-strings'],
    json: given((reply, format, nested) => [
      typeof reply === 'number' && format === 'base64' ? String(reply) : reply,
      format,
      nested,
    ]),
  },
  'base64-ok-encoded: base64: encodes the status OK, which must stay plain': {
    breaks: ['kv.base64.ok-status-plain'],
    isPlainStatus: () => () => false,
  },
})
