// The tokens of a mock.

import { DEVELOPMENT_TOKEN } from './queue/deliver/signature.js'

/** The default tokens of `svc-contract mock`, the same on every machine. */
export const developmentTokens = {
  kv: 'development-kv-token',
  kvReadOnly: 'development-kv-read-only-token',
  queue: 'development-queue-token',
} as const

const known: ReadonlySet<string> = new Set([...Object.values(developmentTokens), DEVELOPMENT_TOKEN])

/** True for a token that is public. */
export const isDevelopmentToken = (token: string): boolean => known.has(token)

/** Characters that a client can send in a header and a server can read. */
export const tokenForm = 'a token of ASCII letters, digits and signs, without spaces'

export const isToken = (text: string): boolean => /^[!-~]+$/.test(text)

/** Throws a TypeError with the name of the option, without the token. */
export function assertTokens(tokens: Readonly<Record<string, string | undefined>>): void {
  for (const [name, token] of Object.entries(tokens))
    if (token !== undefined && !isToken(token))
      throw new TypeError(`${name}: expected ${tokenForm}`)
}
