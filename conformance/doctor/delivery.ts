// Whether what the target sends arrives: one message to the sink, as all scenarios have theirs.

import type { Dialect } from '#generated/dialects.js'
import { aborted, deadlineAfter } from '../wire/deadline.js'
import { textOf } from '../wire/exchange.js'
import type { Provider } from '../provider/provider.js'
import { startSink, type SinkOptions } from '../sink/sink.js'
import type { Endpoint } from '../core/options.js'
import { asked, checksAbout, type Check, type Patience } from './check.js'

export interface DeliveryOptions extends Patience {
  readonly dialect: Dialect
  readonly sink?: SinkOptions | undefined
  readonly clock?: Provider['clock'] | undefined
  /** Milliseconds that a delivery may be late. */
  readonly maxWaitMs: number
}

/**
 * Publishes one message to the sink, without retries, and waits for it. Rejects where the sink's
 * address cannot be listened on.
 */
export async function deliveryCheck(
  { url, token }: Endpoint,
  { dialect, clock, maxWaitMs, ...options }: DeliveryOptions,
): Promise<Check> {
  const { fine, problem } = checksAbout('sink')
  const sink = await startSink(options.sink)
  try {
    const inbox = sink.inbox()
    const place = inbox.url.replace(/\/inbox\/.*$/, '')
    const headers = [
      ['Authorization', `Bearer ${token}`],
      [`${dialect.headerPrefix}Retries`, '0'],
    ] as const
    const publish = { method: 'POST', target: `/v2/publish/${inbox.url}`, headers }
    const begin = performance.now()
    const answer = await asked(url, publish, options)
    if (answer.failure !== undefined || answer.status >= 300)
      return problem(
        `the target took no message to ${place}: ${answer.failure ?? `status ${answer.status}, ${textOf(answer)}`}`,
      )
    const wait = deadlineAfter(maxWaitMs, options.signal)
    const arrived = inbox.delivery(1).then(() => true)
    const cameInTime = aborted(wait.signal).then(() => false)
    void clock?.advance(0).catch(() => {})
    const hasCome = await Promise.race([arrived, cameInTime])
    wait.clear()
    options.signal?.throwIfAborted()
    if (hasCome)
      return fine(
        `what is published arrives at ${place}, in ${Math.round(performance.now() - begin)} ms`,
      )

    const known = inbox.deliveries.length
    const own = await asked(
      place,
      { method: 'GET', target: inbox.url.slice(place.length) },
      options,
    )
    const reaches = inbox.deliveries.length > known
    const where = reaches
      ? 'this machine reaches itself by that URL, the target does not'
      : `not even this machine reaches itself by that URL (${own.failure ?? `it answered ${own.status}`})`
    return problem(
      `what is published does not arrive at ${place} within ${maxWaitMs / 1000} s: ${where}; ${toDo(options.sink)}`,
    )
  } finally {
    await sink.close()
  }
}

const toDo = (sink: SinkOptions | undefined) =>
  sink?.publicUrl === undefined
    ? 'name a URL that leads here with --sink-url'
    : 'see that --sink-url leads to where --sink-listen listens'
