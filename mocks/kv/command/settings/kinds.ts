// The kinds of settings: the values that CONFIG SET accepts, the form in which CONFIG GET returns them,
// and the texts of refusals.

import { matchesGlob } from '../../engine/core/glob.js'
import { INT64_MAX, readInt64 } from '../../engine/core/int64.js'
import type { Bytes } from '../../reply.js'

export interface Setting {
  /** The value at the start. */
  readonly value: Bytes
  /** Converts a new value. `before` is the present value. Throws if the word is invalid. */
  readonly read: (word: Bytes, before: Bytes) => Bytes
  /** The reason for which CONFIG SET refuses every value. Undefined for a setting that may change. */
  readonly refusal?: string
  /** True for a setting that only its full name finds. */
  readonly hidden?: true
}

export const INT_MAX = 2n ** 31n - 1n
export const UINT_MAX = 2n ** 32n - 1n
const UINT64_MAX = 2n ** 64n - 1n
const POWER_64 = 2n ** 64n

export const immutable = (value: Bytes): Setting => ({
  ...text(value),
  refusal: "can't set immutable config",
})

export const guarded = (value: Bytes): Setting => ({
  ...text(value),
  refusal: "can't set protected config",
})

export const hidden = (setting: Setting): Setting => ({ ...setting, hidden: true })

export const text = (value: Bytes, check: (word: Bytes) => void = () => {}): Setting => ({
  value,
  read(word) {
    check(word)
    return word
  },
})

/** A setting that the process could apply only at its start, so that other values fail. */
export const applied = (setting: Setting, failure: string): Setting => ({
  ...setting,
  read(word, before) {
    const read = setting.read(word, before)
    if (read !== before) throw new Error(failure)
    return read
  },
})

export const yesOrNo = (value: 'yes' | 'no'): Setting => ({
  value,
  read(word) {
    const answer = word.toLowerCase()
    if (answer !== 'yes' && answer !== 'no') throw new Error("argument must be 'yes' or 'no'")
    return answer
  },
})

/** One of several words. `same` maps words to those that CONFIG GET returns in their place. */
export const oneOf = (
  words: readonly string[],
  value: string,
  same: Readonly<Record<string, string>> = {},
): Setting => ({
  value,
  read(word) {
    const given = word.toLowerCase()
    if (words.includes(given)) return same[given] ?? given
    throw new Error(`argument(s) must be one of the following: ${words.join(', ')}`)
  },
})

/** Some of several words. The first word stands for none of the others. */
export const someOf = (words: readonly string[], check: (given: Set<string>) => void): Setting => ({
  value: words[0]!,
  read(word) {
    const given = new Set(partsOf(word).map((part) => part.toLowerCase()))
    if (given.size === 0 || ![...given].every((part) => words.includes(part))) {
      throw new Error(`argument(s) must be one of the following: ${words.join(', ')}`)
    }
    check(given)
    return words.filter((part, at) => at > 0 && given.has(part)).join(' ') || words[0]!
  },
})

export const integer = (value: number, least: bigint, greatest: bigint): Setting => ({
  value: String(value),
  read(word) {
    const given = readInt64(word)
    if (given === undefined) throw new Error("argument couldn't be parsed into an integer")
    return String(between(given, least, greatest))
  },
})

/** An integer without a sign. Redis casts a negative number, which is then too large. */
export const unsigned = (value: number, greatest = INT64_MAX): Setting =>
  integer(value, 0n, greatest)

function between(value: bigint, least: bigint, greatest: bigint): bigint {
  if (value >= least && value <= greatest) return value
  throw new Error(`argument must be between ${least} and ${greatest} inclusive`)
}

const UNITS: Readonly<Record<string, bigint>> = {
  '': 1n,
  b: 1n,
  k: 1000n,
  kb: 2n ** 10n,
  m: 10n ** 6n,
  mb: 2n ** 20n,
  g: 10n ** 9n,
  gb: 2n ** 30n,
}

/** Parses a number of bytes with an optional unit. Returns undefined if the word is invalid. */
function memoryOf(word: Bytes): bigint | undefined {
  const [, digits, unit = ''] = /^([0-9]{0,127})([a-z]*)$/i.exec(word) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (digits === undefined || factor === undefined) return undefined
  const count = BigInt(digits)
  return ((count > UINT64_MAX ? UINT64_MAX : count) * factor) % POWER_64
}

export const memory = (value: number, least = 0n, greatest = INT64_MAX): Setting => ({
  value: String(value),
  read(word) {
    const bytes = memoryOf(word)
    if (bytes === undefined) throw new Error('argument must be a memory value')
    return String(
      between(greatest === UINT64_MAX ? bytes : BigInt.asIntN(64, bytes), least, greatest),
    )
  },
})

export const anyMemory = (value: number): Setting => memory(value, 0n, UINT64_MAX)

export const memoryOrPercent = (value: number): Setting => ({
  value: String(value),
  read(word) {
    const bytes = memoryOf(word)
    if (bytes !== undefined) {
      // Redis stores a percentage as a negative number.
      const signed = between(BigInt.asIntN(64, bytes), -100n, INT64_MAX)
      return signed < 0n ? `${-signed}%` : String(signed)
    }
    const percent = word.endsWith('%') ? readInt64(word.slice(0, -1)) : undefined
    if (percent === undefined || percent < 0n) {
      throw new Error('argument must be a memory or percent value')
    }
    if (percent > 100n) throw new Error('percentage argument must be less or equal to 100')
    return percent === 0n ? '0' : `${percent}%`
  },
})

