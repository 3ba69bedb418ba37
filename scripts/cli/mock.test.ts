// How the mock is started, serves and ends, and which of its failures are the user's.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { startFakeServer } from '../../mocks/kv/redis-fake.js'
import { usageErrorOf } from './mock/start.js'
import { cli, refuses, start, svcContract } from './testing.js'

const mock = await startMock()
afterAll(() => mock.close())

interface Ready {
  readonly kv: {
    readonly url: string
    readonly token: string
    readonly readOnlyToken: string
    readonly resp: { readonly url: string }
  }
  readonly queue: { readonly url: string }
}

/** Starts the mock on free ports, and tells with it what it says on its one line. */
async function startReady(...options: readonly string[]) {
  const args = ['mock', '--json', '--kv-port', '0', '--queue-port', '0', ...options]
  const child = spawn(process.execPath, [cli, ...args])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, ...(JSON.parse(line.toString()) as Ready) }
}

it('prints one line when ready, serves, and ends cleanly on a signal', async () => {
  const { child, kv, queue } = await startReady()

  const answer = await fetch(`${kv.url}/echo/hello`, {
    headers: { Authorization: `Bearer ${kv.token}` },
  })
  expect(await answer.json()).toEqual({ result: 'hello' })
  expect((await fetch(`${queue.url}/__mock/health`)).status).toBe(200)

  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})

it('serves the same data over RESP where that is asked for, and says where', async () => {
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
  const { child, kv } = await startReady('--engine', 'prism')

  const answer = await fetch(`${kv.url}/set/key/value`, {
    headers: { Authorization: `Bearer ${kv.readOnlyToken}` },
  })
  expect(await answer.json()).toEqual({ result: 'OK' })

  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
})

it('ends cleanly also where it is told to as soon as it is ready', async () => {
  const ports = '--kv-port 0 --queue-port 0 --json'
  const script = `exec 3< <(exec "$0" "$1" mock ${ports}); read -r line <&3; kill $!; wait $!`
  const child = spawn('bash', ['-c', script, process.execPath, cli], { stdio: 'inherit' })

  expect(await once(child, 'close')).toEqual([0, null])
})

