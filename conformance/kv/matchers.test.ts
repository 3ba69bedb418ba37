import { describe, expect, test } from 'vitest'
import type { Exchange } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import { anError, classWord, envelopeAt, envelopes } from './matchers.js'
import { errorEnvelope, executed, executedInBatch, failed } from './matchers.js'
import { confirmation, envelopeCount, event, eventClient, eventCommand } from './matchers.js'
import { eventTime, eventWith, failedInBatch, fields, oneDataLine } from './matchers.js'
import { prefixed, result } from './matchers.js'
import type { StreamEvent } from '../stream.js'

const answer = (status: number, body: string): Exchange => ({
  request: { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) },
  status,
  headers: [],
  body: Buffer.from(body),
  durationMs: 1,
})

/** The message is absent where nothing is wrong. */
type Row = [what: string, matcher: Matcher<Exchange>, body: string, message?: string]

test.each<Row>([
  ['one field', fields('result'), '{"result":null}'],
  ['several fields in any order', fields('b', 'a'), '{"a":1,"b":2}'],
  [
    'a field more',
    fields('result'),
    '{"result":1,"time":2}',
    'expected an object with the fields ["result"], got ["result","time"]',
  ],
  ['no fields', fields('error'), '{}', 'expected an object with the fields ["error"], got []'],
  [
    'an array is no object',
    fields('error'),
    '[{"error":"ERR"}]',
    'expected an object with the fields ["error"], got [{"error":"ERR"}]',
  ],

  ['a result', result('a'), '{"result":"a"}'],
  ['a null result', result(null), '{"result":null}'],
  ['a result that is an array', result(['a', null, 1]), '{"result":["a",null,1]}'],
  ['a result that fits a pattern', result(/^a+$/), '{"result":"aa"}'],
  ['no other type', result(1), '{"result":"1"}', 'expected result 1, got "1"'],
  ['no number for a pattern', result(/1/), '{"result":1}', 'expected result "/1/", got 1'],
  [
    'an error is no result',
    result(null),
    '{"error":"ERR"}',
    'expected result null, got {"error":"ERR"}',
  ],
  ['a raw reply is no result', result('OK'), '+OK', 'expected result "OK", got "+OK"'],

  ['a batch of two', envelopeCount(2), '[{"result":1},{"error":"ERR"}]'],
  [
    'a batch of one',
    envelopeCount(2),
    '[{"result":1}]',
    'expected a number of envelopes of 2, got 1',
  ],
  ['no batch', envelopeCount(0), '{}', 'expected an array of envelopes, got {}'],

  ['an error', errorEnvelope(), '{"error":"no class word"}'],
  ['an error that begins so', errorEnvelope('ERR '), '{"error":"ERR text"}'],
  ['an error with a class word', errorEnvelope(classWord), '{"error":"WRONGTYPE text"}'],
  [
    'a result is no error',
    errorEnvelope(),
    '{"result":1}',
    'expected an error envelope, got {"result":1}',
  ],
  [
    'an object is no error',
    errorEnvelope(),
    '{"error":{}}',
    'expected an error envelope, got {"error":{}}',
  ],
  [
    'an error that begins otherwise',
    errorEnvelope('ERR '),
    '{"error":"ERROR text"}',
    'expected an error that begins with "ERR ", got "ERROR text"',
  ],

  ['a batch', envelopes('a', anError, null), '[{"result":"a"},{"error":"E"},{"result":null}]'],
  ['an empty batch', envelopes(), '[]'],
  [
    'no batch',
    envelopes('a'),
    '{"result":"a"}',
    'expected an array of envelopes, got {"result":"a"}',
  ],
  [
    'a short batch',
    envelopes('a', 'b'),
    '[{"result":"a"}]',
    'expected a number of envelopes of 2, got 1',
  ],
  [
    'a result out of place',
    envelopes('a', 'b'),
    '[{"result":"a"},{"result":"a"}]',
    'expected envelope 1 {"result":"b"}, got {"result":"a"}',
  ],
  [
    'a result in place of an error',
    envelopes(anError),
    '[{"result":"a"}]',
    'expected envelope 0 "an error envelope", got {"result":"a"}',
  ],
  ['no envelope', envelopes(null), '[null]', 'expected envelope 0 {"result":null}, got null'],

  ['an element of a batch', envelopeAt(1, 'b'), '[7,{"result":"b"}]'],
  ['an error in a batch', envelopeAt(0, anError), '[{"error":"ERR"}]'],
  ['no such element', envelopeAt(1, 'b'), '[]', 'expected envelope 1 {"result":"b"}, got nothing'],
  ['an element of no batch', envelopeAt(0, 'b'), '{}', 'expected an array of envelopes, got {}'],
])('%s', (_, matcher, body, message) => {
  expect(matcher(answer(200, body))?.message).toBe(message)
})

test.each<[status: number, body: string, isExecuted: boolean]>([
  [200, '{"result":1}', true],
  [204, '', true],
  [200, '+OK\r\n', true],
  [200, '[{"error":"ERR"}]', true],
  [200, '{"error":"ERR"}', false],
  [302, '', false],
  [400, '{"error":"ERR"}', false],
  [500, '{"result":1}', false],
])('%i %s is executed: %s', (status, body, isExecuted) => {
  expect(executed()(answer(status, body)) === undefined).toBe(isExecuted)
  expect(failed()(answer(status, body)) === undefined).toBe(!isExecuted)
})

