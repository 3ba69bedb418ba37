// The provider of our own mocks: their control routes, over HTTP.

import { deadlineAfter } from '../deadline.js'
import { jsonOf } from '../exchange.js'
import type { Provider } from '../provider.js'
import { openTarget } from '../target.js'

export interface MockProviderOptions {
  /** Milliseconds that one call may take; 10,000 unless told. */
  readonly timeoutMs?: number
  /** Ends what is under way. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The provider of the mocks at `urls`, or undefined where none of them answers `/__mock/health` as
 * the mock does. A clean start is one of those that are mocks; the clock can be turned only where
 * all of them have a virtual one, since elsewhere nothing falls due when it is. Rejects with the
 * reason of the signal once that is aborted.
 */
export async function mockProvider(
  urls: string | readonly string[],
  options: MockProviderOptions = {},
): Promise<Provider | undefined> {
  const all = [urls].flat()
  const answers = await Promise.all([...new Set(all)].map((url) => mockAt(url, options)))
  options.signal?.throwIfAborted()
  const mocks = answers.filter((each) => each !== undefined)
  if (mocks.length === 0) return undefined

  const turnable = answers.every((each) => each?.clock === 'virtual')
  return {
    name: 'mock',
    reset: async () => void (await Promise.all(mocks.map(({ call }) => call('POST', '/reset')))),
    ...(turnable && { clock: oneClock(mocks) }),
  }
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>

interface MockAt {
  readonly clock: unknown
  readonly call: Call
}

/** The control routes below a URL, or undefined where there are none. */
async function mockAt(
  url: string,
  { timeoutMs = 10_000, signal }: MockProviderOptions,
): Promise<MockAt | undefined> {
  const target = openTarget(url)
  const call: Call = async (method, path, body) => {
    const deadline = deadlineAfter(timeoutMs, signal)
    const request = { method, target: `/__mock${path}`, body: body && JSON.stringify(body) }
    const exchange = await target.send(request, deadline.signal)
    deadline.clear()
    if (exchange.failure !== undefined) throw new Error(`${url}: ${exchange.failure}`)
    if (exchange.status !== 200)
      throw new Error(`${url}/__mock${path} answered ${exchange.status}, expected 200`)
    return jsonOf(exchange)
  }
  const health = (await call('GET', '/health').catch(() => undefined)) as
    { clock?: unknown } | null | undefined
  if (health?.clock !== undefined) return { clock: health.clock, call }
  target.close()
  return undefined
}

/**
 * The sink answers at once or not at all, so that soon nothing more is to be expected of a delivery
 * that hangs; in milliseconds.
 */
const PATIENCE = 200

/** Clocks as one. Some may be the same: two interfaces of one mock share theirs. */
function oneClock(mocks: readonly MockAt[]): NonNullable<Provider['clock']> {
  const now = ({ call }: MockAt) =>
    call('GET', '/clock').then((answer) => (answer as { now: number }).now)
  return {
    now: () => now(mocks[0]!),
    async advance(milliseconds) {
      // To a moment and not by a while: a shared clock that is told twice moves once.
      const moments = await Promise.all(mocks.map(now))
      await Promise.all(
        mocks.map(({ call }, index) =>
          call('POST', '/clock', { to: (moments[index] ?? 0) + milliseconds, patience: PATIENCE }),
        ),
      )
    },
  }
}
