// Checks that each interface responds, accepts its tokens and has a correct clock.

import { randomBytes } from 'node:crypto'
import { memberOf, textOf, type Exchange } from '../wire/exchange.js'
import { mayNotRead } from '../kv/read-only.js'
import type { TestedInterface } from '../core/interface.js'
import { printable } from '../core/printable.js'
import { cut } from '../report/clip.js'
import { answerInWords, firstContact, probeOf, sendOnce } from '../core/preflight.js'
import { kv as kvInterface } from '../kv/interface.js'
import type { TargetEndpoint } from '../core/options.js'
import { checksAbout, type Check } from './check.js'
import { skewIn } from './clock.js'

/** The response of an interface to a first request. */
export interface Probe {
  readonly of: TestedInterface
  readonly exchange: Exchange
  /**
   * The milliseconds by which the target's clock is ahead of this machine's, as `skewIn` returns
   * them.
   */
  readonly skew: number | undefined
  readonly isUp: boolean
  readonly check: Check
}

/** Sends a first request to an interface and compares its clock with this machine's. */
export async function probe(
  of: TestedInterface,
  endpoint: TargetEndpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Probe> {
  const { fine, problem } = checksAbout(of.name)
  const sentAt = Date.now()
  const { exchange, refusal } = await firstContact(of, endpoint, timeoutMs, signal)
  const skew = skewIn(exchange, { sentAt, answeredAt: Date.now() })
  const inMs = `in ${Math.round(exchange.durationMs)} ms`
  const check =
    refusal === undefined
      ? fine(`${endpoint.url} answers ${inMs} and accepts the token`)
      : problem(refusal)
  return { of, exchange, skew, isUp: refusal === undefined, check }
}

/**
 * Returns a sentence if an interface responded to its first request in an undocumented way. The suite
 * can test it, but perhaps it is another service.
 */
export function doubtAbout({ name, isAnswer }: TestedInterface, exchange: Exchange) {
  const { status } = exchange
  if (name === 'kv' && !isAnswer(exchange))
    return `it answered PING with status ${status} and no PONG, but ${shown(exchange)}; is it the key-value interface?`
  if (name === 'queue' && status !== 200)
    return `it answered GET /v2/workflows/dlq with status ${status}, expected 200; is it the queue interface, or does it have no DLQ?`
  return undefined
}

/** The longest response in a message, in characters. */
const LONGEST = 80

const shown = (exchange: Exchange) => cut(printable(textOf(exchange)), LONGEST) || 'an empty body'

export function queueChecks({ of, exchange }: Probe): readonly Check[] {
  const doubt = doubtAbout(of, exchange)
  return doubt === undefined ? [] : [checksAbout('queue').warning(doubt)]
}

/** Warns of an interface that accepts a token that nobody issued. */
export async function wrongTokenCheck(
  of: TestedInterface,
  endpoint: TargetEndpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<readonly Check[]> {
  const token = `wrong-${randomBytes(8).toString('hex')}`
  const { status } = await sendOnce(endpoint, probeOf(of, token), timeoutMs, signal)
  return status === 200
    ? [checksAbout(of.name).warning('a wrong token gets status 200 too: it ignores the token')]
    : []
}

/** Returns the checks of a key-value interface that responds. Writes a new key and deletes it. */
export async function kvChecks(
  { of, exchange }: Probe,
  endpoint: TargetEndpoint,
  {
    readOnlyToken,
    timeoutMs,
    signal,
  }: {
    readonly readOnlyToken: string | undefined
    readonly timeoutMs: number
    readonly signal: AbortSignal | undefined
  },
): Promise<readonly Check[]> {
  const { fine, warning, problem } = checksAbout('kv')
  const doubt = doubtAbout(of, exchange)
  if (doubt !== undefined) return [warning(doubt)]

  const { token } = endpoint
  const send = (token: string, ...command: readonly string[]) =>
    sendCommand(endpoint, token, command, timeoutMs, signal)
  const key = `svc-contract-doctor-${randomBytes(8).toString('hex')}`
  // The key has an expiry, because the deletion may fail. A target may refuse the option.
  const [withExpiry, plain] = [['SET', key, '1', 'EX', '60'] as const, ['SET', key, '1'] as const]
  const first = await send(token, ...withExpiry)
  const set = isRefused(first) ? plain : withExpiry
  const written = set === plain ? await send(token, ...plain) : first
  const checks = [
    isDone(written) ? fine('the Standard token can write') : problem(mayNotWrite(written)),
  ]
  if (readOnlyToken !== undefined) {
    const read = await send(readOnlyToken, 'GET', key)
    if (!isDone(read)) checks.push(problem(mayNotRead(read)))
    else if (isDone(await send(readOnlyToken, ...set)))
      checks.push(problem('the Read Only token can write; check --kv-readonly-token'))
    else checks.push(fine('the Read Only token can read and cannot write'))
  }
  await send(token, 'DEL', key)
  return checks
}

const isRefused = (reply: Exchange) =>
  !isDone(reply) && !isDenied(reply) && reply.failure === undefined

/** Returns a sentence if the Standard token is denied a write. Deletes a key that does not exist. */
export async function writeDoubt(
  endpoint: TargetEndpoint,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const key = `svc-contract-${randomBytes(8).toString('hex')}`
  const reply = await sendCommand(endpoint, endpoint.token, ['DEL', key], timeoutMs, signal)
  return isDenied(reply) ? cannotWrite(reply) : undefined
}

const cannotWrite = (reply: Exchange): string =>
  `the Standard token cannot write: ${answerInWords(reply)}; check --kv-token`

const mayNotWrite = (reply: Exchange) =>
  isDenied(reply)
    ? cannotWrite(reply)
    : `SET KEY 1 with the Standard token failed: ${answerInWords(reply)}; the suite needs SET`

const isDenied = (reply: Exchange) =>
  [401, 403].includes(reply.status) || /NOPERM|WRONGPASS/.test(String(memberOf(reply, 'error')))

const sendCommand = (
  endpoint: TargetEndpoint,
  token: string,
  command: readonly string[],
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Exchange> => {
  const request = { ...probeOf(kvInterface, token), body: JSON.stringify(command) }
  return sendOnce(endpoint, request, timeoutMs, signal)
}

const isDone = (exchange: Exchange) =>
  exchange.status === 200 && memberOf(exchange, 'error') === undefined

/**
 * The largest accepted clock difference in milliseconds. With a larger difference, a time in
 * seconds looks too early or too late.
 */
const toleratedMs = 1000

export function clockCheck({ of, skew }: Probe): Check {
  const { fine, warning } = checksAbout(of.name)
  if (skew === undefined) return fine('its clock is unknown: its answers have no Date header')
  if (Math.abs(skew) <= toleratedMs) return fine("its clock agrees with this machine's clock")
  return warning(
    `its clock is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's clock, so times may be judged wrongly; set either clock`,
  )
}
