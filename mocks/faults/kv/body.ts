// Faults of the heading Command in body.

import { isUtf8 } from 'node:buffer'
import { Refusal } from '../../http/refusal.js'
import { type Bytes, bytesOf, type Reply, textOf } from '../../kv/reply.js'
import { kvHandler } from '../../kv/server.js'
import { each, isChunked, result } from '../written.js'
import { faults, type Replacements, replacing } from './fault.js'
import { isWrite } from './parts.js'

/** Changes each argument of a command in the body. */
const changing = (change: (argument: Bytes) => Bytes): Replacements => ({
  commandInBody: result(([name, ...args]) => [name, ...args.map(change)]),
})

/** Decodes each 16 KiB of a body in UTF-8 alone, which breaks the characters between them. */
function decodedInPieces(body: Uint8Array): Uint8Array {
  if (!isUtf8(body)) return body
  const starts = Array.from({ length: Math.ceil(body.length / 2 ** 14) }, (_, at) => at * 2 ** 14)
  const pieces = starts.map((at) => Buffer.from(body.subarray(at, at + 2 ** 14)).toString())
  return Buffer.from(pieces.join(''))
}

export const bodyFaults = faults({
  ...each(replacing('commandInBody'), ['kv.body.command-array'], {
    'body-leading-whitespace-refused: command in body: rejects whitespace before the JSON array':
      (original) => (request) => {
        if (request.body[0] !== 0x5b) throw new Refusal(400, 'ERR expected an array')
        return original(request)
      },
    'body-needs-content-type: command in body: rejects a body without Content-Type':
      (original) => (request) => {
        if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
        return original(request)
      },
    'body-chunked-ignored: command in body: ignores a body without Content-Length':
      (original) => (request) =>
        original(isChunked(request) ? { ...request, body: new Uint8Array() } : request),
  }),
  'concurrent-commands-run-once: command in body: runs equal concurrent commands once': {
    breaks: ['kv.body.command-array'],
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
  ...each(changing, ['kv.body.string-arguments'], {
    'body-arguments-normalized: command in body: normalizes arguments to Unicode NFC': (text) =>
      bytesOf(textOf(text).normalize()),
    'body-arguments-lower-cased: command in body: converts arguments to lower case': (text) =>
      bytesOf(textOf(text).toLowerCase()),
    'body-digit-strings-as-numbers: command in body: converts the string "007" to the number 7': (
      argument,
    ) => (/^\d{1,15}$/.test(argument) ? String(Number(argument)) : argument),
    'body-arguments-trimmed: command in body: trims whitespace of arguments': (argument) =>
      argument.trim(),
  }),
  'body-drops-empty-strings: command in body: drops empty string arguments': {
    breaks: ['kv.body.string-arguments'],
    commandInBody: result(([name, ...args]) => [
      name,
      ...args.filter((argument) => argument !== ''),
    ]),
  },
  'bodies-decoded-in-pieces: decodes a text body in pieces of 16 KiB': {
    breaks: ['kv.body.string-arguments', 'kv.path.text-body-is-last-argument'],
    preflight: (_, kv) => {
      const handle = kvHandler(kv)
      return () => (request) => handle({ ...request, body: decodedInPieces(request.body) })
    },
  },
  ...each(replacing('scalarText'), ['kv.body.number-arguments'], {
    'body-numbers-lose-fraction: command in body: drops the fraction of numbers (1.5 to 1)': result(
      (text) => text.replace(/\.\d+$/, ''),
    ),
    'body-numbers-as-doubles: command in body: rounds integers beyond 2^53 to a double':
      () => (json) => (/^-?\d{16,}$/.test(json) ? String(BigInt(Number(json))) : json),
    'body-numbers-six-digits: command in body: rounds numbers to 6 significant digits':
      () => (json) =>
        /^[\d.e+-]+$/i.test(json) ? String(Number(Number(json).toPrecision(6))) : json,
  }),
})
