import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { serve } from '../wire/testing.js'
import { run, scenarios } from '../index.js'
import { cutOffInWords } from './gone.js'

const sent = (scenario: string, body: string) => ({ scenario, method: 'POST', target: '/', body })

test('at most 16 requests are named, and long ones are cut', () => {
  const cutOff = Array.from({ length: 18 }, (_, index) => sent(`kv.a/${index}`, 'x'.repeat(500)))
  const lines = cutOffInWords({ cutOff })

  expect(lines).toHaveLength(18)
  expect(lines[0]!.length).toBeLessThan(200)
  expect(lines.slice(-2)).toEqual([
    'Under way when it went down: 2 more requests',
    'To find the request that stopped it, add --concurrency 1.',
  ])
})

test('equal requests of one scenario have one line', () => {
  const cutOff = [sent('kv.a/one', 'a'), sent('kv.a/one', 'a'), sent('kv.a/two', 'a')]

  expect(cutOffInWords({ cutOff }).slice(0, 2)).toEqual([
    'Under way when it went down: 2 × POST / a (kv.a/one)',
    'Under way when it went down: POST / a (kv.a/two)',
  ])
})

test('the request that stopped a server is in the report, whatever its scenario says', async () => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (body.includes('NOSUCHCOMMAND')) {
        server.close()
        server.closeAllConnections()
      } else response.end('{"result":"PONG"}')
    })
  })
  const url = await serve(server)
  const only = scenarios.filter(({ id }) => id.startsWith('kv.errors.'))
  const report = await run({ kv: { url, token: 'a' }, scenarios: only, timeoutMs: 2000 })

  expect(report.gone).toEqual([url])
  expect(cutOffInWords(report).join('\n')).toContain('["NOSUCHCOMMAND"')
})
