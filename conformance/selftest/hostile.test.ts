// A short version of the hostile campaign: a few thousand requests of every kind of input to the
// built mock.

import { families, ownFamilies } from './hostile/families.js'
import { testUnderAttack } from './hostile/campaign.js'
import { startMockHost } from './hostile/mock-host.js'
import { startOwnHost } from './hostile/own-host.js'

const MiB = 2 ** 20

const plan = {
  seeds: [7],
  // Other tests run at the same time, so only the campaign can require stalls below 200 ms.
  bounds: { stallMs: 2_000, peakBytes: 1024 * MiB, leftBytes: 100 * MiB, restMs: 0 },
  print: () => {},
}

testUnderAttack('the mock', { ...plan, families, requests: 3_000, start: startMockHost })

testUnderAttack('the mock with its own deliveries', {
  ...{ ...plan, families: ownFamilies, requests: 20_000, start: startOwnHost },
})
