// How a JSON array spells one command.

import { given, must } from '../../core/judgement.js'
import { executed, failed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { observation, scenario } from '../fixtures/world.js'

const strings: readonly { what: string; text: string }[] = [
  { what: 'spaces at both ends', text: '  a  b  ' },
  { what: 'digits', text: '007' },
  { what: 'capitals', text: 'aBC É' },
  { what: 'quotes and backslashes', text: '"\\"' },
  { what: 'control characters', text: 'a\u0000b\tc\r\n' },
  { what: 'JSON', text: '{"a":[1,null]}' },
  { what: 'letters of many scripts', text: 'für 日本 العربية' },
  { what: 'an accent apart from its letter', text: 'e\u0301' },
  { what: 'an emoji', text: '👩‍🚀' },
  { what: 'one space', text: ' ' },
  { what: 'a slash and other signs of a URL', text: '/a?b=c&d#e%20+:' },
  { what: 'dots and slashes', text: '../../index.ts' },
  { what: 'an exponent', text: '1e3' },
  { what: 'a zero with a sign', text: '-0' },
  { what: 'digits after a zero', text: '1.50' },
  { what: 'more digits than a number holds', text: '9223372036854775807' },
  { what: 'the word null', text: 'null' },
  { what: 'the word true', text: 'true' },
  { what: 'the word NaN', text: 'NaN' },
  { what: 'a line break', text: '\n' },
  { what: 'separators of lines and paragraphs', text: '\u2028\u2029' },
  { what: 'a byte order mark', text: '\ufeffa' },
  { what: 'the last character there is', text: '\u{10ffff}' },
  { what: 'a long text', text: 'für 日本 '.repeat(100) },
]

/** Numbers whose text cannot be in doubt. */
const numbers: readonly { what: string; number: number; text: string }[] = [
  { what: 'an integer', number: 42, text: '42' },
  { what: 'zero', number: 0, text: '0' },
  { what: 'a negative integer', number: -7, text: '-7' },
  { what: 'a fraction', number: 1.5, text: '1.5' },
  { what: 'the largest exact integer', number: 2 ** 53 - 1, text: '9007199254740991' },
  { what: 'the smallest exact integer', number: 1 - 2 ** 53, text: '-9007199254740991' },
  { what: 'a negative fraction', number: -0.5, text: '-0.5' },
  { what: 'a fraction of many digits', number: 3.141592653589793, text: '3.141592653589793' },
  { what: 'a thousand million', number: 1_000_000_000, text: '1000000000' },
]

export const bodyScenarios = [
  scenario('an array is run as a command', {
    rule: 'kv.body.command-array',
    async run({ kv, id }) {
      given(await kv.command(['NOSUCHCOMMAND', id]), failed())

      must(await kv.command(['EXISTS', id]), executed())
    },
  }),
  scenario('the elements after the first are the arguments in their order', {
    rule: 'kv.body.command-array',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['RPUSH', key, 'b', 'c']), result(3))
      must(await kv.command(['LRANGE', key, '0', '2']), result([id, 'b', 'c']))
    },
  }),
  scenario('an array of one element is a command without arguments', {
    rule: 'kv.body.command-array',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['PING']), result('PONG'))
    },
  }),
  scenario('space between the elements means nothing', {
    rule: 'kv.body.command-array',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.post('/', `\n[ "ECHO" ,\t"${id}"\r\n]\n`), result(id))
    },
  }),

  scenario('an array without a content type is a command', {
    rule: 'kv.body.command-array',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.send('POST', '/', { body: JSON.stringify(['ECHO', id]) }), result(id))
    },
  }),

  ...strings.map(({ what, text }) =>
    scenario(`a string of ${what} is an argument`, {
      rule: 'kv.body.string-arguments',
      async run({ kv, id }) {
        given(await kv.command(['ECHO', id]), result(id))
        given(await kv.path(['ECHO', text]), result(text))

        must(await kv.command(['ECHO', text]), result(text))
      },
    }),
  ),
  scenario('an empty string is an argument', {
    rule: 'kv.body.string-arguments',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id]), result(1))

      must(await kv.command(['RPUSH', key, '', id]), result(3))
    },
  }),
  scenario('a string is read through its JSON escapes', {
    rule: 'kv.body.string-arguments',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.post('/', '["ECHO","\\u00fc\\/\\ud83d\\ude80"]'), result('ü/🚀'))
    },
  }),

  ...numbers.map(({ what, number, text }) =>
    scenario(`${what} is an argument`, {
      rule: 'kv.body.number-arguments',
      async run({ kv, id }) {
        given(await kv.command(['ECHO', id]), result(id))
        given(await kv.command(['ECHO', text]), result(text))

        must(await kv.command(['ECHO', number]), result(text))
      },
    }),
  ),
  scenario('every character of Latin-1 is an argument', {
    rule: 'kv.body.string-arguments',
    async run({ kv, id, key }) {
      const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      must(await kv.command(['RPUSH', key, ...characters]), result(257))
      must(await kv.command(['LRANGE', key, '1', '-1']), result(characters))
    },
  }),
  scenario('empty strings are arguments wherever they stand', {
    rule: 'kv.body.string-arguments',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      must(await kv.command(['RPUSH', key, '', '', id, '']), result(5))
      must(await kv.command(['LRANGE', key, '1', '-1']), result(['', '', id, '']))
    },
  }),
  scenario('a thousand arguments keep their order', {
    rule: 'kv.body.string-arguments',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 1000 }, (_, index) => `${index}`)
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      must(await kv.command(['RPUSH', key, ...elements]), result(1001))
      must(await kv.command(['LRANGE', key, '1', '-1']), result(elements))
    },
  }),
  scenario('numbers and strings are mixed', {
    rule: 'kv.body.number-arguments',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id, '2', 'three']), result(3))
      given(await kv.command(['LRANGE', key, '1', '-1']), result(['2', 'three']))

      must(await kv.command(['LRANGE', key, 1, '-2']), result(['2']))
    },
  }),

  observation('a number that can be written in more than one way', {
    rule: 'kv.body.number-text',
    async run({ kv, note }) {
      for (const number of ['1.50', '-0', '1e3', '9007199254740993', '1E-2', '1e400'])
        note(number, outcomeOf(await kv.post('/', `["ECHO",${number}]`)))
    },
  }),
  observation('an argument that is neither a string nor a number', {
    rule: 'kv.body.other-argument-types',
    async run({ kv, note }) {
      for (const value of ['true', 'false', 'null', '["nested"]', '{"a":1}']) {
        note(value, outcomeOf(await kv.post('/', `["ECHO",${value}]`)))
        note(`${value} in a pipeline`, outcomeOf(await kv.post('/pipeline', `[["ECHO",${value}]]`)))
      }
    },
  }),
  observation('a command without a name', {
    rule: 'kv.body.empty-array',
    async run({ kv, note }) {
      for (const body of ['[]', '']) note(body || 'no body', outcomeOf(await kv.post('/', body)))
    },
  }),
]
