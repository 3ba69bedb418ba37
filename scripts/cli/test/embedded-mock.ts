// The mock that is judged where no target is named. It has a thread of its own, so that who asks and
// who answers need not take turns.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Dialect } from '../../../conformance/index.js'
import { wholeNumber } from '../verb.js'
import type { MockThreadData } from './mock-thread.js'
import type { TestValues } from './options.js'
import type { Target } from './target.js'

interface EmbeddedMock extends Required<Target> {
  readonly readOnlyToken: string
}

/** Bytes: small, so that requests beyond it cost little. */
const maxRequestSize = 100_000

/** The mock's own provider alone turns its clock: with another one nothing would ever fall due. */
export const clockFor = ({ time, provider = 'mock' }: TestValues): MockThreadData['clock'] =>
  provider === 'mock' && time !== 'real' ? 'virtual' : 'real'

/**
 * Starts a mock of both interfaces, with the maximum request size that `values` declares. Its account
 * is dedicated: nobody else knows its tokens. Rejects when it cannot start.
 */
export async function embeddedMock(
  dialect: Dialect,
  values: TestValues = {},
  clock: MockThreadData['clock'] = 'virtual',
): Promise<EmbeddedMock> {
  const requestBytes = wholeNumber(
    'kv-max-request-size',
    values['kv-max-request-size'],
    maxRequestSize,
    1,
  )
  const workerData: MockThreadData = { dialect, clock, limits: { requestBytes } }
  const thread = new Worker(new URL('./mock-thread.js', import.meta.url), { workerData })
  const [told] = (await once(thread, 'message')) as [Omit<EmbeddedMock, 'close' | 'declared'>]
  const declared = { dedicatedAccount: true, kvMaxRequestSize: requestBytes } as const
  return { ...told, declared, close: async () => void (await thread.terminate()) }
}
