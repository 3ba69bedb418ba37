// Takes the lease of mocks for the time of a run, because two runs on one mock disturb each other.

import { randomUUID } from 'node:crypto'
import { controlFailure } from '../core/judgement.js'

/** Sends `POST /__mock/lease` to a mock and returns the status, 0 without a response. */
export type PostLease = (
  body: { holder: string; seconds: number },
  signal?: AbortSignal,
) => Promise<number>

export interface Leased {
  readonly url: string
  readonly post: PostLease
}

/** The time of a lease in seconds, and the time after which it is renewed in milliseconds. */
const [leaseSeconds, renewalMs] = [30, 10_000]

/**
 * Takes the leases and renews them until the returned `release` is called. Rejects if another run has
 * one of them. A mock of an older version responds with 404 and has no lease.
 */
export async function takeLeases(mocks: readonly Leased[]) {
  const holder = randomUUID()
  const ended = new AbortController()
  let statuses: readonly number[] = []
  const postAll = async (seconds: number, signal?: AbortSignal) =>
    (statuses = await Promise.all(mocks.map(({ post }) => post({ holder, seconds }, signal))))
  const taken = await postAll(leaseSeconds)
  const release = async () => {
    ended.abort()
    const isAnswering = statuses.some((status) => status !== 0)
    // The lease of a mock that no longer responds ends by itself.
    if (isAnswering) await postAll(0)
  }
  const other = mocks[taken.indexOf(409)]
  if (other !== undefined) {
    await release()
    throw controlFailure(
      `another run uses the mock at ${other.url}, and both would change its clock, limits and tokens; wait for its end, or start a mock for each run. If no run is active, POST /__mock/reset ends its lease`,
    )
  }
  const renew = () => postAll(leaseSeconds, ended.signal)
  const timer = setInterval(() => void renew(), renewalMs).unref()
  return {
    renew,
    release: async () => {
      clearInterval(timer)
      await release()
    },
  }
}
