import { expect, test } from 'vitest'
import type { Message } from '../wire/exchange.js'
import { Blocked, given, must, Violation, type Matcher } from './judgement.js'

const message: Message = { headers: [], body: Buffer.alloc(0) }
const finds =
  (what: string): Matcher =>
  () => ({ message: what })
const findsNothing: Matcher = () => undefined

/** What an act throws. */
function thrown(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('expected the act to throw')
}

test('one failed requirement tells everything that is wrong', () => {
  const error = thrown(() => must(message, finds('one'), findsNothing, finds('another')))

  expect(error).toBeInstanceOf(Violation)
  expect(error).toMatchObject({
    message: 'one\nanother',
    findings: [{ message: 'one' }, { message: 'another' }],
  })
})

test('a setup that does not work blocks', () => {
  const error = thrown(() => given(message, finds('it did not work')))

  expect(error).toBeInstanceOf(Blocked)
  expect(error).toMatchObject({ findings: [{ message: 'it did not work' }] })
})

test('where nothing is wrong, a requirement is silent and a setup hands its subject on', () => {
  must(message, findsNothing)

  expect(given(message, findsNothing)).toBe(message)
})

test('a message that never came has one thing wrong with it, whatever was asked of it', () => {
  const missing = { ...message, failure: 'expected an answer, got none' }

  expect(thrown(() => must(missing, finds('a wrong status')))).toMatchObject({
    findings: [{ message: 'expected an answer, got none' }],
  })
  expect(thrown(() => given(missing))).toBeInstanceOf(Blocked)
})
