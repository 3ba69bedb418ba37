// Who listens to which channel.

import type { Bytes } from '../../reply.js'
import { matchesGlob } from './glob.js'

export type Listener = (message: Bytes, channel: Bytes) => void

export class Channels {
  readonly #channels = new Map<Bytes, Set<Listener>>()
  readonly #patterns = new Map<Bytes, Set<Listener>>()

  /** Hands a message to all who listen now; returns how many they are. */
  publish(channel: Bytes, message: Bytes): number {
    const listeners = [...(this.#channels.get(channel) ?? [])]
    for (const [pattern, more] of this.#patterns) {
      if (matchesGlob(pattern, channel)) listeners.push(...more)
    }
    for (const listener of listeners) listener(message, channel)
    return listeners.length
  }

  /** Listens to a channel until the returned function is called. */
  subscribe(channel: Bytes, listener: Listener): () => void {
    return listen(this.#channels, channel, listener)
  }

  /** Listens to all channels whose names match, until the returned function is called. */
  psubscribe(pattern: Bytes, listener: Listener): () => void {
    return listen(this.#patterns, pattern, listener)
  }

  /** The channels that somebody listens to by name. */
  get names(): Iterable<Bytes> {
    return this.#channels.keys()
  }

  /** How many listen to a channel by its name. */
  listeners(channel: Bytes): number {
    return this.#channels.get(channel)?.size ?? 0
  }

  /** How many different patterns are listened to. */
  get patterns(): number {
    return this.#patterns.size
  }
}

/** A name that nobody listens to any more is not kept. */
function listen(names: Map<Bytes, Set<Listener>>, name: Bytes, listener: Listener): () => void {
  const listeners = names.get(name) ?? new Set()
  names.set(name, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && names.get(name) === listeners) names.delete(name)
  }
}
