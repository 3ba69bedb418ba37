// Parameters parse the arguments of a command, and refuse invalid arguments like Redis.

import { ReplyError, type Bytes } from '../reply.js'
import { syntaxError } from './refusals.js'
import { lengthOf, readSyntax, type Syntax } from './syntax.js'
import type { Words } from './words.js'

/** Parses one value from the words of a command. */
export interface Parameter<T> {
  readonly take: (words: Words) => T
  /** Parses the word of a parameter that always consumes one word. Absent for other parameters. */
  readonly parse?: (word: Bytes) => T
  /** The default value of a parameter that may be omitted. Absent for required parameters. */
  readonly otherwise?: { readonly value: T } | undefined
  /** The smallest and the largest number of words that the parameter consumes. */
  readonly least: number
  readonly most: number
  /** The distance between the keys of the parameter, in words. Absent for a parameter without keys. */
  readonly keys?: number | undefined
  readonly syntax: Syntax
}

/** A parameter that always consumes one word. */
export interface Word<T> extends Parameter<T> {
  readonly parse: (word: Bytes) => T
}

export type ValueOf<P> = P extends Parameter<infer T> ? T : never

/** Creates a parameter. `least` overrides the smallest number of words in the syntax. */
export function parameter<T>(
  text: string | Syntax,
  take: (words: Words) => T,
  least?: number,
): Parameter<T> {
  const syntax = typeof text === 'string' ? readSyntax(text) : text
  const length = lengthOf(syntax)
  return { take, syntax, least: least ?? length.least, most: length.most }
}

export const word = <T>(name: string, parse: (word: Bytes) => T): Word<T> => ({
  ...parameter(name, (words) => parse(words.next())),
  parse,
})

export const pair = <A, B>(a: Parameter<A>, b: Parameter<B>): Parameter<[A, B]> => ({
  ...parameter({ kind: 'sequence', parts: [a.syntax, b.syntax] }, (words): [A, B] => [
    a.take(words),
    b.take(words),
  ]),
  keys: a.keys && a.least + b.least,
})

/** Converts the value of a parameter with `make`, which may throw a refusal. */
export const mapped = <A, B>(one: Parameter<A>, make: (value: A) => B): Parameter<B> => {
  const { parse, ...rest } = one
  return {
    ...rest,
    otherwise: undefined,
    take: (words) => make(one.take(words)),
    ...(parse && { parse: (word: Bytes) => make(parse(word)) }),
  }
}

/** One or more values, up to the last `after` words, because these words belong to later parameters. */
export const many = <T>(one: Parameter<T>, after = 0): Parameter<T[]> => ({
  ...parameter({ kind: 'many', part: one.syntax }, (words) => {
    const values: T[] = []
    do values.push(one.take(words))
    while (words.left > after)
    return values
  }),
  keys: one.keys,
})

/**
 * A parameter that the body of the command parses later, by a call of its value. Redis checks something
 * else first, and of several mistakes reports the first it finds.
 */
export const deferred = <T>(one: Parameter<T>): Parameter<() => T> => {
  const { parse, ...rest } = one
  return {
    ...rest,
    otherwise: undefined,
    take(words) {
      const own = words.split(one.most)
      if (own.keys) tryToTake(one, own)
      return () => {
        const value = one.take(own)
        if (own.left > 0) throw syntaxError()
        return value
      }
    },
    ...(parse && { parse: (word: Bytes) => () => parse(word) }),
  }
}

/** Like `deferred`, but the syntax depends on a value that the body has found. */
export const depending = <A, T>(
  make: (found?: A) => Parameter<T>,
  least?: number,
): Parameter<(found: A) => T> =>
  parameter(
    make().syntax,
    (words) => {
      const own = words.split(words.left)
      return (found) => {
        const value = make(found).take(own)
        if (own.left > 0) throw syntaxError()
        return value
      }
    },
    least,
  )

/** One or more groups of words, which the body parses. The last word must complete a group. */
export const groups = <T>(one: Parameter<T>) => {
  const all = deferred(many(one))
  return parameter(all.syntax, (words) => {
    const length = words.left / one.least
    if (length === 0 || !Number.isInteger(length)) throw syntaxError()
    return { length, read: all.take(words) }
  })
}

/** Collects the keys of a deferred parameter when the body does not run. */
function tryToTake(one: Parameter<unknown>, words: Words): void {
  try {
    one.take(words)
  } catch (error) {
    // The body would report this error. The keys before the invalid word still count.
    if (!(error instanceof ReplyError)) throw error
  }
}

