import { expect, test } from 'vitest'
import type { Message } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import type { Delivery } from '../sink.js'
import {
  arrived,
  arrivedAfter,
  backedOff,
  bodies,
  calls,
  list,
  mapped,
  member,
  method,
  object,
  text,
  latest,
} from './matchers.js'

const answer = (body: string): Message => ({ headers: [], body: Buffer.from(body) })

test.each<[what: string, matcher: Matcher, body: string, message: string | undefined]>([
  ['an object', object(), '{"a":1}', undefined],
  ['no array', object(), '[{}]', 'expected one JSON object, got [{}]'],
  ['no text', object(), 'OK', 'expected one JSON object, got "OK"'],
  ['a text', text('a'), '{"a":"b"}', undefined],
  ['no empty text', text('a'), '{"a":""}', 'expected a string "a", got {"a":""}'],
  ['no number', text('a'), '{"a":1}', 'expected a string "a", got {"a":1}'],
  ['that text', text('a', 'b'), '{"a":"b"}', undefined],
  ['no other text', text('a', 'b'), '{"a":"c"}', 'expected "a" "b", got "c"'],
  ['that member', member('a', true), '{"a":true}', undefined],
  ['no other value', member('a', true), '{"a":"true"}', 'expected "a" true, got "true"'],
  ['no other name', member('a', true), '{"b":true}', 'expected "a" true, got nothing'],
  ['a list', list('a'), '{"a":[]}', undefined],
  ['no object for a list', list('a'), '{"a":{}}', 'expected an array "a", got {"a":{}}'],
  ['no list of another name', list('a'), '{"b":[]}', 'expected an array "a", got {"b":[]}'],
  ['that header', mapped('a', 'X-B', 'c'), '{"a":{"x-b":["c"]}}', undefined],
  [
    'no other value of a header',
    mapped('a', 'X-B', 'c'),
    '{"a":{"X-B":["d"]}}',
    'expected X-B in "a" "c", got ["d"]',
  ],
])('%s', (_, matcher, body, message) => {
  expect(matcher(answer(body))?.message).toBe(message)
})

const delivery: Delivery = {
  method: 'PUT',
  target: '/inbox/1?a=b',
  headers: [],
  body: Buffer.alloc(0),
  at: 0,
}

test('a delivery has the method asked for', () => {
  expect(method('PUT')(delivery)).toBeUndefined()
  expect(method('POST')(delivery)?.message).toBe('expected method "POST", got "PUT"')
})

test('what came has these bodies, in any order', () => {
  const came = (...texts: string[]) => ({
    headers: [],
    body: Buffer.alloc(0),
    deliveries: texts.map((text) => ({ ...delivery, body: Buffer.from(text) })),
  })
  expect(bodies('a', 'b', 'a')(came('b', 'a', 'a'))).toBeUndefined()
  expect(bodies('a', 'b')(came('b', 'a', 'a'))?.message).toBe(
    'expected bodies ["a","b"], got ["a","a","b"]',
  )
})

test('a delivery calls a URL to its end, and whatever stands before the path', () => {
  expect(calls('https://tunnel.example/here/inbox/1?a=b')(delivery)).toBeUndefined()
  expect(calls('http://sink/inbox/1?a=b&c')(delivery)).toBeDefined()
  expect(calls('http://sink/inbox/1?a=B')(delivery)).toBeDefined()
  expect(calls('http://sink/inbox/1')(delivery)?.message).toBe(
    'expected a call of "http://sink/inbox/1", got "/inbox/1?a=b"',
  )
})

const times = { now: async () => 0, pass: async () => {}, until: async () => {} }
const virtual = { ...times, virtual: true }
const real = { ...times, virtual: false }

test('a delivery arrives at a moment, in real time not too early', () => {
  const lateBy = (ms: number) => ({ ...delivery, at: 5000 + ms })

  expect(arrived(virtual, 5000)(lateBy(0))).toBeUndefined()
  expect(arrived(virtual, 5000)(lateBy(1))).toBeDefined()
  expect(arrived(virtual, 5000, { slack: 1000 })(lateBy(-1))?.message).toBe(
    'expected it no earlier than 1970-01-01T00:00:05.000Z, came 1 ms before that',
  )
  expect(arrived(virtual, 5000, { told: '2 s after it was published' })(lateBy(7))).toEqual({
    message: 'expected it no later than 2 s after it was published, came 7 ms after that',
    expected: '1970-01-01T00:00:05.000Z',
    actual: '1970-01-01T00:00:05.007Z',
  })
  expect(arrived(real, 5000)(lateBy(60_000))).toBeUndefined()
  expect(arrived(real, 5000)(lateBy(-1))).toBeDefined()
  expect(arrived(real, 5000, { slack: 1000 })(lateBy(-1000))).toBeUndefined()
})

test('a delivery arrives so long after another, in real time not too soon', () => {
  const after = (ms: number) => ({ ...delivery, at: ms })

  expect(arrivedAfter(virtual, delivery, 2000)(after(2000))).toBeUndefined()
  expect(arrivedAfter(virtual, delivery, 2000)(after(2001))?.message).toBe(
    'expected it no later than 2000 ms after the attempt before it, came after 2001 ms',
  )
  expect(arrivedAfter(virtual, delivery, 2718.3)(after(2719))).toBeUndefined()
  expect(arrivedAfter(virtual, delivery, 2000, { slack: 1000 })(after(1999))?.message).toBe(
    'expected it no earlier than 2000 ms after the attempt before it, came after 1999 ms',
  )
  expect(arrivedAfter(real, delivery, 2000)(after(60_000))).toBeUndefined()
  expect(arrivedAfter(real, delivery, 2000)(after(1999))).toBeDefined()
  expect(arrivedAfter(real, delivery, 2000, { slack: 1000 })(after(1000))).toBeUndefined()
  expect(arrivedAfter(real, delivery, 2000, { slack: 1000 })(after(999))).toBeDefined()
  expect(arrivedAfter(real, delivery, 2000, { late: 500 })(after(2500))).toBeUndefined()
  expect(arrivedAfter(real, delivery, 2000, { late: 500 })(after(2501))?.message).toBe(
    'expected it no later than 2500 ms after the attempt before it, came after 2501 ms',
  )
  expect(arrivedAfter(virtual, delivery, 2000, { late: 500 })(after(2001))).toBeDefined()
})

test('a backoff may be longer by its jitter, and in real time shorter by the time under way', () => {
  const after = (ms: number) => ({ ...delivery, at: ms })

  expect(backedOff(virtual, delivery, 4000)(after(4000))).toBeUndefined()
  expect(backedOff(virtual, delivery, 4000)(after(latest(4000)))).toBeUndefined()
  expect(backedOff(virtual, delivery, 4000)(after(latest(4000) + 1))).toBeDefined()
  expect(backedOff(virtual, delivery, 4000)(after(3999))).toBeDefined()
  expect(backedOff(real, delivery, 4000)(after(3000))).toBeUndefined()
  expect(backedOff(real, delivery, 4000)(after(2999))).toBeDefined()
  expect(backedOff(real, delivery, 1000)(after(2718))).toBeUndefined()
  expect(backedOff(real, delivery, 1000, { late: 100 })(after(2718))).toBeDefined()
})
