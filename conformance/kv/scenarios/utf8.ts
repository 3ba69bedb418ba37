// Bytes that are not UTF-8, in JSON replies and under base64.

import { memberOf } from '../../wire/exchange.js'
import { observation } from '../fixtures/world.js'

/** Every kind of invalid UTF-8, by Unicode's table of well-formed sequences. */
const invalid: Readonly<Record<string, readonly number[]>> = {
  'a continuation byte': [0x80],
  '3 continuation bytes': [0x80, 0xbf, 0x80],
  'the first byte of a 2-byte sequence': [0xc3],
  '2 bytes of a 3-byte sequence': [0xe2, 0x82],
  '2 bytes of a 4-byte sequence': [0xf0, 0x9f],
  '3 bytes of a 4-byte sequence, then a first byte': [0xf0, 0x9f, 0x9a, 0xf0],
  'an overlong U+0000 (2 bytes)': [0xc0, 0x80],
  'an overlong sequence of two bytes': [0xc1, 0xbf],
  'an overlong sequence of three bytes': [0xe0, 0x80, 0xaf],
  'the last overlong sequence of three bytes': [0xe0, 0x9f, 0xbf],
  'an overlong sequence of four bytes': [0xf0, 0x8f, 0xbf, 0xbf],
  'the first surrogate': [0xed, 0xa0, 0x80],
  'the last surrogate': [0xed, 0xbf, 0xbf],
  'a pair of surrogates': [0xed, 0xa0, 0xbd, 0xed, 0xba, 0x80],
  'a code point after U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
  'a first byte for code points after U+10FFFF': [0xf5, 0x80, 0x80, 0x80],
  'a sequence of five bytes': [0xf8, 0x88, 0x80, 0x80, 0x80],
  'a sequence of six bytes': [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  'the byte FE': [0xfe],
  'the byte FF': [0xff],
}

const between = (before: string, bytes: readonly number[], after: string): Uint8Array =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])

export const utf8Scenarios = [
  observation('observes the number of U+FFFD in GET for each invalid UTF-8 sequence', {
    id: 'kv.utf8.replacement-count/number-per-sequence',
    async run({ kv, key, note }) {
      const body = Buffer.concat(Object.values(invalid).map((bytes) => between('', bytes, '|')))
      await kv.path(['SET', key], { body })
      const got = memberOf(await kv.command(['GET', key]), 'result')
      const parts = typeof got === 'string' ? got.split('|') : []
      Object.keys(invalid).forEach((name, index) =>
        note(
          name,
          parts[index] === undefined ? 'no string' : parts[index].split('\ufffd').length - 1,
        ),
      )
    },
  }),
]
