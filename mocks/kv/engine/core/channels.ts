// The channels and their listeners.

import type { Bytes } from '../../reply.js'
import { matchesGlob } from './glob.js'

export type Listener = (message: Bytes, channel: Bytes) => void

export class Channels {
  readonly #channels = new Map<Bytes, Set<Listener>>()
  readonly #patterns = new Map<Bytes, Set<Listener>>()

  /** Sends a message to all current listeners of a channel. Returns the number of listeners. */
  publish(channel: Bytes, message: Bytes): number {
    const listeners = [...(this.#channels.get(channel) ?? [])]
    for (const [pattern, more] of this.#patterns) {
      if (matchesGlob(pattern, channel)) listeners.push(...more)
    }
    for (const listener of listeners) listener(message, channel)
    return listeners.length
  }

  /** Listens to a channel. The returned function ends the subscription. */
  subscribe(channel: Bytes, listener: Listener): () => void {
    return listen(this.#channels, channel, listener)
  }

  /** Listens to all channels that match a pattern. The returned function ends the subscription. */
  psubscribe(pattern: Bytes, listener: Listener): () => void {
    return listen(this.#patterns, pattern, listener)
  }

  get size(): number {
    return this.#channels.size
  }

  get names(): Iterable<Bytes> {
    return this.#channels.keys()
  }

  /** Returns the number of listeners that subscribed to a channel by its name. */
  listeners(channel: Bytes): number {
    return this.#channels.get(channel)?.size ?? 0
  }

  get patterns(): number {
    return this.#patterns.size
  }
}

/** Adds a listener. The returned function removes the listener, and a name without listeners. */
function listen(names: Map<Bytes, Set<Listener>>, name: Bytes, listener: Listener): () => void {
  const listeners = names.get(name) ?? new Set()
  names.set(name, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && names.get(name) === listeners) names.delete(name)
  }
}
