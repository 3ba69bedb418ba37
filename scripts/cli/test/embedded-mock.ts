// Starts the mock that is tested if the user gives no target. The mock runs in a separate thread.

import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Dialect } from '../../../conformance/index.js'
import { wholeNumber } from '../verb.js'
import type { MockThreadData } from './mock-thread.js'
import type { TestValues } from './options.js'
import type { GivenTarget } from './target.js'

interface EmbeddedMock extends Required<GivenTarget> {
  readonly readOnlyToken: string
}

const { resolve } = createRequire(import.meta.url)

/** The maximum request size in bytes. The size is small, so that tests exceed it quickly. */
const maxRequestSize = 100_000

/** Returns the kind of clock. Only the provider of the mock can advance a virtual clock. */
export const clockFor = ({ time, provider = 'mock' }: TestValues): MockThreadData['clock'] =>
  provider === 'mock' && time !== 'real' ? 'virtual' : 'real'

/** Starts a mock of both interfaces with the maximum request size in `values` and a dedicated account. */
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
  const thread = new Worker(resolve('#code/embedded-thread.cjs'), { workerData })
  const [ready] = (await once(thread, 'message')) as [Omit<EmbeddedMock, 'close' | 'declared'>]
  const declared = { dedicatedAccount: true, kvMaxRequestSize: requestBytes } as const
  return { ...ready, declared, close: async () => void (await thread.terminate()) }
}
