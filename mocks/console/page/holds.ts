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

export interface Holds {
  readonly keys: ReadonlyMap<string, FlowKey>
  /** The paused queues. */
  readonly queues: ReadonlySet<string>
}

/** The part of a message that a key or a queue can hold back. */
export interface Held {
  readonly flowControlKey?: string
  readonly queueName?: string
}

const NONE: Holds = { keys: new Map(), queues: new Set() }

export const holds = createStore(NONE)

/** The maximum number of keys in one request. */
const MOST_KEYS = 100

/** Reads the keys of the waiting messages, and which of their queues are paused. */
export async function readHolds(waiting: readonly Held[]): Promise<void> {
  const keys = new Set(waiting.flatMap(({ flowControlKey }) => flowControlKey ?? []))
  const hasQueue = waiting.some(({ queueName }) => queueName !== undefined)
  const found: Holds = {
    keys: await keysNamed(Array.from(keys).slice(0, MOST_KEYS)),
    queues: hasQueue ? await pausedQueues() : NONE.queues,
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

async function pausedQueues(): Promise<ReadonlySet<string>> {
  const queues = await operation<readonly { name: string; paused: boolean }[]>('GET', '/v2/queues')
  return new Set(queues.flatMap(({ name, paused }) => (paused ? [name] : [])))
}
