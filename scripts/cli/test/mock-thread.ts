// The thread of the embedded mock; its message has the addresses and tokens.

import { parentPort, workerData } from 'node:worker_threads'
import type { Dialect } from '../../../conformance/index.js'
import { startMock } from '../../../mocks/index.js'

/** The options of `startMock` that the thread is started with. */
export interface MockThreadData {
  readonly dialect: Dialect
  readonly clock: 'virtual' | 'real'
  readonly limits: { readonly requestBytes: number }
}

const { kv, queue } = await startMock(workerData as MockThreadData)
parentPort!.postMessage({
  kv: { url: kv.url, token: kv.token },
  queue: { url: queue.url, token: queue.token },
  readOnlyToken: kv.readOnlyToken,
})
