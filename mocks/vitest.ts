// A vitest fixture that runs a mock for the tests of a file.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { AlarmClock, Mock, MockOptions, VirtualClock } from './index.js'

/** A mock that runs from the first `beforeAll` hook to the last test. */
export type MockFixture<C extends AlarmClock = VirtualClock> = Mock<C>

interface OfFixture {
  /**
   * Gives each test an isolated space in place of a reset: other tokens, data and time. Nothing that a
   * test leaves behind, such as a client that retries, reaches the next test. Hooks such as `beforeAll`
   * get the mock itself.
   */
  readonly isolate?: boolean | undefined
}

/**
 * Runs a mock of both interfaces for the tests of a file or `describe`. The mock starts before the
 * first test, is reset after each test, with the faults of its start, and is closed after the last
 * test. Its URLs, tokens and clock are available only in tests and hooks. Its `fetch` can be passed on before the mock starts.
 * Concurrent tests share the mock and its resets: each needs a space of its own from `mock.isolate()`.
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
export function useMock(
  options?: MockOptions & OfFixture & { readonly clock?: 'virtual' },
): MockFixture
export function useMock<C extends AlarmClock>(options: MockOptions<C> & OfFixture): MockFixture<C>
export function useMock({
  isolate = false,
  ...options
}: MockOptions & OfFixture = {}): MockFixture<AlarmClock> {
  let mock: Mock<AlarmClock> | undefined
  /** The space of the current test. */
  let space: Mock<AlarmClock> | undefined
  /** The ids of the faults that are on from the start. */
  let faults: readonly string[] = []

  /** Reads the faults that are on, or turns on others. */
  async function faultsOf(running: Mock<AlarmClock>, init?: RequestInit) {
    const response = await running.fetch(`${running.kv.url}/__mock/faults`, init)
    return ((await response.json()) as { readonly on: readonly string[] }).on
  }

  beforeAll(async () => {
    // The import is dynamic, so that users of only the conformance suite do not load the mocks.
    const { startMock } = await import('./index.js')
    mock = await startMock(options)
    faults = await faultsOf(mock)
  })
  if (isolate)
    beforeEach(async () => {
      space = await mock?.isolate()
    })
  // The mock is undefined if `beforeAll` failed.
  afterEach(async () => {
    const ended = space
    space = undefined
    await ended?.close()
    if (isolate || mock === undefined) return
    await mock.reset()
    if ((await faultsOf(mock)).join() === faults.join()) return
    await faultsOf(mock, { method: 'POST', body: JSON.stringify({ on: faults }) })
  })
  afterAll(async () => {
    const ended = mock
    mock = undefined
    await ended?.close()
  })

  const running = (asked: string): Mock<AlarmClock> => {
    const current = space ?? mock
    if (current) return current
    throw new Error(
      `mock.${asked} is there while tests run: expected it in a test or a hook such as beforeAll, ` +
        'but it was asked for while the tests were collected, or after the last of them. Call useMock ' +
        'in the file or in a describe, not in a test',
    )
  }
  return {
    get kv() {
      return running('kv').kv
    },
    get queue() {
      return running('queue').queue
    },
    get journal() {
      return running('journal').journal
    },
    get clock() {
      return running('clock').clock
    },
    fetch: async (...request) => running('fetch').fetch(...request),
    isolate: async () => running('isolate()').isolate(),
    assertIntercepted: () => running('assertIntercepted()').assertIntercepted(),
    reset: async () => running('reset()').reset(),
    close: async () => running('close()').close(),
    drain: async (grace) => running('drain()').drain(grace),
    [Symbol.asyncDispose]: async () => running('close()').close(),
    seed: async (seed) => running('seed()').seed(seed),
    snapshot: () => running('snapshot()').snapshot(),
    restore: async (snapshot) => running('restore()').restore(snapshot),
  }
}
