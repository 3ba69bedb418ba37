// Checks that the target delivers a published message to the sink.

import type { Dialect } from '#generated/dialects.js'
import { aborted, deadlineAfter } from '../wire/deadline.js'
import { headerOf, textOf } from '../wire/exchange.js'
import type { Provider } from '../provider/provider.js'
import { startSink, type Delivery, type Sink, type SinkOptions } from '../sink/sink.js'
import type { TargetEndpoint } from '../core/options.js'
import { sendOnce } from '../core/preflight.js'
import { checksAbout, type Check } from './check.js'
import { inWords, otherDialects } from './dialect.js'

export interface DeliveryOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly dialect: Dialect
  readonly sink?: SinkOptions | undefined
  readonly clock?: Provider['clock'] | undefined
  readonly patienceMs: number
}

/** A header that the target forwards if it understands the dialect. */
const DIALECT = 'X-Contract-Dialect'

/** Publishes one message to the sink. Rejects if the sink cannot listen. */
export async function deliveryCheck(
  endpoint: TargetEndpoint,
  options: DeliveryOptions,
): Promise<Check> {
  const { fine, problem } = checksAbout('sink')
  const { dialect, patienceMs, timeoutMs, signal } = options
  const sink = await startSink(options.sink)
  try {
    const { inbox, publish, delivered, otherDialect } = publisher(sink, endpoint, options)
    const begin = performance.now()
    const answer = await publish(dialect)
    if (answer.failure !== undefined || answer.status >= 300)
      return problem(
        `the target rejected a message to ${sink.url}: ${answer.failure ?? `status ${answer.status}, ${textOf(answer)}`}`,
      )
    const delivery = await delivered(1)
    if (delivery !== undefined) {
      const inMs = `in ${Math.round(performance.now() - begin)} ms`
      const other = await otherDialect(delivery)
      return other === undefined
        ? fine(`a published message arrives at ${sink.url}, ${inMs}`)
        : problem(`a published message arrives, but ${inWords(dialect, other)}`)
    }

    if (inbox.refusal !== undefined)
      return problem(`the target delivers more than ${inbox.refusal}, and published was no body`)

    const get = { method: 'GET', target: inbox.url.slice(sink.url.length) }
    const own = await sendOnce({ url: sink.url }, get, timeoutMs, signal)
    const where =
      inbox.deliveries.length > 0
        ? 'this machine can reach that URL, the target cannot'
        : `not even this machine can reach that URL (${own.failure ?? `it answered ${own.status}`})`
    const whatToDo =
      options.sink?.publicUrl === undefined
        ? 'pass a URL that leads to this machine with --sink-url'
        : 'check that --sink-url leads to the address of --sink-listen'
    return problem(
      `a published message does not arrive at ${sink.url} within ${patienceMs / 1000} s: ${where}; ${whatToDo}`,
    )
  } finally {
    await sink.close()
  }
}

/**
 * Returns a sentence if a queue understands the headers of another dialect, and not those of
 * `dialect`. Publishes one message to a queue that understands `dialect`, or that delivers none.
 * Rejects if the sink cannot listen.
 */
export async function otherDialectOfQueue(
  endpoint: TargetEndpoint,
  options: DeliveryOptions,
): Promise<string | undefined> {
  const sink = await startSink(options.sink)
  try {
    const { publish, delivered, otherDialect } = publisher(sink, endpoint, options)
    const { status } = await publish(options.dialect)
    const delivery = status >= 200 && status < 300 ? await delivered(1) : undefined
    const other = delivery && (await otherDialect(delivery))
    return other && inWords(options.dialect, other)
  } finally {
    await sink.close()
  }
}

/** Returns functions that publish messages to a new inbox and wait for their deliveries. */
function publisher(
  sink: Sink,
  endpoint: TargetEndpoint,
  { dialect, clock, patienceMs, timeoutMs, signal }: DeliveryOptions,
) {
  const inbox = sink.inbox()
  const publish = ({ headerPrefix }: Dialect) => {
    const headers = [
      ['Authorization', `Bearer ${endpoint.token}`],
      [`${headerPrefix}Retries`, '0'],
      [`${headerPrefix}Forward-${DIALECT}`, headerPrefix],
    ] as const
    const request = { method: 'POST', target: `/v2/publish/${inbox.url}`, headers }
    return sendOnce(endpoint, request, timeoutMs, signal)
  }
  /** Resolves with a delivery, or with undefined if it does not arrive in time. */
  const delivered = async (n: number) => {
    const wait = deadlineAfter(patienceMs, signal)
    void clock?.advance(0).catch(() => {})
    await Promise.race([inbox.delivery(n).catch(() => undefined), aborted(wait.signal)])
    wait.clear()
    signal?.throwIfAborted()
    return inbox.deliveries[n - 1]
  }
  return {
    inbox,
    publish,
    delivered,
    /** Returns the other dialect whose headers the target forwards, if it forwards none of its own. */
    otherDialect: async (first: Delivery): Promise<Dialect | undefined> => {
      if (headerOf(first, DIALECT) !== undefined) return undefined
      for (const [index, other] of otherDialects(dialect).entries()) {
        await publish(other)
        const delivery = await delivered(2 + index)
        if (delivery && headerOf(delivery, DIALECT) === other.headerPrefix) return other
      }
      return undefined
    },
  }
}
