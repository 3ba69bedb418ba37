// Determines the target of a run if the options define one.

import { validateHeaderValue } from 'node:http'
import type { Abilities, TargetEndpoint } from '../../../conformance/index.js'
import { isShort } from '../../../conformance/report/redact.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { options, type TestValues } from './options.js'
import { httpUrl } from './url.js'

export interface GivenTarget {
  readonly kv?: TargetEndpoint
  readonly queue?: TargetEndpoint
  readonly readOnlyToken?: string | undefined
  /** The abilities of a target that was started only for this run. */
  readonly declared?: Abilities
  /** Ends a target that was started only for this run. */
  close(): Promise<void>
}

/** Returns the target with one or both interfaces. Returns undefined if the options define no target. */
export function namedTarget(values: TestValues): GivenTarget | undefined {
  const kv = endpointOf('kv', values, values['queue-url'])
  const queue = endpointOf('queue', values, values['kv-url'])
  if (kv === undefined && queue === undefined) {
    if (values['kv-readonly-token'] === undefined) return undefined
    throw new UsageError(
      `--kv-readonly-token or ${options['kv-readonly-token'].env} needs --kv-url or SVC_KV_URL`,
    )
  }
  const readOnlyToken = sendable('kv-readonly-token', values['kv-readonly-token'])
  if (readOnlyToken !== undefined && readOnlyToken === kv?.token)
    throw new UsageError(
      `the token of --kv-readonly-token or ${options['kv-readonly-token'].env} is that of --kv-token, which may write; give the Read Only token`,
    )
  return {
    ...(kv && { kv }),
    ...(queue && { queue }),
    readOnlyToken,
    close: async () => {},
  }
}

/** Returns an endpoint, or undefined if there is none. `otherUrl` is that of the other interface. */
function endpointOf(
  of: 'kv' | 'queue',
  values: TestValues,
  otherUrl: string | undefined,
): TargetEndpoint | undefined {
  const { [`${of}-url` as const]: url, [`${of}-token` as const]: token } = values
  const variable = `SVC_${of.toUpperCase()}`
  if (url === undefined && token === undefined) return undefined
  // Variables for both interfaces may be set, although this run judges one.
  const isUnused = token === process.env[`${variable}_TOKEN`] && otherUrl !== undefined
  if (url === undefined && isUnused) return undefined
  if (url === undefined)
    throw new UsageError(`--${of}-token or ${variable}_TOKEN needs --${of}-url or ${variable}_URL`)
  if (token === undefined)
    throw new UsageError(`--${of}-url needs --${of}-token or ${variable}_TOKEN`)
  return { url: httpUrl(`${of}-url`, url), token: sendable(`${of}-token`, token) }
}

/** Returns the token. Throws a `UsageError` without the token if a request cannot contain it. */
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
  if (/[\r\n]/.test(token)) return 'contains a line break, often at its end'
  try {
    validateHeaderValue('Authorization', token)
    return undefined
  } catch {
    return 'contains a character that no header can carry'
  }
}

/** Returns warnings about short tokens. Reports do not redact short tokens, because other texts may equal them. */
export const shortTokens = ({ kv, queue, readOnlyToken }: GivenTarget): readonly string[] =>
  [
    ['kv-token', kv?.token] as const,
    ['kv-readonly-token', readOnlyToken] as const,
    ['queue-token', queue?.token] as const,
  ].flatMap(([option, token]) =>
    token !== undefined && isShort(token)
      ? [
          `the token of --${option} or ${options[option].env} is so short that reports remove it only as a whole word; use a longer one before you share a report`,
        ]
      : [],
  )
