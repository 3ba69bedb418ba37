// Sends hostile requests of every kind of input to the built mock, the proxy and the sink. HOSTILE_REQUESTS
// multiplies the number of requests, HOSTILE_SEED chooses them, and HOSTILE_CASE repeats a failed case.

import { expect, test } from 'vitest'
import { attack, megabytes, type Host } from './hostile/attack.js'
import {
  families,
  ownFamilies,
  proxyFamilies,
  sinkFamilies,
  type Family,
} from './hostile/families.js'
import { startMockHost } from './hostile/mock-host.js'
import { startOwnHost } from './hostile/own-host.js'
import { startProxyHost } from './hostile/proxy-host.js'
import { startSinkHost } from './hostile/sink-host.js'

const { HOSTILE_REQUESTS: times = '1', HOSTILE_SEED, HOSTILE_CASE } = process.env

/** A case as a failure names it: the family, the seed and the numbers. */
const [wanted, seed = HOSTILE_SEED ?? '7', numbers] = HOSTILE_CASE?.split(':') ?? []

/** The most bytes of resident memory above those at the start: at any time, and after a reset. */
const [PEAK_BYTES, LEFT_BYTES] = [2 ** 30, 150 * 2 ** 20]

/** Only on Linux can the processor time and the memory of another process be read. */
const isLinux = process.platform === 'linux'

interface Plan {
  readonly families: readonly Family[]
  /** The number of HTTP requests. Other kinds of input send a share of this number. */
  readonly requests: number
  readonly start: (seed: number) => Promise<Host>
}

test.runIf(isLinux).each<readonly [string, Plan]>([
  ['the mock', { families, requests: 3_000, start: startMockHost }],
  [
    'the mock with its own deliveries',
    { families: ownFamilies, requests: 20_000, start: startOwnHost },
  ],
  ['the proxy', { families: proxyFamilies, requests: 3_000, start: startProxyHost }],
  ['the sink', { families: sinkFamilies, requests: 3_000, start: startSinkHost }],
])(
  '%s survives hostile input',
  async (_, { families, requests, start }) => {
    let host = await start(Number(seed))
    const startBytes = await host.target.resident(0)
    const failures: string[] = []
    for (const family of families.filter(({ name }) => name === (wanted ?? name))) {
      const { failures: found, isDead } = await attack(
        host,
        {
          family,
          seed: Number(seed),
          numbers: numbers?.split(',').map(Number) ?? naturals(),
          requests: Math.ceil(requests * Number(times) * family.share),
        },
        // Other tests run at the same time, so stalls have time.
        { stallMs: 2_000, peakBytes: startBytes + PEAK_BYTES },
      )
      failures.push(...found)
      if (isDead) host = await start(Number(seed))
      const why = await host.serves()
      if (why !== undefined) failures.push(`after ${family.name}, it no longer serves: ${why}`)
    }
    await host.reset()
    const left = await host.target.resident(0)
    if (left - startBytes > LEFT_BYTES)
      failures.push(`${megabytes(startBytes)} MB at the start, ${megabytes(left)} MB after a reset`)
    const exit = await host.target.stop()
    await host.close()
    expect(failures.join('\n\n')).toBe('')
    expect(host.exits ?? ['exit 0'], host.target.stderr()).toContain(exit)
  },
  600_000,
)

function* naturals(): Generator<number, undefined> {
  for (let n = 0; ; n++) yield n
}
