// Coroutines: a body that can be left, with the calls that are open in it.

import type { Resumable, Site } from './value.js'

export class Coroutine {
  status: 'suspended' | 'running' | 'normal' | 'dead' = 'suspended'
  readonly body: Resumable
  /** The calls that are open in it. */
  frames: (Site | undefined)[] = []
  depth = 0
  started = false

  constructor(body: Resumable) {
    this.body = body
  }
}
