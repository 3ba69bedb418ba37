// Tests of proxy: its report on the responses, its end, and targets that use TLS.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../conformance/index.js'
import { startMock, type Mock } from '../../mocks/index.js'
import { startFaulty } from './faulty-testing.js'
import { verb } from './proxy.js'
import {
  cli,
  file,
  refuses,
  start,
  svcContract,
  svcContractWith,
  targetThat,
  wroteCertificate,
} from './testing.js'

const mock = await startMock()
afterAll(() => mock.close())

const script = file(
  'client.mjs',
  `const token = process.argv[2]
   const url = process.env.SVC_KV_URL
   const headers = { Authorization: 'Bearer ' + token }
   for (const path of ['/set/a/b', '/get/a', '/get'])
     console.log(await (await fetch(url + path, { headers })).text())
   console.log(await (await fetch(url + '/get/a?_token=' + token)).text())
   console.log('queue at ' + process.env.SVC_QUEUE_URL)
   process.exitCode = Number(process.argv[3] ?? 0)`,
)
const before = ({ kv, queue }: Mock) => ['proxy', '--kv-url', kv.url, '--queue-url', queue.url]
const client = (token: string, ...more: string[]) => [
  '--',
  process.execPath,
  script,
  token,
  ...more,
]

it('runs a command in front of the target, and reports the operations it used', async () => {
  const { kv, queue } = mock
  const report = ['--report', `json=${file('proxied.json')}`]
  const command = client(kv.token, '0', '--help')
  const { code, stdout } = await start([...before(mock), ...report, ...command]).ended

  expect(code).toBe(0)
  expect(stdout).toContain('{"result":"OK"}\n{"result":"b"}\n')
  expect(stdout).toMatch(/queue at http:\/\/127\.0\.0\.1:\d+\n/)
  expect(stdout).not.toContain(`queue at ${queue.url}`)
  expect(stdout).toMatch(/✓ kv +GET +\/\{command\}\/\{args\} +200 ×3/)
  expect(stdout).toMatch(/kv\.envelope\.error ×1\n/)
  expect(stdout).not.toContain(kv.token)
  const { coverage, target } = JSON.parse(readFileSync(file('proxied.json'), 'utf8')) as Report
  expect(target).toMatchObject({ kvUrl: kv.url, queueUrl: queue.url })
  expect(coverage).toMatchObject({ exchanges: 4, documented: 4, broken: 0 })
})

it('deletes the report of an earlier run before it checks its options', async () => {
  const report = file('earlier.json')
  writeFileSync(report, '{}')
  const { code } = await svcContract('proxy', '--report', `json=${report}`)

  expect(code).toBe(2)
  expect(existsSync(report)).toBe(false)
})

it('exits with 1 on a violation, and shows it without the token', async () => {
  const faulty = await startFaulty('success-envelope-has-took')
  const output = ['--report', `html=${file('proxied.html')}`]
  const command = client(faulty.kv.token)
  const { code, stdout } = await svcContract(...before(faulty), ...output, ...command)
  await faulty.close()

  expect(code).toBe(1)
  expect(stdout).toContain('✗ violated')
  expect(stdout).toMatch(/rule +“Success envelope/)
  expect(stdout).toMatch(/sent +GET \/set\/a\/b\n/)
  expect(stdout).toMatch(/try +curl .*Bearer '"\$SVC_KV_TOKEN" .*"\$SVC_KV_URL"'\/set\/a\/b'/)
  expect(stdout).toContain('200 ×3 (3 broken)')
  expect(stdout.match(/✗ violated/g)).toHaveLength(1)
  expect(stdout).toContain('and 2 more responses; --report json=FILE has all')
  for (const text of [stdout, readFileSync(file('proxied.html'), 'utf8')])
    expect(text).not.toContain(faulty.kv.token)
})

it('exits with the code of a failed command', async () => {
  const { code } = await svcContract(...before(mock), ...client(mock.kv.token, '7'))
  expect(code).toBe(7)
})

it('exits with 2 for an empty variable, which would leave out an interface', async () => {
  const args = ['proxy', '--kv-url', mock.kv.url, '--', process.execPath, '-e', '0']
  const { code, stderr } = await svcContractWith({ SVC_QUEUE_URL: '' }, ...args)
  expect(code).toBe(2)
  expect(stderr).toContain('SVC_QUEUE_URL is empty; give it a value, or unset it')
})

it('exits with 3 when nothing passed through it', async () => {
  const command = ['--', process.execPath, '-e', '0']
  const { code, stderr } = await svcContract(...before(mock), ...command)
  expect(code).toBe(3)
  expect(stderr).toContain('no documented response has passed through the proxy')
})

it('exits with 3 when the target broke off its only response', async () => {
  const [, url] = await targetThat((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
    response.write('{"result":', () => response.destroy())
  })
  const call = `await fetch(process.env.SVC_KV_URL + '/get/a').then((each) => each.text()).catch(() => {})`
  const command = ['--', process.execPath, '--input-type=module', '-e', call]
  const { code, stderr } = await svcContract('proxy', '--kv-url', url!, ...command)

  expect(code).toBe(3)
  expect(stderr).toContain(
    'no response could be validated (an answer was incomplete: the target closed the connection)',
  )
})

it('exits with 3 when the target did not answer every request', async () => {
  let count = 0
  const [, url] = await targetThat((request, response) => {
    if (count++ > 0) request.socket.destroy()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":1}')
  })
  const call = `for (let n = 0; n < 3; n++)
    await fetch(process.env.SVC_KV_URL + '/get/a', { method: 'POST', headers: { connection: 'close' } })
      .then((each) => each.text()).catch(() => {})`
  const command = ['--', process.execPath, '--input-type=module', '-e', call]
  const { code, stderr } = await svcContract('proxy', '--kv-url', url!, ...command)

  expect(code).toBe(3)
  expect(stderr).toContain(
    '2 responses could not be validated (first: no answer: the target closed the connection)',
  )
})

it('exits with 3 when one of two services is down, although the command accepts this', async () => {
  const { kv } = mock
  const calls = `for (const of of ['KV', 'QUEUE'])
    await fetch(process.env['SVC_' + of + '_URL'] + '/ping?_token=${kv.token}')`
  const targets = ['--kv-url', kv.url, '--queue-url', 'http://127.0.0.1:1']
  const command = ['--', process.execPath, '--input-type=module', '-e', calls]
  const junit = file('down.xml')
  const ended = await svcContract('proxy', ...targets, '--report', `junit=${junit}`, ...command)

  const why = 'connections to http://127.0.0.1:1 failed during the run'
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining(why) as string })
  expect(readFileSync(junit, 'utf8')).toContain(why)
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'prints a line when ready, and its report on %s',
  async (signal) => {
    const ports = ['--kv-port', '0', '--queue-port', '0']
    const child = spawn(process.execPath, [cli, ...before(mock), '--json', ...ports])
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    await once(child.stdout, 'data')
    const { kv } = JSON.parse(out) as { kv: { url: string } }
    const headers = { Authorization: `Bearer ${mock.kv.token}`, Accept: 'text/event-stream' }
    const stream = await fetch(`${kv.url}/subscribe/a`, { method: 'POST', headers })
    expect(stream.status).toBe(200)

    child.kill(signal)
    expect(await once(child, 'close')).toEqual([0, null])
    const { coverage } = JSON.parse(out.split('\n')[1]!) as Report
    expect(coverage).toMatchObject({ exchanges: 1, documented: 1, broken: 0 })
  },
)

