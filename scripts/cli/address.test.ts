import { expect, test } from 'vitest'
import { addressProblem } from './address.js'

const withCode = (code: string) => Object.assign(new Error(code), { code })

test('a taken address is told, also as the cause of another error', () => {
  const taken = withCode('EADDRINUSE')
  expect(addressProblem(taken)).toMatch(/is taken/)
  expect(addressProblem(new Error('cannot listen', { cause: taken }))).toMatch(/is taken/)
})

test.each([new TypeError('not a function'), withCode('ECONNREFUSED'), 'EADDRINUSE', undefined])(
  '%s is not about an address',
  (error) => {
    expect(addressProblem(error)).toBeUndefined()
  },
)
