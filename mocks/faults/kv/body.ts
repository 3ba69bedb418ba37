// Faults of the heading Command in body.

import { isUtf8 } from 'node:buffer'
import { bytesOf, textOf, type Reply } from '../../kv/reply.js'
import { each } from '../written.js'
import { distort, type Distortion, when, wrongAt } from './boundary.js'
import { body, distortions, everyArgument, refused } from './distortions.js'
import { breaking, faults } from './fault.js'
import { isWrite } from './parts.js'
import { at, type Seen, where } from './where.js'

const inBody = at('body')
const { framing } = where

/** Changes the numbers in a JSON body. */
const numbers = (change: (number: string) => string): Distortion =>
  body((json) =>
    json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/gi, (token) =>
      token.startsWith('"') ? token : change(token),
    ),
  )

/** Decodes each 16 KiB of a body in UTF-8 alone, which breaks the characters between them. */
function decodedInPieces(body: Uint8Array): Uint8Array {
  if (!isUtf8(body)) return body
  const starts = Array.from({ length: Math.ceil(body.length / 2 ** 14) }, (_, at) => at * 2 ** 14)
  const pieces = starts.map((at) => Buffer.from(body.subarray(at, at + 2 ** 14)).toString())
  return Buffer.from(pieces.join(''))
}

export const bodyFaults = faults({
  ...breaking(['kv.body.command-array'], {
    'body-leading-whitespace-refused: command in body: rejects whitespace before the JSON array':
      () =>
        when(
          inBody,
          ({ request }: Seen) => request.body[0] !== 0x5b,
        )(refused(400, 'ERR expected an array')),
    'body-needs-content-type: command in body: rejects a body without Content-Type': () =>
      when(inBody, framing['without Content-Type'])(refused(400, 'ERR no JSON')),
    'body-chunked-ignored: command in body: ignores a body without Content-Length': () =>
      when(inBody, framing['in chunks'])(body(() => '')),
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
    'body-arguments-normalized: command in body: normalizes arguments to Unicode NFC': () =>
      everyArgument((text) => bytesOf(textOf(text).normalize())),
    'body-arguments-lower-cased: command in body: converts arguments to lower case': () =>
      everyArgument((text) => bytesOf(textOf(text).toLowerCase())),
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
    'body-numbers-lose-fraction: command in body: drops the fraction of numbers (1.5 to 1)': () =>
      numbers((number) => number.replace(/\.\d+$/, '')),
    'body-numbers-as-doubles: command in body: rounds integers beyond 2^53 to a double': () =>
      numbers((number) => (/^-?\d{16,}$/.test(number) ? String(BigInt(Number(number))) : number)),
    'body-numbers-six-digits: command in body: rounds numbers to 6 significant digits': () =>
      numbers((number) => String(Number(Number(number).toPrecision(6)))),
  }),
})
