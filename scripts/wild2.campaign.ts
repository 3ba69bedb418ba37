import { afterAll, beforeAll, it } from 'vitest'
import assert from 'node:assert/strict'
import { parsePlan } from '../mocks/explore/decision.js'
import { clientsOf, startApplication, type Application } from '../mocks/explore/testing.js'
import { explore, ExploreFailure } from '../mocks/index.js'
let application: Application
beforeAll(async () => (application = await startApplication()))
afterAll(() => application.close())
// One large application: five handlers with six commands each; one bug at one place.
const bugs: Record<string, [check: (state: Record<string, unknown>) => void, routes: (kv: any) => Record<string, string>]> = {}
void bugs
it.each(['lost', 'stale', 'pair'])('large %s', async (bug) => {
  const found: string[] = []
  const t = performance.now()
  for (let seed = 1; seed <= 20; seed++) {
    const e: unknown = await explore({ seed, runs: 100 }, async ({ mock }) => {
      const { kv, order } = clientsOf(mock, application)
      const route = (n: number) => async ({ messageId }: { messageId: string }) => {
        for (const part of ['a', 'b', 'c']) {
          await kv('GET', `${n}${part}`)
          if (bug === 'lost' && n === 3 && part === 'b') await kv('RPUSH', 'list', 1)
          else if (bug === 'stale' && n === 3 && part === 'b') await kv('SET', 'copy', Number(await kv('INCR', 'version')))
          else if (bug === 'pair' && n === 3 && part === 'b') { await kv('SADD', 'seen', messageId); await kv('INCR', 'tries') }
          else await kv('SET', `${n}${part}`, messageId)
        }
      }
      application.handle(Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/r${n}`, route(n)])))
      for (const n of [1, 2, 3, 4, 5]) await order(`/r${n}`)
      await mock.clock.advance('1d')
      if (bug === 'lost') assert.ok(Number(await kv('LLEN', 'list')) <= 1)
      if (bug === 'stale') assert.equal(await kv('GET', 'copy'), await kv('GET', 'version'))
      if (bug === 'pair') assert.ok(Number((await kv('GET', 'tries'))) < 3)
    }).then((r) => `none(${r.runs}/${r.givenUp}/${r.places.length})`, (e: unknown) => e)
    found.push(e instanceof ExploreFailure ? `${e.run}/${parsePlan(e.replay).length}${seed === 1 ? e.replay : ''}` : String(e))
  }
  console.log(`LARGE ${bug}: ${found.join(', ')} (${((performance.now() - t)/1000).toFixed(1)} s)`)
}, 600_000)
