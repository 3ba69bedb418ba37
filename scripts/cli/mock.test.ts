// Tests of mock: start, serving, end, and the errors that count as usage errors.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { startFakeServer } from '../../mocks/kv/redis/fake.js'
import { startRedisServer, withoutRedisServer } from '../../mocks/kv/redis/server.js'
import { usageErrorOf } from './mock/start.js'
import { readyLines, startMockFrom, startReady, type Ready } from './mock/testing.js'
import { cli, expectRefused, refuses, start, svcContract } from './testing.js'

const mock = await startMock()
afterAll(() => mock.close())

it('started by npx, it ends with npx, and otherwise outlives its parent', async () => {
  const startedBy = async (script: string) => {
    // The parent prints the process id of the mock, and ends when the mock is ready.
    const parent = `const child = require('node:child_process').spawn(process.execPath,
      [process.argv[1], 'mock', '--json', '--kv-port', '0', '--queue-port', '0'],
      { stdio: ['ignore', 'pipe', 'ignore'] })
      child.stdout.once('data', () => { console.log(child.pid); process.exit() })`
    const env = { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: script }
    const { stdout } = spawn(process.execPath, ['-e', parent, cli], { env })
    const [line] = (await once(stdout, 'data')) as [Buffer]
    return Number(line)
  }
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const other = await startedBy('my-tool')
  const ended = await startedBy("'svc-contract' mock --kv-port 0")
  await vi.waitFor(() => expect(isAlive(ended)).toBe(false), { timeout: 10_000 })
  expect(isAlive(other)).toBe(true)
  process.kill(other)
})

const get = async (url: string, token: string) =>
  (await fetch(url, { headers: { Authorization: `Bearer ${token}` } })).json()

/** Opens a connection and sends a POST request with only the first `sent` characters of its body. */
function post({ kv }: Ready, path: string, body: string, sent = body.length): Socket {
  const socket = connect(Number(new URL(kv.url).port), '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${kv.token}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, sent)}`,
  )
  return socket
}

it.each(['SIGTERM', 'SIGHUP'] as const)(
  'prints a line, serves, and ends cleanly on %s',
  async (signal) => {
    const { child, kv, queue } = await startReady()
    expect(await get(`${kv.url}/echo/hello`, kv.token)).toEqual({ result: 'hello' })
    expect((await fetch(`${queue.url}/__mock/health`)).status).toBe(200)

    child.kill(signal)
    expect(await once(child, 'close')).toEqual([0, null])
  },
)

it.skipIf(withoutRedisServer())('prints where the data is, without the login', async () => {
  const user = ['u', 'on', '>SECRET', '~*', '&*', '+@all']
  const redis = await startRedisServer({ databases: 2, user })
  const lines = await readyLines('--redis', redis.url.replace('//', '//u:SECRET@'))
  await redis.close()

  expect(lines).toContain(`\ndata       key-value ${redis.url}/0  queue ${redis.url}/1\n`)
  expect(lines).not.toContain('SECRET')
})

it('prints dialect, clock and control URL', async () => {
  expect(await readyLines()).toMatch(
    /^dialect +svc\nconsole +http:.*\/__mock\/\nclock +real\ncontrol +http:.*\/__mock\nfaults +none\nCtrl-C/m,
  )
  expect(await readyLines('--no-controls')).toMatch(/^control +none/m)
})

it('prints URLs that work on this machine if it listens on all addresses', async () => {
  const text = await readyLines('--host', '0.0.0.0', '--resp-port', '0', '--dialect', 'upstash')
  expect(text).toMatch(/^listens +on all addresses of this machine \(--host 0\.0\.0\.0\)$/m)
  expect(text.match(/0\.0\.0\.0/g)).toHaveLength(1)
  expect(text).toMatch(/^QSTASH_URL=http:\/\/127\.0\.0\.1:\d+$/m)
  expect(await readyLines('--host', '127.0.0.1')).not.toMatch(/^listens/m)
})

