import { test } from 'vitest'
import { judgeKv, judgeQueue } from './judge.js'
test('x', async () => {
  for (let i = 0; i < 8; i++) {
    const t = performance.now()
    const r = await judgeKv()
    process.stderr.write(
      `kv ${Math.round(performance.now() - t)} ${r.scenarios.length} ${JSON.stringify(r.summary)}\n`,
    )
  }
  const r = await judgeKv({ concurrency: 64 })
  process.stderr.write(r.durationMs + '\n')
  process.stderr.write(
    r.scenarios
      .toSorted((a, b) => b.durationMs - a.durationMs)
      .slice(0, 12)
      .map((s) => s.durationMs + ' ' + s.id)
      .join('\n') + '\n',
  )
  for (let i = 0; i < 4; i++) {
    const r = await judgeQueue()
    process.stderr.write(`queue ${r.durationMs} ${r.scenarios.length}\n`)
  }
}, 60000)
