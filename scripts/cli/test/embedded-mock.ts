// The mock that is judged where no target is named. It has a thread of its own, so that who asks and
// who answers need not take turns.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Dialect } from '../../../conformance/index.js'
import type { TestValues } from './options.js'
import type { Target } from './target.js'

interface EmbeddedMock extends Required<Target> {
  readonly readOnlyToken: string
}

/** What the thread is started with. */
export interface MockThreadData {
  readonly dialect: Dialect
  readonly clock: 'virtual' | 'real'
}

/** The mock's own provider alone turns its clock: with another one nothing would ever fall due. */
export const clockFor = ({ time, provider = 'mock' }: TestValues): MockThreadData['clock'] =>
  provider === 'mock' && time !== 'real' ? 'virtual' : 'real'

/** Starts a mock of both interfaces. Rejects when it cannot start. */
export async function embeddedMock(
  dialect: Dialect,
  clock: MockThreadData['clock'] = 'virtual',
): Promise<EmbeddedMock> {
  const workerData: MockThreadData = { dialect, clock }
  const thread = new Worker(new URL('./mock-thread.js', import.meta.url), { workerData })
  const [told] = (await once(thread, 'message')) as [Omit<EmbeddedMock, 'close'>]
  return { ...told, close: async () => void (await thread.terminate()) }
}
