// Finds the faults that change nothing of what left the mocks in a run, by replays of its tapes.

import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { TapeEvent } from '../../../mocks/start/tape.js'
import type { Answer } from './replay-worker.js'
import type { Tape } from './replay.js'

/** The tapes of a run, from the lines of its file. */
export function tapesIn(text: string): readonly Tape[] {
  const tapes = new Map<string, TapeEvent[]>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const { mock, ...event } = JSON.parse(line) as TapeEvent & { readonly mock: string }
    tapes.set(mock, [...(tapes.get(mock) ?? []), event])
  }
  return [...tapes.values()]
}

/** The milliseconds of real time for the replay of a fault. A fault may make an endless loop. */
const PATIENCE = 20_000

const { resolve } = createRequire(import.meta.url)

/**
 * Returns the ids of the faults with which every replay is the same as without them. Returns none if the
 * tapes cannot be replayed exactly, such as those of a mock with a real clock.
 */
export async function silentAmong(
  ids: readonly string[],
  { tapes, jobs, signal }: { tapes: readonly Tape[]; jobs: number; signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  const silent = new Set<string>()
  if (tapes.length === 0 || tapes.some((tape) => tape.some(({ is }) => is === 'unknown')))
    return silent
  const queue = ids.values()
  const work = async () => {
    const worker = new Worker(resolve('#code/replay-thread.cjs'), {
      workerData: tapes,
      stdout: true,
      stderr: true,
    })
    const ended = new AbortController()
    worker.on('error', () => ended.abort())
    try {
      const answer = async () => {
        const until = AbortSignal.any([ended.signal, signal, AbortSignal.timeout(PATIENCE)])
        const [message] = (await once(worker, 'message', { signal: until })) as [Answer]
        return message
      }
      if ((await answer()) !== 'ready') return
      for (const id of queue) {
        worker.postMessage(id)
        if ((await answer()) === false) silent.add(id)
      }
    } catch {
      // The tapes differ from their replays, or a fault takes too long: the command runs with the rest.
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return signal.aborted ? new Set() : silent
}
