// How messages come to wait under a flow-control key, and how a scenario asks how many do.

import type { Exchange } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted } from '../matchers.js'
import { seconds } from '../time.js'
import { deliversAtAll } from './delivered.js'
import { member } from './matchers.js'
import type { QueueClient, QueueInbox, QueueWorld, RequestOptions } from './world.js'

/** As long as what is told of a key may lag behind, where time cannot be turned. */
export const lag = seconds(3)

export const keyed = (key: string, parallelism: number) => ({
  'Flow-Control-Key': key,
  'Flow-Control-Value': `parallelism=${parallelism}`,
})

export const texts = (count: number) => Array.from({ length: count }, (_, n) => `message ${n}`)

/** An inbox that answers nothing before it is released. */
function holding(world: QueueWorld): QueueInbox & { readonly release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const inbox = world.inbox(async () => {
    await released
    return { status: 200 }
  })
  return Object.assign(inbox, { release })
}

/**
 * Publishes so many messages under a key to an inbox that holds its answers, for as long as `act`
 * takes. Those that may be under way and are not break the rule, unless `judge` says otherwise.
 */
export async function whileHolding(
  world: QueueWorld,
  { key = world.id, parallelism, messages }: Holding,
  act: (inbox: QueueInbox) => Promise<void>,
  judge: typeof must | typeof given = must,
): Promise<QueueInbox> {
  await deliversAtAll(world)
  const inbox = holding(world)
  try {
    for (const body of texts(messages)) {
      const settings = keyed(key, parallelism)
      given(await world.queue.publish(inbox.url, { settings, body }), accepted())
    }
    judge(await inbox.delivery(Math.min(parallelism, messages)))
    await act(inbox)
  } finally {
    inbox.release()
  }
  return inbox
}

interface Holding {
  readonly key?: string
  readonly parallelism: number
  readonly messages: number
}

/** What is told of a key as it is now. */
export const askedOf = (
  queue: QueueClient,
  key: string,
  options?: RequestOptions,
): Promise<Exchange> => queue.send('GET', `/v2/flowControl/${encodeURIComponent(key)}`, options)

/** What is told of a key; where time cannot be turned, once it is that so many wait, or will not be. */
export async function stateOf(
  { queue, time }: QueueWorld,
  key: string,
  size: number,
): Promise<Exchange> {
  const ask = () => askedOf(queue, key)
  let state = await ask()
  for (let waited = 0; !time.virtual && waited < lag; waited += 100) {
    if (waits(size)(state) === undefined) break
    await time.pass(100)
    state = await ask()
  }
  return state
}

/** An answer by which so many messages wait. */
export const waits = (size: number): Matcher => member('waitListSize', size)
