// Coroutines: bodies that can be left, with the calls that are open in them.

import type { Function, Resumable, Site } from './value.js'

export class Coroutine {
  status: 'suspended' | 'running' | 'normal' | 'dead' = 'suspended'
  /** The bodies under way in it, the innermost last. */
  readonly bodies: Resumable[] = []
  readonly callee: Function
  /** The calls that are open in it. */
  frames: (Site | undefined)[] = []
  depth = 0

  constructor(callee: Function) {
    this.callee = callee
  }
}
