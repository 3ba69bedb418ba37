import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import { exchangeOf } from '../wire/testing.js'
import type { Ending } from './ending.js'
import { unlessSlow } from './slow-target.js'

const limit = { limitMs: 10_000, isOpen: false, usualMs: 5 }

const answered = (durationMs: number) =>
  exchangeOf({ durationMs, request: { ...exchangeOf().request } })
const overdue = (durationMs: number) =>
  exchangeOf({
    ...{ durationMs, overdue: true, status: 0, failure: 'got none: timed out after 10000 ms' },
    request: { method: 'POST', target: '/set/k?_token=t', headers: [], body: Buffer.alloc(0) },
  })

/** Returns a line whose requests were sent one after the other. */
const line = (...exchanges: readonly Exchange[]) => ({
  exchanges,
  respondingMs: exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0),
})
const violated = (...findings: Ending['findings']): Ending => ({ verdict: 'violated', findings })
const about = ({ request, failure = '' }: ReturnType<typeof overdue>) => ({
  message: failure,
  overdue: true,
  request,
})
const six = Array.from({ length: 6 }, () => answered(1500))
const late = overdue(1000)
const unsent = { ...about(late), request: overdue(0).request }

test('slow responses that use up the time of a scenario block it', () => {
  const message =
    'the 10000 ms of the scenario ended, because the target is slow; raise --timeout ' +
    '(6 earlier requests took about 1500 ms each, and the last request had waited for 1000 ms)'

  expect(unlessSlow(violated(about(late)), line(...six, late), limit)).toEqual({
    verdict: 'blocked',
    reason: message,
    findings: [{ message, kind: 'slow', request: late.request }],
  })
})

test('a request without a response is blocked if a usual response is slow', () => {
  const hanging = overdue(9900)
  const ending = unlessSlow(violated(about(hanging)), line(hanging), { ...limit, usualMs: 1200 })
  expect(ending.reason).toBe(
    'the 10000 ms of the scenario ended, because the target is slow; raise --timeout ' +
      '(its last responses took about 1200 ms each)',
  )
})

test('a scenario of an open point is then not applicable', () => {
  const ending = unlessSlow(violated(about(late)), line(...six, late), { ...limit, isOpen: true })
  expect(ending.verdict).toBe('not-applicable')
})

test('requests that were not sent any more do not matter', () => {
  const findings = [about(late), unsent, { message: 'and 3 more', overdue: true }]
  expect(unlessSlow(violated(...findings), line(...six, late), limit).verdict).toBe('blocked')
})

const hanging = overdue(9900)
const half = [answered(5100), overdue(4900)] as const
test.each<[what: string, ended: Ending, exchanges: readonly Exchange[]]>([
  ['a request that waited for the whole time', violated(about(hanging)), [answered(5), hanging]],
  ['a request after another one that waited', violated(unsent), [answered(5), hanging]],
  [
    'a wrong response',
    violated({ message: 'expected 1', request: six[0]!.request }),
    [...six, late],
  ],
  ['a wrong response too', violated(about(late), { message: 'expected 1' }), [...six, late]],
  ['a request that waited for half of the time', violated(about(overdue(5000))), [overdue(5000)]],
  ['a response in time', { verdict: 'passed', findings: [] }, six],
])('%s is judged as before', (_, ended, exchanges) => {
  expect(unlessSlow(ended, line(...exchanges), limit)).toBe(ended)
})

test('a request that waited for less than half of the time blocks', () => {
  expect(unlessSlow(violated(about(half[1])), line(...half), limit).verdict).toBe('blocked')
})

test.each([
  [
    'sent late',
    [late],
    / before this request was answered, .* late \(the last request had waited for/,
  ],
  [
    'not sent any more',
    [],
    / before this request was answered, because something before it was missing or late$/,
  ],
])('a request that was %s blocks, even without earlier responses', (_, exchanges, message) => {
  const { verdict, reason } = unlessSlow(violated(about(late)), line(...exchanges), limit)
  expect(verdict).toBe('blocked')
  expect(reason).toMatch(message)
})

test('the longest wait before the request is the cause, if it is known', () => {
  const longestWait = { expected: 'expected delivery 1 to http://sink/1', milliseconds: 9000 }
  const { reason } = unlessSlow(violated(about(late)), line(late), { ...limit, longestWait })
  expect(reason).toMatch(
    / answered, because of a wait of 9000 ms: expected delivery 1 to http:\/\/sink\/1 \(the last/,
  )
})

const noDelivery = { message: 'expected delivery 1, got none', overdue: true }
test('a delivery that did not arrive before the time ended blocks after slow responses', () => {
  const { verdict, reason } = unlessSlow(violated(noDelivery), line(...six), limit)
  expect(verdict).toBe('blocked')
  expect(reason).toMatch(/\(6 earlier requests took about 1500 ms each\)$/)
})

test('a delivery that was waited for longer than all responses took is judged as before', () => {
  const atOnce = { exchanges: six, respondingMs: 1500 }
  const ended = violated(noDelivery)
  expect(unlessSlow(ended, atOnce, limit)).toBe(ended)
})
