// A map whose entries are in the order of stream ids.

import { SortedList } from '../core/sorted-list.js'
import { compareIds, type StreamId } from './stream-id.js'

export class IdMap<V> {
  readonly #entries = new SortedList<readonly [StreamId, V]>()

  get size(): number {
    return this.#entries.size
  }

  get first(): StreamId | undefined {
    return this.#entries.slice(0, 1)[0]?.[0]
  }

  get last(): StreamId | undefined {
    return this.#entries.slice(this.size - 1, this.size)[0]?.[0]
  }

  get(id: StreamId): V | undefined {
    const entry = this.ceiling(id)
    return entry && compareIds(entry[0], id) === 0 ? entry[1] : undefined
  }

  add(id: StreamId, value: V): void {
    this.#entries.insert([id, value], notBefore(id))
  }

  /** Deletes the value of an id. Returns false if the id had no value. */
  delete(id: StreamId): boolean {
    const existed = this.get(id) !== undefined
    if (existed) this.#entries.remove(notBefore(id))
    return existed
  }

  /** Yields the entries from an id on. The map must not change during the iteration. */
  from(id: StreamId): Iterable<readonly [StreamId, V]> {
    return this.#entries.from(notBefore(id))
  }

  /** Returns the first entry from an id on. */
  ceiling(id: StreamId): readonly [StreamId, V] | undefined {
    return this.#entries.from(notBefore(id)).next().value
  }
}

const notBefore =
  (id: StreamId) =>
  ([other]: readonly [StreamId, unknown]): boolean =>
    compareIds(other, id) >= 0
