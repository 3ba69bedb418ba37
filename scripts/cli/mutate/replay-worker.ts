// A thread that replays tapes, with ids, times and random numbers that are the same in each replay.

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { Tape } from './replay.js'

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

// The modules of the mock are loaded after that.
const { createNames, replay } = await import('./replay.js')

const tapes: { tape: Tape; names: ReturnType<typeof createNames>; expected: readonly string[] }[] =
  []

/** Returns the reason why the replay of a tape differs, or undefined. */
async function differenceOf(given: Parameters<typeof replay>): Promise<string | undefined> {
  drawn = 0
  try {
    await replay(...given)
    return undefined
  } catch (error) {
    return String(error)
  }
}

for (const tape of workerData as readonly Tape[]) {
  const names = createNames()
  drawn = 0
  const expected = await replay(tape, { names })
  tapes.push({ tape, names, expected })
}
for (const { tape, ...rest } of tapes) {
  const difference = await differenceOf([tape, rest])
  if (difference !== undefined) throw new Error(difference)
}

async function differs(fault: string): Promise<boolean> {
  for (const { tape, ...rest } of tapes)
    if ((await differenceOf([tape, { ...rest, fault }])) !== undefined) return true
  return false
}

parentPort!.on('message', (fault: string) => {
  void differs(fault).then((answer) => parentPort!.postMessage(answer))
})
parentPort!.postMessage('ready')
