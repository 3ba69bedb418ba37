// Which target a run judges, where the user names one.

import { validateHeaderValue } from 'node:http'
import type { Abilities, Endpoint } from '../../../conformance/index.js'
import { isShort } from '../../../conformance/report/redact.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { options, type TestValues } from './options.js'
import { httpUrl } from './url.js'

/** The interfaces of a target, and how each is reached. */
export interface Target {
  readonly kv?: Endpoint
  readonly queue?: Endpoint
  /** A token of the key-value interface that may only read. */
  readonly readOnlyToken?: string | undefined
  /** Abilities that are known of a target which was started for this run alone. */
  readonly declared?: Abilities
  /** Ends what was started for this run alone. */
  close(): Promise<void>
}

/** The target the user names, of one interface or both; undefined where none is named. */
export function namedTarget(values: TestValues): Target | undefined {
  const kv = endpointOf('kv', values['kv-url'], values['kv-token'])
  const queue = endpointOf('queue', values['queue-url'], values['queue-token'])
  if (kv === undefined && queue === undefined) return undefined
  return {
    ...(kv && { kv }),
    ...(queue && { queue }),
    readOnlyToken: sendable('kv-readonly-token', values['kv-readonly-token']),
    close: async () => {},
  }
}

function endpointOf(of: 'kv' | 'queue', url?: string, token?: string): Endpoint | undefined {
  if (url === undefined && token === undefined) return undefined
  const variable = `SVC_${of.toUpperCase()}`
  if (url === undefined) throw new UsageError(`--${of}-token needs --${of}-url or ${variable}_URL`)
  if (token === undefined)
    throw new UsageError(`--${of}-url needs --${of}-token or ${variable}_TOKEN`)
  return { url: httpUrl(`${of}-url`, url), token: sendable(`${of}-token`, token) }
}

/** The token as it was given. Throws a `UsageError`, without it, where no request could have it. */
function sendable<T extends string | undefined>(
  option: 'kv-token' | 'kv-readonly-token' | 'queue-token',
  token: T,
): T {
  if (token === undefined) return token
  const problem = problemOf(token)
  if (problem === undefined) return token
  throw new UsageError(`the token of --${option} or ${options[option].env} ${problem}`)
}

function problemOf(token: string): string | undefined {
  if (token === '') return 'is empty'
  if (/[\r\n]/.test(token)) return 'has a line break in it, often at its end'
  try {
    validateHeaderValue('Authorization', token)
    return undefined
  } catch {
    return 'has a character in it that no header can carry'
  }
}

/** What is to be said of tokens so short that a report cannot leave out every text that reads like them. */
export const shortTokens = ({ kv, queue, readOnlyToken }: Target): readonly string[] =>
  [
    ['kv-token', kv?.token] as const,
    ['kv-readonly-token', readOnlyToken] as const,
    ['queue-token', queue?.token] as const,
  ].flatMap(([option, token]) =>
    token !== undefined && isShort(token)
      ? [
          `the token of --${option} or ${options[option].env} is so short that reports leave it out only where it stands alone; judge with a longer one before you share a report`,
        ]
      : [],
  )
