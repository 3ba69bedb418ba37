// Parameters of one word.

import { parseDouble } from '../engine/core/double.js'
import { INT64_MAX, parseInt64 } from '../engine/core/int64.js'
import { parseLongDouble } from '../engine/core/long-double.js'
import { ReplyError, type Bytes } from '../reply.js'
import { parameter, word, type Parameter, type Word } from './parameters.js'
import { syntaxError } from './refusals.js'
import type { Words } from './words.js'

const bytes = (name: string) => word(name, (word) => word)

/** The command's own name as typed, for a refusal that repeats it. */
export const nameAsTyped = parameter('', (words) => words.asked)

export const key: Parameter<Bytes> = { ...bytes('key'), take: (words) => words.nextKey(), keys: 1 }
export const field = bytes('field')
export const member = bytes('member')
export const element = bytes('element')
export const value = bytes('value')
export const pattern = bytes('pattern')

export const integer = word('integer', (word) => parseInt64(word))

/** An integer for counts and positions, where doubles are exact enough. */
export const index = word('integer', (word) => Number(parseInt64(word)))

export const score = word('score', (word) => parseDouble(word))

export const float = word('float', (word) => parseLongDouble(word))

const between = (name: string, least: bigint, greatest: bigint) =>
  word(name, (word) => {
    const value = parseInt64(word)
    if (value < least || value > greatest) {
      throw new ReplyError(`ERR value is out of range, value must between ${least} and ${greatest}`)
    }
    return Number(value)
  })

/**
 * The most draws that one command may ask for. Redis has no limit, and a few words make it answer
 * without end; here they would take the memory of the process that the tests run in.
 */
export const MOST_DRAWS = 1_000_000

const signed = between('signed', -INT64_MAX, INT64_MAX)

/** The number of elements to choose at random; negative: that many draws, which may repeat. */
export const draws = word('signed', (word) => {
  const count = signed.parse(word)
  if (count < -MOST_DRAWS) throw new ReplyError('ERR value is out of range')
  return count
})

/** The most draws with values or scores, which count twice. */
export const MAX_PAIRS = 2 ** 62

export const int32 = between('integer', -(2n ** 31n), 2n ** 31n - 1n)

/** An integer not below `least`. `notInteger`: the refusal of words that are no integer. */
export const atLeast = (least: number, refusal: string, notInteger = refusal): Word<number> =>
  word('integer', (word) => {
    const value = Number(parseInt64(word, notInteger))
    if (value < least) throw new ReplyError(refusal)
    return value
  })

export const count = atLeast(0, 'ERR value is out of range, must be positive')

/** One of some keywords in any case; the value is in lower case. */
export function keyword<const K extends string>(...keywords: K[]): Parameter<Lowercase<K>> {
  const parse = (word: Bytes) => {
    const found = keywords.find((keyword) => keyword === word.toUpperCase())
    if (found === undefined) throw syntaxError()
    return found.toLowerCase() as Lowercase<K>
  }
  const take = (words: Words) => {
    if (words.left === 0) throw syntaxError()
    return parse(words.next())
  }
  return { ...parameter(keywords.join('|'), take), parse }
}
