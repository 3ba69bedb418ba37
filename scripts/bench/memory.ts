// How much resident memory keys and messages take, each function to be run in a process of its own.

import { setImmediate } from 'node:timers/promises'
import { startQueue } from '../../mocks/index.js'
import { emptyEngine, runAll } from './engine.js'

/** What a Map of so many keys takes, in bytes. */
export const bytesOfMap = (count: number): Promise<number> => {
  const map = new Map<string, string>()
  return growthOfMemory(count, (key, value) => map.set(key, value))
}

/** What the engine takes for so many string keys, in bytes. */
export const bytesOfKeyspace = (count: number): Promise<number> => {
  const engine = emptyEngine()
  return growthOfMemory(count, (key, value) => runAll(engine, [['SET', key, value]]))
}

/** What the queue takes for so many messages that are to be delivered in a day, in bytes. */
export async function bytesOfScheduled(count: number): Promise<number> {
  const queue = await startQueue({ clock: 'real' })
  const publish = async (index: number) => {
    const { status } = await queue.fetch(`${queue.url}/v2/publish/http://127.0.0.1:9/${index}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${queue.token}`, 'svc-delay': '1d' },
      body: JSON.stringify({ order: index, note: 'x'.repeat(100) }),
    })
    if (status !== 200) throw new Error(`a publish was answered ${status}`)
  }
  await publish(0)
  const before = process.memoryUsage().rss
  for (let index = 1; index <= count; index++) await publish(index)
  const growth = process.memoryUsage().rss - before
  await queue.close()
  return growth
}

async function growthOfMemory(
  count: number,
  set: (key: string, value: string) => unknown,
): Promise<number> {
  const before = process.memoryUsage().rss
  for (let index = 0; index < count; index++) {
    // Flat strings of their own, as they come out of a request.
    set(
      Buffer.from(`key:${index}`).toString('latin1'),
      Buffer.from(`value:${index}`).toString('latin1'),
    )
    if (index % 1000 === 0) await setImmediate()
  }
  return process.memoryUsage().rss - before
}
