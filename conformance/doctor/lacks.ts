// Finds the commands and endpoints that the setups of scenarios need and the target lacks.

import type { Exchange } from '../wire/exchange.js'
import { deadlineAfter } from '../wire/deadline.js'
import { openTarget, type RequestSpec } from '../wire/target.js'
import { probeOf, sendOnce } from '../core/preflight.js'
import { kv as kvInterface } from '../kv/interface.js'
import type { TargetEndpoint } from '../core/options.js'

export interface LacksOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** True for the reply to a command that the target executed. */
  readonly isDone: (reply: Exchange) => boolean
}

/** The longest wait for each response in milliseconds, because a target may not answer at all. */
const longestMs = 3_000

/** The commands of setups beside SET, in an order in which each can be executed. */
const commandsOn = (text: string, list: string): readonly (readonly [string, ...string[]])[] => [
  ['PING'],
  ['ECHO', 'svc-contract'],
  ['GET', text],
  ['INCR', text],
  ['APPEND', text, '0'],
  ['EXISTS', text],
  ['MGET', text],
  ['RPUSH', list, 'element'],
  ['LRANGE', list, '0', '-1'],
  ['LPOP', list],
  ['DEL', text, list],
]

const endpointsWith = (id: string): readonly RequestSpec[] => [
  { method: 'POST', target: '/pipeline', body: '[["PING"]]' },
  { method: 'POST', target: '/multi-exec', body: '[["PING"]]' },
  { method: 'POST', target: `/publish/${id}/message` },
  { method: 'POST', target: '/info' },
]

const streamsWith = (id: string): readonly RequestSpec[] =>
  ['/monitor', `/subscribe/${id}`].map((target) => ({
    ...{ method: 'POST', target, headers: [['Accept', 'text/event-stream']] },
  }))

/**
 * Returns the commands and endpoints that a key-value interface lacks, for example `RPUSH` and
 * `POST /multi-exec`. `key` has an integer. The commands change `key` and a list beside it, and
 * delete both.
 */
export async function lacksOf(
  endpoint: TargetEndpoint,
  key: string,
  { isDone, signal, ...options }: LacksOptions,
): Promise<readonly string[]> {
  const timeoutMs = Math.min(options.timeoutMs, longestMs)
  const send = (request: RequestSpec) =>
    sendOnce(endpoint, probeOf({ probe: request }, endpoint.token), timeoutMs, signal)
  const lacks: string[] = []
  for (const command of commandsOn(key, `${key}-list`)) {
    const reply = await send({ ...kvInterface.probe, body: JSON.stringify(command) })
    if (!isDone(reply)) lacks.push(command[0])
  }
  for (const request of endpointsWith(key))
    if (!isDone(await send(request))) lacks.push(nameOf(request))
  for (const request of streamsWith(key))
    if (!(await opens(endpoint, request, { timeoutMs, signal }))) lacks.push(nameOf(request))
  return lacks
}

const nameOf = ({ method, target }: RequestSpec) => `${method} /${target.split('/')[1]}`

/** Opens an event stream, and closes it when the response begins. */
async function opens(
  { url, token, target: given }: TargetEndpoint,
  request: RequestSpec,
  { timeoutMs, signal }: Pick<LacksOptions, 'timeoutMs' | 'signal'>,
): Promise<boolean> {
  const target = given ?? openTarget(url)
  const closed = new AbortController()
  const deadline = deadlineAfter(timeoutMs, signal)
  const spec = probeOf({ probe: request }, token)
  const answer = target.open(spec, AbortSignal.any([deadline.signal, closed.signal]))
  while (answer.head === undefined && answer.end === undefined) await answer.changed()
  const { head } = answer
  deadline.clear()
  closed.abort()
  if (given === undefined) target.close()
  signal?.throwIfAborted()
  return head !== undefined && head.status >= 200 && head.status < 300
}