it('prints that the clock stands still, and each fault', async () => {
  const text = await readyLines('--clock', 'virtual', '--fault', 'head-runs-twice')
  expect(text).toMatch(/^clock +virtual: stands still; advance it: curl http.*\/__mock\/clock -d /m)
  expect(text).toMatch(
    /^FAULTS +1 on: this mock is wrong on purpose\n +head-runs-twice: HEAD: runs the command twice$/m,
  )
})

it('serves the same data over RESP with --resp-port', async () => {
  const { child, kv } = await startReady('--resp-port', '0')
  const { username, password, port } = new URL(kv.resp.url)
  expect([username, password]).toEqual(['default', kv.token])

  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
  socket.write(`AUTH ${password}\r\n`)
  expect(await once(socket, 'data')).toEqual(['+OK\r\n'])

  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
  socket.destroy()
})

it('serves examples with Prism, and ends cleanly on Ctrl-C', async () => {
  const { child, kv, ...state } = await startReady('--engine', 'prism')
  expect(state).toMatchObject({ engine: 'prism' })
  expect(state).not.toHaveProperty('clock')
  expect(await get(`${kv.url}/set/key/value`, kv.readOnlyToken)).toEqual({ result: 'OK' })

  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
})

it('ends cleanly when it is stopped as soon as it is ready', async () => {
  const ports = '--kv-port 0 --queue-port 0 --json'
  const script = `exec 3< <(exec "$0" "$1" mock ${ports}); read -r line <&3; kill $!; wait $!`
  const child = spawn('bash', ['-c', script, process.execPath, cli], { stdio: 'inherit' })

  expect(await once(child, 'close')).toEqual([0, null])
})

it('answers open requests before it ends', async () => {
  const { child, ...ready } = await startReady('--grace', '60')
  const body = '["ECHO","hello"]'
  const socket = post(ready, '/', body, 5)
  // After the response to this request, the mock has also read the beginning of the other request.
  await fetch(ready.kv.url)
  child.kill('SIGTERM')
  for (let refused = false; !refused;) {
    const other = connect(Number(new URL(ready.kv.url).port), '127.0.0.1')
    refused = await once(other, 'connect').then(
      () => false,
      () => true,
    )
    other.destroy()
  }

  socket.write(body.slice(5))
  expect(await once(socket, 'data')).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*\{"result":"hello"\}$/is),
  ])
  expect(await once(child, 'close')).toEqual([0, null])
})

it('ends after the grace while scripts keep it busy', async () => {
  const { child, ...ready } = await startReady()
  const loop = ['EVAL', 'while true do end', '0']
  const socket = post(ready, '/pipeline', JSON.stringify(Array.from({ length: 200 }, () => loop)))
  // Other requests are served while the scripts run.
  await fetch(ready.kv.url)

  const begin = performance.now()
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
  // The grace period is 1 second. The limit is higher, because a busy machine needs more time.
  expect(performance.now() - begin).toBeLessThan(5_000)
  socket.destroy()
})

it('ends at once on a second signal', async () => {
  const { child, ...ready } = await startReady('--grace', '1000')
  const socket = post(ready, '/', '["PING"]', 0)
  await fetch(ready.kv.url)
  child.kill('SIGTERM')
  const untilRefused = async () => {
    for (;;) await fetch(ready.kv.url)
  }
  await expect(untilRefused()).rejects.toThrow()

  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
  socket.destroy()
})

it.each([
  ['before', 'queueMicrotask(fail)'],
  [
    'after',
    `const { postMessage } = parentPort
     parentPort.postMessage = (message) => (postMessage.call(parentPort, message), setImmediate(fail))`,
  ],
])('exits with 4 on an unhandled error %s it is ready', async (_, act) => {
  const program = `import { parentPort } from 'node:worker_threads'
    const fail = () => { throw new RangeError('out of luck') }
    if (parentPort) { ${act} }`
  const preload = `data:text/javascript,${encodeURIComponent(program)}`
  const { ended } = start(['mock', '--kv-port', '0', '--queue-port', '0'], {
    NODE_OPTIONS: `--import=${preload}`,
  })
  const { code, stderr } = await ended

  expect(code).toBe(4)
  expect(stderr).toMatch(/this is a bug of svc-contract/)
  expect(stderr).toMatch(/RangeError.*: out of luck\n +at /)
})

