// The thread of the embedded mock, which tells whoever started it where the mock is.

import { parentPort, workerData } from 'node:worker_threads'
import { startMock } from '../../../mocks/index.js'
import type { MockThreadData } from './embedded-mock.js'

const { kv, queue } = await startMock(workerData as MockThreadData)
parentPort!.postMessage({
  kv: { url: kv.url, token: kv.token },
  queue: { url: queue.url, token: queue.token },
  readOnlyToken: kv.readOnlyToken,
})
