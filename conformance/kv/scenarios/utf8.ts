// Bytes that are not UTF-8, in a JSON answer and in a base64 answer.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { envelopes, executed, result } from '../fixtures/matchers.js'
import { elementsOf } from '../fixtures/part.js'
import { base64 } from '../fixtures/client.js'
import { observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Every way in which bytes fail to be UTF-8, after Unicode's table of well-formed sequences. */
const invalid: Readonly<Record<string, readonly number[]>> = {
  'a continuation byte': [0x80],
  'several continuation bytes': [0x80, 0xbf, 0x80],
  'the first byte of two': [0xc3],
  'two bytes of three': [0xe2, 0x82],
  'two bytes of four': [0xf0, 0x9f],
  'three bytes of four, then another first byte': [0xf0, 0x9f, 0x9a, 0xf0],
  'an overlong zero': [0xc0, 0x80],
  'an overlong sequence of two bytes': [0xc1, 0xbf],
  'an overlong sequence of three bytes': [0xe0, 0x80, 0xaf],
  'the last overlong sequence of three bytes': [0xe0, 0x9f, 0xbf],
  'an overlong sequence of four bytes': [0xf0, 0x8f, 0xbf, 0xbf],
  'the first surrogate': [0xed, 0xa0, 0x80],
  'the last surrogate': [0xed, 0xbf, 0xbf],
  'a pair of surrogates': [0xed, 0xa0, 0xbd, 0xed, 0xba, 0x80],
  'a code point after U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
  'a first byte after U+10FFFF': [0xf5, 0x80, 0x80, 0x80],
  'a sequence of five bytes': [0xf8, 0x88, 0x80, 0x80, 0x80],
  'a sequence of six bytes': [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  'the byte FE': [0xfe],
  'the byte FF': [0xff],
}

/** Positions of invalid bytes in a text. */
const places: Readonly<Record<string, { readonly bytes: Uint8Array; readonly want: RegExp }>> = {
  'at both ends': { bytes: Buffer.from('\xfftext\xc3', 'latin1'), want: /^\ufffd+text\ufffd+$/ },
  'in four places': {
    bytes: Buffer.from('a\xffb\xc3(c\xe2\x82d\xf0\x9f\x9ae', 'latin1'),
    want: /^a\ufffd+b\ufffd+\(c\ufffd+d\ufffd+e$/,
  },
}

/** Valid texts, among them the first and the last characters of each length. */
const valid: Readonly<Record<string, string>> = {
  'a byte order mark': '\ufeff',
  'a replacement character': '\ufffd',
  'a null character': '\0',
  'characters of one to four bytes':
    '\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}ü€🚀',
}

const between = (before: string, bytes: readonly number[], after: string): Uint8Array =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])

/** Stores each value at a key of its own; `givenStored` makes sure that all its bytes arrived. */
async function storeEach(
  { kv, keyOf }: KvWorld,
  values: Readonly<Record<string, Uint8Array | string>>,
) {
  const keys: Record<string, string> = {}
  const replies: Record<string, Exchange> = {}
  for (const [index, [name, body]] of Object.entries(values).entries()) {
    keys[name] = keyOf(`value-${index}`)
    replies[name] = await kv.path(['APPEND', keys[name]], { body })
  }
  const givenStored = (name: string) =>
    given(replies[name]!, result(Buffer.byteLength(values[name]!)))
  return { keys, givenStored }
}

export const utf8Scenarios = [
  scenario('invalid UTF-8 is replaced by U+FFFD', {
    id: 'kv.utf8.replacement-character/invalid-sequences',
    async run(world) {
      const { kv, key } = world
      given(await kv.command(['SET', key, 'ü€']), result('OK'))
      given(await kv.command(['MGET', key]), result(['ü€']))
      const rows = {
        ...Object.fromEntries(
          Object.entries(invalid).map(([name, bytes]) => [
            name,
            { bytes: between('ü', bytes, '€'), want: /^ü\ufffd+€$/ },
          ]),
        ),
        ...places,
      }
      const values = Object.fromEntries(
        Object.entries(rows).map(([name, row]) => [name, row.bytes]),
      )
      const { keys, givenStored } = await storeEach(world, values)

      const read = elementsOf(await kv.command(['MGET', ...Object.values(keys)]), Object.keys(rows))
      await eachRow(rows, async ({ want }, name) => {
        givenStored(name)
        must(read[name]!, result(want))
        if (name in places) must(await kv.command(['GET', keys[name]]), result(want))
      })
    },
  }),
  scenario('invalid UTF-8 is replaced alone, in pipelines and in transactions', {
    id: 'kv.utf8.replacement-character/alone-and-in-batches',
    async run({ kv, key }) {
      given(await kv.command(['SET', key, 'text']), executed())
      given(await kv.pipeline([['GET', key]]), envelopes('text'))
      given(await kv.transaction([['GET', key]]), envelopes('text'))
      given(await kv.path(['SET', key], { body: Uint8Array.of(0xff) }), executed())

      must(await kv.command(['GET', key]), result(/^\ufffd+$/))
      must(await kv.pipeline([['GET', key]]), envelopes('\ufffd'))
      must(await kv.transaction([['GET', key]]), envelopes('\ufffd'))
    },
  }),
  scenario('valid UTF-8 is not replaced', {
    id: 'kv.utf8.replacement-character/valid-characters',
    async run(world) {
      const { kv, id } = world
      given(await kv.command(['ECHO', id]), result(id))
      const { keys, givenStored } = await storeEach(world, valid)

      const read = elementsOf(
        await kv.command(['MGET', ...Object.values(keys)]),
        Object.keys(valid),
      )
      await eachRow(valid, async (text, name) => {
        givenStored(name)
        must(read[name]!, result(text))
      })
    },
  }),

  scenario('base64 keeps invalid UTF-8', {
    id: 'kv.utf8.base64-keeps-bytes/invalid-sequences',
    async run(world) {
      const { kv } = world
      const rows: Readonly<Record<string, Uint8Array>> = {
        'all invalid sequences': Buffer.concat(
          Object.values(invalid).map((bytes) => between('ü', bytes, '€')),
        ),
        ...Object.fromEntries(
          ['the first surrogate', 'an overlong zero', 'two bytes of three', 'the byte FF'].map(
            (name) => [name, between('ü', invalid[name]!, '€')],
          ),
        ),
      }
      given(await kv.command(['ECHO', '~~>~~?'], { encoding: 'base64' }), result('fn4+fn4/'))
      const { keys, givenStored } = await storeEach(world, rows)

      await eachRow(rows, async (bytes, name) => {
        givenStored(name)
        const reply = await kv.command(['GET', keys[name]], { encoding: 'base64' })
        must(reply, result(base64(bytes)))
      })
    },
  }),

  observation('number of replacement characters', {
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