test.each<[status: number, body: string, executedAll: boolean, failedAll: boolean]>([
  [200, '[{"result":1},{"result":2}]', true, false],
  [200, '[{"result":1},{"error":"ERR"}]', false, false],
  [200, '[{"error":"ERR"},{"error":"ERR"}]', false, true],
  [400, '{"error":"ERR"}', false, true],
  [200, '-ERR\r\n', false, false],
])('%i %s: executed %s, failed %s', (status, body, executedAll, failedAll) => {
  expect(executedInBatch()(answer(status, body)) === undefined).toBe(executedAll)
  expect(failedInBatch()(answer(status, body)) === undefined).toBe(failedAll)
})

test.each([
  ['ERR text', true],
  ['WRONGTYPE text', true],
  ['ERR', false],
  ['Error: text', false],
  ['no such key', false],
  ['', false],
])('"%s" begins with a class word: %s', (text, fits) => {
  expect(classWord.test(text)).toBe(fits)
})

describe('an event', () => {
  /** An event that came in these lines. */
  const eventOf = (...lines: readonly string[]): StreamEvent => {
    const data = lines.map((line) => line.replace(/^data: ?/, '')).join('\n')
    return { headers: [], body: Buffer.from(data), data, lines }
  }
  const monitored = (data: string) => eventOf(`data: ${data}`)

  type EventRow = [what: string, matcher: Matcher<StreamEvent>, of: StreamEvent, message?: string]
  test.each<EventRow>([
    ['data', event('a,b'), eventOf('data: a,b')],
    ['other data', event('a'), eventOf('data: a '), 'expected the event "a", got "a "'],
    ['data that fits', event(/^a/), eventOf('data: ab')],
    ['data that does not', event(/^a/), eventOf('data: b'), 'expected the event "/^a/", got "b"'],
    ['a part', eventWith('b'), eventOf('data: abc')],
    ['no such part', eventWith('d'), eventOf('data: a'), 'expected an event with "d", got "a"'],

    ['a confirmation', confirmation('a,b'), eventOf('data: subscribe,a,b,12')],
    ...['subscribe,a,0', 'subscribe,a,', 'subscribe,a,1,', 'subscribe,b,1', 'subscribe,a'].map(
      (data): EventRow => [
        `the confirmation ${data}`,
        confirmation('a'),
        monitored(data),
        `expected the event "subscribe,a,<count>", got "${data}"`,
      ],
    ),

    ['one data line among others', oneDataLine(), eventOf('id: 1', 'data: a', ':')],
    [
      'two data lines',
      oneDataLine(),
      eventOf('data: a', 'data: b'),
      'expected one data line, got ["data: a","data: b"]',
    ],
    ['the prefix', prefixed(), eventOf('event: a', 'data: a b')],
    ['the prefix of empty data', prefixed(), eventOf('data: ')],
    ...['data:a', 'data:  a', 'data:\ta', 'data'].map((line): EventRow => [
      `no prefix, ${JSON.stringify(line)}`,
      prefixed(),
      eventOf(line),
      `expected a line that begins with "data: ", got ${JSON.stringify(line)}`,
    ]),

    ['a time', eventTime(), monitored('1700000000.000001 [0 a:1] "A"')],
    ...['1700000000.123', '1700000000', '1700000000123.456789', '1700000000.1234567', 'now'].map(
      (time): EventRow => [
        `the time ${time}`,
        eventTime(),
        monitored(`${time} [0 a:1] "A"`),
        `expected a time such as "1700000000.123456", got "${time}"`,
      ],
    ),

    ...['0 127.0.0.1:1', '12 127.0.0.1', '0 [::1]:1', '0 ::1', '0 host.name', '0 unix:/run/kv'].map(
      (client): EventRow => [
        `the client ${client}`,
        eventClient(),
        monitored(`1.2 [${client}] "A"`),
      ],
    ),
    ...['[0]', '[127.0.0.1:1]', '[0 ]', '[0 undefined]', '[x 127.0.0.1:1]', '0 127.0.0.1:1'].map(
      (client): EventRow => [
        `no client ${client}`,
        eventClient(),
        monitored(`1.2 ${client} "A" "[0 127.0.0.1:1] "`),
        `expected a database and a client such as "[0 127.0.0.1:50000]", got "1.2 ${client} "`,
      ],
    ),

    ['a command', eventCommand('SET', 'k', 'a b'), monitored('1.2 [0 a:1] "SET" "k" "a b"')],
    ['a command in another case', eventCommand('SET', 'k'), monitored('1.2 [0 a:1] "sEt" "k"')],
    ...['"SET" "K"', '"SET"', '"SET" "k" "v"', '"SET" k', '"SET"  "k"', '"SET" "k" '].map(
      (command): EventRow => [
        `another command, ${command}`,
        eventCommand('SET', 'k'),
        monitored(`1.2 [0 a:1] ${command}`),
        `expected the command ${JSON.stringify('"SET" "k"')}, got ${JSON.stringify(command)}`,
      ],
    ),
    [
      'no quotes',
      eventCommand('SET', 'k'),
      monitored('1.2 [0 a:1] SET k'),
      `expected the command ${JSON.stringify('"SET" "k"')}, got "1.2 [0 a:1] SET k"`,
    ],
  ])('%s', (_, matcher, of, message) => {
    expect(matcher(of)?.message).toBe(message)
  })
})
