// The families of hostile input, and how much of each there is for a number of HTTP requests.

import { commandConversation } from './commands.js'
import type { Conversation } from './conversation.js'
import { deliveryConversation } from './deliveries.js'
import { httpConversation } from './http-requests.js'
import { jsonConversation } from './json-bodies.js'
import type { Random } from './random.js'
import type { Surroundings } from './requests.js'
import { respConversation } from './resp-frames.js'
import { sinkConversation } from './sink-deliveries.js'
import { streamConversation } from './streams.js'

export interface Family {
  readonly name: string
  readonly make: (random: Random, around: Surroundings) => Conversation
  /** How many of its connections are open at once: few enough that none waits long for the others. */
  readonly concurrency: number
  /** Its requests, as a share of the number of HTTP requests. */
  readonly share: number
}

const http: Family = { name: 'http', make: httpConversation, concurrency: 8, share: 1 }
const json: Family = { name: 'json', make: jsonConversation, concurrency: 4, share: 0.05 }
// Every third of its frames is malformed: 100,000 for a million HTTP requests.
const resp: Family = { name: 'resp', make: respConversation, concurrency: 16, share: 0.33 }
const commands: Family = {
  name: 'commands',
  make: commandConversation,
  concurrency: 2,
  share: 0.02,
}
const streams: Family = { name: 'streams', make: streamConversation, concurrency: 4, share: 0.02 }
const deliveries: Family = {
  ...{ name: 'deliveries', make: deliveryConversation, concurrency: 2, share: 0.01 },
}

/** What the proxy and the sink are attacked with. */
export const proxied: Family = { ...http, name: 'proxy', share: 0.2 }
export const sunk: Family = { name: 'sink', make: sinkConversation, concurrency: 8, share: 0.2 }

export const families: readonly Family[] = [http, json, resp, commands, streams, deliveries]
