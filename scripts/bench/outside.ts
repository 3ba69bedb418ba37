// Measures servers over HTTP with wrk, a load generator in C. A Node process would need more processor
// time per request, and hide a part of the difference between two servers.

import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startRedisServer } from '../../mocks/kv/redis/server.js'
import { startChild, type Child } from './child.js'
import { inTurns, median, ratio } from './measure.js'
import { printTable, times, whole } from './print.js'
import { bareServer, kvMock, kvMockOnRedis, prismMock, type Reachable } from './servers.js'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 32

const requests = [
  { what: 'GET /get/k', method: 'GET', path: '/get/k', body: '' },
  { what: 'POST /', method: 'POST', path: '/', body: '["GET","k"]' },
  {
    what: 'POST /pipeline of 100',
    method: 'POST',
    path: '/pipeline',
    body: JSON.stringify(
      Array.from({ length: 100 }, (_, i) =>
        i % 2 === 0 ? ['SET', `key:${i}`, `value:${i}`] : ['GET', `key:${i - 1}`],
      ),
    ),
  },
] as const

const goals: Readonly<Record<string, string>> = {
  'the mock': '≥ 0.85 ×',
  'the mock on Redis': '≥ 0.55 ×',
  'prism mock': '≤ 0.1 × of the mock',
}

/** A server with a port, and the end of its process. */
type Peer = Pick<Child<Reachable>, 'result' | 'stop'>

/** Starts `prism mock` with the document of the key-value interface. It accepts any token. */
async function prismCli(): Promise<Peer> {
  const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli')
  const document = fileURLToPath(new URL('../../../generated/kv.openapi.json', import.meta.url))
  const child = spawn(process.execPath, [cli, 'mock', '--port', '0', document], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    const [, port] = /Prism is listening on http:\S+:(\d+)/.exec(line) ?? []
    if (port === undefined) continue
    // A full pipe would stop the server.
    child.stdout.resume()
    return { result: { port: Number(port), token: 'any' }, stop: () => child.kill() }
  }
  throw new Error('prism mock ended before it listened')
}

export async function outside(): Promise<void> {
  if (spawnSync('wrk', ['--version']).error !== undefined)
    return console.log('\nMeasured with wrk: left out, because wrk is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'svc-contract-bench-'))
  const servers = new URL('./servers.js', import.meta.url)
  const redis = await startRedisServer()
  const children = {
    'bare node:http': await startChild(servers, bareServer),
    'the mock': await startChild(servers, kvMock),
    'the mock on Redis': await startChild(servers, kvMockOnRedis, redis.port),
    'mock --engine prism': await startChild(servers, prismMock),
    'prism mock': await prismCli(),
  }
  try {
    for (const request of requests) await compare(request, children, folder)
  } finally {
    Object.values(children).forEach((child) => child.stop())
    await redis.close()
    await rm(folder, { recursive: true })
  }
}

type Measured = (typeof requests)[number]

async function compare<K extends string>(
  request: Measured,
  children: Readonly<Record<K, Peer>>,
  folder: string,
): Promise<void> {
  const names = Object.keys(children) as K[]
  const measures = Object.fromEntries(
    names.map((name) => [name, () => perSecond(children[name].result, request, folder)]),
  ) as Record<K, () => Promise<number>>
  const rates = await inTurns(ROUNDS, measures)
  const bare = rates[names[0]!]
  printTable(
    `${request.what}, measured with wrk: 1 thread, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turn`,
    ['', 'requests/s', 'lowest to highest', 'beside bare', 'goal'],
    names.map((name) => [
      name,
      whole(median(rates[name])),
      `${whole(Math.min(...rates[name]))} to ${whole(Math.max(...rates[name]))}`,
      times(ratio(rates[name], bare)),
      goals[name] ?? '',
    ]),
  )
}

/** Returns the requests per second. Throws if the server sends another status than 200. */
async function perSecond(
  { port, token }: Reachable,
  { method, path, body }: Measured,
  folder: string,
): Promise<number> {
  const script = join(folder, 'request.lua')
  await writeFile(
    script,
    [
      `wrk.method = '${method}'`,
      `wrk.body = ${body === '' ? 'nil' : `'${body}'`}`,
      `wrk.headers['Authorization'] = 'Bearer ${token}'`,
      `wrk.headers['Content-Type'] = 'application/json'`,
    ].join('\n'),
  )
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${SECONDS}s`,
    '-s',
    script,
    `http://127.0.0.1:${port}${path}`,
  ])
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  if (perSecond === undefined || /Non-2xx|Socket errors/.test(stdout))
    throw new Error(`wrk reported errors or no rate:\n${stdout}`)
  return Number(perSecond)
}
