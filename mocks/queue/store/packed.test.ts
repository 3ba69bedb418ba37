import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'
import { pack, unpack } from './packed.js'

test('a message comes out of the bytes as it went in', () => {
  const { queue } = testQueue()
  const delayed = publishTo('http://app.test/', { 'Svc-Delay': '1s' })
  const { instructions } = queue.reading.publication(delayed)
  const bytes = fc.uint8Array().map((array) => Buffer.from(array))
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'grapheme' }), (body, text) => {
      const message = queue.publish.message(`http://app.test/?${text}`, { ...instructions, body })
      const packed = pack(message)
      expect(packed).toBeInstanceOf(Buffer)
      expect(unpack(packed)).toEqual(message)
    }),
  )
})

test('a message that is due when it comes is not made bytes', () => {
  const { queue } = testQueue()
  const { instructions } = queue.reading.publication(publishTo('http://app.test/'))
  const message = queue.publish.message('http://app.test/', instructions)
  expect(unpack(pack(message))).toBe(message)
})

test('messages lie side by side, be they small or large', () => {
  const { queue } = testQueue()
  const { instructions } = queue.reading.publication(
    publishTo('http://app.test/', { 'Svc-Delay': '1s' }),
  )
  const messages = [10, 9_000, 40, 7_000, 7_000, 7_000, 7_000, 7_000, 70].map((length, n) =>
    queue.publish.message(`http://app.test/${n}`, {
      ...instructions,
      body: Buffer.alloc(length, n),
    }),
  )
  const packed = messages.map(pack)
  expect(packed.map(unpack)).toEqual(messages)
})
