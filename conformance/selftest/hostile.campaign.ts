// Sends millions of hostile requests. HOSTILE_REQUESTS is the number of HTTP requests for all seeds
// (1000000). HOSTILE_FAMILIES selects kinds of input. HOSTILE_CASE repeats a failed case.

import { families, proxyFamilies, sinkFamilies, type Family } from './hostile/families.js'
import { replayUnderAttack, testUnderAttack, type Plan } from './hostile/campaign.js'
import { startMockHost } from './hostile/mock-host.js'
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

const isWanted = ({ name }: Family) =>
  HOSTILE_FAMILIES === undefined || HOSTILE_FAMILIES.split(',').includes(name)
const requests = Number(HOSTILE_REQUESTS ?? 1_000_000) / seeds.length

for (const [name, each] of Object.entries(plans)) {
  const wanted = each.families.filter(isWanted)
  const plan: Plan = { ...each, families: wanted, seeds, requests, print: console.log }
  if (HOSTILE_CASE !== undefined) replayUnderAttack(name, plan, HOSTILE_CASE)
  else if (wanted.length > 0) testUnderAttack(name, plan)
}
