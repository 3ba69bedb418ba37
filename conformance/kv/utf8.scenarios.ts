// What becomes of bytes that are no UTF-8, in an answer that is JSON and in one that is base64.

import { memberOf, type Exchange } from '../exchange.js'
import { given, must } from '../judgement.js'
import { envelopes, executed, result } from './matchers.js'
import { supported } from './support.js'
import { base64, observation, scenario, type Command, type KvClient } from './world.js'

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
]

/** Characters at the borders of what is valid. */
const valid: readonly { what: string; text: string }[] = [
  { what: 'characters of two, three and four bytes', text: 'ü€🚀' },
  { what: 'the last character there is', text: '\u{10ffff}' },
  { what: 'a byte order mark', text: '\ufeff' },
  { what: 'a noncharacter', text: '\uffff' },
  { what: 'the characters around the surrogates', text: '\ud7ff\ue000' },
  { what: 'a zero', text: '\0' },
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
