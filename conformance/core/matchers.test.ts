import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import { answerOf, exchangeOf } from '../wire/testing.js'
import type { Matcher } from './judgement.js'
import { accepted, body, emptyBody, header, jsonBody, mediaType } from './matchers.js'
import { noHeader, refused, status } from './matchers.js'

const said = (text: string | Uint8Array) => answerOf(200, text)
const withStatus = (status: number) => answerOf(status, '')
const twice = exchangeOf({
  headers: [
    ['X-A', '1'],
    ['x-a', '2'],
  ],
})
const json = exchangeOf({ headers: [['Content-Type', 'Application/JSON; charset=utf-8']] })

// The scenarios run the other matchers on correct responses of the mock.
test.each<[what: string, matcher: Matcher<Exchange>, given: Exchange]>([
  ['the status', status(200), withStatus(200)],
  ['the first accepting status', accepted(), withStatus(200)],
  ['the last accepting status', accepted(), withStatus(299)],
  ['the first refusing status', refused(), withStatus(400)],
  ['the last refusing status', refused(), withStatus(499)],
  ['a header by any case of its name', header('x-A', '1, 2'), twice],
  ['a media type aside from its case', mediaType('application/json'), json],
])('%s fits', (_, matcher, given) => {
  expect(matcher(given)).toBeUndefined()
})

const manyWords = 'x '.repeat(200)
const shownWords = `"${'x '.repeat(29)}x… (405 characters)`
const sameElements = Array<string>(100).fill('same')
const shownElements = `[${'"same",'.repeat(8)}"sa…`

test.each<[finding: string, matcher: Matcher<Exchange>, given: Exchange]>([
  ['expected status 200, got 201', status(200), withStatus(201)],
  ['expected a status from 200 to 299, got 300', accepted(), withStatus(300)],
  ['expected a status from 400 to 499, got 500', refused(), withStatus(500)],
  ['expected header X-A "1", got "1, 2"', header('X-A', '1'), twice],
  ['expected header X-B "/./", got nothing', header('X-B', /./), twice],
  ['expected no header x-a, got "1, 2"', noHeader('x-a'), twice],
  [
    'expected content type "text/plain", got "Application/JSON; charset=utf-8"',
    ...([mediaType('text/plain'), json] as const),
  ],
  ['expected content type "text/plain", got nothing', mediaType('text/plain'), exchangeOf()],
  ['expected body "+OK\\r\\n", got "+OK\\n"', body('+OK\r\n'), said('+OK\n')],
  ['expected body "ü", got "base64:/A=="', body('ü'), said(Buffer.of(0xfc))],
  [`expected body "", got "${'x'.repeat(199)}… (302 characters)`, body(''), said('x'.repeat(300))],
  [
    `expected body ${shownWords}, got ${shownWords}; ` +
      'the first difference is at character 400: expected "…one", got "…two"',
    ...([body(`${manyWords}one`), said(`${manyWords}two`)] as const),
  ],
  [
    `expected body ${shownElements} (701 characters), got ${shownElements} (702 characters); ` +
      'the first difference is at [98]: expected "same", got "other"',
    ...([jsonBody(sameElements), said(JSON.stringify(sameElements.with(98, 'other')))] as const),
  ],
  ['expected body "", got "{}"', emptyBody(), said('{}')],
  ['expected body [], got {}', jsonBody([]), said('{}')],
  ['expected body [], got "[}"', jsonBody([]), said('[}')],
])('%s', (finding, matcher, given) => {
  expect(matcher(given)?.message).toBe(finding)
})

test('a finding keeps long values whole', () => {
  const long = 'x'.repeat(300)

  expect(body('')(said(long))).toMatchObject({ expected: '', actual: long })
})
