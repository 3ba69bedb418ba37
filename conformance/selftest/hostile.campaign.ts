// Hostile input by the million. HOSTILE_REQUESTS is the number of HTTP requests over all seeds (1000000),
// HOSTILE_FAMILIES some of the families, HOSTILE_CASE one case of a failure to make again.

import { families, http } from './hostile/families.js'
import { replayUnderAttack, testUnderAttack, type Plan } from './hostile/campaign.js'
import { startMockHost } from './hostile/mock-host.js'
import { startProxyHost } from './hostile/proxy-host.js'

const { HOSTILE_REQUESTS, HOSTILE_FAMILIES, HOSTILE_CASE } = process.env

const seeds = [1, 2, 3, 4, 5]

const plan: Plan = {
  seeds,
  requests: Number(HOSTILE_REQUESTS ?? 1_000_000) / seeds.length,
  families: families.filter(
    ({ name }) => HOSTILE_FAMILIES === undefined || HOSTILE_FAMILIES.split(',').includes(name),
  ),
  bounds: { stallMs: 200, peakBytes: 1024 * 2 ** 20, leftBytes: 50 * 2 ** 20 },
  start: startMockHost,
  print: console.log,
}

const proxyPlan: Plan = {
  ...plan,
  families: [{ ...http, name: 'proxy', share: 0.2 }],
  start: startProxyHost,
}

if (HOSTILE_CASE === undefined) {
  testUnderAttack('the mock', plan)
  testUnderAttack('the proxy', proxyPlan)
} else if (HOSTILE_CASE.startsWith('proxy:'))
  replayUnderAttack('the proxy', proxyPlan, HOSTILE_CASE)
else replayUnderAttack('the mock', plan, HOSTILE_CASE)
