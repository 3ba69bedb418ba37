// Makes what several scenarios share, such as the outcome of a case, in the first one that needs it.

import { Deferred, NotApplicable } from './judgement.js'

/**
 * Returns what a key stands for, made once. If the scenario that makes it is stopped before a request
 * that could harm the target, another one makes it. After another failure, the next caller tries again,
 * unless the target lacks something.
 */
export async function once<T>(
  known: Map<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const others = known.get(key)
  if (others !== undefined)
    return others.catch(async (error: unknown) => {
      if (error instanceof Deferred) return once(known, key, make)
      throw error
    })
  const own = make()
  known.set(key, own)
  own.catch((error: unknown) => {
    if (!(error instanceof NotApplicable)) known.delete(key)
  })
  return own
}
