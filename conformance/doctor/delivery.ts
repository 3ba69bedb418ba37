// Checks that the target delivers a published message to the sink.

import type { Dialect } from '#generated/dialects.js'
import { aborted, deadlineAfter } from '../wire/deadline.js'
import { textOf } from '../wire/exchange.js'
import type { Provider } from '../provider/provider.js'
import { startSink, type SinkOptions } from '../sink/sink.js'
import type { TargetEndpoint } from '../core/options.js'
import { sendOnce } from '../core/preflight.js'
import { checksAbout, type Check } from './check.js'

export interface DeliveryOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly dialect: Dialect
  readonly sink?: SinkOptions | undefined
  readonly clock?: Provider['clock'] | undefined
  readonly maxWaitMs: number
}

/** Publishes one message to the sink. Rejects if the sink cannot listen. */
export async function deliveryCheck(
  endpoint: TargetEndpoint,
  { dialect, clock, maxWaitMs, timeoutMs, signal, sink: options }: DeliveryOptions,
): Promise<Check> {
  const { fine, problem } = checksAbout('sink')
  const sink = await startSink(options)
  try {
    const inbox = sink.inbox()
    const headers = [
      ['Authorization', `Bearer ${endpoint.token}`],
      [`${dialect.headerPrefix}Retries`, '0'],
    ] as const
    const publish = { method: 'POST', target: `/v2/publish/${inbox.url}`, headers }
    const begin = performance.now()
    const answer = await sendOnce(endpoint, publish, timeoutMs, signal)
    if (answer.failure !== undefined || answer.status >= 300)
      return problem(
        `the target rejected a message to ${sink.url}: ${answer.failure ?? `status ${answer.status}, ${textOf(answer)}`}`,
      )
    const wait = deadlineAfter(maxWaitMs, signal)
    void clock?.advance(0).catch(() => {})
    await Promise.race([inbox.delivery(1), aborted(wait.signal)])
    wait.clear()
    signal?.throwIfAborted()
    if (inbox.deliveries.length > 0)
      return fine(
        `a published message arrives at ${sink.url}, in ${Math.round(performance.now() - begin)} ms`,
      )

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
      `a published message does not arrive at ${sink.url} within ${maxWaitMs / 1000} s: ${where}; ${whatToDo}`,
    )
  } finally {
    await sink.close()
  }
}
