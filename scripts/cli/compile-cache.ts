// Compiled code of the command: a second start does not compile again what the first one did.

import nodeModule from 'node:module'

/** Keeps what this thread compiles from now on, from Node 22.1 on. */
export function keepCompiled(): void {
  ;(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.()
}
