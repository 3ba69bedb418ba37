// Valid requests. They are sent between hostile requests, and changed into hostile requests.

import { operations } from '../../wire/operation.js'
import type { Random } from './random.js'

/** Addresses and tokens that the generators of input use. */
export interface RequestContext {
  readonly host: string
  readonly kvToken: string
  readonly readOnlyToken: string
  readonly queueToken: string
  /** A URL on the loopback interface that receives deliveries and sends hostile responses. */
  readonly destination: string
  /** A URL that receives deliveries and never responds. */
  readonly silent?: string
  /** The hosts and ports of the target itself, in every spelling. */
  readonly ownHosts?: readonly string[]
}

export interface HttpRequest {
  readonly method: string
  readonly target: string
  /** The header lines, without the last line end. */
  readonly headers: readonly string[]
  readonly body?: string
}

/** Returns the request as latin1, with a correct Content-Length. */
export function written({ method, target, headers, body = '' }: HttpRequest): string {
  const length = body === '' && method !== 'POST' ? [] : [`Content-Length: ${body.length}`]
  return `${[`${method} ${target} HTTP/1.1`, ...headers, ...length].join('\r\n')}\r\n\r\n${body}`
}

export const posted = (
  target: string,
  headers: readonly string[],
  body: string | object,
): HttpRequest => ({
  method: 'POST',
  target,
  headers,
  body: typeof body === 'string' ? body : Buffer.from(JSON.stringify(body)).toString('latin1'),
})

export const bearer = (token: string) => `Authorization: Bearer ${token}`

/**
 * Returns the headers for a random kind of token: none, wrong, read-only, full access or malformed.
 */
export const authorization = (
  of: 'kv' | 'queue',
  { kvToken, readOnlyToken, queueToken }: RequestContext,
  random: Random,
): readonly string[] =>
  random.weighted<readonly string[]>([
    [6, () => [bearer(of === 'kv' ? kvToken : queueToken)]],
    [2, () => [bearer(readOnlyToken)]],
    [2, () => []],
    [1, () => [bearer(random.text(1 + random.below(200), 0x21))]],
    [1, () => [`Authorization: ${random.pick(['', 'Bearer', 'Basic Og==', 'bearer', 'Bearer '])}`]],
    [1, () => [bearer(kvToken), bearer(queueToken)]],
  ])

/** The body for each operation that has one. */
const bodies: readonly (readonly [RegExp, string])[] = [
  [/^\/pipeline|^\/multi-exec/, '[["SET","hostile:k","v"],["GET","hostile:k"]]'],
  [/^\/$/, '["SET","hostile:k","v","EX","100"]'],
  [/topics/, '{"endpoints":[{"url":"http://127.0.0.1:9/","name":"one"}],"headers":{"A":"b"}}'],
  [/dlq/, '{"dlqIds":["dlq_1","dlq_2"]}'],
  [/./, 'hostile'],
]

const commands = 'get SET incr hset lpush mget ping echo type zadd'.split(' ')
const ids = ['hostile', 'run_1', '1', '-1', 'a%2Fb', '%00', '..', '*', '%C3%BC', '%F0%9F%92%A9']

/** The operations of the contract whose responses end. */
const finite = {
  kv: operations.kv.filter(({ path }) => !/^\/(monitor$|subscribe)/.test(path)),
  queue: operations.queue,
}

/** Returns a valid request for an operation of the contract. */
export function validRequest(
  of: 'kv' | 'queue',
  around: RequestContext,
  random: Random,
): HttpRequest & { readonly body: string } {
  const { method, path } = random.pick(finite[of])
  const target = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (name === 'command') return random.pick(commands)
    if (name !== 'destination') return random.pick(ids)
    return random.chance(0.2) ? around.destination : 'hostile-group'
  })
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = hasBody ? (bodies.find(([pattern]) => pattern.test(path))?.[1] ?? '') : ''
  // Each message has one attempt, so that no delivery is retried.
  const retries = target.includes('/publish/') ? ['Svc-Retries: 0'] : []
  const headers = [`Host: ${around.host}`, ...authorization(of, around, random), ...retries]
  return { method, target, headers, body }
}
