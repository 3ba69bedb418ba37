// The provider of a target of which nothing is known but that it speaks as existing clients have it
// speak: no private API. URL groups come from operations under `/v2/topics`, which are outside the
// document and which nothing else of the examiner knows; runs from the protocol that the sink plays.

import { deadlineAfter } from '../wire/deadline.js'
import { jsonOf, memberOf, type Exchange } from '../wire/exchange.js'
import { NotApplicable } from '../core/judgement.js'
import type { Pace } from '../wire/pace.js'
import type { Abilities, Provider } from './provider.js'
import { openTarget } from '../wire/target.js'

export interface ProtocolProviderOptions {
  /** Milliseconds that one call may take; 10,000 unless told. */
  readonly timeoutMs?: number
  /** How fast the target is asked; as fast as it answers unless told. */
  readonly pace?: Pace | undefined
  /** Ends what is under way. */
  readonly signal?: AbortSignal | undefined
}

/** Where the queue is, and the token that opens it. */
interface Account {
  readonly url: string
  readonly token: string
}

/**
 * The provider of a target by the protocol of existing clients. It can make URL groups where `queue`
 * lists those it has when asked once, `GET /v2/topics`; without a queue it makes none. Rejects with the
 * reason of the signal once that is aborted.
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

/** How one asks about groups: by the path below `/v2/topics`. */
function callOf(
  { url, token }: Account,
  { timeoutMs = 10_000, pace, signal }: ProtocolProviderOptions,
): Call {
  return async (method, path, body) => {
    const target = openTarget(url)
    const deadline = deadlineAfter(timeoutMs, signal)
    const goOn = deadline.hold()
    await pace?.turn(deadline.signal)
    goOn()
    const request = {
      method,
      target: `/v2/topics${path}`,
      headers: [
        ['Authorization', `Bearer ${token}`],
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ] as const,
      body: body && JSON.stringify(body),
    }
    const exchange = await target.send(request, deadline.signal)
    deadline.clear()
    target.close()
    return exchange
  }
}

const isFine = ({ status }: Exchange): boolean => status >= 200 && status < 300

/** Adding endpoints is what makes a group; its id is told where the target tells one. */
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
        `the target answered ${made.failure ?? made.status} when it was to make a URL group`,
      )
    }
    const id = idIn(await call('GET', path))
    return { id, remove }
  }

function idIn(group: Exchange): string | undefined {
  const id = memberOf(group, 'id')
  return typeof id === 'string' && id !== '' ? id : undefined
}