const statefulOptions =
  'fault resp-port redis clock allow-destination control-from control-host llm-url'

refuses('mock', startMockFrom, [
  ['--kv-max-key-size 0', /--kv-max-key-size takes a whole/],
  ['--kv-max-request-size 67108865', /from 1 to 67108864/],
  ['--kv-daily-requests 1e3', /--kv-daily-requests takes/],
  ['--resp-port 0 --redis redis://127.0.0.1:1', /--resp-port works only without --redis/],
  ['--redis u:SECRET@', /^(?!.*SECRET).*--redis: expected the URL of a Redis/],
  ['--redis redis://u:SECRET@127.0.0.1/abc', /^(?!.*SECRET).* got the database "abc", which is no/],
  ['--no-controls --clock virtual', /--clock virtual needs the \/__mock routes/],
  ['--no-controls --control-from any', /--control-from is for the \/__mock routes, which/],
  ['--no-controls --control-host mock', /--control-host is for the \/__mock routes, which/],
  ['--kv-token same --kv-readonly-token same', /--kv-token and --kv-readonly-token are the same/],
  ['--control-host mock:8079', /--control-host: expected a host name without a port, got "mock:8/],
  ['--port 80', /no option --port \(did you mean --kv-port, --queue-port or --resp-port\?\)/],
  [
    '--fault never',
    /no fault "never" \(did you mean retries-never\?\); "svc-contract list faults" prints their ids/,
  ],
  ['--fault head-run-twice', /no fault "head-run-twice" \(did you mean head-runs-twice\?\)/],
  ['--llm-url localhost:1', /--llm-url takes a URL/],
  ['--queue-max-ready 0', /--queue-max-ready takes a whole/],
  ['--control-from me', /--control-from: .* got "me"/],
  ['--allow-destination a/b', /--allow-destination: .* got "a\/b"/],
  ['--engine wiremock', /stateful or prism, not "wiremock"/],
  [
    `--queue-port 0 --kv-port ${new URL(mock.kv.url).port}`,
    /could not start \(--kv-port\): cannot listen on .*: the port is taken/,
  ],
  ['--kv-port 21000 --queue-port 21000', /--kv-port and --queue-port are both 21000/],
  [
    '--dialect upsatsh',
    /no dialect and no file "upsatsh" \(did you mean upstash\?\); --dialect takes/,
  ],
  ['--clock reel', /--clock takes real or virtual, not "reel" \(did you mean real\?\)/],
  ...statefulOptions
    .split(' ')
    .map(
      (option) =>
        [
          `--engine prism --${option} virtual`,
          new RegExp(`--${option} is for --engine stateful`),
        ] as const,
    ),
])

it.each(['kv-token', 'kv-readonly-token', 'queue-token'])(
  'refuses a --%s that no client can send',
  async (option) => {
    const form = 'takes a token of ASCII letters, digits and signs, without spaces'
    for (const token of ['', 'a b', 'ä'])
      await expectRefused(
        () => startMockFrom([`--${option}`, token]),
        new RegExp(`^--${option} ${form}$`),
      )
  },
)

it.each([
  ['closes at once', (socket: Socket) => void socket.end(), /it closed the connection/],
  [
    'speaks HTTP',
    (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    /it is no Redis, and answers "HTTP\/1\.1 400 Bad"/,
  ],
])('exits with 2 on a server in place of Redis that %s', async (_, connected, message) => {
  const server = await startFakeServer(connected)
  const url = server.url.replace('//', '//u:SECRET@')
  const { code, stderr } = await svcContract('mock', '--redis', url)
  await server.close()

  expect(code).toBe(2)
  expect(stderr).toMatch(message)
  expect(stderr).toContain(`could not start: cannot use Redis at 127.0.0.1:${server.port}: `)
  expect(stderr).not.toMatch(/SECRET|^ +at /m)
})

it.each([new TypeError('not a function'), new Error('no such fault'), 'text', undefined])(
  '%s is our bug, not a usage error',
  (error) => {
    expect(usageErrorOf(error)).toBeUndefined()
  },
)
