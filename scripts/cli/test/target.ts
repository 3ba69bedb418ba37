// Which target a run judges: the one the user names, or the embedded mock.

import type { Dialect, Endpoint } from '../../../conformance/index.js'
import { UsageError } from '../../../conformance/usage-error.js'
import type { TestValues } from './options.js'
import { httpUrl } from './url.js'

/** The interfaces of a target, and how each is reached. */
export interface Target {
  readonly kv?: Endpoint
  readonly queue?: Endpoint
  /** A token of the key-value interface that may only read. */
  readonly readOnlyToken?: string | undefined
  /** Ends what was started for this run alone. */
  close(): Promise<void>
}

interface EmbeddedMock extends Required<Target> {
  readonly readOnlyToken: string
}

/** The target the user names, of one interface or both; undefined where none is named. */
export function namedTarget(values: TestValues): Target | undefined {
  const kv = endpointOf('kv', values['kv-url'], values['kv-token'])
  const queue = endpointOf('queue', values['queue-url'], values['queue-token'])
  if (kv === undefined && queue === undefined) return undefined
  return {
    ...(kv && { kv }),
    ...(queue && { queue }),
    readOnlyToken: values['kv-readonly-token'],
    close: async () => {},
  }
}

function endpointOf(of: 'kv' | 'queue', url?: string, token?: string): Endpoint | undefined {
  if (url === undefined && token === undefined) return undefined
  const variable = `SVC_${of.toUpperCase()}`
  if (url === undefined) throw new UsageError(`--${of}-token needs --${of}-url or ${variable}_URL`)
  if (token === undefined)
    throw new UsageError(`--${of}-url needs --${of}-token or ${variable}_TOKEN`)
  return { url: httpUrl(`${of}-url`, url), token }
}

/** Starts a mock of both interfaces in this process. */
export async function embeddedMock(dialect: Dialect): Promise<EmbeddedMock> {
  const { startMock } = await import('../../../mocks/index.js')
  const { kv, queue, close } = await startMock({ clock: 'virtual', dialect })
  return { kv, queue, readOnlyToken: kv.readOnlyToken, close }
}
