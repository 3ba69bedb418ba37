// The flow-control keys and queues that hold messages back, with their limits.

import { get, operation } from './api.ts'
import { createStore } from './store.ts'

/** A flow-control key. Limits that are not set are 0. */
export interface FlowKey {
  readonly key: string
  readonly waitListSize: number
  readonly parallelismMax: number
  readonly parallelismCount: number
  readonly rateMax: number
  readonly rateCount: number
  /** The period of the rate in seconds. */
  readonly ratePeriod: number
  /** The time when the first attempt that counts for the rate no longer counts. */
  readonly rateEndsAt?: number
  readonly isPaused: boolean
  readonly isPinnedParallelism: boolean
  readonly isPinnedRate: boolean
}

/** An ordered queue. */
export interface OrderedQueue {
  readonly name: string
  /** The maximum number of messages between their first and last attempt. */
  readonly parallelism: number
  readonly paused: boolean
  readonly lag: number
}

export interface Holds {
  readonly keys: ReadonlyMap<string, FlowKey>
  readonly queues: ReadonlyMap<string, OrderedQueue>
}

/** The part of a message that a key or a queue can hold back. */
export interface Held {
  readonly flowControlKey?: string
  readonly queueName?: string
}

const NONE: Holds = { keys: new Map(), queues: new Map() }

export const holds = createStore(NONE)

/** The maximum number of keys in one request. */
const MOST_KEYS = 100

/** Reads the keys and the queues of the waiting messages. */
export async function readHolds(waiting: readonly Held[]): Promise<void> {
  const keys = new Set(waiting.flatMap(({ flowControlKey }) => flowControlKey ?? []))
  const hasQueue = waiting.some(({ queueName }) => queueName !== undefined)
  const found: Holds = {
    keys: await keysNamed(Array.from(keys).slice(0, MOST_KEYS)),
    queues: hasQueue ? new Map((await readQueues()).map((each) => [each.name, each])) : NONE.queues,
  }
  if (!isSame(found, holds.get())) holds.set(found)
}

const isSame = (a: Holds, b: Holds): boolean => textOf(a) === textOf(b)

const textOf = ({ keys, queues }: Holds) => JSON.stringify([[...keys], [...queues]])

async function keysNamed(names: readonly string[]): Promise<ReadonlyMap<string, FlowKey>> {
  if (names.length === 0) return NONE.keys
  return new Map((await readKeys(names)).map((each) => [each.key, each]))
}

/** Returns the limits and counts of flow-control keys. */
export async function readKeys(names: readonly string[]): Promise<readonly FlowKey[]> {
  if (names.length === 0) return []
  const query = names.map((name) => `key=${encodeURIComponent(name)}`).join('&')
  return (await get<{ keys: readonly FlowKey[] }>(`queue/flow?${query}`)).keys
}

/** Returns all ordered queues. */
export const readQueues = (): Promise<readonly OrderedQueue[]> => operation('GET', '/v2/queues')