export const any = <T>(one: Parameter<T>): Parameter<T[]> => {
  const some = many(one)
  const take = (words: Words) => (words.left > 0 ? some.take(words) : [])
  return { ...parameter({ kind: 'optional', part: some.syntax }, take), keys: one.keys }
}

/** A value that may be missing at the end. `surplus` is the error for more words, checked first. */
export const optional = <T>(
  one: Parameter<T>,
  surplus?: 'syntax' | 'arity' | 'subcommand',
): Parameter<T | undefined> => ({
  ...parameter({ kind: 'optional', part: one.syntax }, (words) => {
    if (surplus && words.left > one.most) {
      if (surplus === 'arity') throw words.wrongArity()
      throw surplus === 'subcommand' ? words.wrongSubcommand() : syntaxError()
    }
    return words.left > 0 ? one.take(words) : undefined
  }),
  otherwise: { value: undefined },
})

/** A number, then that many values. `tooMany` is the error for more values than words are left. */
export const counted = <T>(
  howMany: Parameter<number>,
  one: Parameter<T>,
  tooMany: string,
): Parameter<T[]> =>
  parameter({ kind: 'counted', part: one.syntax }, (words) => {
    const length = howMany.take(words)
    if (length > words.left) throw new ReplyError(tooMany)
    return Array.from({ length }, () => one.take(words))
  })

export const exactly = <T>(length: number, one: Parameter<T>): Parameter<T[]> => ({
  take: (words) => Array.from({ length }, () => one.take(words)),
  least: length * one.least,
  most: length * one.most,
  syntax: { kind: 'many', part: one.syntax },
})

/** The options of a command by name. True stands for an option without a value. */
export type Options = Readonly<Record<string, Parameter<unknown> | true>>

type Given<O extends Options> = {
  readonly [N in keyof O]?: O[N] extends true ? true : ValueOf<O[N]>
}

/**
 * Options in any order and case, each followed by its value. If an option is repeated, the last value
 * counts. Three settings change this:
 * - `exclusive`: groups of options of which only one may be given. A second one gets the error for an
 *   unknown option
 * - `once`: options that may not be repeated. A repetition gets the error for an unknown option
 * - `latest`: groups of options of which only the last one counts
 */
export function options<const O extends Options>(
  known: O,
  {
    exclusive = [],
    once = [],
    latest = [],
    unknown = syntaxError,
  }: {
    readonly exclusive?: readonly (readonly (keyof O)[])[]
    readonly once?: readonly (keyof O)[]
    readonly latest?: readonly (readonly (keyof O)[])[]
    readonly unknown?: (word: Bytes) => ReplyError
  } = {},
): Parameter<Given<O>> {
  const nothing: Given<O> = {}
  const syntax: Syntax = {
    kind: 'options',
    options: Object.fromEntries(
      Object.entries(known).map(([name, option]) => [
        name,
        option === true ? undefined : option.syntax,
      ]),
    ),
  }
  return {
    ...parameter(syntax, (words) => {
      if (words.left === 0) return nothing
      const given: Record<string, unknown> = {}
      while (words.left > 0) {
        const word = words.next()
        const name = word.toUpperCase()
        const option = Object.hasOwn(known, name) ? known[name] : undefined
        if (option === undefined) throw unknown(word)
        const rivals = exclusive.find((group) => group.includes(name)) ?? []
        if (rivals.some((rival) => rival !== name && rival in given)) throw unknown(word)
        if (once.includes(name) && name in given) throw unknown(word)
        if (option !== true && words.left < option.least) throw unknown(word)
        for (const undone of latest.find((group) => group.includes(name)) ?? []) {
          delete given[undone as string]
        }
        given[name] = option === true ? true : option.take(words)
      }
      return given as Given<O>
    }),
    otherwise: { value: nothing },
  }
}

/** Options without values, in any order and case, up to the first word that is none of them. */
export const flags = <const F extends string>(
  ...names: readonly F[]
): Parameter<{ readonly [N in F]?: true }> =>
  parameter(`{${names.join()}}`, (words) => {
    const given: { [N in F]?: true } = {}
    while (words.left > 0) {
      const word = words.peek()!.toUpperCase()
      const name = names.find((name) => name === word)
      if (name === undefined) break
      words.next()
      given[name] = true
    }
    return given
  })
