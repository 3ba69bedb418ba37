// Members in the order of their scores, found by rank or by what holds from some rank on.

import type { Bytes } from '../../reply.js'
import { bisect } from '../core/bisect.js'
import { PartialSums } from './partial-sums.js'

export type Scored = readonly [member: Bytes, score: number]

/** Says of a member whether something holds. */
export type Test = (score: number, member: Bytes) => boolean

/** A part of the order; the scores and the members have the same indices. */
interface Chunk {
  readonly scores: number[]
  readonly members: Bytes[]
}

/** Moving so many costs less than finding the place. A fuller chunk is split in two. */
const MAX_CHUNK = 512

/** By score; members of the same score as memcmp orders them. */
export class Ranking {
  /** None is empty. */
  #chunks: Chunk[] = []
  #sizes = new PartialSums([])
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds a member that is not there. */
  add(score: number, member: Bytes): void {
    const test = notBefore(score, member)
    const index = Math.max(0, Math.min(this.#chunkOf(test), this.#chunks.length - 1))
    const chunk = this.#chunks[index]
    this.#size++
    if (chunk === undefined) {
      this.#chunks = [{ scores: [score], members: [member] }]
      this.#measure()
      return
    }
    const at = placeIn(chunk, test)
    chunk.scores.splice(at, 0, score)
    chunk.members.splice(at, 0, member)
    if (chunk.members.length > MAX_CHUNK) this.#split(index, chunk)
    else this.#sizes.add(index, 1)
  }

  /** Removes a member that is there, with that score. */
  remove(score: number, member: Bytes): void {
    const test = notBefore(score, member)
    const index = this.#chunkOf(test)
    const chunk = this.#chunks[index]!
    const at = placeIn(chunk, test)
    chunk.scores.splice(at, 1)
    chunk.members.splice(at, 1)
    this.#size--
    if (chunk.members.length > 0) {
      this.#sizes.add(index, -1)
      return
    }
    this.#chunks.splice(index, 1)
    this.#measure()
  }

  /** How many come before a member, whether it is there or not. */
  rankOf(score: number, member: Bytes): number {
    return this.first(notBefore(score, member))
  }

  /** The rank of the first member for which something holds that holds for all after it too. */
  first(test: Test): number {
    const index = this.#chunkOf(test)
    const chunk = this.#chunks[index]
    return chunk === undefined ? this.#size : this.#sizes.before(index) + placeIn(chunk, test)
  }

  /** The members with the ranks from `start` to before `end`, all of which there must be. */
  slice(start: number, end: number): Scored[] {
    const found: Scored[] = []
    let { index, offset } = this.#sizes.find(start)
    while (found.length < end - start) {
      const { scores, members } = this.#chunks[index]!
      found.push([members[offset]!, scores[offset]!])
      if (++offset < members.length) continue
      index++
      offset = 0
    }
    return found
  }

  /** The index of the chunk that has the first member for which a test holds. */
  #chunkOf(test: Test): number {
    return bisect(this.#chunks.length, (index) => {
      const { scores, members } = this.#chunks[index]!
      const last = members.length - 1
      return !test(scores[last]!, members[last]!)
    })
  }

  #split(index: number, { scores, members }: Chunk): void {
    const middle = members.length >>> 1
    const second = { scores: scores.splice(middle), members: members.splice(middle) }
    this.#chunks.splice(index + 1, 0, second)
    this.#measure()
  }

  #measure(): void {
    this.#sizes = new PartialSums(this.#chunks.map(({ members }) => members.length))
  }
}

const notBefore =
  (score: number, member: Bytes): Test =>
  (otherScore, other) =>
    otherScore > score || (otherScore === score && other >= member)

const placeIn = ({ scores, members }: Chunk, test: Test): number =>
  bisect(members.length, (at) => !test(scores[at]!, members[at]!))
