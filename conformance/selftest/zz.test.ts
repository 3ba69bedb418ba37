import { test } from 'vitest'
import { faults } from '../../mocks/faults/index.js'
import { judgeKv, outcomes } from './judge.js'
test('x', async () => {
  const t = performance.now()
  let n = 0
  const ids = (process.env['FAULTS'] ?? '').split(',').filter((x) => x)
  for (const id of ids.length ? ids : [undefined]) {
    const fault = faults.find((f) => f.id === id)
    const report = await judgeKv({ ...(fault && { fault }), unwired: true, keepExchanges: 'all', judges: ({ id }) => (process.env['ONLY'] ? id.includes(process.env['ONLY']) : id.includes('same-reply')), onResult: (r) => { n += r.exchanges.length } })
    console.log(id, report.summary, n, Math.round(performance.now() - t), fault?.breaks)
    console.log(outcomes(report, ['violated', 'blocked', 'harness-error', 'not-applicable']).slice(0, 6000))
    if (process.env['REPRO']) console.log(report.scenarios.filter(s=>s.verdict==='violated').map(s=>s.repro).join('\n').slice(0,3000))
  }
}, 600000)
