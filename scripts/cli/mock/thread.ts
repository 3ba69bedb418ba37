// The thread of the mock, so that the main thread can handle signals.

import { parentPort, workerData } from 'node:worker_threads'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { mapLargeBuffers } from '../../../mocks/large-buffers.js'
import { keepCompiled } from '../compile-cache.js'
import { collectWhenIdle } from './collector.js'
import type { MockValues } from './options.js'

/** Messages of the thread: it is ready, it could not start, all is closed. */
export type FromThread =
  { readonly ready: string } | { readonly usage: string } | { readonly closed: true }

const post = (message: FromThread) => parentPort!.postMessage(message)
const values = workerData as MockValues

keepCompiled()
mapLargeBuffers()
try {
  const { readyText, startFrom } = await import('./start.js')
  const mock = await startFrom(values)
  // The message to end is the milliseconds that it has left.
  parentPort!.once('message', (grace: number) => {
    void mock.drain(grace).then(() => post({ closed: true }))
  })
  post({ ready: readyText(mock, values.json === true) })
  // Loaded now, because it would delay the first delivery.
  await import('undici')
  collectWhenIdle()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  post({ usage: error.message })
}
