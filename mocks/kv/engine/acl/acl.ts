// ACL users: their state, passwords and permissions, the rules that change them, and the log of denials.

import { createHash } from 'node:crypto'
import type { Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'
import type { Catalogue } from './catalogue.js'
import { RuleError, Selector, type CommandCall, type Denial } from './selector.js'
import type { Clock } from '../../../clock.js'

export class User {
  readonly name: Bytes
  readonly #catalogue: Catalogue
  #on = false
  #nopass = false
  /** The rule about the check of RESTORE payloads, if the user has one. */
  #payload: 'sanitize-payload' | 'skip-sanitize-payload' | undefined
  #passwords: readonly string[] = []
  /** The permissions: the user's own, then those of rules in parentheses. */
  #selectors: readonly [Selector, ...Selector[]]

  /** Creates a user that is disabled and has no permissions. */
  constructor(name: Bytes, catalogue: Catalogue) {
    this.name = name
    this.#catalogue = catalogue
    this.#selectors = [new Selector(catalogue)]
  }

  /** Returns a copy of the user with more rules. Throws a `RuleError` whose cause is the invalid rule. */
  with(rules: readonly Bytes[]): User {
    const user = new User(this.name, this.#catalogue)
    const [own, ...others] = this.#selectors
    user.#on = this.#on
    user.#nopass = this.#nopass
    user.#payload = this.#payload
    user.#passwords = this.#passwords
    user.#selectors = [own.copy(), ...others]
    for (const rule of rules) {
      try {
        user.#apply(rule)
      } catch (error) {
        throw error instanceof RuleError ? new RuleError(error.message, { cause: rule }) : error
      }
    }
    return user
  }

  #apply(rule: Bytes): void {
    const word = rule.toLowerCase()
    const rest = rule.slice(1)
    if (rule === '') return
    if (word === 'on' || word === 'off') this.#on = word === 'on'
    else if (word === 'nopass' || word === 'resetpass') {
      this.#nopass = word === 'nopass'
      this.#passwords = []
    } else if (word === 'sanitize-payload' || word === 'skip-sanitize-payload') this.#payload = word
    else if (rule.startsWith('>')) this.#addPassword(hashOf(rest))
    else if (rule.startsWith('#')) this.#addPassword(checkedHash(rest))
    else if (rule.startsWith('<')) this.#removePassword(hashOf(rest))
    else if (rule.startsWith('!')) this.#removePassword(checkedHash(rest))
    else if (rule.startsWith('(') && rule.endsWith(')')) this.#addSelector(rule.slice(1, -1))
    else if (word === 'clearselectors') this.#selectors = [this.#selectors[0]]
    else if (word === 'reset') {
      for (const each of RESET) this.#apply(each)
    } else this.#selectors[0].apply(rule)
  }

  #addPassword(hash: string): void {
    this.#nopass = false
    spend(this.#passwords.length)
    if (!this.#passwords.includes(hash)) this.#passwords = [...this.#passwords, hash]
  }

  #removePassword(hash: string): void {
    if (!this.#passwords.includes(hash)) {
      throw new RuleError('The password you are trying to remove from the user does not exist')
    }
    this.#passwords = this.#passwords.filter((each) => each !== hash)
  }

  #addSelector(rules: Bytes): void {
    const selector = new Selector(this.#catalogue)
    spend(this.#selectors.length)
    for (const rule of rules.split(/[\0\t-\r ]+/)) if (rule !== '') selector.apply(rule)
    this.#selectors = [...this.#selectors, selector]
  }

  accepts(password: Bytes): boolean {
    return this.#on && (this.#nopass || this.#passwords.includes(hashOf(password)))
  }

  /** Returns undefined if a selector allows the call, otherwise the denial that came last in the check. */
  refusal(call: CommandCall): Denial | undefined {
    let furthest: (Denial & { readonly at: number }) | undefined
    for (const selector of this.#selectors) {
      const denial = selector.refusal(call)
      if (denial === undefined) return undefined
      const further = furthest ? RANK[denial.reason] - RANK[furthest.reason] : 1
      if (!furthest || further > 0 || (further === 0 && denial.at > furthest.at)) furthest = denial
    }
    return furthest
  }

  /** Returns true if the user may still receive a channel, or a pattern of channels. */
  hears(channel: Bytes, isPattern: boolean): boolean {
    return this.#selectors.some((selector) => selector.hears(channel, isPattern))
  }

  get flags(): readonly string[] {
    return [
      this.#on ? 'on' : 'off',
      ...(this.#nopass ? ['nopass'] : []),
      ...(this.#payload ? [this.#payload] : []),
    ]
  }

  get passwords(): readonly string[] {
    return this.#passwords
  }

  get selectors(): readonly [Selector, ...Selector[]] {
    return this.#selectors
  }

  describe(): Bytes {
    const [own, ...others] = this.#selectors
    return [
      ...this.flags,
      ...this.#passwords.map((hash) => `#${hash}`),
      own.describe(),
      ...others.map((selector) => `(${selector.describe()})`),
    ].join(' ')
  }
}

const RANK = { command: 0, key: 1, channel: 2 }

const RESET = [
  'resetpass',
  'resetkeys',
  'resetchannels',
  'off',
  'sanitize-payload',
  'clearselectors',
  '-@all',
]

const hashOf = (password: Bytes): string =>
  createHash('sha256').update(password, 'latin1').digest('hex')

function checkedHash(hash: Bytes): string {
  if (/^[0-9a-f]{64}$/.test(hash)) return hash
  throw new RuleError(
    'The password hash must be exactly 64 characters and contain only lowercase hexadecimal characters',
  )
}

/** An open stream of a user, which ends when the user loses the permission. */
export interface Ongoing {
  readonly may: (user: User) => boolean
  readonly end: () => void
}

/** All users. `default` always exists and has all permissions. */
export class Acl {
  readonly catalogue: Catalogue
  readonly #users = new Map<Bytes, User>()
  readonly #ongoing = new Map<Bytes, Set<Ongoing>>()

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue
    this.clear()
  }

  user(name: Bytes): User | undefined {
    return this.#users.get(name)
  }

  /** The users in the byte order of their names. */
  get users(): readonly User[] {
    return [...this.#users.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Creates or changes a user. If a rule is invalid, throws a `RuleError` and changes nothing. */
  set(name: Bytes, rules: readonly Bytes[]): void {
    const user = (this.#users.get(name) ?? new User(name, this.catalogue)).with(rules)
    this.#users.set(name, user)
    for (const { may, end } of [...(this.#ongoing.get(name) ?? [])]) if (!may(user)) end()
  }

  delete(name: Bytes): boolean {
    const existed = this.#users.delete(name)
    for (const { end } of [...(this.#ongoing.get(name) ?? [])]) end()
    return existed
  }

  /** Ends `one` when its user loses the permission. Returns a function that releases `one`. */
  hold(name: Bytes, one: Ongoing): () => void {
    const ongoing = this.#ongoing.get(name) ?? new Set()
    this.#ongoing.set(name, ongoing.add(one))
    return () => {
      ongoing.delete(one)
      if (ongoing.size === 0 && this.#ongoing.get(name) === ongoing) this.#ongoing.delete(name)
    }
  }

  clear(): void {
    this.#users.clear()
    this.set(DEFAULT_USER, ['on', 'nopass', '~*', '&*', '+@all'])
  }
}

export const DEFAULT_USER = 'default'

export interface Denied {
  readonly reason: Denial['reason'] | 'auth'
  readonly context: 'toplevel' | 'multi' | 'lua'
  readonly object: Bytes
  readonly user: Bytes
}

interface LogEntry extends Denied {
  readonly count: number
  /** The time of the last denial, in milliseconds since 1970. */
  readonly at: number
}

const MINUTE = 60_000
const MOST = 128

export class AclLog {
  readonly #clock: Clock
  #entries: readonly LogEntry[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(denied: Denied): void {
    const at = this.#clock.now()
    const fields = ['reason', 'context', 'object', 'user'] as const
    const same = this.#entries.find(
      (entry) => at - entry.at <= MINUTE && fields.every((field) => entry[field] === denied[field]),
    )
    const others = this.#entries.filter((entry) => entry !== same)
    const latest = { ...denied, at, count: (same?.count ?? 0) + 1 }
    this.#entries = [latest, ...others].slice(0, MOST)
  }

  get entries(): readonly LogEntry[] {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }
}
