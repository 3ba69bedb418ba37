// The families of the campaign. A family is one kind of hostile input.

import { commandConversation } from './commands.js'
import type { Conversation } from './conversation.js'
import { deliveryConversation } from './deliveries.js'
import { httpConversation } from './http-requests.js'
import { jsonConversation } from './json-bodies.js'
import { ownDeliveryConversation } from './own-deliveries.js'
import type { Random } from './random.js'
import type { RequestContext } from './requests.js'
import { respConversation } from './resp-frames.js'
import { sinkConversation } from './sink-deliveries.js'
import { streamConversation } from './streams.js'

export interface Family {
  readonly name: string
  readonly make: (random: Random, around: RequestContext) => Conversation
  /**
   * The number of connections that are open at the same time. It is low enough that no connection
   * waits long for others.
   */
  readonly concurrency: number
  /** The number of requests as a share of the number of HTTP requests. */
  readonly share: number
}

export const families: readonly Family[] = [
  { name: 'http', make: httpConversation, concurrency: 8, share: 1 },
  { name: 'json', make: jsonConversation, concurrency: 4, share: 0.05 },
  // Every third frame is malformed, so a million HTTP requests come with 100,000 malformed frames.
  { name: 'resp', make: respConversation, concurrency: 16, share: 0.33 },
  { name: 'commands', make: commandConversation, concurrency: 2, share: 0.02 },
  { name: 'streams', make: streamConversation, concurrency: 4, share: 0.02 },
  { name: 'deliveries', make: deliveryConversation, concurrency: 2, share: 0.01 },
]

/** Attacks of a publisher on the control routes. The journal keeps every attempt of this number. */
export const ownFamilies: readonly Family[] = [
  { name: 'own deliveries', make: ownDeliveryConversation, concurrency: 4, share: 0.01 },
]
export const proxyFamilies: readonly Family[] = [
  { name: 'proxy', make: httpConversation, concurrency: 8, share: 0.2 },
]
export const sinkFamilies: readonly Family[] = [
  { name: 'sink', make: sinkConversation, concurrency: 8, share: 0.2 },
]
