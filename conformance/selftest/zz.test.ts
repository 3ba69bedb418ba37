import { test } from 'vitest'
import { startQueue } from '../../mocks/index.js'
import { scenarios, run } from '../index.js'
import { writeFileSync } from 'node:fs'
test('x', async () => {
  const mock = await startQueue()
  const report = await run({ scenarios, queue: mock, provider: { name: 'mock', clock: { now: async () => mock.clock.now(), advance: (ms) => mock.clock.advance(ms) } }, timeoutMs: 5000 })
  await mock.close()
  writeFileSync('/tmp/sc/out.json', JSON.stringify(report, null, 2))
  console.log(report.durationMs, report.summary)
  for (const s of report.scenarios) console.log(s.verdict, s.id, s.reason ?? '', s.findings.map((f) => f.message).join('|'), s.observations ? JSON.stringify(s.observations) : '', s.durationMs)
})
