// mock: serves the mocks until it is stopped. The mocks run in a separate thread, so that a signal
// stops them even while a script or a command keeps the thread busy.

import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { UsageError } from '../../conformance/core/usage-error.js'
import { withConfig } from './config.js'
import { options } from './mock/options.js'
import { logFormOf } from './mock/log.js'
import type { FromThread } from './mock/thread.js'
import { parentEnd, stopSignal } from './signals.js'
import { read, time, type Verb } from './verb.js'

const { resolve } = createRequire(import.meta.url)

export const verb: Verb = {
  summary: 'serves the mocks of both interfaces until it is stopped',
  positionals: '',
  options,
  async run(args) {
    const { values: given, positionals } = read(args, options)
    const values = withConfig('mock', options, given)
    if (positionals.length > 0)
      throw new UsageError(`mock takes options only, not "${positionals.join(' ')}"`)
    const grace = time('grace', values.grace, 's', 1)

    const thread = new Worker(resolve('#code/mock-thread.cjs'), {
      workerData: { values, log: values.log === true ? logFormOf(process.stderr) : undefined },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    const started = await nextMessage(thread)
    if ('usage' in started) {
      await thread.terminate()
      throw new UsageError(started.usage)
    }
    if ('ready' in started) {
      // The handler is installed first, because a program that reads the printed line may stop the
      // mock at once.
      const stopped = Promise.race([stopSignal(), parentEnd(process.env)])
      // An unhandled error of the thread becomes an unhandled error of this process.
      thread.on('error', (error) => {
        throw error
      })
      console.log(started.ready)
      await stopped
    }
    await end(thread, grace)
    return 0
  },
}

/** Ends the mock after its requests and deliveries, after `grace` milliseconds, or at a second signal. */
async function end(thread: Worker, grace: number): Promise<void> {
  const closed = nextMessage(thread)
  // The thread gets less time, because ending an idle mock also takes time.
  thread.postMessage(Math.max(0, grace - CLOSING))
  const late = new Promise<void>((resolve) => setTimeout(resolve, grace).unref())
  await Promise.race([closed, late, stopSignal()])
  await thread.terminate()
}

/**
 * The size of the memory for new objects, in megabytes. It is half of the default of V8, because V8
 * keeps the memory long after many requests.
 */
const YOUNG_GENERATION_MB = 24

/** The milliseconds of the grace period that are reserved for ending the mock. */
const CLOSING = 100

async function nextMessage(thread: Worker): Promise<FromThread> {
  const [message] = (await once(thread, 'message')) as [FromThread]
  return message
}
