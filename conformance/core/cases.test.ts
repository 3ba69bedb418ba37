import { expect, test } from 'vitest'
import {
  drawn,
  inPairs,
  inTurn,
  isAllowed,
  matches,
  plainOf,
  randomFrom,
  singles,
} from './cases.js'

const space = {
  values: {
    way: ['body', 'path', 'pipeline'],
    method: ['POST', 'GET', 'PUT'],
    format: ['json', 'base64', 'resp2'],
    size: ['1', '100', '1000', '10000'],
  },
  never: [
    { way: ['body', 'pipeline'], method: ['GET', 'PUT'] },
    { way: 'path', method: 'POST' },
    { way: 'pipeline', format: 'resp2' },
  ],
}

test('the plain case comes first, then each value alone', () => {
  expect(singles(space)[0]).toEqual({ way: 'body', method: 'POST', format: 'json', size: '1' })
  expect(singles(space)).toContainEqual({ ...plainOf(space), size: '100' })
  expect(singles(space)).not.toContainEqual({ ...plainOf(space), way: 'path' })
})

test('each allowed pair of values occurs, and no other', () => {
  const cases = inPairs(space, randomFrom(1))
  expect(cases.every((choice) => isAllowed(space, choice))).toBe(true)
  const names = Object.keys(space.values) as (keyof typeof space.values)[]
  for (const one of names)
    for (const other of names)
      for (const a of space.values[one])
        for (const b of space.values[other]) {
          if (one === other || !isAllowed(space, { [one]: a, [other]: b })) continue
          expect(cases.some((choice) => choice[one] === a && choice[other] === b)).toBe(true)
        }
})

test('in turn, each value occurs, in fewer cases', () => {
  const cases = inTurn(space, randomFrom(1))
  for (const [name, values] of Object.entries(space.values))
    for (const value of values) expect(cases.some((choice) => choice[name] === value)).toBe(true)
  expect(cases.length).toBeLessThan(inPairs(space, randomFrom(1)).length)
})

test('the same seed draws the same cases', () => {
  expect(drawn(space, 20, randomFrom(7))).toEqual(drawn(space, 20, randomFrom(7)))
  expect(drawn(space, 20, randomFrom(7))).not.toEqual(drawn(space, 20, randomFrom(8)))
})

test('a pattern matches one value, a list of values, or any value', () => {
  const choice = { way: 'path', method: 'GET' }
  expect(matches({ way: 'path' }, choice)).toBe(true)
  expect(matches({ way: ['body', 'path'], method: '*' }, choice)).toBe(true)
  expect(matches({ way: 'path', size: '*' }, choice)).toBe(false)
})
