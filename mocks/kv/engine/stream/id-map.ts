// A map in order of ids that grows at its end, and is looked into and shrinks anywhere.

import { bisect } from '../core/bisect.js'
import { compareIds, type StreamId } from './stream-id.js'

interface Chunk<V> {
  readonly ids: StreamId[]
  readonly values: V[]
}

/** As many entries as are still moved in no time. */
const LARGEST_CHUNK = 256

export class IdMap<V> {
  /** In order, and none of them empty. */
  readonly #chunks: Chunk<V>[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  get first(): StreamId | undefined {
    return this.#chunks[0]?.ids[0]
  }

  get last(): StreamId | undefined {
    return this.#chunks.at(-1)?.ids.at(-1)
  }

  get(id: StreamId): V | undefined {
    const { chunk, position, found } = this.#find(id)
    return found ? chunk!.values[position] : undefined
  }

  set(id: StreamId, value: V): void {
    const { chunk, at, position, found } = this.#find(id)
    if (found) {
      chunk!.values[position] = value
      return
    }
    this.#size++
    if (chunk === undefined || (position === LARGEST_CHUNK && at === this.#chunks.length - 1)) {
      this.#chunks.push({ ids: [id], values: [value] })
      return
    }
    chunk.ids.splice(position, 0, id)
    chunk.values.splice(position, 0, value)
    if (chunk.ids.length > LARGEST_CHUNK) {
      const half = LARGEST_CHUNK / 2
      const second = { ids: chunk.ids.splice(half), values: chunk.values.splice(half) }
      this.#chunks.splice(at + 1, 0, second)
    }
  }

  /** Says whether the id was there. */
  delete(id: StreamId): boolean {
    const { chunk, at, position, found } = this.#find(id)
    if (!found) return false
    this.#size--
    chunk!.ids.splice(position, 1)
    chunk!.values.splice(position, 1)
    if (chunk!.ids.length === 0) this.#chunks.splice(at, 1)
    return true
  }

  /** The entries from an id on. Nothing may be added or removed meanwhile. */
  *from(id: StreamId): Generator<[StreamId, V]> {
    let { at, position } = this.#find(id)
    for (; at < this.#chunks.length; at++, position = 0) {
      const { ids, values } = this.#chunks[at]!
      for (; position < ids.length; position++) yield [ids[position]!, values[position]!]
    }
  }

  /** The first entry from an id on. */
  ceiling(id: StreamId): [StreamId, V] | undefined {
    const [entry] = this.from(id) as Iterable<[StreamId, V] | undefined>
    return entry
  }

  /** Where an id is, or would be. */
  #find(id: StreamId) {
    const chunks = this.#chunks
    const after = bisect(chunks.length, (at) => compareIds(chunks[at]!.ids[0]!, id) <= 0)
    const at = Math.max(after - 1, 0)
    const chunk = chunks[at]
    const ids = chunk?.ids ?? []
    const position = bisect(ids.length, (position) => compareIds(ids[position]!, id) < 0)
    const there = ids[position]
    return { chunk, at, position, found: there !== undefined && compareIds(there, id) === 0 }
  }
}
