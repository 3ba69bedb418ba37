// Runs the embedded mock in a thread. The thread posts a message with the addresses and tokens.

import { parentPort, workerData } from 'node:worker_threads'
import type { Dialect } from '../../../conformance/index.js'
import { startMock } from '../../../mocks/index.js'

/** The options of `startMock` that the thread receives. */
export interface MockThreadData {
  readonly dialect: Dialect
  readonly clock: 'virtual' | 'real'
  readonly limits: { readonly requestBytes: number }
}

// The listener keeps the thread alive, because a mock does not. `terminate` ends the thread.
parentPort!.on('message', () => {})

void startMock(workerData as MockThreadData).then(({ kv, queue }) =>
  parentPort!.postMessage({
    kv: { url: kv.url, token: kv.token },
    queue: { url: queue.url, token: queue.token },
    readOnlyToken: kv.readOnlyToken,
  }),
)
