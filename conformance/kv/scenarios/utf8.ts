// What becomes of bytes that are no UTF-8, in an answer that is JSON and in one that is base64.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { envelopes, executed, result } from '../fixtures/matchers.js'
import { supported } from '../fixtures/support.js'
import { base64, type Command, type KvClient } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'

/** Every way in which bytes fail to be UTF-8, after Unicode's table of well-formed sequences. */
const invalid: readonly { what: string; bytes: readonly number[] }[] = [
  { what: 'a continuation byte alone', bytes: [0x80] },
  { what: 'a sequence of two bytes cut short', bytes: [0xc3] },
  { what: 'a sequence of three bytes cut short', bytes: [0xe2, 0x82] },
  { what: 'a sequence of four bytes cut short', bytes: [0xf0, 0x9f] },
  { what: 'an overlong slash', bytes: [0xc0, 0xaf] },
  { what: 'an overlong sequence of three bytes', bytes: [0xe0, 0x80, 0xaf] },
  { what: 'a surrogate', bytes: [0xed, 0xa0, 0x80] },
  { what: 'a character beyond the last one', bytes: [0xf4, 0x90, 0x80, 0x80] },
  { what: 'a byte that no sequence begins with', bytes: [0xff] },
  { what: 'another byte that no sequence begins with', bytes: [0xfe] },
  { what: 'several continuation bytes', bytes: [0x80, 0xbf, 0x80] },
  { what: 'the last continuation byte', bytes: [0xbf] },
  { what: 'the first byte of three alone', bytes: [0xe2] },
  { what: 'the first byte of four alone', bytes: [0xf0] },
  { what: 'three bytes of four and then one', bytes: [0xf0, 0x9f, 0x9a, 0xf0] },
  { what: 'an overlong zero', bytes: [0xc0, 0x80] },
  { what: 'the last overlong sequence of two bytes', bytes: [0xc1, 0xbf] },
  { what: 'the last overlong sequence of three bytes', bytes: [0xe0, 0x9f, 0xbf] },
  { what: 'an overlong sequence of four bytes', bytes: [0xf0, 0x80, 0x80, 0xaf] },
  { what: 'the last overlong sequence of four bytes', bytes: [0xf0, 0x8f, 0xbf, 0xbf] },
  { what: 'the last surrogate', bytes: [0xed, 0xbf, 0xbf] },
  { what: 'a pair of surrogates', bytes: [0xed, 0xa0, 0xbd, 0xed, 0xba, 0x80] },
  { what: 'a first byte beyond the last character', bytes: [0xf5, 0x80, 0x80, 0x80] },
  { what: 'a sequence of five bytes', bytes: [0xf8, 0x88, 0x80, 0x80, 0x80] },
  { what: 'a sequence of six bytes', bytes: [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80] },
]

/** Characters at the borders of what is valid. */
const valid: readonly { what: string; text: string }[] = [
  { what: 'characters of two, three and four bytes', text: 'ü€🚀' },
  { what: 'the last character there is', text: '\u{10ffff}' },
  { what: 'a byte order mark', text: '\ufeff' },
  { what: 'a noncharacter', text: '\uffff' },
  { what: 'the characters around the surrogates', text: '\ud7ff\ue000' },
  { what: 'a zero', text: '\0' },
  { what: 'the last character of one byte', text: '\x7f' },
  { what: 'the first and the last character of two bytes', text: '\x80\u07ff' },
  { what: 'the first character of three bytes', text: '\u0800' },
  { what: 'the first character of four bytes', text: '\u{10000}' },
  { what: 'a replacement character that was sent', text: '\ufffd' },
]

const batches: readonly {
  what: string
  ask: (kv: KvClient, command: Command) => Promise<Exchange>
}[] = [
  { what: 'a pipeline', ask: (kv, command) => kv.pipeline([command]) },
  { what: 'a transaction', ask: (kv, command) => kv.transaction([command]) },
]

const between = (before: string, bytes: readonly number[], after: string): Uint8Array =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])

