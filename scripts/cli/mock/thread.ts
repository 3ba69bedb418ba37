// The thread in which the mock of the command runs: the main thread is free to hear signals, whatever
// the mock is doing.

import { parentPort, workerData } from 'node:worker_threads'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { mapLargeBuffers } from '../../../mocks/large-buffers.js'
import { keepCompiled } from '../compile-cache.js'
import { collectWhenIdle } from './collector.js'
import type { MockValues } from './options.js'

/** What the thread says: that it is ready, why it is not, and that all is closed. */
export type FromThread =
  { readonly ready: string } | { readonly usage: string } | { readonly closed: true }

const say = (message: FromThread) => parentPort!.postMessage(message)
const values = workerData as MockValues

keepCompiled()
mapLargeBuffers()
try {
  const { readyText, startFrom } = await import('./start.js')
  const mock = await startFrom(values)
  /** It is told to end, by the milliseconds that it has for that. */
  parentPort!.once('message', (grace: number) => {
    void mock.drain(grace).then(() => say({ closed: true }))
  })
  say({ ready: readyText(mock, values.json === true) })
  // It takes long to load: the first delivery would keep everybody waiting.
  await import('undici')
  collectWhenIdle()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  say({ usage: error.message })
}
