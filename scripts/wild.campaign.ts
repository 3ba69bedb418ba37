import { afterAll, beforeAll, it } from 'vitest'
import { clientNames, clientOptions, clientTestOf, startServer, type Server } from '../mocks/explore/client-applications-testing.js'
import { parsePlan } from '../mocks/explore/decision.js'
import { explore, ExploreFailure } from '../mocks/index.js'

const SEEDS = Number(process.env['EXPLORE_SEEDS'] ?? 20)
const RUNS = Number(process.env['EXPLORE_RUNS'] ?? 1000)
const FIRST = Number(process.env['EXPLORE_FIRST'] ?? 1)
let server: Server
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.close())

it.each(clientNames)('%s', async (name) => {
  console.error = () => {}
  const found: string[] = []
  const t = performance.now()
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const e: unknown = await explore({ seed, runs: 100, ...clientOptions }, clientTestOf(name, server, { isMended: false })).then((r) => `none(${r.runs} runs, ${r.givenUp} given up)`, (e: unknown) => e)
    if (e instanceof ExploreFailure) found.push(`${e.run}/${parsePlan(e.replay).length}${seed===FIRST?` ${e.replay} [${String(e.cause).split('\n')[0]}]`:''}`)
    else found.push(String(e))
  }
  console.log(`BUG ${name}: ${found.join(', ')} (${((performance.now() - t)/1000).toFixed(1)} s)`)
  if (RUNS === 0) return
  const start = performance.now(); const cpu = process.cpuUsage()
  const r = await explore({ seed: FIRST, runs: RUNS, ...clientOptions }, clientTestOf(name, server, { isMended: true })).catch((e: unknown) => e)
  const { user, system } = process.cpuUsage(cpu)
  if (r instanceof Error) console.log(`TWIN ${name}: FAILS ${r.message}`)
  else { const { runs, givenUp, pairs } = r as never as Record<string, number>; console.log(`TWIN ${name}: green ${runs} runs, ${givenUp} given up, ${pairs} pairs, ${((performance.now() - start)/runs!).toFixed(1)} ms wall, ${((user+system)/1000/runs!).toFixed(1)} ms cpu`) }
}, 600_000)
