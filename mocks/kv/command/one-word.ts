// Parameters that consume one word.

import { parseDouble } from '../engine/core/double.js'
import { INT64_MAX, parseInt64 } from '../engine/core/int64.js'
import { parseLongDouble } from '../engine/core/long-double.js'
import { ReplyError, type Bytes } from '../reply.js'
import { parameter, word, type Parameter, type Word } from './parameters.js'
import { syntaxError } from './refusals.js'
import type { Words } from './words.js'

const bytes = (name: string) => word(name, (word) => word)

/** The name of the command as the client typed it, for an error that repeats the name. */
export const nameAsTyped = parameter('', (words) => words.asked)

export const key: Parameter<Bytes> = { ...bytes('key'), take: (words) => words.nextKey(), keys: 1 }
export const field = bytes('field')
export const member = bytes('member')
export const element = bytes('element')
export const value = bytes('value')
export const pattern = bytes('pattern')

export const integer = word('integer', (word) => parseInt64(word))

/** An integer for counts and positions. A double is exact enough for them. */
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

/** The most random draws in one command. Redis has no limit, but a reply must not fill the memory. */
export const MOST_DRAWS = 1_000_000

const signed = between('signed', -INT64_MAX, INT64_MAX)

/** The number of elements to draw. A negative number allows repetitions. */
export const draws = word('signed', (word) => {
  const count = signed.parse(word)
  if (count < -MOST_DRAWS) throw new ReplyError('ERR value is out of range')
  return count
})

/** Throws for too many draws with values or scores, which count as draws too. */
export function checkPairs(count: number): void {
  if (Math.abs(count) > 2 ** 62) throw new ReplyError('ERR value is out of range')
}

export const int32 = between('integer', -(2n ** 31n), 2n ** 31n - 1n)

/** An integer of at least `least`. `notInteger` is the error for a word that is not an integer. */
export const atLeast = (least: number, refusal: string, notInteger = refusal): Word<number> =>
  word('integer', (word) => {
    const value = Number(parseInt64(word, notInteger))
    if (value < least) throw new ReplyError(refusal)
    return value
  })

export const count = atLeast(0, 'ERR value is out of range, must be positive')

/** One of the keywords in any case. The value is the keyword in lower case. */
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
