import { DEVELOPMENT_TOKEN } from './queue/deliver/signature.js'

/**
 * The default tokens of `svc-contract mock`. They are public, because they are the same on every
 * machine.
 */
export const developmentTokens = {
  kv: 'development-kv-token',
  kvReadOnly: 'development-kv-read-only-token',
  queue: 'development-queue-token',
} as const

/**
 * Returns a queue token with a password. Clients of the dialect `upstash` read a user and a password from
 * the token, for example to create the URL of a webhook.
 */
export const queueTokenOf = (dialect: string, password: string, user = 'mock'): string =>
  dialect === 'upstash'
    ? Buffer.from(JSON.stringify({ UserID: user, Password: password })).toString('base64')
    : password

/** Returns the user in a token of `queueTokenOf`, or undefined if the token has none. */
export function userIn(token: string): string | undefined {
  try {
    const { UserID } = JSON.parse(Buffer.from(token, 'base64').toString()) as { UserID?: unknown }
    return typeof UserID === 'string' ? UserID : undefined
  } catch {
    return undefined
  }
}

const known: ReadonlySet<string> = new Set([
  ...Object.values(developmentTokens),
  queueTokenOf('upstash', developmentTokens.queue),
  DEVELOPMENT_TOKEN,
])

/** Returns true for a public token. */
export const isDevelopmentToken = (token: string): boolean => known.has(token)

/**
 * The format of a token, for error messages. Clients can send these characters in a header and
 * servers can read them.
 */
export const tokenForm = 'a token of ASCII letters, digits and signs, without spaces'

export const isToken = (text: string): boolean => /^[!-~]+$/.test(text)

/** Checks tokens. Throws a TypeError that contains the name of the option but not the token. */
export function assertTokens(tokens: Readonly<Record<string, string | undefined>>): void {
  for (const [name, token] of Object.entries(tokens))
    if (token !== undefined && !isToken(token))
      throw new TypeError(`${name}: expected ${tokenForm}`)
}

/** Throws a TypeError if both tokens of a key-value interface are the same. */
export function assertDifferent(standard: string | undefined, readOnly: string | undefined): void {
  if (standard !== undefined && standard === readOnly)
    throw new TypeError(
      'the Standard token and the Read Only token are the same: give the Read Only token another value',
    )
}
