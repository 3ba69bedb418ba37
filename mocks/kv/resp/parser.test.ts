import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bytes } from '../reply.js'
import { ProtocolError, RequestParser } from './parser.js'

const MiB = 2 ** 20

function read(packets: readonly Bytes[]): Bytes[][] {
  const parser = new RequestParser(MiB)
  parser.stranger = false
  const commands: Bytes[][] = []
  for (const packet of packets) {
    parser.put(Buffer.from(packet, 'latin1'))
    for (let next = parser.next(); next; next = parser.next()) commands.push([...next])
  }
  return commands
}

// The conversations of `serve.test.ts` contain commands that Redis accepts, and others that it refuses.
test.each<[Bytes, string]>([
  ['*+1\r\n', 'invalid multibulk length'],
  ['*1\r\n$1048577\r\n', 'invalid bulk length'],
  ['*2\r\n$1048000\r\n' + 'x'.repeat(1_048_000) + '\r\n$1000\r\n', 'invalid bulk length'],
  [`*1\r\n$${'1'.repeat(70_000)}`, 'too big bulk count string'],
])('%.20j is refused', (bytes, message) => {
  expect(() => read([bytes])).toThrow(new ProtocolError(message))
})

test('packets of any size contain the same commands', () => {
  const word = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((c) => String.fromCharCode(c)),
  })
  const commands = fc.array(fc.array(word, { minLength: 1 }), { maxLength: 5 })
  fc.assert(
    fc.property(commands, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (commands, cuts) => {
      const bytes = commands.map(written).join('')
      const packets: Bytes[] = []
      for (let at = 0; at < bytes.length;) {
        const length = cuts.next().value as number
        packets.push(bytes.slice(at, at + length))
        at += length
      }
      expect(read(packets)).toEqual(commands)
    }),
    { seed: 20_407, numRuns: 200 },
  )
})

test('a word that comes byte by byte is joined and counted', () => {
  const parser = new RequestParser(MiB)
  parser.stranger = false
  const early: unknown[] = []
  for (const byte of Buffer.from(`*1\r\n$1000000\r\n${'x'.repeat(300_000)}`, 'latin1')) {
    parser.put(Buffer.of(byte))
    const command = parser.next()
    if (command) early.push(command)
  }
  expect(early).toEqual([])
  expect(parser.bytes).toBe(300_000 + 16)
  parser.put(Buffer.from(`${'y'.repeat(700_000)}\r\nPI`))
  expect(parser.next()).toEqual(['x'.repeat(300_000) + 'y'.repeat(700_000)])
  expect(parser.bytes).toBe(2)
})

const written = (words: readonly Bytes[]): Bytes =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`
