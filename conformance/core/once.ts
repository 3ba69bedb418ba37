// Makes what several scenarios share, such as the outcome of a case, in the first one that needs it.

import { Deferred, NotApplicable } from './judgement.js'
import type { World } from './scenario.js'

/** Returns what all cases of a run share under a name, made once. `of` keeps equal names apart. */
export async function onceInRun<T>(
  { shared }: Pick<World, 'shared'>,
  of: unknown,
  name: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = (shared.get(of) ?? new Map()) as Map<string, Promise<T>>
  shared.set(of, known)
  return once(known, name, make)
}

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