refuses('proxy', verb.run, [
  ['', /needs a target: --kv-url/],
  ['npm test', /after --/],
  ['--kv-url http://127.0.0.1:1 --', /after --/],
  ['--kv-url http://127.0.0.1:1 -- ./nowhere', /nowhere could not be started/],
  ['--kv-url http://a:b@c', /without user/],
])

it('ends its command on the second interrupt, if the first has not reached the command', async () => {
  const patient =
    'process.on("SIGINT", () => {}); console.log("it runs"); setInterval(() => {}, 1e6)'
  const args = ['proxy', '--kv-url', 'http://127.0.0.1:9', '--', process.execPath, '-e', patient]
  const child = spawn(process.execPath, [cli, ...args])
  const closed = once(child, 'close')
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const hasPrinted = async (text: string) => {
    while (!printed.includes(text)) await once(child.stdout, 'data')
  }
  await hasPrinted('it runs')
  // The signal is repeated, because the system may merge two signals and a late signal finds no
  // handler.
  const interrupting = setInterval(() => child.kill('SIGINT'), 50)
  await hasPrinted('Operations')
  clearInterval(interrupting)
  const [code] = (await closed) as [number]

  expect(code).toBe(128 + constants.signals.SIGTERM)
})

const [key, certificate] = [file('key.pem'), file('certificate.pem')]
const isMade = wroteCertificate(key, certificate)
if (!isMade)
  console.warn('openssl is not installed, so no certificate can be made: TLS is not tested')

describe.skipIf(!isMade)('in front of a target that speaks TLS', () => {
  const requested: string[] = []
  let server: ReturnType<typeof createServer>
  beforeAll(async () => {
    const options = { key: readFileSync(key), cert: readFileSync(certificate) }
    server = createServer(options, ({ url = '', headers: { host = '' } }, response) => {
      requested.push(host + url)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":1}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  const proxy = async (environment: Readonly<Record<string, string>> = {}) => {
    const host = `localhost:${(server.address() as AddressInfo).port}`
    const get = 'fetch(process.env.SVC_KV_URL + "/get/a").then((a) => a.text()).then(console.log)'
    const args = ['proxy', '--kv-url', `https://${host}/base`, '--', process.execPath, '-e', get]
    return { host, ...(await start(args, environment).ended) }
  }

  it('uses its host name and its path', async () => {
    const { code, stdout, host } = await proxy({ NODE_EXTRA_CA_CERTS: certificate })
    expect(stdout).toContain('{"result":1}')
    expect(requested).toEqual([`${host}/base/get/a`])
    expect(code).toBe(0)
  })

  it('refuses an untrusted certificate and reports it', async () => {
    const { code, stdout } = await proxy()
    expect(stdout).toMatch(/"svc-contract proxy: .* cannot be reached: self.signed certificate"/)
    expect(code).toBe(3)
  })
})
