// Expands the rules of grammar.yaml, which describes its notation.

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { many, type Random } from './random.js'

type Section = Readonly<
  Record<string, readonly (string | readonly [weight: string, text: string])[]>
>

const sections = parse(readFileSync(new URL('./grammar.yaml', import.meta.url), 'utf8'), {
  schema: 'failsafe',
}) as Readonly<Record<string, Section>>

/** Values that take precedence over the rules of the grammar. */
export type Bindings = Readonly<Record<string, string | (() => string)>>

export type Expand = ReturnType<typeof grammar>

/** Separates words. No byte has this character code. */
const BETWEEN = '\ue000'

const ranges: Readonly<Record<string, readonly [first: number, last: number]>> = {
  bytes: [0, 0xff],
  text: [0x20, 0x7e],
  word: [0x21, 0x7e],
  high: [0x80, 0xff],
}

/** Returns a function that replaces the names and repetitions in a text by the rules of a section. */
export function grammar(section: string, random: Random, bindings: Bindings = {}) {
  const rules = sections[section]!

  function filled(hole: string): string {
    const [, text, kind, number] = /^(.*)([*^:])(\d+)$/s.exec(hole) ?? []
    if (text === undefined) return named(hole)
    const most = Number(number)
    if (kind === ':') return random.text(random.below(most), ...ranges[text]!)
    const times = kind === '^' ? most : random.below(most)
    if (!text.includes('№')) return text.repeat(times)
    return many(times, (n) => text.replaceAll('№', String(n))).join('')
  }
  function named(name: string): string {
    const binding = bindings[name]
    if (binding === undefined) return expand(chosen(name))
    return typeof binding === 'string' ? binding : binding()
  }
  /** Returns an alternative of a rule without replacing anything in it. */
  function chosen(name: string): string {
    const rule = rules[name]
    if (rule === undefined) throw new Error(`the grammar has no rule ${section}.${name}`)
    return random.weighted(
      rule.map((each) => {
        const [weight, text] = typeof each === 'string' ? ['1', each] : each
        return [Number(weight), () => text] as const
      }),
    )
  }
  const expand = (text: string): string =>
    text.replace(/«([^«»]*)»/g, (_, hole: string) => filled(hole))

  return Object.assign(expand, {
    chosen,
    has: (name: string) => name in rules || name in bindings,
    /** Splits a text at its spaces and expands the words, which may have spaces of their own. */
    words: (text: string) => expand(text.replaceAll(' ', BETWEEN)).split(BETWEEN),
  })
}
