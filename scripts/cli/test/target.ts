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
  for (const name of tokens) assertHasUrl(name, values)
  const kv = endpointOf('kv', values)
  const queue = endpointOf('queue', values)
  if (kv === undefined && queue === undefined) return undefined
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

const tokens = ['kv-token', 'kv-readonly-token', 'queue-token'] as const

/**
 * Throws a `UsageError` for a token without a URL, because the run would leave out its interface
 * without a word. A token in a variable may stay if an option has the URL of the other interface.
 */
function assertHasUrl(name: (typeof tokens)[number], values: TestValues): void {
  const [of, other] =
    name === 'queue-token' ? (['queue', 'kv'] as const) : (['kv', 'queue'] as const)
  const token = values[name]
  if (token === undefined || values[`${of}-url`] !== undefined) return
  const otherUrl = values[`${other}-url`]
  const isOtherChosen = otherUrl !== undefined && otherUrl !== process.env[envOf(`${other}-url`)]
  if (token === process.env[envOf(name)] && isOtherChosen) return
  throw new UsageError(
    `--${name} or ${envOf(name)} needs --${of}-url or ${envOf(`${of}-url`)}; to leave out this interface, unset the token too`,
  )
}

const envOf = (name: (typeof tokens)[number] | 'kv-url' | 'queue-url'): string => options[name].env

/** Returns an endpoint, or undefined if there is none. */
function endpointOf(of: 'kv' | 'queue', values: TestValues): TargetEndpoint | undefined {
  const { [`${of}-url` as const]: url, [`${of}-token` as const]: token } = values
  if (url === undefined) return undefined
  if (token === undefined)
    throw new UsageError(`--${of}-url needs --${of}-token or ${envOf(`${of}-token`)}`)
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
