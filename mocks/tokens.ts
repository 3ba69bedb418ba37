// Which tokens a mock can have, and which of them everybody knows.

import { DEVELOPMENT_TOKEN } from './queue/deliver/signature.js'

/** The tokens of `svc-contract mock` unless others are chosen: the same on every machine. */
export const developmentTokens = {
  kv: 'development-kv-token',
  kvReadOnly: 'development-kv-read-only-token',
  queue: 'development-queue-token',
} as const

const known: ReadonlySet<string> = new Set([...Object.values(developmentTokens), DEVELOPMENT_TOKEN])

/** Whether a token is one that every web page may know. */
export const isDevelopmentToken = (token: string): boolean => known.has(token)

/** What a token is: one that a client can send in a header, and a server read from there. */
export const tokenForm = 'a token of ASCII letters, digits and signs, without spaces'

export const isToken = (text: string): boolean => /^[!-~]+$/.test(text)

/** Throws a TypeError that names the option whose value can be nobody's token. It is not repeated. */
export function assertTokens(tokens: Readonly<Record<string, string | undefined>>): void {
  for (const [name, token] of Object.entries(tokens))
    if (token !== undefined && !isToken(token))
      throw new TypeError(`${name}: expected ${tokenForm}`)
}
