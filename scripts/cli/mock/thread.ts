// Runs the mock in a thread, so that the main thread can handle signals.

import { parentPort, workerData } from 'node:worker_threads'
import { UsageError } from '../../../conformance/core/usage-error.js'
import type { AlarmClock, Mock, PrismMock } from '../../../mocks/index.js'
import { mapLargeBuffers } from '../../../mocks/large-buffers.js'
import { keepCompiled } from '../compile-cache.js'
import { collectWhenIdle } from './collector.js'
import type { LogForm } from './log.js'
import type { MockValues } from './options.js'

/** The messages of the thread: the mock is ready, the mock could not start, or the mock is closed. */
export type FromThread =
  { readonly ready: string } | { readonly usage: string } | { readonly closed: true }

/** The options of the command, and the form of its log. */
interface Given {
  readonly values: MockValues
  readonly log: LogForm | undefined
}

const post = (message: FromThread) => parentPort!.postMessage(message)
const { values: given, log } = workerData as Given

/** Keeps the state of the mock in the file of `--state`. Returns a function for the last write. */
async function kept(mock: Mock<AlarmClock> | PrismMock): Promise<(() => void) | undefined> {
  if (given.state === undefined || !('snapshot' in mock)) return undefined
  const { keepState } = await import('./state.js')
  return keepState(mock, given.state, (problem) =>
    process.stderr.write(`svc-contract: ${problem}\n`),
  )
}

async function run(): Promise<void> {
  const [{ startFrom }, { readyText }, { readyFile }] = await Promise.all([
    import('./start.js'),
    import('./ready.js'),
    import('./environment.js'),
  ])
  const { like, 'like-violations': isWrong } = given
  const { values, imitation } =
    like === undefined && isWrong !== true
      ? { values: given, imitation: undefined }
      : (await import('./like.js')).imitating(given)
  const file = readyFile(values)
  const mock = await startFrom(values)
  const written = await file?.write(mock).catch(async (error: unknown) => {
    await mock.close()
    throw error
  })
  const writeLast = await kept(mock).catch(async (error: unknown) => {
    await mock.close()
    throw error
  })
  // The message that ends the mock contains the milliseconds that are left.
  parentPort!.once('message', (grace: number) => {
    writeLast?.()
    void mock.drain(grace).then(() => post({ closed: true }))
  })
  post({ ready: readyText(mock, values, written, imitation) })
  if (log !== undefined && 'journal' in mock) {
    const { logTo } = await import('./log.js')
    logTo((line) => process.stderr.write(line), mock.journal, log)
  }
  // undici is loaded now, because loading it later would delay the first delivery.
  await import('undici/index.js')
  collectWhenIdle()
}

keepCompiled()
mapLargeBuffers()
run().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error
  post({ usage: error.message })
})
