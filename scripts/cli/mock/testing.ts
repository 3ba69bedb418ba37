// Starts the mock command in the process of a test.

import { read } from '../verb.js'
import { options } from './options.js'
import { startFrom } from './start.js'

/** Starts the mock from the arguments of `mock`. Rejects if they are refused, or if they are not. */
export async function startMockFrom(args: readonly string[]): Promise<never> {
  const mock = await startFrom(read(args, options).values)
  await mock.close()
  throw new Error('the mock has started')
}
