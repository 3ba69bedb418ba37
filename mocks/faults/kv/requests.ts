// Faults of the headings Methods, Command by path and Command in body.

import { isUtf8 } from 'node:buffer'
import { bytesOf, type Reply, textOf } from '../../kv/reply.js'
import { each, firstTime } from '../written.js'
import { distort, when, wrongAt } from './boundary.js'
import {
  body,
  distortions,
  everyArgument,
  options,
  path,
  refused,
  runningToo,
  status,
} from './distortions.js'
import { breaking, faults } from './fault.js'
import { isWrite } from './parts.js'
import { at, hasBody, isOtherMethod, not, type Seen, where } from './where.js'

const { GET, HEAD, PUT, POST } = where.method

const TEXT = 'kv.path.text-body-is-last-argument'
const BINARY = 'kv.path.binary-body-is-last-argument'

const byPath = at('path')

const percentEncoded = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('hex').replace(/../g, '%$&')

const inBody = at('body')

/** Decodes each 16 KiB of a body in UTF-8 alone, which breaks the characters between them. */
function decodedInPieces(body: Uint8Array): Uint8Array {
  if (!isUtf8(body)) return body
  const starts = Array.from({ length: Math.ceil(body.length / 2 ** 14) }, (_, at) => at * 2 ** 14)
  const pieces = starts.map((at) => Buffer.from(body.subarray(at, at + 2 ** 14)).toString())
  return Buffer.from(pieces.join(''))
}

export const requestFaults = faults({
  ...breaking(['kv.methods.get'], {
    'get-repeated-not-run: GET: does not run the command if the request is repeated': () =>
      when(GET)({
        make: (isFirst = firstTime()) => ({
          request: ({ request }) =>
            isFirst([request.target, ...request.rawHeaders].join()) ? {} : { target: '/ping' },
        }),
      }),
  }),
  ...breaking(['kv.methods.head'], {
    'head-errors-200: HEAD: returns HTTP 200 for a command that fails': () =>
      when(HEAD)(status(400, 200)),
    'head-runs-twice: HEAD: runs the command twice': () => when(HEAD)(runningToo()),
  }),
  'post-by-path-needs-body: command by path: rejects POST without a body': {
    breaks: ['kv.publish.endpoint', 'kv.info.command-by-path'],
    blocks: ['kv.publish.*'],
    replace: () => when(POST, at('path'), not(hasBody))(refused(400, 'ERR a body is required')),
  },
  ...breaking(['kv.methods.put'], {
    'put-runs-twice: PUT: runs the command twice': () => when(PUT)(runningToo()),
  }),
  ...breaking(['kv.methods.others-refused'], {
    'delete-accepted: accepts DELETE requests instead of returning HTTP 405': () =>
      when(({ request }) => request.method === 'DELETE')({ request: () => ({ method: 'GET' }) }),
    'refused-method-runs-body: unsupported method: runs the command, then returns 405': () =>
      when(isOtherMethod, hasBody)(runningToo({ request: () => ({ method: 'POST' }) })),
  }),
  ...breaking(['kv.path.command-and-arguments', 'kv.publish.endpoint'], {
    'path-plus-as-space: command by path: decodes + and %2B in the path as spaces': () =>
      distort(path((text) => text.replace(/\+|%2b/gi, '%20'))),
    'path-decoded-before-split: command by path: treats %2F in the path as the separator /': () =>
      when(byPath)(path((text) => text.replace(/%2f/gi, '/'))),
  }),
  'path-body-trimmed: command by path: trims whitespace of the request body': {
    breaks: [TEXT, BINARY],
    replace: () => when(byPath)(body((bytes) => bytes.trim())),
  },
  ...breaking([TEXT], {
    'path-body-needs-content-type: command by path: ignores a body without Content-Type': () =>
      when(byPath, where.framing['without Content-Type'])(body(() => '')),
  }),
  ...each(wrongAt(where.framing['of application/json']), ['kv.path.json-body-is-last-argument'], {
    'path-json-body-rewritten: command by path: removes whitespace from a JSON body': () =>
      body((json) => bytesOf(JSON.stringify(JSON.parse(textOf(json))))),
  }),
  ...each(wrongAt(byPath), [BINARY], {
    'path-body-as-text: command by path: decodes a binary body as UTF-8 text': () =>
      body((bytes) => bytesOf(textOf(bytes))),
  }),
  'path-body-before-last-segment: command by path: inserts body before the last path segment': {
    breaks: [TEXT, 'kv.methods.post'],
    replace: () =>
      when(byPath, hasBody, ({ request }: Seen) => /^(\/[^/?]+){3}/.test(request.target))({
        request: ({ request }) => ({
          target: request.target.replace(/[^/?]*(\?|$)/, `${percentEncoded(request.body)}/$&`),
          body: new Uint8Array(),
        }),
      }),
  },
  ...each(wrongAt(), ['kv.path.query-options-follow-body'], {
    'path-query-options-ignored: command by path: ignores options in the query (?EX=9)': () =>
      options(() => []),
  }),
  ...breaking(['kv.body.command-array'], {
    'body-needs-content-type: command in body: rejects a body without Content-Type': () =>
      when(inBody, where.framing['without Content-Type'])(refused(400, 'ERR no JSON')),
    'concurrent-commands-run-once: command in body: runs equal concurrent commands once': {
      command: (original, kv) => {
        const running = new Map<string, Promise<Reply>>()
        // Lets concurrent requests arrive before the first one runs.
        const runLater = async (...args: Parameters<typeof original>) => {
          for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate)
          return original(...args)
        }
        return (command, session) => {
          if (!isWrite(kv, command)) return original(command, session)
          const text = JSON.stringify(command)
          const shared = running.get(text) ?? runLater(command, session)
          running.set(text, shared)
          return shared.finally(() => running.delete(text))
        }
      },
    },
  }),
  ...each(wrongAt(inBody), ['kv.body.string-arguments'], {
    'body-digit-strings-as-numbers: command in body: converts the string "007" to the number 7':
      () => everyArgument((text) => (/^\d{1,15}$/.test(text) ? String(Number(text)) : text)),
    'body-arguments-trimmed: command in body: trims whitespace of arguments': () =>
      everyArgument((text) => text.trim()),
    'body-drops-empty-strings: command in body: drops empty string arguments':
      distortions['drops empty arguments'],
  }),
  'bodies-decoded-in-pieces: decodes a text body in pieces of 16 KiB': {
    breaks: ['kv.body.string-arguments', 'kv.path.text-body-is-last-argument'],
    replace: () => distort({ request: ({ request }) => ({ body: decodedInPieces(request.body) }) }),
  },
  ...each(wrongAt(inBody), ['kv.body.number-arguments'], {
    'body-numbers-as-doubles: command in body: rounds integers beyond 2^53 to a double': () =>
      body((json) =>
        json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/gi, (token) =>
          /^-?\d{16,}$/.test(token) ? String(BigInt(Number(token))) : token,
        ),
      ),
  }),
})
