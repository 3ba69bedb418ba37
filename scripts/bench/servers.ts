// The measured servers. Each server is started in a separate process.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'bullmq'
import { Agent, request } from 'undici'
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

/**
 * Starts a minimal relay: it acknowledges a publish with an id, and sends the body to the destination
 * at the end of the path. It stores and retries nothing.
 */
export function bareRelay(): Promise<Reachable> {
  const agent = new Agent({ connections: 256 })
  let count = 0
  const server = createServer((message, outgoing) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const body = JSON.stringify({ messageId: `msg_${++count}` })
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      outgoing.writeHead(200, headers).end(body)
      const url = new URL(message.url!.slice('/v2/publish/'.length))
      void agent
        .request({
          origin: url.origin,
          path: url.pathname,
          method: 'POST',
          body: Buffer.concat(chunks),
        })
        .then(({ body }) => body.dump())
    })
  })
  return listening(server)
}

/** The name of the queue in BullMQ. */
export const JOBS = 'deliveries'

export interface Job {
  readonly url: string
  readonly body: string
}

/** Starts a BullMQ worker that processes a job like the mock processes a message. */
export async function bullmqWorker(redisPort: number): Promise<Reachable> {
  const worker = new Worker<Job>(
    JOBS,
    async ({ data: { url, body } }) => {
      const { statusCode, body: answer } = await request(url, { method: 'POST', body })
      await answer.dump()
      if (statusCode >= 300) throw new Error(`the response is ${statusCode}`)
    },
    { connection: { host: '127.0.0.1', port: redisPort }, concurrency: 64 },
  )
  await worker.waitUntilReady()
  return { port: redisPort, token: '' }
}
