// Tests of runs in which deliveries do not reach the sink.

import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import { serve } from '../../../conformance/wire/testing.js'
import { freePort } from '../../free-port.js'
import { file, ofQueue, svcContract, targetThat } from '../testing.js'

const mock = await startMock()
afterAll(() => mock.close())

it('exits with 2 when the port of the sink is taken, and names it', async () => {
  const { host } = new URL(mock.kv.url)
  const { code, stderr } = await svcContract('test', '--sink-listen', host, ...ofQueue(mock))

  expect(code).toBe(2)
  expect(stderr).toContain(`--sink-listen: ${host} is taken`)
})

it('exits with 3 and says why, when no message arrives at the sink', async () => {
  const sink = `http://127.0.0.1:${await freePort()}`
  const args = ['test', 'queue.forward.all-headers', ...ofQueue(mock), '--max-wait', '200ms']
  const list = file('undelivered.txt', 'kv.pipeline.* as yesterday\n')
  const { code, stdout, stderr } = await svcContract(
    ...[...args, '--sink-url', sink, '--write-known-failing', list],
  )

  expect(code).toBe(3)
  expect(stderr).toContain(`${list} is left unchanged`)
  expect(readFileSync(list, 'utf8')).toBe('kv.pipeline.* as yesterday\n')
  const reason = `the sink at ${sink} received nothing that was published; either the target cannot`
  expect(stderr).toContain(`could not judge: ${reason}`)
  expect(stderr.split('\n')).toHaveLength(3)
  expect(stdout).toContain(`No delivery arrived: ${reason}`)
}, 60_000)

it.each([
  ['a violation that needs no delivery', 200, true],
  ['a queue that refuses everything', 400, false],
])('exits with 1 on %s, though no delivery arrived', async (_, status, names) => {
  const body = '{"result":"OK"}'
  const [, url = ''] = await targetThat((__, response) => response.writeHead(status).end(body))
  const selection = ['queue.publish.message-id-required', 'queue.publish.body-unchanged/in-chunks']
  const target = ['--queue-url', url, '--queue-token', 'a-token', '--max-wait', '200ms']
  const { code, stdout } = await svcContract('test', ...selection, ...target)

  expect(code).toBe(1)
  // The message may blame the connection to the sink only if the target accepted a message.
  expect(stdout.includes('No delivery arrived')).toBe(names)
})

it('exits with 3 when the target goes down during the wait for a delivery, in every format', async () => {
  const server = createHttpServer(({ method }, response) => {
    response.end('{"messageId":"msg_0123456789"}')
    if (method !== 'POST') return
    response.once('close', () => {
      server.close()
      server.closeAllConnections()
    })
  })
  const url = await serve(server)
  const target = ['--queue-url', url, '--queue-token', 'a-token', '--max-wait', '200ms']
  const [junit, github, list] = ['down.xml', 'down.github', 'down.txt'].map((name) => file(name))
  const reports = ['--report', `junit=${junit}`, '--report', `github=${github}`]
  const { code, stdout, stderr } = await svcContract(
    ...['test', 'queue.publish.body-unchanged/in-chunks', ...target, ...reports],
    ...['--write-known-failing', list!],
  )

  const why = `ould not judge: connections to ${url} failed during the run; is the service still running?`
  expect(code).toBe(3)
  expect(stderr).toBe(
    `svc-contract: ${list} is not written: a run that could not judge has no list of failures\nsvc-contract: c${why}\n`,
  )
  expect(existsSync(list!)).toBe(false)
  expect(stdout).toMatch(/^Could not judge: connections to/)
  expect(stdout).toContain(' 0 violated, ')
  expect(stdout).not.toMatch(/slow connection|violated rules first/)
  expect(readFileSync(junit!, 'utf8')).toContain(`<error type="run" message="c${why}"/>`)
  expect(readFileSync(github!, 'utf8')).toMatch(/^::error title=svc-contract::could not judge: /)
}, 60_000)

it('receives deliveries through a tunnel', async () => {
  const port = await freePort()
  const tunnel = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    // The callback ignores errors, because a scenario may reset its connection.
    pipeline(from, to, from, () => {})
  }).listen(0, '127.0.0.1')
  await once(tunnel, 'listening')
  onTestFinished(() => void tunnel.close())
  const url = `http://localhost:${(tunnel.address() as AddressInfo).port}/`
  const sink = ['--sink-listen', `0.0.0.0:${port}`, '--sink-url', url]

  const { code, stdout } = await svcContract(
    'test',
    'queue.forward.all-headers',
    ...ofQueue(mock),
    ...sink,
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/Scenarios {2}[1-9]\d* passed, 0 violated/)
  const looked = await svcContract('doctor', 'queue.forward.all-headers', ...ofQueue(mock), ...sink)
  const arrives = `a published message arrives at ${url.replace(/\/$/, '')}`
  expect(looked).toMatchObject({ stdout: expect.stringContaining(arrives) as string })
})
