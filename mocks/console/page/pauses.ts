// The paused flow-control keys and queues, which hold messages back.

import { get, operation } from './api.ts'
import { createStore } from './store.ts'

export interface Pauses {
  readonly keys: ReadonlySet<string>
  readonly queues: ReadonlySet<string>
}

/** The part of a message that a pause can hold back. */
export interface Held {
  readonly flowControlKey?: string
  readonly queueName?: string
}

const NONE: Pauses = { keys: new Set(), queues: new Set() }

export const pauses = createStore(NONE)

/** The maximum number of keys in one request. */
const MOST_KEYS = 100

/** Reads which keys and queues of the waiting messages are paused. */
export async function readPauses(waiting: readonly Held[]): Promise<void> {
  const keys = new Set(waiting.flatMap(({ flowControlKey }) => flowControlKey ?? []))
  const hasQueue = waiting.some(({ queueName }) => queueName !== undefined)
  const found: Pauses = {
    keys: await pausedKeys(Array.from(keys).slice(0, MOST_KEYS)),
    queues: hasQueue ? await pausedQueues() : NONE.queues,
  }
  if (!isSame(found, pauses.get())) pauses.set(found)
}

const isSame = (a: Pauses, b: Pauses): boolean =>
  String([...a.keys, '/', ...a.queues]) === String([...b.keys, '/', ...b.queues])

async function pausedKeys(names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return NONE.keys
  const query = names.map((name) => `key=${encodeURIComponent(name)}`).join('&')
  const { keys } = await get<{ keys: readonly { key: string; isPaused: boolean }[] }>(
    `queue/flow?${query}`,
  )
  return new Set(keys.flatMap(({ key, isPaused }) => (isPaused ? [key] : [])))
}

async function pausedQueues(): Promise<ReadonlySet<string>> {
  const queues = await operation<readonly { name: string; paused: boolean }[]>('GET', '/v2/queues')
  return new Set(queues.flatMap(({ name, paused }) => (paused ? [name] : [])))
}
