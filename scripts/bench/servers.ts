// The measured servers. Each server is started in a separate process.

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Queue, Worker } from 'bullmq'
import { Agent } from 'undici'
import { startKv, startPrism, startQueue } from '../../mocks/index.js'

export interface Reachable {
  readonly port: number
  readonly token: string
}

const portOf = (url: string) => Number(new URL(url).port)

export async function kvMock(): Promise<Reachable> {
  const { url, token } = await startKv({ clock: 'real' })
  return { port: portOf(url), token }
}

export async function kvMockOnRedis(redisPort: number): Promise<Reachable> {
  const { url, token } = await startKv({ redis: `redis://127.0.0.1:${redisPort}` })
  return { port: portOf(url), token }
}

export async function prismMock(): Promise<Reachable> {
  const { kv } = await startPrism()
  return { port: portOf(kv.url), token: kv.token }
}

export async function queueMock(): Promise<Reachable> {
  const { url, token } = await startQueue({ clock: 'real' })
  return { port: portOf(url), token }
}

/** Starts a queue on Redis. Queues with the same name share their messages. */
export async function queueMockOnRedis(redisPort: number, name: string): Promise<Reachable> {
  const store = { redis: `redis://127.0.0.1:${redisPort}`, name }
  const { url, token } = await startQueue({ clock: 'real', token: 'bench', store })
  return { port: portOf(url), token }
}

/** Starts a minimal server that reads commands in JSON and executes them on a Map. */
export function bareServer(): Promise<Reachable> {
  const map = new Map<string, string>()
  const execute = ([name = '', key = '', value = '']: readonly string[]) => {
    if (name.toUpperCase() === 'GET') return { result: map.get(key) ?? null }
    map.set(key, value)
    return { result: 'OK' }
  }
  const server = createServer((message, outgoing) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const commands =
        message.method === 'GET'
          ? message.url!.slice(1).split('/').map(decodeURIComponent)
          : (JSON.parse(Buffer.concat(chunks).toString()) as string[] | string[][])
      const results = Array.isArray(commands[0])
        ? (commands as string[][]).map(execute)
        : execute(commands as string[])
      const body = JSON.stringify(results)
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      outgoing.writeHead(200, headers).end(body)
    })
  })
  return listening(server)
}

const listening = (server: Server): Promise<Reachable> =>
  new Promise((listening) => {
    server.listen(0, '127.0.0.1', () =>
      listening({ port: (server.address() as AddressInfo).port, token: '' }),
    )
  })

/** Returns a server that reads a publish, and answers with the id that `accept` resolves to. */
function publishing(accept: (url: string, body: string) => Promise<string>): Server {
  async function respond(outgoing: ServerResponse, path: string, body: string): Promise<void> {
    const messageId = await accept(path.slice('/v2/publish/'.length), body)
    const response = JSON.stringify({ messageId })
    const headers = { 'content-type': 'application/json', 'content-length': response.length }
    outgoing.writeHead(200, headers).end(response)
  }
  return createServer((message, outgoing) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => void respond(outgoing, message.url!, Buffer.concat(chunks).toString()))
  })
}

/** Returns the request of a delivery. */
function destinationOf(url: string, body: string) {
  const { origin, pathname } = new URL(url)
  return { origin, path: pathname, method: 'POST', body } as const
}

/**
 * Starts a minimal relay: it acknowledges a publish with an id, and sends the body to the destination
 * at the end of the path. It stores and retries nothing.
 */
export function bareRelay(): Promise<Reachable> {
  const agent = new Agent({ connections: 256 })
  let count = 0
  async function deliver(url: string, body: string): Promise<void> {
    const { body: answer } = await agent.request(destinationOf(url, body))
    await answer.dump()
  }
  return listening(
    publishing(async (url, body) => {
      void deliver(url, body)
      return `msg_${++count}`
    }),
  )
}

/** The name of the queue in BullMQ. */
const JOBS = 'deliveries'

interface Job {
  readonly url: string
  readonly body: string
}

/**
 * Starts a server that does the work of the mock with BullMQ: it acknowledges a publish when the job
 * is on Redis, and a worker sends the body to the destination at the end of the path.
 */
export async function bullmqRelay(port: number): Promise<Reachable> {
  const connection = { host: '127.0.0.1', port }
  const queue = new Queue<Job>(JOBS, { connection })
  const agent = new Agent({ connections: 256 })
  const worker = new Worker<Job>(
    JOBS,
    async ({ data: { url, body } }) => {
      const { statusCode, body: answer } = await agent.request(destinationOf(url, body))
      await answer.dump()
      if (statusCode >= 300) throw new Error(`the response is ${statusCode}`)
    },
    { connection, concurrency: 64 },
  )
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])
  return listening(
    publishing(async (url, body) => {
      const job = await queue.add('delivery', { url, body }, { removeOnComplete: true })
      return job.id!
    }),
  )
}
