// A command as a JSON array.

import { isDeepStrictEqual } from 'node:util'
import { chunked, unlessLengthRequired } from '../../core/chunked.js'
import { given, must } from '../../core/judgement.js'
import { differs } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { memberOf } from '../../wire/exchange.js'
import { executed, result } from '../fixtures/matchers.js'
import { elementsOf, envelopeOf, outcomeOf } from '../fixtures/replies.js'
import { givenReturned, mustPush, withSibling } from '../fixtures/tables.js'
import { noting, observation, scenario, whereEchoWorks } from '../fixtures/world.js'

/** Texts that are sent as JSON strings. */
const strings: Readonly<Record<string, string>> = {
  'an empty string': '',
  'spaces at both ends': '  a  b  ',
  'one space': ' ',
  capitals: 'aBC É',
  'quotes and backslashes': '"\\"',
  'control characters': 'a\tb\r\nc\u001b',
  'one line break': '\n',
  'a null character': 'a\0b',
  JSON: '{"a":[1,null]}',
  'letters of many scripts': 'für 日本 العربية',
  'a combining accent': 'e\u0301',
  'an emoji': '👩‍🚀',
  'URL delimiters': '/a?b=c&d#e%20+:',
  'dots and slashes': '../.',
  'leading zeros (007)': '007',
  'an exponent (1e3)': '1e3',
  'negative zero (-0)': '-0',
  'a trailing zero (1.50)': '1.50',
  'an integer of 64 bits': '9223372036854775807',
  'the word null': 'null',
  'the word true': 'true',
  'the word NaN': 'NaN',
  'line and paragraph separators': '\u2028\u2029',
  'a byte order mark': '\ufeffa',
  'the last code point (U+10FFFF)': '\u{10ffff}',
  'a long text': 'für 日本 '.repeat(100),
  'JSON escape sequences': 'ü/🚀',
  'an empty string at the end': '',
}

/** Strings in JSON, where not as JSON.stringify writes them. */
const spellings: Readonly<Record<string, string>> = {
  'JSON escape sequences': '"\\u00fc\\/\\ud83d\\ude80"',
}

/** Numbers that JSON writes in one way. */
const numbers: Readonly<Record<string, number>> = {
  'an integer': 42,
  zero: 0,
  'a negative integer': -7,
  'a fraction': 1.5,
  'a negative fraction': -0.5,
  'a fraction of many digits': 3.141592653589793,
  'the largest exact integer': 2 ** 53 - 1,
  'the smallest exact integer': 1 - 2 ** 53,
  '1,000,000,000': 1_000_000_000,
}

