import { expect, test } from 'vitest'
import type { HttpMessage } from '../wire/exchange.js'
import { exchangeOf } from '../wire/testing.js'
import { Blocked, given, givenBy, must, Violation, type Matcher } from './judgement.js'

const message: HttpMessage = { headers: [], body: Buffer.alloc(0) }
const finds =
  (what: string): Matcher =>
  () => ({ message: what })
const findsNothing: Matcher = () => undefined

test.each([
  ['must', must, Violation],
  ['given', given, Blocked],
] as const)('%s reports everything that is wrong', (_, check, error) => {
  const findings = [{ message: 'one' }, { message: 'two' }]
  expect(() => check(message, finds('one'), findsNothing, finds('two'))).toThrow(
    new error(findings),
  )

  const missing = { ...message, failure: 'expected an answer, got none' }
  expect(() => check(missing, finds('a wrong status'))).toThrow(
    new error([{ message: 'expected an answer, got none' }]),
  )
})

test('if nothing is wrong, must is silent and given returns its subject', () => {
  must(message, findsNothing)

  expect(given(message, findsNothing)).toBe(message)
})

test('givenBy violates its rule, unless there is no response', () => {
  const rule = 'kv.envelope.result-array'
  expect(givenBy(rule, message, findsNothing)).toBe(message)
  expect(() => givenBy(rule, message, finds('no array'))).toThrow(
    new Violation([{ message: 'no array', rule }]),
  )
  const event = { ...message, failure: 'expected another event, got none' }
  expect(() => givenBy(rule, event)).toThrow(Violation)

  const exchange = exchangeOf({ failure: 'expected an answer, got none' })
  expect(() => givenBy(rule, exchange)).toThrow(Blocked)
})
