import { afterEach, expect, test } from 'vitest'
import { beginCommand, endCommand, OutOfTime, spend, wasSlow } from './budget.js'

/** Creates a clock that advances by 1 ms with each reading and counts the readings. */
function counted(milliseconds: number, until = Infinity) {
  let looks = 0
  return { now: () => ++looks, milliseconds, until, looks: () => looks }
}

afterEach(() => {
  endCommand()
})

test('a command may run until its time is over', () => {
  const limit = counted(3)
  beginCommand(limit)
  expect(() => spend(50_000)).not.toThrow()
  expect(() => spend(50_000)).not.toThrow()
  expect(() => spend(50_000)).not.toThrow()
  expect(() => spend(50_000)).toThrow(new OutOfTime(3))
  expect(wasSlow()).toBe(true)
})

test('a short command does not read the clock', () => {
  const limit = counted(3)
  beginCommand(limit)
  for (let step = 0; step < 1000; step++) spend()
  expect(wasSlow()).toBe(false)
  expect(limit.looks()).toBe(0)
})

test('the deadline of the request ends a command earlier', () => {
  beginCommand(counted(100, 2))
  expect(() => spend(50_000)).not.toThrow()
  expect(() => spend(50_000)).toThrow(new OutOfTime(1))
})

test('each command has its own time; code outside commands has no limit', () => {
  const limit = counted(2)
  for (let command = 0; command < 5; command++) {
    beginCommand(limit)
    spend(50_000)
    endCommand()
    spend(50_000)
  }
  expect(limit.looks()).toBe(5)
})
