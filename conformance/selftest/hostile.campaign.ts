// Sends millions of hostile requests. HOSTILE_REQUESTS is the number of HTTP requests for all seeds
// (1000000). HOSTILE_FAMILIES selects kinds of input. HOSTILE_CASE repeats a failed case.

import { families, ownFamilies, proxyFamilies, sinkFamilies } from './hostile/families.js'
import { testUnderAttack, type Plan } from './hostile/campaign.js'
import { startMockHost } from './hostile/mock-host.js'
import { startOwnHost } from './hostile/own-host.js'
import { startProxyHost } from './hostile/proxy-host.js'
import { startSinkHost } from './hostile/sink-host.js'

const { HOSTILE_REQUESTS, HOSTILE_FAMILIES, HOSTILE_CASE } = process.env

const seeds = [1, 2, 3, 4, 5]

const MiB = 2 ** 20

const strict = { stallMs: 200, restMs: 8_000 }

const plans: Readonly<Record<string, Pick<Plan, 'families' | 'start' | 'bounds'>>> = {
  'the mock': {
    ...{ families, start: startMockHost },
    bounds: { ...strict, peakBytes: 1024 * MiB, leftBytes: 50 * MiB },
  },
  'the mock with its own deliveries': {
    ...{ families: ownFamilies, start: startOwnHost },
    bounds: { ...strict, peakBytes: 512 * MiB, leftBytes: 50 * MiB },
  },
  'the proxy': {
    ...{ families: proxyFamilies, start: startProxyHost },
    bounds: { ...strict, peakBytes: 512 * MiB, leftBytes: 50 * MiB },
  },
  // The sink stores up to 64 MiB of deliveries until it ends.
  'the sink': {
    ...{ families: sinkFamilies, start: startSinkHost },
    bounds: { ...strict, peakBytes: 512 * MiB, leftBytes: 150 * MiB },
  },
}

/** A case as a failure names it: the family, the seed and the numbers. */
const [family, seed, numbers] = HOSTILE_CASE?.split(':') ?? []
const wanted = family === undefined ? HOSTILE_FAMILIES?.split(',') : [family]

for (const [name, each] of Object.entries(plans)) {
  const families = each.families.filter(({ name }) => wanted?.includes(name) ?? true)
  if (families.length === 0) continue
  testUnderAttack(name, {
    ...{ ...each, families, print: console.log },
    seeds: seed === undefined ? seeds : [Number(seed)],
    requests: Number(HOSTILE_REQUESTS ?? 1_000_000) / seeds.length,
    only: numbers?.split(',').map(Number),
  })
}
