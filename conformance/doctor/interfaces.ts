// Whether each interface answers, takes its tokens as what they are given for, and tells our time.

import { randomBytes } from 'node:crypto'
import { memberOf, type Exchange } from '../wire/exchange.js'
import { mayNotRead } from '../kv/read-only.js'
import type { Interface } from '../core/interface.js'
import { probeOf, refusalIn, told } from '../core/preflight.js'
import { kv as kvInterface } from '../kv/interface.js'
import type { Endpoint } from '../core/options.js'
import type { RequestSpec } from '../wire/target.js'
import { asked, checksAbout, type Check, type Patience } from './check.js'
import { skewIn } from './clock.js'

export interface Asking extends Patience {
  /** Whether the target's clock is turned, so that what its machine's clock tells is no matter. */
  readonly virtual: boolean
}

/** What an interface answered that was asked what any target answers. */
export interface Probe {
  readonly of: Interface
  readonly url: string
  readonly exchange: Exchange
  /** By how much its clock is ahead of ours, as `skewIn` tells. */
  readonly skew: number | undefined
  /** Why it cannot be judged at all. */
  readonly refusal: string | undefined
}

/** Asks what any target answers, and reads its clock meanwhile. */
export async function probed(
  of: Interface,
  endpoint: Endpoint,
  patience: Patience,
): Promise<Probe> {
  const sentAt = Date.now()
  const exchange = await asked(endpoint.url, probeOf(of, endpoint.token), patience)
  const skew = skewIn(exchange, { sentAt, answeredAt: Date.now() })
  return { of, url: endpoint.url, exchange, skew, refusal: refusalIn(of, endpoint, exchange) }
}

/** That an interface can be judged, or why it cannot. */
export function reachCheck({ of, url, exchange, refusal }: Probe): Check {
  const { fine, problem } = checksAbout(of.name)
  return refusal === undefined
    ? fine(`${url} answers in ${Math.round(exchange.durationMs)} ms and takes the token`)
    : problem(refusal)
}

/** The queue interface, beyond that it can be reached. */
export function queueChecks({ exchange, skew }: Probe, { virtual }: Asking): readonly Check[] {
  const { warning } = checksAbout('queue')
  const { status } = exchange
  return [
    ...(status === 200
      ? []
      : [
          warning(
            `it answered GET /v2/workflows/dlq with status ${status}, expected 200: is it the queue interface?`,
          ),
        ]),
    ...(virtual ? [] : [clockCheck('queue', skew)]),
  ]
}

/** The key-value interface, beyond that it can be reached, with a token that may only read if there is one. */
export async function kvChecks(
  kv: Endpoint,
  { exchange, skew }: Probe,
  readOnlyToken: string | undefined,
  asking: Asking,
): Promise<readonly Check[]> {
  const { fine, warning, problem } = checksAbout('kv')
  const clock = asking.virtual ? [] : [clockCheck('kv', skew)]
  if (memberOf(exchange, 'result') !== 'PONG')
    return [
      warning(
        `it answered PING with status ${exchange.status} and no PONG: is it the key-value interface?`,
      ),
      ...clock,
    ]

  const ask = (token: string, ...command: readonly string[]) =>
    asked(kv.url, commandOf(token, command), asking)
  // Whatever happens, it is gone soon.
  const set = ['SET', `svc-contract-doctor-${randomBytes(8).toString('hex')}`, '1', 'EX', '60']
  const [, key = ''] = set
  const written = await ask(kv.token, ...set)
  const readOnly =
    readOnlyToken === undefined
      ? []
      : [await readOnlyCheck((...c) => ask(readOnlyToken, ...c), set)]
  await ask(kv.token, 'DEL', key)
  return [
    isDone(written)
      ? fine('the Standard token writes')
      : problem(`the Standard token may not write: ${told(written)}; check --kv-token`),
    ...readOnly,
    ...clock,
  ]

  async function readOnlyCheck(
    ask: (...command: readonly string[]) => Promise<Exchange>,
    set: readonly string[],
  ): Promise<Check> {
    const read = await ask('GET', key)
    if (!isDone(read)) return problem(mayNotRead(read))
    if (isDone(await ask(...set)))
      return problem('the Read Only token writes: is it another one? check --kv-readonly-token')
    return fine('the Read Only token reads and does not write')
  }
}

const commandOf = (token: string, command: readonly string[]): RequestSpec => ({
  ...probeOf(kvInterface, token),
  body: JSON.stringify(command),
})

const isDone = (exchange: Exchange) =>
  exchange.status === 200 && memberOf(exchange, 'error') === undefined

/** What a moment in seconds may be off by, without which a scenario finds it early or late. */
const bearableMs = 1000

function clockCheck(of: Interface['name'], skew: number | undefined): Check {
  const { fine, warning } = checksAbout(of)
  if (skew === undefined) return fine('its answers tell no time (no Date header)')
  if (Math.abs(skew) <= bearableMs) return fine("its clock tells this machine's time")
  return warning(
    `its clock is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's: moments may be judged wrong; set either clock`,
  )
}
