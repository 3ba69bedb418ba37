// The development mode of the TypeScript clients of the dialect `upstash`, in which they do not use the URL
// and the token that they are given.

import { emitWarning, env } from 'node:process'
import type { Dialect } from '#generated/dialects.js'
import { DEVELOPMENT_KEYS, type SigningKeys } from '../queue/deliver/signature.js'

/** The port that a client in development mode uses by default. */
const DEVELOPMENT_PORT = '8080'

/** The address of a queue, and the keys that it signs with. */
interface Address {
  readonly url: string
  readonly signingKeys?: SigningKeys | undefined
}

/**
 * Returns a warning if the variable QSTASH_DEV makes clients bypass the mock. Returns undefined if it is
 * not set, or if the mock is where these clients look.
 */
export function devModeProblem(
  { QSTASH_DEV: mode = '', QSTASH_DEV_PORT: given = '' }: Readonly<NodeJS.ProcessEnv>,
  { url, signingKeys }: Address,
): string | undefined {
  if (['', 'false', '0'].includes(mode)) return undefined
  const port =
    Number.parseInt(given, 10) > 0 ? String(Number.parseInt(given, 10)) : DEVELOPMENT_PORT
  const { hostname, port: own } = new URL(url)
  const isThere = own === port && ['127.0.0.1', 'localhost'].includes(hostname)
  if (isThere && signingKeys?.current === DEVELOPMENT_KEYS.current) return undefined
  return (
    `with QSTASH_DEV=${mode}, @upstash/qstash and @upstash/workflow ignore the URL and the token of the ` +
    `mock (${url}): they use http://127.0.0.1:${port}, and download a server if no QStash is there. ` +
    'Remove QSTASH_DEV from the environment of the application'
  )
}

/** Warns if QSTASH_DEV is set in this process, whose clients would bypass the mock. */
export function warnOfDevMode({ name }: Dialect, address: Address): void {
  const problem = name === 'upstash' ? devModeProblem(env, address) : undefined
  if (problem !== undefined) emitWarning(problem, 'DevModeWarning')
}
