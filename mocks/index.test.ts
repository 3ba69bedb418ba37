import { createServer } from 'node:http'
import { test } from 'vitest'
import { startQueue } from './index.js'
test('smoke', async () => {
  const mock = await startQueue()
  let n = 0
  const sink = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (c) => chunks.push(c))
    req.on('end', () => {
      console.log(req.method, req.url, req.rawHeaders, Buffer.concat(chunks).toString())
      res.statusCode = n++ < 5 ? 500 : 200
      res.end('x')
    })
  }).listen(0)
  const port = (sink.address() as { port: number }).port
  const r = await fetch(
    `${mock.url}/v2/publish/http://127.0.0.1:${port}//a?x=1&svc-retries=5&y=%20`,
    {
      method: 'POST',
      body: 'hello',
      headers: { authorization: `Bearer ${mock.token}`, 'Svc-Forward-X-A': '1' },
    },
  )
  console.log(r.status, await r.text())
  const t = performance.now()
  await mock.clock.advance('7d')
  console.log(performance.now() - t)
  console.log(
    mock
      .deliveries()
      .map((d) => [
        d.retried,
        d.startedAt - mock.deliveries()[0]!.startedAt,
        d.outcome.kind === 'answered' ? d.outcome.status : d.outcome.reason,
      ]),
  )
  for (const [m, p] of [
    ['GET', '/v2/workflows/dlq'],
    ['GET', '/v2/workflows/dlq/x'],
    ['DELETE', '/v2/workflows/dlq/x'],
    ['POST', '/v2/notify/e'],
    ['PUT', '/v2/notify/e'],
    ['GET', '/x'],
    ['GET', '/v2/workflows/logs'],
    ['POST', '/v2/publish/http://10.0.0.1/'],
    ['GET', '/__mock/health'],
    ['GET', '/__mock/journal'],
    ['GET', '/__mock/faults'],
  ] as const) {
    const r = await mock.fetch(p, { method: m, headers: { authorization: `Bearer ${mock.token}` } })
    console.log(m, p, r.status, await r.text())
  }
  await mock.close()
  sink.close()
})
