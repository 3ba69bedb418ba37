import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'
import { pack, unpack } from './packed.js'

test('a message comes out of the bytes as it went in', () => {
  const { queue } = testQueue()
  const { instructions } = queue.publication(publishTo('http://app.test/'))
  const bytes = fc.uint8Array().map((array) => Buffer.from(array))
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'grapheme' }), (body, text) => {
      const message = queue.message(`http://app.test/?${text}`, { ...instructions, body })
      expect(unpack(pack(message))).toEqual(message)
    }),
  )
})
