import { expect, test } from 'vitest'
import { markup } from './markup.js'

test.each([
  ['<b>"&\'', '&lt;b&gt;&quot;&amp;&#39;'],
  ['a\0b\rc\x1bd', 'a␀b␍c␛d'],
  ['a\tb\nc', 'a\tb\nc'],
  ['a\u202eb\x7f', 'a\\u202eb\\x7f'],
  ['👩‍🚀', '👩‍🚀'],
])('escapes %j', (text, expected) => {
  expect(markup`${text}`.markup).toBe(expected)
})
