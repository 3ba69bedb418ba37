// Who listens to which channel.

import type { Bytes } from '../reply.js'

export type Listener = (message: Bytes) => void

export class Channels {
  readonly #listeners = new Map<Bytes, Set<Listener>>()

  /** Hands a message to all who listen now; returns how many they are. */
  publish(channel: Bytes, message: Bytes): number {
    const listeners = [...(this.#listeners.get(channel) ?? [])]
    for (const listener of listeners) listener(message)
    return listeners.length
  }

  /** Listens to a channel until the returned function is called. */
  subscribe(channel: Bytes, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(channel) === listeners) {
        this.#listeners.delete(channel)
      }
    }
  }
}
