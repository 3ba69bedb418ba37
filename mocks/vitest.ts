// The mock as a fixture of a user's vitest suite: when it starts, is reset and ends.

import { afterAll, afterEach, beforeAll } from 'vitest'
import type { AlarmClock, Mock, MockOptions, VirtualClock } from './index.js'

/** A running mock, from the first `beforeAll` hook to the last test; it ends by itself. */
export type MockFixture<C extends AlarmClock = VirtualClock> = Omit<Mock<C>, 'close' | 'drain'>

/**
 * Has a mock of both interfaces run for the tests of this file, or of the `describe` it is called
 * in: it starts before them all, is reset after each and closed after the last. What it tells (URLs,
 * tokens, the clock) can be read in tests and hooks, and not before; `fetch` may be handed on at
 * once. Tests that run at the same time share it, and a reset ends what the others had begun.
 *
 * @example
 * const mock = useMock()
 *
 * test('a reminder comes after a day', async () => {
 *   await signUp('ada', mock.queue)
 *   await mock.clock.advance('1d')
 *   expect(mock.queue.deliveries()).toHaveLength(1)
 * })
 */
export function useMock(options?: MockOptions & { readonly clock?: 'virtual' }): MockFixture
export function useMock<C extends AlarmClock>(options: MockOptions<C>): MockFixture<C>
export function useMock(options: MockOptions = {}): MockFixture<AlarmClock> {
  let mock: Mock<AlarmClock> | undefined

  beforeAll(async () => {
    // Whoever takes nothing but the conformance suite from this package is spared the mocks.
    const { startMock } = await import('./index.js')
    mock = await startMock(options)
  })
  // Without a mock `beforeAll` has failed and told why.
  afterEach(() => mock?.reset())
  afterAll(async () => {
    const ended = mock
    mock = undefined
    await ended?.close()
  })

  const running = (asked: string): Mock<AlarmClock> => {
    if (mock) return mock
    throw new Error(
      `mock.${asked} is there while tests run: expected it in a test or a hook such as beforeAll, ` +
        'but it was asked for while the tests were collected, or after the last of them',
    )
  }
  return {
    get kv() {
      return running('kv').kv
    },
    get queue() {
      return running('queue').queue
    },
    get clock() {
      return running('clock').clock
    },
    fetch: async (...request) => running('fetch').fetch(...request),
    reset: async () => running('reset()').reset(),
  }
}
