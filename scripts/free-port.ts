// Finds free ports for tests. No outgoing connection takes such a port before the test uses it.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The range of the ports. The range is below the ports of outgoing connections. */
const [first, end] = [15_000, 32_000]

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
