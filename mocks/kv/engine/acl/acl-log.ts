// The ACL log, latest denial first. A repeated denial within a minute increases a counter.

import type { Clock } from '../../../clock.js'
import type { Bytes } from '../../reply.js'
import type { Denial } from './selector.js'

export interface Denied {
  readonly reason: Denial['reason'] | 'auth'
  readonly context: 'toplevel' | 'multi' | 'lua'
  readonly object: Bytes
  readonly user: Bytes
}

export interface LogEntry extends Denied {
  readonly count: number
  /** The time of the last denial, in milliseconds since 1970. */
  readonly at: number
}

const MINUTE = 60_000
const MOST = 128

export class AclLog {
  readonly #clock: Clock
  #entries: readonly LogEntry[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(denied: Denied): void {
    const at = this.#clock.now()
    const fields = ['reason', 'context', 'object', 'user'] as const
    const same = this.#entries.find(
      (entry) => at - entry.at <= MINUTE && fields.every((field) => entry[field] === denied[field]),
    )
    const others = this.#entries.filter((entry) => entry !== same)
    const latest = { ...denied, at, count: (same?.count ?? 0) + 1 }
    this.#entries = [latest, ...others].slice(0, MOST)
  }

  get entries(): readonly LogEntry[] {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }
}