export const utf8Scenarios = [
  ...invalid.map(({ what, bytes }) =>
    scenario(`${what} is replaced`, {
      rule: 'kv.utf8.replacement-character',
      async run(world) {
        const { kv, key } = world
        const value = between('ü', bytes, '€')
        given(await kv.command(['ECHO', 'ü€']), result('ü€'))
        await supported(world, 'STRLEN')
        given(await kv.path(['SET', key], { body: value }), executed())
        given(await kv.command(['STRLEN', key]), result(value.length))

        must(await kv.command(['GET', key]), result(/^ü\ufffd+€$/))
      },
    }),
  ),
  scenario('invalid bytes at both ends are replaced', {
    rule: 'kv.utf8.replacement-character',
    async run(world) {
      const { kv, key } = world
      given(await kv.command(['ECHO', 'text']), result('text'))
      await supported(world, 'STRLEN')
      given(
        await kv.path(['SET', key], { body: Buffer.from('\xfftext\xc3', 'latin1') }),
        executed(),
      )
      given(await kv.command(['STRLEN', key]), result(6))

      must(await kv.command(['GET', key]), result(/^\ufffd+text\ufffd+$/))
    },
  }),
  scenario('invalid bytes between valid text are replaced, and the text stays', {
    rule: 'kv.utf8.replacement-character',
    async run(world) {
      const { kv, key } = world
      const value = Buffer.from('a\xffb\xc3(c\xe2\x82d\xf0\x9f\x9ae', 'latin1')
      given(await kv.command(['ECHO', 'abcde']), result('abcde'))
      await supported(world, 'STRLEN')
      given(await kv.path(['SET', key], { body: value }), executed())
      given(await kv.command(['STRLEN', key]), result(value.length))

      must(await kv.command(['GET', key]), result(/^a\ufffd+b\ufffd+\(c\ufffd+d\ufffd+e$/))
    },
  }),
  scenario('invalid bytes in an array are replaced', {
    rule: 'kv.utf8.replacement-character',
    async run({ kv, key }) {
      given(await kv.path(['RPUSH', key], { body: 'text' }), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result(['text']))
      given(await kv.path(['RPUSH', key], { body: Uint8Array.of(0xff) }), result(2))

      must(await kv.command(['LRANGE', key, '0', '-1']), result(['text', '\ufffd']))
    },
  }),
  ...batches.map(({ what, ask }) =>
    scenario(`invalid bytes in ${what} are replaced`, {
      rule: 'kv.utf8.replacement-character',
      async run({ kv, key }) {
        given(await kv.command(['SET', key, 'text']), executed())
        given(await ask(kv, ['GET', key]), envelopes('text'))
        given(await kv.path(['SET', key], { body: Uint8Array.of(0xff) }), executed())

        must(await ask(kv, ['GET', key]), envelopes('\ufffd'))
      },
    }),
  ),
  ...valid.map(({ what, text }) =>
    scenario(`${what} is not replaced`, {
      rule: 'kv.utf8.replacement-character',
      async run(world) {
        const { kv, id, key } = world
        given(await kv.command(['ECHO', id]), result(id))
        await supported(world, 'STRLEN')
        given(await kv.path(['SET', key], { body: text }), executed())
        given(await kv.command(['STRLEN', key]), result(Buffer.byteLength(text)))

        must(await kv.command(['GET', key]), result(text))
      },
    }),
  ),

  ...invalid.map(({ what, bytes }) =>
    scenario(`${what} is kept under base64`, {
      rule: 'kv.utf8.base64-keeps-bytes',
      async run(world) {
        const { kv, key } = world
        const value = between('ü', bytes, '€')
        await supported(world, 'STRLEN')
        given(await kv.command(['ECHO', '~~>~~?'], { encoding: 'base64' }), result('fn4+fn4/'))
        given(await kv.path(['SET', key], { body: value }), executed())
        given(await kv.command(['STRLEN', key]), result(value.length))

        must(await kv.command(['GET', key], { encoding: 'base64' }), result(base64(value)))
      },
    }),
  ),

  observation('how many replacement characters there are', {
    rule: 'kv.utf8.replacement-count',
    async run({ kv, key, note }) {
      for (const { what, bytes } of invalid) {
        await kv.path(['SET', key], { body: between('', bytes, '') })
        const got = memberOf(await kv.command(['GET', key]), 'result')
        note(what, typeof got === 'string' ? got.split('\ufffd').length - 1 : 'no string')
      }
    },
  }),
]
