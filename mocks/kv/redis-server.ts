// How a real redis-server is started for a test: the truth that the embedded engine is held to.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToRedis } from './redis-connection.js'

/** A server of one's own: empty, reachable from this machine alone. */
export interface RedisServer {
  /** For example `redis://127.0.0.1:41873`. */
  readonly url: string
  readonly port: number
  /** Stops the server at once, as a crash does. */
  stop(): Promise<void>
  /** Has the server stand still: connections to it stay open, and nothing is answered. */
  pause(): void
  /** Has it go on. */
  resume(): void
  /** Starts it again where it was, with what it has persisted. */
  start(): Promise<void>
  /** Stops the server and removes its directory. */
  close(): Promise<void>
}

/**
 * Starts `redis-server` on a free loopback port; resolves when it accepts connections. It persists
 * nothing, unless `settings` say otherwise. Rejects with what the server printed when it does not
 * start, or is not installed.
 */
export async function startRedisServer(
  settings: Readonly<Record<string, string | number | readonly string[]>> = {},
): Promise<RedisServer> {
  const port = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'redis-server-'))
  const options = {
    ...{ port, bind: '127.0.0.1', databases: 1, save: '', appendonly: 'no', dir: directory },
    ...settings,
  }
  let stop = async () => {}
  let signal: (name: NodeJS.Signals) => void = () => {}

  async function start(): Promise<void> {
    const server = spawn(
      'redis-server',
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value].flat().map(String)),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    // Nothing outlives its test run, however that run ends.
    const kill = () => server.kill('SIGKILL')
    process.once('exit', kill)
    signal = (name) => server.kill(name)
    stop = async () => {
      process.off('exit', kill)
      if (server.exitCode === null && server.signalCode === null && kill()) {
        await once(server, 'exit')
      }
    }

    let printed = ''
    await new Promise<void>((resolve, reject) => {
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        if (printed.includes('Ready to accept connections')) resolve()
      })
      server.once('error', (cause) =>
        reject(new Error('redis-server cannot be started: is it on the PATH?', { cause })),
      )
      server.once('exit', () =>
        reject(new Error(`redis-server ended before it was ready\n${printed}`)),
      )
    })
  }

  async function close(): Promise<void> {
    await stop()
    await rm(directory, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop: () => stop(),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    start,
    close,
  }
}

/** Three servers that are a cluster, and that keep what they have acknowledged. */
export async function startRedisCluster(): Promise<readonly RedisServer[]> {
  const servers = await Promise.all(
    [1, 2, 3].map(async () =>
      startRedisServer({
        'cluster-enabled': 'yes',
        'cluster-port': await freePort(),
        // A server that is away for a moment is waited for.
        'cluster-node-timeout': 60_000,
        appendonly: 'yes',
        appendfsync: 'always',
      }),
    ),
  )
  const places = servers.map(({ port }) => `127.0.0.1:${port}`)
  const cli = spawn('redis-cli', ['--cluster', 'create', ...places, '--cluster-yes'])
  let printed = ''
  cli.stdout.on('data', (text) => (printed += String(text)))
  const [code] = (await once(cli, 'close')) as [number]
  if (code === 0) {
    await Promise.all(servers.map(readyInCluster))
    return servers
  }
  await Promise.all(servers.map((server) => server.close()))
  throw new Error(`redis-cli made no cluster\n${printed}`)
}

/** A server joins in only a while after it has been told of the others. */
async function readyInCluster({ url }: RedisServer): Promise<void> {
  const connection = await connectToRedis(url)
  for (let state = ''; !state.includes('cluster_state:ok');) {
    const [told] = (await connection.send([['CLUSTER', 'INFO']])) as [string]
    state = told
  }
  connection.close()
}

/**
 * True when tests that need a real server must be skipped, for `describe.skipIf`; the reason is
 * printed. Where `CI` is `true` nothing is skipped in silence: a missing server is an error.
 */
export function withoutRedisServer(): boolean {
  const { error } = spawnSync('redis-server', ['--version'])
  if (error === undefined) return false
  const reason = 'redis-server is not on the PATH'
  if (process.env['CI'] === 'true') throw new Error(reason, { cause: error })
  process.stderr.write(`skipped: ${reason}\n`)
  return true
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
