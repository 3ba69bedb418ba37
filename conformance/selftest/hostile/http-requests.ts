// Hostile HTTP: wrong or harmful request lines, headers, lengths, chunks and connections.

import { METHODS } from 'node:http'
import type { Conversation, Port } from './conversation.js'
import { grammar, type Expand } from './grammar.js'
import { many, mutated, type Random } from './random.js'
import {
  authorization,
  posted,
  validRequest,
  written,
  type HttpRequest,
  type RequestContext,
} from './requests.js'

/**
 * Sends a few requests after which the connection stays open, and sometimes one that ends the
 * connection.
 */
export function httpConversation(random: Random, around: RequestContext): Conversation {
  const port = random.pick(['kv', 'queue'] as const)
  const most = random.chance(0.1) ? 4 : 64
  const before = many(random.below(most), () => survivor(port, around, random))
  const headers = [`Host: ${around.host}`]
  const last = written({ method: 'GET', target: '/', headers: [...headers, 'Connection: close'] })
  const all = [...before, last]
  const cut = random.chance(0.5) ? {} : { cut: random.below(1_000) / 1_000 }
  const held = { port, ...cut, answered: before.length }
  const killed = () => [...before, killer(port, around, random)]
  const short = () => (random.chance(0.5) ? killer(port, around, random) : last).slice(0, 400)
  const alone = { port, answered: 0 }
  const upgrade = () =>
    written({
      ...validRequest(port, around, random),
      headers: [...headers, 'Connection: Upgrade', 'Upgrade: h2c'],
    })
  // Requests after an upgrade receive no response, not even requests in the same packet.
  const upgraded = () => [...before.slice(0, 2), upgrade()]

  return random.weighted<Conversation>([
    [60, () => ({ ...held, parts: all, answered: all.length, ending: 'answered' })],
    [20, () => ({ ...held, parts: killed(), ending: 'finish' })],
    [4, () => ({ ...held, parts: killed(), ending: 'half-close' })],
    [4, () => ({ ...held, parts: [...before, cutOff(last, random)], ending: 'reset' })],
    [1, () => ({ ...alone, parts: [short()], cut: 'bytes', ending: 'half-close' })],
    [1, () => answeredExceptLast(port, [...upgraded(), last])],
    // Many connections that end before they send a request.
    [2, () => ({ ...alone, parts: [''], ending: 'reset' })],
    [1, () => ({ ...alone, parts: [''], ending: 'half-close' })],
    [2, () => ({ ...held, parts: before, ending: 'unread' })],
    [0.3, () => ({ ...alone, parts: large(port, around, random), ending: 'unread' })],
  ])
}

const answeredExceptLast = (port: Port, parts: readonly string[]): Conversation => ({
  port,
  parts,
  answered: parts.length - 1,
  ending: 'answered',
})

const cutOff = (bytes: string, random: Random) => bytes.slice(0, random.below(bytes.length))

/** Returns a request that must receive a response and leaves the connection open. */
function survivor(of: 'kv' | 'queue', around: RequestContext, random: Random): string {
  const valid = validRequest(of, around, random)
  const { headers } = valid
  const expand = grammar('http', random, { path: valid.target, host: around.host })
  const withHeaders = (rule: string) => written({ ...valid, headers: [...headers, expand(rule)] })
  const withHost = (host: string) =>
    written({ ...valid, headers: [`Host: ${host}`, ...headers.slice(1)] })
  return random.weighted<string>([
    [30, () => written(valid)],
    [8, () => written({ ...valid, method: random.pick(methods) })],
    [10, () => written({ ...valid, target: expand('«target»') })],
    [10, () => withHeaders('«header»')],
    [4, () => withHost(expand('«wrong-host»'))],
    [4, () => chunked(valid, expand, random)],
    [2, () => written(control(around, random))],
    [3, () => withHeaders('«foreign-page»')],
    // This request is rare because it is long.
    [0.05, () => withHeaders('«crowd»')],
  ])
}

/** All methods of the parser except CONNECT, which ends a connection. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

const controlled =
  'health clock journal?after=99999999 queue/groups queue/runs kv/limits? nothing faults'

/**
 * Returns a request to a control route, except routes that would change the tokens or limits of the
 * campaign.
 */
const control = ({ host }: RequestContext, random: Random): HttpRequest => ({
  method: random.pick(['GET', 'POST', 'DELETE']),
  target: `/__mock/${random.pick(controlled.split(' '))}`,
  headers: [`Host: ${random.chance(0.2) ? 'evil.example' : host}`],
})

/** Returns a request with its body in chunks of random sizes, with extensions and trailers. */
function chunked(
  { target, headers, body = '' }: HttpRequest,
  expand: Expand,
  random: Random,
): string {
  let chunks = ''
  for (let at = 0; at < body.length;) {
    const part = body.slice(at, at + (random.chance(0.5) ? 1 : 1 + random.below(body.length)))
    chunks += expand(`${part.length.toString(16)}«extension»\r\n`) + `${part}\r\n`
    at += part.length
  }
  const head = [`POST ${target} HTTP/1.1`, ...headers, 'Transfer-Encoding: chunked'].join('\r\n')
  return `${head}\r\n\r\n${chunks}0\r\n${expand('«trailers»')}\r\n`
}

/** Returns requests with large responses, for a client that stops reading early. */
function large(of: 'kv' | 'queue', around: RequestContext, random: Random): readonly string[] {
  const headers = [`Host: ${around.host}`, ...authorization(of, around, random)]
  const set = posted('/set/hostile:large', headers, 'x'.repeat(1_000_000))
  const get = { method: 'GET', target: '/get/hostile:large', headers }
  return [written(set), ...many(100, () => written(get))]
}

/** Returns a request that ends its connection, or a request whose response cannot be predicted. */
function killer(of: 'kv' | 'queue', around: RequestContext, random: Random): string {
  const valid = validRequest(of, around, random)
  if (random.chance(0.25)) return mutant(valid, around, random)
  const fields = valid.headers.join('\r\n')
  const expand = grammar('http', random, {
    path: valid.target,
    head: `POST ${valid.target} HTTP/1.1\r\n${fields}\r\n`,
    end: `\r\n${fields}\r\n\r\n`,
    valid: () => written({ ...valid, method: 'POST' }),
  })
  return expand('«killer»')
}

/**
 * Returns a valid request with some changed bytes. A delivery can still reach only the given
 * destination. The method is never HEAD, because the changed request may be a different method,
 * whose response has a body.
 */
function mutant(valid: HttpRequest, { destination }: RequestContext, random: Random): string {
  const method = valid.method === 'HEAD' ? 'GET' : valid.method
  const bytes = mutated(written({ ...valid, method }), random)
  return valid.target.includes(destination) && !bytes.includes(destination)
    ? random.text(20, 0, 0xff)
    : bytes
}
