// Publishes many messages with one request.

import { setImmediate } from 'node:timers'
import { requestOf, type Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { isObject, jsonIn, shown, withoutNulls } from '../request/body.js'
import { warnOnce } from '../../warnings.js'
import { checkHeaders, type HeaderLine, findOtherDialect } from '../request/headers.js'
import { inQueue, queueNamed } from '../queues/ordered-queue.js'
import type { With } from '../state.js'
import type { refusedSteps } from '../runs/refused-steps.js'
import type { publish } from './publish.js'
import { refuse, RunEnded } from '../refusal.js'
import { StepRefused } from '../runs/refused-steps.js'
import type { PublishResult } from '../messages/messages.js'

type Queue = With<{ publish: typeof publish; refusedSteps: typeof refusedSteps }>

/** The result of an item. For a URL group it has one result per endpoint. */
export type BatchResult = PublishResult | PublishResult[] | { readonly error: string }

const MOST_ITEMS = 10_000

/** The number of items to publish before other requests may run. */
const TURN = 100

export const batch = (queue: Queue, warn = warnOnce('BatchWarning')) => ({
  /**
   * Publishes the items in order. A refused item does not stop the following items, except a step of a
   * run: workflow clients ignore errors of items, so that the whole batch is refused. Status 400 means
   * that the run has ended.
   */
  async publish(request: Request): Promise<BatchResult[]> {
    const items = itemsIn(request)
    const results: BatchResult[] = []
    while (results.length < items.length) {
      const turn = items.slice(results.length, results.length + TURN)
      results.push(...(await queue.unit((queue) => publishItems(queue, turn, { request, warn }))))
      if (turn.length === TURN) await new Promise(setImmediate)
    }
    return results
  },
})

async function publishItems(
  queue: Queue,
  items: readonly unknown[],
  { request: batch, warn }: { readonly request: Request; readonly warn: Warn },
): Promise<BatchResult[]> {
  const findOther = findOtherDialect(queue.dialect)
  const results: BatchResult[] = []
  const requests = items.map((item) => requestOrRefusal(() => requestOfItem(item, batch, queue)))
  const refused = (error: unknown): Refusal => {
    if (!(error instanceof Refusal) || error instanceof RunEnded) throw error
    const { message } = error
    // Some clients ignore the errors of items.
    warn(message, () => `the mock refused a message of a batch: ${message}`)
    if (error instanceof StepRefused) throw error
    return error
  }
  await queue.refusedSteps
    .check(requests.flatMap((request) => (request instanceof Refusal ? [] : [request])))
    .catch(refused)
  for (const request of requests) {
    try {
      if (request instanceof Refusal) throw request
      const { header, other } = findOther(Object.keys(request.headers)) ?? {}
      if (header !== undefined)
        warn(
          header,
          () =>
            `the mock ignores the header ${header} of a message in a batch: start the mock with the dialect ${other}`,
        )
      results.push(await queue.publish.take(request))
    } catch (error) {
      results.push({ error: refused(error).message })
    }
  }
  return results
}

/** Returns the request of an item, or the refusal of the item. */
function requestOrRefusal(make: () => Request): Request | Refusal {
  try {
    return make()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type Warn = ReturnType<typeof warnOnce>

function itemsIn(request: Request): readonly unknown[] {
  const items = jsonIn(request)
  if (!Array.isArray(items)) {
    refuse(400, `the body: expected a JSON array of messages, got ${shown(items)}`)
  }
  if (items.length > MOST_ITEMS) {
    refuse(400, `the body: expected at most ${MOST_ITEMS} messages, got ${items.length}`)
  }
  return items as readonly unknown[]
}

/** Converts an item `{destination, headers?, body?, queue?}` to a publish request. */
function requestOfItem(
  item: unknown,
  batch: Request,
  { dialect }: Pick<Queue, 'dialect'>,
): Request {
  if (!isObject(item)) refuse(400, `expected an object, got ${shown(item)}`)
  const { destination, headers = {}, body = '', queue } = withoutNulls(item)
  if (typeof destination !== 'string') {
    refuse(400, `destination: expected a text, got ${shown(destination)}`)
  }
  if (!isObject(headers)) refuse(400, `headers: expected an object, got ${shown(headers)}`)
  const lines = Object.entries(withoutNulls(headers)).map(([name, value]): HeaderLine =>
    typeof value === 'string'
      ? [name, value]
      : refuse(400, `headers["${name}"]: expected a text, got ${shown(value)}`),
  )
  checkHeaders([['destination', destination], ...lines])
  const own = lines.filter(([name]) => name.toLowerCase() !== 'authorization')
  const publish = requestOf('POST', `/v2/publish/${destination}`, {
    headers: Object.fromEntries(own),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { authorization } = batch.headers
  // Each item has the token and the IP address of the batch request.
  const sent = {
    ...publish,
    headers: { ...publish.headers, authorization },
    remoteAddress: batch.remoteAddress,
  }
  return queue === undefined ? sent : inQueue(queueNamed(queue), sent, dialect)
}
