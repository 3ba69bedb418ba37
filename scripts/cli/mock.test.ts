import { expect, test } from 'vitest'
import { UsageError } from '../../conformance/usage-error.js'
import { startMock } from '../../mocks/index.js'
import { usageErrorOf } from './mock.js'

const failureOf = (start: Promise<unknown>): Promise<unknown> =>
  start.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a port that is taken is for the user to mend', async () => {
  const mock = await startMock()
  const taken = await failureOf(startMock({ kvPort: Number(new URL(mock.kv.url).port) }))
  await mock.close()

  expect(usageErrorOf(taken)).toBeInstanceOf(UsageError)
  expect(usageErrorOf(taken)?.message).toContain(new URL(mock.kv.url).port)
})

test('so is a Redis that does not answer', async () => {
  const mock = await startMock()
  await mock.close()
  // Nobody listens there any more.
  const gone = await failureOf(startMock({ redis: `redis://${new URL(mock.kv.url).host}` }))

  expect(usageErrorOf(gone)?.message).toMatch(/could not start: cannot use Redis at 127/)
})

test.each([new TypeError('not a function'), new Error('no such fault'), 'text', undefined])(
  '%s is a bug of ours',
  (error) => {
    expect(usageErrorOf(error)).toBeUndefined()
  },
)
