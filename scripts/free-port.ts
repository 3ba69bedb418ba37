// For tests: a port that is free, and that no connection of this machine takes before it is listened on.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems take the ports of outgoing connections from above: those that tests have by the thousand. */
const [first, end] = [15_000, 32_000]

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, end)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}