it('answers the requests under way before it ends on a signal', async () => {
  const { child, kv } = await startReady('--grace', '60')
  const { port } = new URL(kv.url)
  const body = '["ECHO","hello"]'
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${kv.token}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  // By then it has been read.
  await fetch(kv.url)
  child.kill('SIGTERM')
  for (let refused = false; !refused;) {
    const other = connect(Number(port), '127.0.0.1')
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

it('ends on a signal while scripts keep it busy, when the grace is over', async () => {
  const { child, kv } = await startReady()
  const loop = ['EVAL', 'while true do end', '0']
  const socket = connect(Number(new URL(kv.url).port), '127.0.0.1').on('error', () => {})
  const body = JSON.stringify(Array.from({ length: 200 }, () => loop))
  socket.write(
    `POST /pipeline HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${kv.token}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  )
  const isBusy = () =>
    fetch(kv.url, { signal: AbortSignal.timeout(200) }).then(
      () => false,
      () => true,
    )
  while (!(await isBusy()));

  const begin = performance.now()
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
  // One second, and what a busy machine makes of it.
  expect(performance.now() - begin).toBeLessThan(5_000)
  socket.destroy()
})

it('ends at once on a second signal', async () => {
  const { child, kv } = await startReady('--grace', '1000')
  const socket = connect(Number(new URL(kv.url).port), '127.0.0.1').on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n')
  await once(socket, 'data')
  child.kill('SIGTERM')
  await expect(
    (async () => {
      for (;;) await fetch(kv.url)
    })(),
  ).rejects.toThrow()

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
])('an error that nobody handles %s it is ready is told as a bug of ours', async (_, act) => {
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

it('says which port is taken', async () => {
  const port = new URL(mock.kv.url).port
  const { code, stderr } = await svcContract('mock', '--kv-port', port, '--queue-port', '0')

  expect(code).toBe(2)
  expect(stderr).toContain(port)
})

refuses('mock', [
  ['--kv-max-key-size 0', /--kv-max-key-size takes a whole/],
  ['--kv-max-request-size 67108865', /from 1 to 67108864/],
  ['--kv-daily-requests 1e3', /--kv-daily-requests takes/],
  ['--resp-port 0 --redis redis://127.0.0.1:1', /connect to the Redis of --redis itself/],
  ['--redis u:SECRET@', /^(?!.*SECRET).*--redis: expected redis:/],
  ['--no-controls --clock virtual', /--clock virtual needs the \/__mock routes/],
  [
    '--no-controls --control-from any',
    /--control-from is for the \/__mock routes, and --no-controls has none/,
  ],
  [
    '--no-controls --control-host mock',
    /--control-host is for the \/__mock routes, and --no-controls has none/,
  ],
  ['--kv-token same --kv-readonly-token same', /--kv-token and --kv-readonly-token are the same/],
  [
    '--control-host mock:8079',
    /--control-host: expected a host name without a port, got "mock:8079"/,
  ],
  ['--grace 1s', /--grace takes a whole number from 0 to/],
  ['--fault late', /no fault "late"; "svc-contract list faults" prints their ids/],
  ['--fault head-run-twice', /no fault "head-run-twice" \(did you mean head-runs-twice\?\)/],
  ['--llm-url localhost:1', /--llm-url takes a URL/],
  ['--queue-max-ready 0', /--queue-max-ready takes a whole/],
  ['--control-from me', /--control-from: .* got "me"/],
  ['--allow-destination a/b', /--allow-destination: .* got "a\/b"/],
  ['--engine wiremock', /stateful or prism, not "wiremock"/],
  ...[
    'fault',
    'resp-port',
    'redis',
    'clock',
    'allow-destination',
    'control-from',
    'control-host',
    'llm-url',
  ].map(
    (option) =>
      [
        `--engine prism --${option} virtual`,
        new RegExp(`--${option} is for --engine stateful`),
      ] as const,
  ),
])

it.each(['kv-token', 'kv-readonly-token', 'queue-token'])(
  'exits with 2 on a --%s that no client can send',
  async (option) => {
    const form = 'takes a token of ASCII letters, digits and signs, without spaces'
    for (const token of ['', 'a b', 'ä']) {
      const { code, stderr } = await svcContract('mock', `--${option}`, token)
      expect({ code, stderr }).toEqual({ code: 2, stderr: `svc-contract: --${option} ${form}\n` })
    }
  },
)

const onRedis = (url: string) => ['mock', '--redis', url, '--limit', 'redis-ms=300']

it('exits with 2 on a database that is no number', async () => {
  const { code, stderr } = await svcContract(...onRedis('redis://u:SECRET@127.0.0.1/abc'))

  expect(code).toBe(2)
  expect(stderr).toMatch(/--redis: expected redis:.* got the database "abc", which is no number$/m)
  expect(stderr).not.toContain('SECRET')
})

it.each([
  ['is silent', () => {}, /does not answer: no reply within 300 ms/],
  ['closes at once', (socket: Socket) => void socket.end(), /it closed the connection/],
  [
    'speaks HTTP',
    (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    /it is no Redis, and answers "HTTP\/1\.1 400 Bad"/,
  ],
])('exits with 2 on a server in the place of a Redis that %s', async (_, connected, message) => {
  const server = await startFakeServer(connected)
  const { code, stderr } = await svcContract(...onRedis(server.url.replace('//', '//u:SECRET@')))
  await server.close()

  expect(code).toBe(2)
  expect(stderr).toMatch(message)
  expect(stderr).toContain(`could not start: cannot use Redis at 127.0.0.1:${server.port}: `)
  expect(stderr).not.toMatch(/SECRET|^ +at /m)
})

it.each([new TypeError('not a function'), new Error('no such fault'), 'text', undefined])(
  '%s is a bug of ours',
  (error) => {
    expect(usageErrorOf(error)).toBeUndefined()
  },
)
