// The provider for a target without a provider of its own. It uses the protocol of existing
// clients. It creates URL groups at `/v2/topics`, which the contract does not describe. The
// application in the sink creates runs.

import { deadlineAfter } from '../wire/deadline.js'
import { jsonOf, memberOf, type Exchange } from '../wire/exchange.js'
import { NotApplicable } from '../core/judgement.js'
import type { Pace } from '../wire/pace.js'
import type { Abilities, Provider } from './provider.js'
import { openTarget } from '../wire/target.js'

export interface ProtocolProviderOptions {
  /** The timeout of one call in milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
  /** Limits the number of requests per second. */
  readonly pace?: Pace | undefined
  readonly signal?: AbortSignal | undefined
}

interface Account {
  readonly url: string
  readonly token: string
}

/**
 * Returns the provider. URL groups are available if `queue` responds to `GET /v2/topics` with a
 * list.
 */
export async function protocolProvider(
  queue?: Account,
  options: ProtocolProviderOptions = {},
): Promise<Provider> {
  const provider: Provider = { name: 'protocol', runs: true }
  if (queue === undefined) return provider
  const call = callOf(queue, options)
  const groups = await call('GET', '')
  options.signal?.throwIfAborted()
  return isFine(groups) && Array.isArray(jsonOf(groups))
    ? { ...provider, group: groupOf(call) }
    : provider
}

type Call = (method: string, path: string, body?: object) => Promise<Exchange>

/** Returns a function that sends requests below `/v2/topics`. */
const callOf =
  (
    { url, token }: Account,
    { timeoutMs = 10_000, pace, signal = new AbortController().signal }: ProtocolProviderOptions,
  ): Call =>
  async (method, path, body) => {
    await pace?.turn(signal)
    const target = openTarget(url)
    const deadline = deadlineAfter(timeoutMs, signal)
    const headers = [
      ['Authorization', `Bearer ${token}`],
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ] as const
    const request = {
      method,
      target: `/v2/topics${path}`,
      headers,
      body: body && JSON.stringify(body),
    }
    const exchange = await target.send(request, deadline.signal)
    deadline.clear()
    target.close()
    return exchange
  }

const isFine = ({ status }: Exchange): boolean => status >= 200 && status < 300

/** Creates and deletes URL groups. Adding endpoints to a new name creates a group. */
const groupOf =
  (call: Call): NonNullable<Abilities['group']> =>
  async (name, endpoints) => {
    const path = `/${encodeURIComponent(name)}`
    const remove = () => call('DELETE', path)
    const named = endpoints.map(({ url }, index) => ({ url, name: `endpoint-${index}` }))
    const made = await call('POST', `${path}/endpoints`, { endpoints: named })
    if (!isFine(made)) {
      await remove()
      throw new NotApplicable(
        `the target cannot create a URL group: ${made.failure ?? `status ${made.status}`}`,
      )
    }
    const id = memberOf(await call('GET', path), 'id')
    return { id: typeof id === 'string' && id !== '' ? id : undefined, remove }
  }