/** A number that Redis raises or lowers to its bounds instead of refusing it. */
export const clamped = (setting: Setting, least: bigint, greatest = INT64_MAX): Setting => ({
  ...setting,
  read(word, before) {
    const given = BigInt(setting.read(word, before))
    if (given < least) return String(least)
    return String(given > greatest ? greatest : given)
  },
})

/** The words of a value that consists of several. */
const partsOf = (word: Bytes): Bytes[] => (word === '' ? [] : word.split(' '))

const isCount = (word: Bytes): boolean => /^\s*[-+]?\d+$/.test(word)

export const savePoints: Setting = {
  value: '',
  read(word) {
    const parts = partsOf(word)
    const isValid = parts.every(
      (part, at) => isCount(part) && Number(part) >= (at % 2 === 0 ? 1 : 0),
    )
    if (parts.length % 2 === 1 || !isValid) throw new Error('Invalid save parameters')
    return parts.map(Number).join(' ')
  },
}

export const oomScores: Setting = {
  value: '0 200 800',
  read(word) {
    const parts = partsOf(word)
    if (parts.length !== 3) throw new Error('wrong number of arguments')
    if (!parts.every((part) => isCount(part) && Math.abs(Number(part)) <= 2000)) {
      throw new Error('Invalid oom-score-adj-values, elements must be between -2000 and 2000.')
    }
    return parts.map(Number).join(' ')
  },
}

export const percentiles: Setting = {
  value: '50 99 99.9',
  read(word) {
    const numbers = partsOf(word).map((part) => {
      const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(part) ? Number(part) : NaN
      if (Number.isNaN(number))
        throw new Error('Invalid latency-tracking-info-percentiles parameters')
      if (number >= 0 && number <= 100) return number
      throw new Error('latency-tracking-info-percentiles parameters should sit between [0.0,100.0]')
    })
    return numbers.map((number) => String(Number(number.toFixed(6)))).join(' ')
  },
}

const CLIENT_CLASSES: readonly (readonly [shown: string, ...others: string[]])[] = [
  ['normal'],
  ['slave', 'replica'],
  ['pubsub'],
]

/** The limits of unsent replies: for each class of clients, a hard limit, a soft limit and seconds. */
export const outputLimits: Setting = {
  value: 'normal 0 0 0 slave 268435456 67108864 60 pubsub 33554432 8388608 60',
  read(word, before) {
    const where = 'in buffer limit configuration.'
    const parts = partsOf(word)
    const limits = before.split(' ')
    if (parts.length % 4 > 0) throw new Error(`Wrong number of arguments ${where}`)
    for (let at = 0; at < parts.length; at += 4) {
      const [name = '', hard = '', soft = '', seconds = ''] = parts.slice(at)
      const index = CLIENT_CLASSES.findIndex((names) => names.includes(name.toLowerCase()))
      if (index < 0) throw new Error(`Invalid client class specified ${where}`)
      const bytes = [memoryOf(hard), memoryOf(soft)]
      if (bytes.includes(undefined) || !isCount(seconds) || Number(seconds) < 0) {
        throw new Error(`Error in hard, soft or soft_seconds setting ${where}`)
      }
      limits.splice(4 * index + 1, 3, ...[...bytes, Number(seconds)].map(String))
    }
    return limits.join(' ')
  },
}

/** The classes of keyspace events in Redis's order. `A` stands for the classes from `g` to `d`. */
const EVENT_CLASSES = 'Ag$lshzxeKEtmdn'
const ALL_EVENTS = 'g$lshzxetd'

export const events: Setting = {
  value: '',
  read(word) {
    if ([...word].some((letter) => !EVENT_CLASSES.includes(letter))) {
      throw new Error(`Invalid event class character. Use '${EVENT_CLASSES}'.`)
    }
    const given = new Set(word.includes('A') ? word + ALL_EVENTS : word)
    const all = [...ALL_EVENTS].every((letter) => given.has(letter))
    const classes = all ? 'A' : [...ALL_EVENTS].filter((letter) => given.has(letter)).join('')
    return classes + [...'KEmn'].filter((letter) => given.has(letter)).join('')
  },
}

export function checkHostname(word: Bytes): void {
  if (word.length >= 256) throw new Error('Hostnames must be less than 256 characters')
  if (/^[A-Za-z0-9.-]*$/.test(word)) return
  throw new Error('Hostnames may only contain alphanumeric characters, hyphens or dots')
}

const TITLE_VARIABLES = [
  'title',
  'listen-addr',
  'server-mode',
  'port',
  'tls-port',
  'unixsocket',
  'config-file',
]

export function checkTitle(word: Bytes): void {
  const known = new RegExp(`\\{(?:${TITLE_VARIABLES.join('|')})\\}`, 'g')
  if (word.trim() !== '' && !/[{}]/.test(word.replaceAll(known, ''))) return
  throw new Error('template format is invalid or contains unknown variables')
}

export const isPattern = (word: Bytes): boolean => /[*?[]/.test(word)

export const matchesName = (pattern: Bytes, name: Bytes): boolean =>
  matchesGlob(pattern.toLowerCase(), name)
