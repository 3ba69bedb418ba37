// The control routes of the key-value interface: they reset the password, create an ACL user with a
// token, and change the limits. The lists of a seed use them too.

import { didYouMean } from '../did-you-mean.js'
import type { ControlRoutes } from '../control.js'
import { Refusal } from '../http/refusal.js'
import { envelope } from './encode.js'
import type { Kv } from './kv.js'
import { isLimit, limitNames, type LimitBook, type Limits } from './limits.js'
import { isToken, tokenForm } from '../tokens.js'
import { bytesOf, ReplyError, textOf, type Command } from './reply.js'

/** Returns the control routes. `kv` returns the current server, because a fault replaces the server. */
export const kvControls = (kv: () => Kv): ControlRoutes => ({
  /**
   * Resets the password. The body `{}` requests random tokens, `{"token": …, "readOnlyToken": …}` sets
   * them.
   */
  'POST /kv/reset-password'({ input: { token, readOnlyToken } }) {
    return resetPassword(kv(), {
      token: tokenIn('token', token),
      readOnlyToken: tokenIn('readOnlyToken', readOnlyToken),
    })
  },

  /**
   * Creates an ACL user. The body is `{"name": …, "password": …, "rules": ["~*", "+@read"]}`, with
   * rules in the syntax of `ACL SETUSER`.
   */
  async 'POST /kv/acl-users'({ input: { name, password, rules = [] } }) {
    if (!Array.isArray(rules)) throw new Refusal(400, 'expected "rules" to be an array of rules')
    const login = {
      name: bytesOf(text('name', name)),
      password: bytesOf(text('password', password)),
    }
    const given = rules.map((rule) => bytesOf(text('rules', rule)))
    const set: Command = ['ACL', 'SETUSER', login.name, 'on', `>${login.password}`, ...given]
    const standard = { readOnly: false }
    const refusal = await kv().command(set, standard)
    if (refusal instanceof ReplyError) throw new Refusal(400, textOf(refusal.message))
    const token = await kv().restToken(login)
    if (token instanceof ReplyError) throw new Refusal(400, textOf(token.message))
    return { token }
  },

  /**
   * Runs commands in order for the holder of the Standard token. They do not count against the daily
   * limit, and are not in the journal. The body is `{"commands": [["SET", "key", {"base64": …}]],
   * "base64"?: true}`. With `base64` the strings in the replies are base64.
   */
  async 'POST /kv/commands'({ input: { commands, base64 } }) {
    const server = { ...kv(), exceedsDailyLimit: () => false }
    const format = base64 === true ? 'base64' : 'json'
    const replies: unknown[] = []
    for (const command of commandsIn(commands)) {
      const reply = await server.command(command, { readOnly: false })
      replies.push(JSON.parse(envelope(server, reply, format)))
    }
    return { replies }
  },
})

/** Parses commands of texts and bytes. */
function commandsIn(commands: unknown): readonly Command[] {
  const areCommands =
    Array.isArray(commands) && commands.every((each) => Array.isArray(each) && each.length > 0)
  if (!areCommands) throw new Refusal(400, 'expected "commands" to be an array of arrays')
  return (commands as unknown[][]).map((words) => words.map(word) as [string, ...string[]])
}

function word(value: unknown): string {
  if (typeof value === 'string') return bytesOf(value)
  if (typeof value === 'number') return String(value)
  const { base64 } = (value ?? {}) as { readonly base64?: unknown }
  if (typeof base64 === 'string') return Buffer.from(base64, 'base64').toString('latin1')
  throw new Refusal(
    400,
    `expected a word of a command to be a text, a number or {"base64"}, got ${JSON.stringify(value)}`,
  )
}

export interface WantedTokens {
  readonly token?: string | undefined
  readonly readOnlyToken?: string | undefined
}

/** Resets the password and returns the two new tokens. */
export function resetPassword(kv: Kv, wanted: WantedTokens = {}) {
  const { standard, readOnly } = kv.resetPassword({
    ...(wanted.token !== undefined && { standard: wanted.token }),
    ...(wanted.readOnlyToken !== undefined && { readOnly: wanted.readOnlyToken }),
  })
  return { token: standard, readOnlyToken: readOnly }
}

function tokenIn(field: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  const token = text(field, value)
  if (isToken(token)) return token
  throw new Refusal(400, `expected "${field}" to be ${tokenForm}`)
}

function text(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Refusal(400, `expected "${field}" to be a text, got ${JSON.stringify(value)}`)
}

/** Returns the control routes. In their JSON, null means no limit. */
export const limitControls = (limits: LimitBook): ControlRoutes => ({
  'GET /kv/limits': () => shown(limits),

  /** Changes the given limits of `{"requestBytes", "keyBytes", "recordBytes", "dailyRequests"}`. */
  'POST /kv/limits'({ input }) {
    const changed = Object.entries(input).map(([name, value]) => [
      nameOf(name),
      limitOf(name, value),
    ])
    limits.set(Object.fromEntries(changed) as Partial<Limits>)
    return shown(limits)
  },
})

const shown = ({ now, usedToday }: LimitBook) => ({
  ...Object.fromEntries(
    Object.entries(now).map(([name, limit]) => [name, finite(limit as number)]),
  ),
  usedToday,
})

const finite = (limit: number) => (limit === Infinity ? null : limit)

function nameOf(name: string): keyof Limits {
  const known = limitNames.find((each) => each === name)
  if (known === undefined)
    throw new Refusal(
      400,
      `expected limits of ${limitNames.join(', ')}, got ${name}${didYouMean(name, limitNames)}`,
    )
  return known
}

function limitOf(name: string, value: unknown): number {
  if (value === null) return Infinity
  if (isLimit(value)) return value
  throw new Refusal(400, `${name}: expected a whole number or null, got ${JSON.stringify(value)}`)
}

/** Returns functions that add one item of each list of a seed. `kv` returns the current server. */
export function kvSeedLists(kv: () => Kv) {
  const controls = kvControls(kv)
  return {
    async users(item: unknown): Promise<void> {
      const input = item as Readonly<Record<string, unknown>>
      await controls['POST /kv/acl-users']!({ input, query: new URLSearchParams(), headers: {} })
    },

    async commands(item: unknown): Promise<void> {
      const command = commandOf(item)
      const reply = await kv().command(command, { readOnly: false })
      if (reply instanceof ReplyError)
        throw new Refusal(400, `${command.map(textOf).join(' ')} failed: ${textOf(reply.message)}`)
    },
  }
}

function commandOf(item: unknown): Command {
  const isWord = (word: unknown) => typeof word === 'string' || typeof word === 'number'
  if (Array.isArray(item) && item.length > 0 && item.every(isWord)) {
    return item.map((each) => bytesOf(String(each))) as unknown as Command
  }
  throw new Refusal(
    400,
    `expected a command as an array of words, such as ["SET", "key", "value"], got ${JSON.stringify(item)}`,
  )
}
