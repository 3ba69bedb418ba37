// A set of ACL permissions (a selector): applies and prints rules, and checks calls.

import type { Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'
import type { Catalogue } from './catalogue.js'
import { matchesGlob } from '../core/glob.js'

export interface Touched {
  readonly key: Bytes
  readonly read: boolean
  readonly write: boolean
}

/** A command to check. Its keys are computed only if the permissions depend on them. */
export interface CommandCall {
  readonly name: string
  /** The words after the name. The name of a subcommand has two words. */
  readonly args: readonly Bytes[]
  readonly keys: () => readonly Touched[]
  readonly channels: readonly Bytes[]
  /** True if the channels are patterns. A rule allows only a pattern that is equal to its own. */
  readonly arePatterns?: boolean
}

/** The reason for a denial, and the denied command, key or channel. */
export interface Denial {
  readonly reason: 'command' | 'key' | 'channel'
  readonly object: Bytes
}

/** Thrown for an invalid rule, with the text that Redis uses. */
export class RuleError extends Error {
  override readonly name = 'RuleError'
}

const syntaxError = () => new RuleError('Syntax error')
const unknown = () => new RuleError('Unknown command or category name in ACL')
const surplus = (all: string, reset: string, list: string) =>
  new RuleError(
    `Adding a pattern after the * pattern (or the '${all}' flag) is not valid and does not have ` +
      `any effect. Try '${reset}' to start with an empty list of ${list}`,
  )

const hasSpaces = (text: Bytes) => /[\0\t-\r ]/.test(text)

interface KeyPattern {
  readonly pattern: Bytes
  readonly read: boolean
  readonly write: boolean
}

/** A set of permissions. A user has one, and may have more in parentheses. */
export class Selector {
  readonly #catalogue: Catalogue
  /** The names of the allowed commands and subcommands. */
  #allowed = new Set<string>()
  /** True if commands that a later version adds are allowed. */
  #future = false
  /** The first arguments with which a command is allowed that is otherwise denied. */
  readonly #firstArguments = new Map<string, readonly Bytes[]>()
  #keys: readonly KeyPattern[] | 'all' = []
  #channels: readonly Bytes[] | 'all' = []

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  copy(): Selector {
    const copy = new Selector(this.#catalogue)
    copy.#allowed = new Set(this.#allowed)
    copy.#future = this.#future
    for (const [name, words] of this.#firstArguments) copy.#firstArguments.set(name, words)
    copy.#keys = this.#keys
    copy.#channels = this.#channels
    return copy
  }

  /** Applies a rule. Throws a `RuleError` for an invalid rule. */
  apply(rule: Bytes): void {
    const word = rule.toLowerCase()
    if (word === 'allkeys' || word === '~*') this.#keys = 'all'
    else if (word === 'resetkeys') this.#keys = []
    else if (word === 'allchannels' || word === '&*') this.#channels = 'all'
    else if (word === 'resetchannels') this.#channels = []
    else if (word === 'allcommands' || word === '+@all') this.#setAll(true)
    else if (word === 'nocommands' || word === '-@all') this.#setAll(false)
    else if (rule.startsWith('~') || rule.startsWith('%')) this.#addKeyPattern(rule)
    else if (rule.startsWith('&')) this.#addChannel(rule.slice(1))
    else this.#applyToCommands(rule)
  }

  #applyToCommands(rule: Bytes): void {
    const allow = rule.startsWith('+')
    if (!allow && !rule.startsWith('-')) throw syntaxError()
    const name = rule.slice(1).toLowerCase()
    if (name.startsWith('@')) this.#setCategory(name.slice(1), allow)
    else if (allow && name.includes('|')) this.#allowSubcommand(rule.slice(1))
    else if (this.#catalogue.has(name)) this.#set(name, allow)
    else throw unknown()
  }

  #setAll(allow: boolean): void {
    this.#allowed = new Set(allow ? this.#catalogue.names : [])
    this.#future = allow
    this.#firstArguments.clear()
  }

  #addKeyPattern(rule: Bytes): void {
    if (this.#keys === 'all') throw surplus('allkeys', 'resetkeys', 'patterns')
    const [, flags = '', pattern = ''] = /^(?:~|%([^~]*)~?)(.*)$/s.exec(rule) ?? []
    const read = rule.startsWith('~') || /r/i.test(flags)
    const write = rule.startsWith('~') || /w/i.test(flags)
    if (rule.startsWith('%') && !/^(r|w|rw|wr)$/i.test(flags)) throw syntaxError()
    if (hasSpaces(pattern)) throw syntaxError()
    spend(this.#keys.length)
    const known = this.#keys.find((each) => each.pattern === pattern)
    this.#keys = known
      ? this.#keys.map((each) =>
          each === known ? { pattern, read: each.read || read, write: each.write || write } : each,
        )
      : [...this.#keys, { pattern, read, write }]
  }

  #addChannel(pattern: Bytes): void {
    if (this.#channels === 'all') throw surplus('allchannels', 'resetchannels', 'channels')
    if (hasSpaces(pattern)) throw syntaxError()
    spend(this.#channels.length)
    if (!this.#channels.includes(pattern)) this.#channels = [...this.#channels, pattern]
  }

  #setCategory(category: string, allow: boolean): void {
    const members = this.#catalogue.membersOf(category)
    if (members === undefined) throw unknown()
    spend(members.length)
    for (const name of members) this.#set(name, allow)
  }

  /** Applies `name|sub`. If the command has no subcommands, `sub` is its first argument. */
  #allowSubcommand(words: Bytes): void {
    const end = words.lastIndexOf('|')
    const name = words.slice(0, end).toLowerCase()
    const sub = words.slice(end + 1)
    if (!this.#catalogue.has(name)) throw unknown()
    if (name.includes('|')) {
      throw new RuleError('Allowing first-arg of a subcommand is not supported')
    }
    if (sub === '') throw syntaxError()
    if (this.#catalogue.subcommandsOf(name).length > 0) {
      if (!this.#catalogue.has(words.toLowerCase())) throw unknown()
      this.#set(words.toLowerCase(), true)
      return
    }
    const known = this.#firstArguments.get(name) ?? []
    spend(10 * known.length)
    if (known.some((each) => each.toLowerCase() === sub.toLowerCase())) return
    this.#firstArguments.set(name, [...known, sub])
  }

  #set(name: string, allow: boolean): void {
    this.#firstArguments.delete(name)
    for (const each of [name, ...this.#catalogue.subcommandsOf(name)]) {
      if (allow) this.#allowed.add(each)
      else this.#allowed.delete(each)
    }
  }

  /** Returns the denial of a call, if any. `at` is the index of the denied key or channel. */
  refusal(call: CommandCall): (Denial & { readonly at: number }) | undefined {
    const { name, args, keys, channels, arePatterns = false } = call
    const allowed = this.#catalogue.has(name) ? this.#allowed.has(name) : this.#future
    const first = args[0]?.toLowerCase()
    if (!allowed && !this.#firstArguments.get(name)?.some((word) => word.toLowerCase() === first)) {
      return { reason: 'command', object: name, at: 0 }
    }
    if (this.#keys !== 'all') {
      const patterns = this.#keys
      const at = keys().findIndex(
        ({ key, read, write }) =>
          !patterns.some(
            (each) =>
              (each.read || !read) && (each.write || !write) && matchesGlob(each.pattern, key),
          ),
      )
      if (at >= 0) return { reason: 'key', object: keys()[at]!.key, at }
    }
    const at = channels.findIndex((channel) => !this.hears(channel, arePatterns))
    return at < 0 ? undefined : { reason: 'channel', object: channels[at]!, at }
  }

  /** Returns true if a channel, or a pattern of channels, is allowed. */
  hears(channel: Bytes, isPattern: boolean): boolean {
    if (this.#channels === 'all') return true
    return this.#channels.some((each) =>
      isPattern ? each === channel : matchesGlob(each, channel),
    )
  }

  /** Returns true if a command that may read every key is allowed. */
  readsEverything(name: string): boolean {
    const call: CommandCall = { name, args: [], keys: () => [], channels: [] }
    if (this.refusal(call)) return false
    return this.#keys === 'all' || this.#keys.some(({ pattern, read }) => read && pattern === '*')
  }

  get keys(): Bytes {
    if (this.#keys === 'all') return '~*'
    return this.#keys
      .map(({ pattern, read, write }) => `${read && write ? '' : read ? '%R' : '%W'}~${pattern}`)
      .join(' ')
  }

  get channels(): Bytes {
    if (this.#channels === 'all') return '&*'
    return this.#channels.map((pattern) => `&${pattern}`).join(' ')
  }

  /**
   * The commands as rules. As in Redis, these are not the original rules, but categories that nearly
   * cover the allowed commands, followed by rules for the differences.
   */
  get commands(): Bytes {
    const described = new Selector(this.#catalogue)
    const rules: string[] = []
    const addRule = (rule: string) => {
      described.apply(rule)
      rules.push(rule)
    }
    const [add, remove] = this.#future ? ['-', '+'] : ['+', '-']
    addRule(`${remove}@all`)

    const left = this.copy()
    const others = new Set(this.#catalogue.categories)
    for (;;) {
      const category = nearest(
        [...others],
        (name) => left.#allowed.has(name) !== this.#future,
        this.#catalogue,
      )
      if (category === undefined) break
      addRule(`${add}@${category}`)
      left.apply(`${remove}@${category}`)
      others.delete(category)
    }

    for (const name of this.#catalogue.names) {
      const allowed = this.#allowed.has(name)
      if (allowed !== described.#allowed.has(name)) addRule(`${allowed ? '+' : '-'}${name}`)
      if (allowed) continue
      for (const word of this.#firstArguments.get(name) ?? []) rules.push(`+${name}|${word}`)
    }
    return rules.join(' ')
  }

  describe(): Bytes {
    const channels = this.#channels === 'all' ? '&*' : `resetchannels ${this.channels}`.trim()
    return [this.keys, channels, this.commands].filter((rules) => rules !== '').join(' ')
  }
}

/** Returns the category with the fewest commands that do not match, if most of its commands match. */
function nearest(
  categories: readonly string[],
  isSo: (name: string) => boolean,
  catalogue: Catalogue,
): string | undefined {
  let best: { category: string; so: number; not: number } | undefined
  for (const category of categories) {
    const members = catalogue.membersOf(category) ?? []
    const so = members.filter(isSo).length
    const not = members.length - so
    if (so <= not) continue
    if (!best || not < best.not || (not === best.not && so > best.so)) best = { category, so, not }
  }
  return best?.category
}
