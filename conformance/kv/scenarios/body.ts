// How a JSON array spells one command.

import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { elementsOf, envelopeOf, mustPush } from '../fixtures/part.js'
import { observation, scenario } from '../fixtures/world.js'

/** Texts that are sent as strings; `json` is how one is sent, where not as JSON.stringify writes it. */
const strings: Readonly<Record<string, { readonly text: string; readonly json?: string }>> = {
  'an empty string': { text: '' },
  'spaces at both ends': { text: '  a  b  ' },
  'one space': { text: ' ' },
  capitals: { text: 'aBC É' },
  'quotes and backslashes': { text: '"\\"' },
  'control characters': { text: 'a\tb\r\nc\u001b' },
  'one line break': { text: '\n' },
  'a null character': { text: 'a\0b' },
  JSON: { text: '{"a":[1,null]}' },
  'letters of many scripts': { text: 'für 日本 العربية' },
  'an accent apart from its letter': { text: 'e\u0301' },
  'an emoji': { text: '👩‍🚀' },
  'characters with a meaning in a URL': { text: '/a?b=c&d#e%20+:' },
  'dots and slashes': { text: '../.' },
  'digits after zeros': { text: '007' },
  'an exponent': { text: '1e3' },
  'a zero with a sign': { text: '-0' },
  'a zero after a fraction': { text: '1.50' },
  'an integer of 64 bits': { text: '9223372036854775807' },
  'the word null': { text: 'null' },
  'the word true': { text: 'true' },
  'the word NaN': { text: 'NaN' },
  'separators of lines and paragraphs': { text: '\u2028\u2029' },
  'a byte order mark': { text: '\ufeffa' },
  'the last code point': { text: '\u{10ffff}' },
  'a long text': { text: 'für 日本 '.repeat(100) },
  'JSON escape sequences': { text: 'ü/🚀', json: '"\\u00fc\\/\\ud83d\\ude80"' },
  'an empty string at the end': { text: '' },
}

/** Numbers that have one way to be written. */
const numbers: Readonly<Record<string, { readonly number: number; readonly text: string }>> = {
  'an integer': { number: 42, text: '42' },
  zero: { number: 0, text: '0' },
  'a negative integer': { number: -7, text: '-7' },
  'a fraction': { number: 1.5, text: '1.5' },
  'a negative fraction': { number: -0.5, text: '-0.5' },
  'a fraction of many digits': { number: 3.141592653589793, text: '3.141592653589793' },
  'the largest exact integer': { number: 2 ** 53 - 1, text: '9007199254740991' },
  'the smallest exact integer': { number: 1 - 2 ** 53, text: '-9007199254740991' },
  'a thousand million': { number: 1_000_000_000, text: '1000000000' },
}

export const bodyScenarios = [
  scenario('an array is a command and its arguments, in order', {
    id: 'kv.body.command-array/elements-in-order',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['RPUSH', key, id]), result(1))

      must(await kv.command(['PING']), result('PONG'))
      must(await kv.command(['RPUSH', key, 'b', 'c']), result(3))
      must(await kv.command(['LRANGE', key, '0', '2']), result([id, 'b', 'c']))
    },
  }),
  scenario('whitespace between the elements has no meaning', {
    id: 'kv.body.command-array/whitespace',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.post('/', `\n[ "ECHO" ,\t"${id}"\r\n]\n`), result(id))
    },
  }),
  scenario('an array without a content type is a command', {
    id: 'kv.body.command-array/no-content-type',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.send('POST', '/', { body: JSON.stringify(['ECHO', id]) }), result(id))
    },
  }),

  scenario('a string is an argument as it is', {
    id: 'kv.body.string-arguments/texts',
    async run({ kv, id, key }) {
      const rows = Object.values(strings)
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      const json = rows.map(({ text, json }) => json ?? JSON.stringify(text))
      const reply = await kv.post('/', `["RPUSH","${key}",${json.join(',')}]`)
      const list = await kv.command(['LRANGE', key, '1', '-1'])
      const stored = elementsOf(list, Object.keys(strings))
      await eachRow(strings, async ({ text }, name) => {
        const isOther = result(text)(stored[name]!) !== undefined
        // Only a text that the target returns for a path too shows a mistake in the body.
        if (isOther && text !== '') given(await kv.path(['ECHO', text]), result(text))
        must(stored[name]!, result(text))
      })
      must(reply, result(1 + rows.length))
    },
  }),
  scenario('1,000 arguments keep their order, among them all of Latin-1', {
    id: 'kv.body.string-arguments/thousand-arguments',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 1000 }, (_, index) =>
        index < 256 ? String.fromCharCode(index) : `${index}`,
      )
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      must(await kv.command(['RPUSH', key, ...elements]), result(1001))
      must(await kv.command(['LRANGE', key, '1', '-1']), result(elements))
    },
  }),
  scenario('a number is an argument as it is written', {
    id: 'kv.body.number-arguments/numbers-beside-strings',
    async run(world) {
      const { kv, id, key } = world
      given(await kv.command(['RPUSH', key, id]), result(1))

      const texts = Object.entries(numbers).map(([name, { text }]) => [name, text] as const)
      const all = Object.values(numbers).map(({ number }) => number)
      await mustPush(world, Object.fromEntries(texts), () => kv.command(['RPUSH', key, ...all]))
      must(await kv.command(['LRANGE', key, 1, '-8']), result(['42', '0']))
    },
  }),

  observation('a number that can be written in more than one way', {
    id: 'kv.body.number-text/number-spellings',
    async run({ kv, note }) {
      const spellings = ['1.50', '-0', '1e3', '9007199254740993', '1E-2']
      const commands = spellings.map((number) => `["ECHO",${number}]`)
      const reply = await kv.post('/pipeline', `[${commands.join(',')}]`)
      spellings.forEach((number, index) => note(number, outcomeOf(envelopeOf(reply, index))))
      note('1e400', outcomeOf(await kv.post('/', '["ECHO",1e400]')))
    },
  }),
  observation('an argument that is neither a string nor a number', {
    id: 'kv.body.other-argument-types/other-types',
    async run({ kv, note }) {
      for (const value of ['true', 'false', 'null', '["nested"]', '{"a":1}']) {
        note(value, outcomeOf(await kv.post('/', `["ECHO",${value}]`)))
        note(`${value} in a pipeline`, outcomeOf(await kv.post('/pipeline', `[["ECHO",${value}]]`)))
      }
    },
  }),
  observation('a command without a name', {
    id: 'kv.body.empty-array/empty-array',
    async run({ kv, note }) {
      for (const body of ['[]', '']) note(body || 'no body', outcomeOf(await kv.post('/', body)))
    },
  }),
]
