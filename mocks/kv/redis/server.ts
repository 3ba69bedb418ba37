// Starts a real redis-server for a test.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToRedis } from './connection.js'
import type { Command, Reply } from '../reply.js'

/** A real redis-server on a loopback port, without data at first. */
export interface RedisServer {
  /** The URL of the server, for example `redis://127.0.0.1:41873`. */
  readonly url: string
  readonly port: number
  stop(): Promise<void>
  /** Asks the server process to end, and waits for its end. It persists its data first. */
  shutDown(): Promise<void>
  /** Suspends the server process. Its connections stay open but receive no replies. */
  pause(): void
  resume(): void
  /** Starts the server again on the same port with its persisted data. */
  start(): Promise<void>
  /** Stops the server and deletes its directory. */
  close(): Promise<void>
}

/**
 * Starts `redis-server`, without persistence by default. Rejects with the output of the server if it
 * fails to start.
 */
export async function startRedisServer(
  settings: Readonly<Record<string, string | number | readonly string[]>> = {},
): Promise<RedisServer> {
  // Another process may take a free port before the server does.
  for (let tries = 1; ; tries++) {
    try {
      return await startOnFreePort(settings)
    } catch (error) {
      if (tries === 3 || !String(error).includes('Address already in use')) throw error
    }
  }
}

async function startOnFreePort(
  settings: Readonly<Record<string, string | number | readonly string[]>>,
): Promise<RedisServer> {
  const port = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'redis-server-'))
  const options = {
    port,
    bind: '127.0.0.1',
    databases: 1,
    save: '',
    appendonly: 'no',
    dir: directory,
    ...('cluster-enabled' in settings && { 'cluster-port': await freePort() }),
    ...settings,
  }
  let end: (name: NodeJS.Signals) => Promise<void> = async () => {}
  let signal: (name: NodeJS.Signals) => void = () => {}

  async function start(): Promise<void> {
    const server = spawn(
      'redis-server',
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value].flat().map(String)),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    // Kills the server when the test run ends.
    const kill = () => server.kill('SIGKILL')
    process.once('exit', kill)
    signal = (name) => server.kill(name)
    end = async (name) => {
      process.off('exit', kill)
      if (server.exitCode === null && server.signalCode === null && server.kill(name)) {
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
    await end('SIGKILL')
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
    stop: () => end('SIGKILL'),
    shutDown: () => end('SIGTERM'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    start,
    close,
  }
}

/** Starts a cluster of three servers with persistence. */
export async function startRedisCluster(): Promise<readonly RedisServer[]> {
  const servers = await Promise.all(
    [1, 2, 3].map(() =>
      startRedisServer({
        'cluster-enabled': 'yes',
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

/** Waits until a server has joined the cluster. */
async function readyInCluster({ url }: RedisServer): Promise<void> {
  let info: string
  do [info] = (await askRedis(url, ['CLUSTER', 'INFO'])) as [string]
  while (!info.includes('cluster_state:ok'))
}

/** Sends commands without a time limit, on a connection of their own. */
export async function askRedis(url: string, ...commands: readonly Command[]): Promise<Reply[]> {
  const connection = await connectToRedis(url, { ms: Infinity })
  return connection.send(commands).finally(() => connection.close())
}

/**
 * Returns true if redis-server is not installed, for `describe.skipIf`. Throws if the variable `CI` is
 * `true`, because CI must not skip tests.
 */
export function withoutRedisServer(): boolean {
  const { error } = spawnSync('redis-server', ['--version'])
  if (error === undefined) return false
  const reason = 'redis-server is not on the PATH'
  if (process.env['CI'] === 'true') throw new Error(reason, { cause: error })
  process.stderr.write(`skipped: ${reason}\n`)
  return true
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
