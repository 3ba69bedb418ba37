import { expect, test } from 'vitest'
import { textOrBase64 } from './text.js'

test.each([
  [[], { body: '' }],
  [[0x61, 0xc3, 0xa9], { body: 'aé' }],
  [[0xef, 0xbb, 0xbf, 0x61], { body: '\uFEFFa' }],
  [[0xff, 0x00], { bodyBase64: '/wA=' }],
  [[0xc3], { bodyBase64: 'ww==' }],
])('the bytes %j are %j', (bytes, told) => {
  expect(textOrBase64('body', Uint8Array.from(bytes))).toEqual(told)
})
