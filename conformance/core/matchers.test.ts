import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import type { Matcher } from './judgement.js'
import { accepted, body, emptyBody, header, jsonBody, mediaType } from './matchers.js'
import { noHeader, refused, status } from './matchers.js'

const answer = (parts: Partial<Exchange>): Exchange => ({
  request: { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) },
  status: 200,
  headers: [],
  body: Buffer.alloc(0),
  durationMs: 1,
  ...parts,
})
const said = (text: string | Uint8Array) => answer({ body: Buffer.from(text) })
const headed = (...headers: Exchange['headers']) => answer({ headers })

interface Row {
  readonly what: string
  readonly matcher: Matcher<Exchange>
  readonly given: Exchange
  /** The whole message; absent where nothing is wrong. */
  readonly want?: string
}

const twice = headed(['X-A', '1'], ['x-a', '2'])
const json = headed(['Content-Type', 'Application/JSON; charset=utf-8'])

test.each<Row>([
  { what: 'the status', matcher: status(200), given: answer({ status: 200 }) },
  {
    what: 'another status',
    matcher: status(200),
    given: answer({ status: 201 }),
    want: 'expected status 200, got 201',
  },
  { what: 'the first accepting status', matcher: accepted(), given: answer({ status: 200 }) },
  { what: 'the last accepting status', matcher: accepted(), given: answer({ status: 299 }) },
  {
    what: 'a redirect',
    matcher: accepted(),
    given: answer({ status: 300 }),
    want: 'expected a status from 200 to 299, got 300',
  },
  { what: 'the first refusing status', matcher: refused(), given: answer({ status: 400 }) },
  { what: 'the last refusing status', matcher: refused(), given: answer({ status: 499 }) },
  {
    what: 'a breakdown',
    matcher: refused(),
    given: answer({ status: 500 }),
    want: 'expected a status from 400 to 499, got 500',
  },

  { what: 'a header by any case of its name', matcher: header('x-A', '1, 2'), given: twice },
  { what: 'a header by a pattern', matcher: header('x-a', /^1/), given: twice },
  {
    what: 'another value of a header',
    matcher: header('X-A', '1'),
    given: twice,
    want: 'expected header X-A "1", got "1, 2"',
  },
  {
    what: 'a header that is not there',
    matcher: header('X-B', /./),
    given: twice,
    want: 'expected header X-B "/./", got nothing',
  },
  { what: 'no header', matcher: noHeader('X-B'), given: twice },
  {
    what: 'a header all the same',
    matcher: noHeader('x-a'),
    given: twice,
    want: 'expected no header x-a, got "1, 2"',
  },
  { what: 'a media type aside from its case', matcher: mediaType('application/json'), given: json },
  {
    what: 'another media type',
    matcher: mediaType('text/plain'),
    given: json,
    want: 'expected content type "text/plain", got "Application/JSON; charset=utf-8"',
  },
  {
    what: 'no media type',
    matcher: mediaType('text/plain'),
    given: answer({}),
    want: 'expected content type "text/plain", got nothing',
  },

  { what: 'the text of a body', matcher: body('ü'), given: said('ü') },
  { what: 'the bytes of a body', matcher: body(Uint8Array.of(0xff)), given: said(Buffer.of(0xff)) },
  {
    what: 'another text',
    matcher: body('+OK\r\n'),
    given: said('+OK\n'),
    want: 'expected body "+OK\\r\\n", got "+OK\\n"',
  },
  {
    what: 'bytes that are no text',
    matcher: body('ü'),
    given: said(Buffer.of(0xfc)),
    want: 'expected body "ü", got "base64:/A=="',
  },
  {
    what: 'a text too long to be shown whole',
    matcher: body(''),
    given: said('x'.repeat(300)),
    want: `expected body "", got "${'x'.repeat(199)}… (302 characters)`,
  },
  {
    what: 'a long text that differs where it is not shown',
    matcher: body(`${'x '.repeat(200)}one`),
    given: said(`${'x '.repeat(200)}two`),
    want:
      `expected body "${'x '.repeat(29)}x… (405 characters), got "${'x '.repeat(29)}x… (405 characters)` +
      '; the first difference is at character 400: expected "…one", got "…two"',
  },
  {
    what: 'a long list that differs in one of its last elements',
    matcher: jsonBody(Array(100).fill('same')),
    given: said(JSON.stringify([...(Array(98).fill('same') as string[]), 'other', 'same'])),
    want:
      `expected body [${'"same",'.repeat(8)}"sa… (701 characters), got [${'"same",'.repeat(8)}"sa… (702 characters)` +
      '; the first difference is at [98]: expected "same", got "other"',
  },
  { what: 'an empty body', matcher: emptyBody(), given: said('') },
  {
    what: 'a body all the same',
    matcher: emptyBody(),
    given: said('{}'),
    want: 'expected body "", got "{}"',
  },

  { what: 'a body as JSON', matcher: jsonBody({ a: 1, b: [] }), given: said('{"b":[], "a":1}') },
  {
    what: 'another value',
    matcher: jsonBody([]),
    given: said('{}'),
    want: 'expected body [], got {}',
  },
  {
    what: 'no JSON',
    matcher: jsonBody([]),
    given: said('[}'),
    want: 'expected body [], got "[}"',
  },
])('$what', ({ matcher, given, want }) => {
  expect(matcher(given)?.message).toBe(want)
})

test('a finding keeps long values whole', () => {
  const long = 'x'.repeat(300)

  expect(body('')(said(long))).toMatchObject({ expected: '', actual: long })
})
