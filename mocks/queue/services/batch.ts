// Many requests to publish in one: each is as if it had come by itself.

import type { Dialect } from '#generated/dialects.js'
import { requestOf, type Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { isObject, shown } from '../body.js'
import { inQueue, queueNamed } from '../ordered-queue.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { PublishResult } from './publishing.js'

/** What is answered of one item: a URL group's is an array of its own. */
export type BatchResult = PublishResult | PublishResult[] | { readonly error: string }

export interface Batching {
  /** Publishes the items of a batch in their order; one that is refused keeps no other back. */
  publishBatch(request: Request): Promise<BatchResult[]>
}

export const batching: Batching & ThisType<Queue> = {
  async publishBatch(request) {
    const results: BatchResult[] = []
    for (const item of itemsIn(request)) {
      try {
        results.push(await this.take(requestOfItem(item, request, this.dialect)))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        results.push({ error: error.message })
      }
    }
    return results
  },
}

function itemsIn({ body }: Request): readonly unknown[] {
  let items: unknown
  try {
    items = JSON.parse(Buffer.from(body).toString())
  } catch {
    // Refused below, as everything that is no array.
  }
  return Array.isArray(items) ? items : refuse(400, 'the body: expected a JSON array of messages')
}

/** The request to publish that an item `{destination, headers?, body?, queue?}` stands for. */
function requestOfItem(item: unknown, batch: Request, dialect: Dialect): Request {
  if (!isObject(item)) refuse(400, `expected an object, got ${shown(item)}`)
  const { destination, headers = {}, body = '', queue } = item
  if (typeof destination !== 'string') {
    refuse(400, `destination: expected a text, got ${shown(destination)}`)
  }
  if (!isObject(headers)) refuse(400, `headers: expected an object, got ${shown(headers)}`)
  const lines = Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? ([name, value] as const)
      : refuse(400, `headers["${name}"]: expected a text, got ${shown(value)}`),
  )
  const own = lines.filter(([name]) => name.toLowerCase() !== 'authorization')
  const publish = requestOf('POST', `/v2/publish/${destination}`, {
    headers: Object.fromEntries(own),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { authorization } = batch.headers
  // Who sends a batch sends its items.
  const sent = {
    ...publish,
    headers: { ...publish.headers, authorization },
    remoteAddress: batch.remoteAddress,
  }
  return queue === undefined ? sent : inQueue(queueNamed(queue), sent, dialect)
}