export const bodyScenarios = [
  scenario('POST /: a JSON array runs as a command with its arguments in order', {
    id: 'kv.body.command-array/elements-in-order',
    run: whereEchoWorks(async ({ kv, id, key }) => {
      must(await kv.command(['PING']), result('PONG'))
      given(await kv.command(['RPUSH', key, id]), result(1))
      must(await kv.command(['RPUSH', key, 'b', 'c']), result(3))
      must(await kv.command(['LRANGE', key, '0', '2']), result([id, 'b', 'c']))
    }),
  }),
  scenario('POST /: whitespace between the values of the JSON array is ignored', {
    id: 'kv.body.command-array/whitespace',
    run: whereEchoWorks(async ({ kv, id }) => {
      const [name, argument] = await kv.replaced(['ECHO', id])
      must(await kv.post('/', `\n[ "${name}" ,\t"${argument}"\r\n]\n`), result(id))
    }),
  }),
  scenario('POST /: a JSON array without Content-Type runs as a command', {
    id: 'kv.body.command-array/no-content-type',
    run: whereEchoWorks(async ({ kv, id }) => {
      const body = JSON.stringify(await kv.replaced(['ECHO', id]))
      must(await kv.send('POST', '/', { body }), result(id))
    }),
  }),
  scenario('POST /: a JSON array sent in chunks, without length, runs as a command', {
    id: 'kv.body.command-array/in-chunks',
    run: whereEchoWorks(async ({ kv, id }) => {
      const command = await kv.replaced(['ECHO', id] as const)
      given(await kv.command(command), result(id))

      must(unlessLengthRequired(await kv.command(command, { headers: chunked })), result(id))
    }),
  }),

  scenario('POST /: each of 10 equal commands at once runs', {
    id: 'kv.body.command-array/equal-at-once',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))

      const numbers = Array.from({ length: 10 }, (_, index) => index + 2)
      const replies = await Promise.all(numbers.map(() => kv.command(['INCR', key])))
      const counts = replies.map((reply) => Number(memberOf(reply, 'result')))
      for (const reply of replies) must(reply, executed())
      must(replies[0]!, () =>
        isDeepStrictEqual(new Set(counts), new Set(numbers))
          ? undefined
          : differs('the results', numbers, counts),
      )
    },
  }),

  scenario('POST /: JSON strings become arguments without any change', {
    id: 'kv.body.string-arguments/texts',
    async run(world) {
      const { kv, id, key } = world
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      const json = Object.entries(strings).map(
        ([name, text]) => spellings[name] ?? JSON.stringify(text),
      )
      const reply = await kv.post('/', `["RPUSH","${key}",${json.join(',')}]`)
      const list = await kv.command(['LRANGE', key, '1', '-1'])
      const stored = elementsOf(list, Object.keys(strings))
      await eachRow(strings, async (text, name) =>
        withSibling(
          () => must(stored[name]!, result(text)),
          // Only a text that the target returns for a path too shows a mistake in the body.
          async () =>
            text !== '' &&
            givenReturned(world, text, kv.path(['ECHO', text]), (key) =>
              kv.command(['APPEND', key, text]),
            ),
        ),
      )
      must(reply, result(1 + json.length))
    },
  }),
  scenario('POST /: a text of 70,000 bytes is stored with all its bytes', {
    id: 'kv.body.string-arguments/bytes-of-a-long-text',
    async run({ kv, key, keyOf }) {
      // Wherever a server divides the body, a character of three bytes is divided too.
      const text = '日'.repeat(23_334)
      given(await kv.command(['APPEND', keyOf('short'), '日']), result(3))
      const reply = given(await kv.command(['APPEND', key, text]), executed())

      must(reply, result(Buffer.byteLength(text)))
    },
  }),
  scenario('POST /: RPUSH of 1,000 JSON strings stores them in order', {
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
  scenario('POST /: a JSON number is stored as the same text (1.5 as "1.5")', {
    id: 'kv.body.number-arguments/numbers-beside-strings',
    async run(world) {
      const { kv, id, key } = world
      given(await kv.command(['RPUSH', key, id]), result(1))

      const texts = Object.entries(numbers).map(([name, number]) => [name, String(number)])
      const push = () => kv.command(['RPUSH', key, ...Object.values(numbers)])
      await mustPush(world, Object.fromEntries(texts) as Record<string, string>, push)
      must(await kv.command(['LRANGE', key, 1, '-8']), result(['42', '0']))
    },
  }),

  scenario('POST /: an integer of 64 bits keeps all its digits', {
    id: 'kv.body.number-arguments/integers-of-64-bits',
    async run({ kv, key }) {
      const integers = ['9007199254740993', '9223372036854775807', '-9223372036854775808']
      given(await kv.command(['RPUSH', key, '0']), result(1))
      given(await kv.command(['RPUSH', key, ...integers]), result(4))
      given(await kv.command(['LRANGE', key, '1', '-1']), result(integers))

      must(await kv.post('/', `["RPUSH","${key}",${integers.join(',')}]`), result(7))
      must(await kv.command(['LRANGE', key, '4', '-1']), result(integers))
    },
  }),

  observation('observes what ECHO returns for the JSON numbers 1.50, -0 and 1e3', {
    id: 'kv.body.number-text/number-spellings',
    async run({ kv, note }) {
      const spellings = ['1.50', '-0', '1e3', '1E-2']
      const commands = spellings.map((number) => `["ECHO",${number}]`)
      const reply = await kv.post('/pipeline', `[${commands.join(',')}]`)
      spellings.forEach((number, index) => note(number, outcomeOf(envelopeOf(reply, index))))
      note('1e400', outcomeOf(await kv.post('/', '["ECHO",1e400]')))
    },
  }),
  observation('observes the reply to ECHO with JSON true, null, an array or an object', {
    id: 'kv.body.other-argument-types/other-types',
    async run({ kv, note }) {
      for (const value of ['true', 'false', 'null', '["nested"]', '{"a":1}']) {
        note(value, outcomeOf(await kv.post('/', `["ECHO",${value}]`)))
        note(`${value} in a pipeline`, outcomeOf(await kv.post('/pipeline', `[["ECHO",${value}]]`)))
      }
    },
  }),
  observation('observes the reply to POST / without a body and with the body []', {
    id: 'kv.body.empty-array/empty-array',
    run: noting({
      '[]': ({ kv }) => kv.post('/', '[]'),
      'no body': ({ kv }) => kv.post('/', ''),
    }),
  }),
]
