// A thread that replays tapes, with ids, times and random numbers that are the same in each replay.

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { createNames, Tape } from './replay.js'

/** Sent when the tapes are ready, and for each fault: true if a replay differs with it. */
export type Answer = 'ready' | boolean

/** The random values since the start of the replay. */
let drawn = 0
const next = () => crypto.createHash('sha512').update(String(drawn++)).digest()
Object.assign(crypto, {
  randomBytes: (size: number) => Buffer.concat([next(), next()]).subarray(0, size),
  randomUUID() {
    const hex = next().toString('hex')
    return [0, 8, 12, 16, 20].map((from, at) => hex.slice(from, [8, 12, 16, 20, 32][at])).join('-')
  },
})
syncBuiltinESMExports()
Math.random = () => next().readUInt32BE(0) / 2 ** 32
const fixed = Date.now()
Date.now = () => fixed

/** A replay: the arguments of `replay`, with the answers of the correct mock. */
interface Known {
  readonly tape: Tape
  readonly names: ReturnType<typeof createNames>
  readonly expected: readonly string[]
}

async function begin(): Promise<void> {
  // The modules of the mock are loaded after all that.
  const replays = await import('./replay.js')

  /** Returns the reason why the replay of a tape differs, or undefined. */
  async function differenceOf(
    ...given: Parameters<typeof replays.replay>
  ): Promise<string | undefined> {
    drawn = 0
    try {
      await replays.replay(...given)
      return undefined
    } catch (error) {
      return String(error)
    }
  }

  const tapes: Known[] = []
  for (const tape of workerData as readonly Tape[]) {
    const names = replays.createNames()
    drawn = 0
    tapes.push({ tape, names, expected: await replays.replay(tape, { names }) })
  }
  for (const { tape, ...rest } of tapes) {
    const difference = await differenceOf(tape, rest)
    if (difference !== undefined) throw new Error(difference)
  }

  async function differs(fault: string): Promise<boolean> {
    for (const { tape, ...rest } of tapes)
      if ((await differenceOf(tape, { ...rest, fault })) !== undefined) return true
    return false
  }

  parentPort!.on('message', (fault: string) => {
    void differs(fault).then((answer) => parentPort!.postMessage(answer))
  })
  parentPort!.postMessage('ready')
}

void begin()
