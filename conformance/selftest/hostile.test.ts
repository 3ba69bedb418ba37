// A short version of the hostile campaign: a few thousand requests of every kind of input to the
// built mock.

import { families } from './hostile/families.js'
import { testUnderAttack } from './hostile/campaign.js'
import { startMockHost } from './hostile/mock-host.js'

const MiB = 2 ** 20

testUnderAttack('the mock', {
  families,
  seeds: [7],
  requests: 3_000,
  // Other tests run at the same time, so only the campaign can require stalls below 200 ms.
  bounds: { stallMs: 2_000, peakBytes: 1024 * MiB, leftBytes: 100 * MiB, restMs: 0 },
  start: startMockHost,
  print: () => {},
})
