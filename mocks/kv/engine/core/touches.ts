// Notifies clients that watch keys or wait for keys.

import type { Bytes } from '../../reply.js'
import type { Database } from './database.js'

export interface Watch {
  /** True if one of the keys has changed or expired since the watch began. */
  readonly broken: boolean
  stop(): void
}

/** Serves a waiting client from a changed key. Returns false if the key had nothing for the client. */
type Serve = (key: Bytes) => boolean

/** Receives all changes. */
interface ChangeFollower {
  readonly touched: (key: Bytes) => void
  /** Called once when all keys are deleted, in place of a call for each key. */
  readonly cleared: () => void
}

export class Touches {
  readonly #db: Database
  readonly #watches = new Map<Bytes, Set<() => void>>()
  readonly #waiting = new Map<Bytes, Set<Serve>>()
  /** The changed keys for which clients wait, in the order of the changes. */
  readonly #changed = new Set<Bytes>()
  #isSettling = false
  #follower: ChangeFollower | undefined

  constructor(db: Database) {
    this.#db = db
  }

  watch(keys: readonly Bytes[]): Watch {
    const db = this.#db
    // Removes keys that have already expired, so that they do not expire during the watch.
    for (const key of keys) db.has(key)
    let broken = false
    const stop = this.#add(this.#watches, keys, () => (broken = true))
    return {
      get broken() {
        for (const key of keys) db.has(key)
        return broken
      },
      stop,
    }
  }

  /** Calls `serve` after each command that changes one of the keys, until `serve` returns true. */
  wait(keys: readonly Bytes[], serve: Serve): () => void {
    const stop = this.#add(this.#waiting, keys, (key) => {
      const served = serve(key)
      if (served) stop()
      return served
    })
    return stop
  }

  /** Follows all changes. There is at most one follower. */
  follow(follower: ChangeFollower): () => void {
    const change = (follower: ChangeFollower | undefined) => {
      this.#follower = follower
      this.#db.cleared = follower?.cleared
      this.#listen()
    }
    change(follower)
    return () => change(undefined)
  }

  /** True if clients wait for a key that has changed. */
  get areWaiting(): boolean {
    return this.#changed.size > 0
  }

  /**
   * Serves the clients that wait for changed keys, key by key. The clients of one key are served in the
   * order in which they began to wait. Serving a client may change other keys.
   */
  settle(): void {
    if (this.#isSettling || this.#changed.size === 0) return
    this.#isSettling = true
    try {
      for (const key of this.#changed) {
        this.#changed.delete(key)
        for (const serve of [...(this.#waiting.get(key) ?? [])]) {
          // Skips a client that another key has served in the loop.
          if (!this.#waiting.get(key)?.has(serve)) continue
          // Ignores changes by a client that found nothing. Otherwise clients that find nothing could
          // cause an endless loop.
          if (!serve(key)) this.#changed.delete(key)
        }
      }
    } finally {
      this.#isSettling = false
    }
  }

  #touch(key: Bytes, cleared = false): void {
    if (!cleared) this.#follower?.touched(key)
    for (const touched of this.#watches.get(key) ?? []) touched()
    if (this.#waiting.has(key)) this.#changed.add(key)
  }

  #add<T>(all: Map<Bytes, Set<T>>, keys: readonly Bytes[], one: T): () => void {
    for (const key of keys) all.set(key, (all.get(key) ?? new Set()).add(one))
    this.#listen()
    return () => {
      for (const key of keys) {
        const others = all.get(key)
        others?.delete(one)
        if (others?.size === 0) all.delete(key)
      }
      this.#listen()
    }
  }

  #listen(): void {
    const wanted = this.#watches.size + this.#waiting.size > 0 || this.#follower !== undefined
    this.#db.touched = wanted ? (key, cleared) => this.#touch(key, cleared) : undefined
  }
}
