// Intercepts of deliveries: they act in place of the destination, which need not exist.

import type { Delivery, Sender } from '../queue/deliver/sender.js'
import type { AttemptOutcome } from '../queue/message.js'
import { headerMap } from '../queue/request/headers.js'
import type { Effect, Intercepts } from './intercept.js'
import { matcherOf, type DeliveryMatch, type Unmet } from './match.js'
import { responseOf } from './requests.js'

/** The part of a delivery that conditions can use. */
export type DeliverySubject = Pick<Delivery, 'url'> & { readonly method?: string }

/** Returns the conditions of an intercept as a function of deliveries. */
export function deliveryMatcher(match: DeliveryMatch): Unmet<DeliverySubject> {
  const unmet = matcherOf('deliveries', match)
  // The method of a destination that is only checked is not known yet.
  return ({ url, method }) =>
    unmet((name) => (name === 'url' ? [url] : method === undefined ? METHODS : [method]))
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Returns a sender that applies intercepts. Delays are time of the mock's clock, as are the timeouts
 * of deliveries. A destination of an active intercept may be any URL.
 */
export const senderWithIntercepts = (
  sender: Sender,
  intercepts: Intercepts<DeliverySubject>,
): Sender => ({
  ...sender,
  objection(url) {
    const objection = sender.objection(url)
    return objection !== undefined && URL.canParse(url) && intercepts.matches({ url })
      ? undefined
      : objection
  },
  async send(delivery, signal, pause) {
    const effect = intercepts.take(delivery)
    if (effect === undefined) {
      const nearMiss = intercepts.nearMiss(delivery)
      const outcome = await sender.send(delivery, signal, pause)
      return nearMiss === undefined ? outcome : { ...outcome, nearMiss }
    }
    if (effect.delay > 0) await pause(effect.delay, signal)
    const outcome = signal.aborted
      ? unanswered(messageOf(signal.reason))
      : (outcomeOf(effect) ?? (await sender.send(delivery, signal, pause)))
    return { ...outcome, interceptedBy: effect.id }
  },
})

/** Returns the outcome of an effect, or undefined if the delivery goes on as usual. */
function outcomeOf({ reply, cut }: Effect): AttemptOutcome | undefined {
  // The reasons are those of a real connection, because callbacks and logs show them.
  if (cut === 'drop') return unanswered('other side closed')
  if (cut === 'reset') return unanswered('read ECONNRESET')
  if (cut === 'corrupt') return unanswered('terminated')
  if (reply === undefined) return undefined
  const { status, headers, body } = responseOf(reply)
  return {
    kind: 'answered',
    status,
    headers: headerMap(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.from(body),
  }
}

const unanswered = (reason: string): AttemptOutcome => ({ kind: 'unanswered', reason })

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
