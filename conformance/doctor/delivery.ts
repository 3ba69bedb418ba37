// Checks that the target delivers a published message to the sink.

import type { Dialect } from '#generated/dialects.js'
import { aborted, deadlineAfter } from '../wire/deadline.js'
import { headerOf, textOf } from '../wire/exchange.js'
import type { Provider } from '../provider/provider.js'
import { startSink, type SinkOptions } from '../sink/sink.js'
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
  { dialect, clock, patienceMs, timeoutMs, signal, sink: options }: DeliveryOptions,
): Promise<Check> {
  const { fine, problem } = checksAbout('sink')
  const sink = await startSink(options)
  try {
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
    const begin = performance.now()
    const answer = await publish(dialect)
    if (answer.failure !== undefined || answer.status >= 300)
      return problem(
        `the target rejected a message to ${sink.url}: ${answer.failure ?? `status ${answer.status}, ${textOf(answer)}`}`,
      )
    const delivered = async (count: number) => {
      const wait = deadlineAfter(patienceMs, signal)
      void clock?.advance(0).catch(() => {})
      await Promise.race([inbox.delivery(count), aborted(wait.signal)])
      wait.clear()
      signal?.throwIfAborted()
      return inbox.deliveries[count - 1]
    }
    const delivery = await delivered(1)
    if (delivery !== undefined) {
      const inMs = `in ${Math.round(performance.now() - begin)} ms`
      if (headerOf(delivery, DIALECT) === undefined)
        for (const [index, other] of otherDialects(dialect).entries()) {
          await publish(other)
          if (headerOf((await delivered(2 + index)) ?? delivery, DIALECT) === other.headerPrefix)
            return problem(`a published message arrives, but ${inWords(dialect, other)}`)
        }
      return fine(`a published message arrives at ${sink.url}, ${inMs}`)
    }

    const get = { method: 'GET', target: inbox.url.slice(sink.url.length) }
    const own = await sendOnce({ url: sink.url }, get, timeoutMs, signal)
    const where =
      inbox.deliveries.length > 0
        ? 'this machine can reach that URL, the target cannot'
        : `not even this machine can reach that URL (${own.failure ?? `it answered ${own.status}`})`
    const whatToDo =
      options?.publicUrl === undefined
        ? 'pass a URL that leads to this machine with --sink-url'
        : 'check that --sink-url leads to the address of --sink-listen'
    return problem(
      `a published message does not arrive at ${sink.url} within ${patienceMs / 1000} s: ${where}; ${whatToDo}`,
    )
  } finally {
    await sink.close()
  }
}
