// The provider for a target without a provider of its own. It uses the protocol of existing
// clients. It creates URL groups at `/v2/topics`, which the contract does not describe. The
// application in the sink creates runs.

import { setTimeout as pause } from 'node:timers/promises'
import { deadlineAfter } from '../wire/deadline.js'
import { jsonOf, memberOf, type Exchange } from '../wire/exchange.js'
import { Blocked, NotApplicable } from '../core/judgement.js'
import type { Pace } from '../wire/pace.js'
import type { Abilities, Provider } from './provider.js'
import { openTarget } from '../wire/target.js'
import { percentEncoded } from '../wire/percent.js'

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

/** The attempts to find out if a target has groups, because one may meet a short outage. */
const attempts = 3

/** The milliseconds between two attempts. */
const pauseMs = 200

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
  let groups = await call('GET', '')
  for (let attempt = 1; attempt < attempts && isOutage(groups); attempt++) {
    await pause(pauseMs)
    groups = await call('GET', '')
  }
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

const isOutage = ({ failure, status }: Exchange): boolean =>
  failure !== undefined || status === 429 || status >= 500

const isFine = ({ status }: Exchange): boolean => status >= 200 && status < 300

/** Creates and deletes URL groups. Adding endpoints to a new name creates a group. */
const groupOf =
  (call: Call): NonNullable<Abilities['group']> =>
  async (name, endpoints) => {
    const path = `/${percentEncoded(name)}`
    const remove = () => call('DELETE', path)
    const named = endpoints.map(({ url }, index) => ({ url, name: `endpoint-${index}` }))
    const made = await call('POST', `${path}/endpoints`, { endpoints: named })
    if (!isFine(made)) {
      await remove()
      const problem = `the target cannot create a URL group: ${made.failure ?? `status ${made.status}`}`
      // A target that lists groups and fails has not said that it lacks them.
      throw isOutage(made) ? new Blocked([{ message: problem }]) : new NotApplicable(problem)
    }
    const id = memberOf(await call('GET', path), 'id')
    return { id: typeof id === 'string' && id !== '' ? id : undefined, remove }
  }
