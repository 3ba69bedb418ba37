// The two servers that are measured beside each other.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startKv } from '../../mocks/index.js'

export interface Reachable {
  readonly port: number
  readonly token: string
}

/** The mock. */
export async function mockServer(): Promise<Reachable> {
  const { url, token } = await startKv({ clock: 'real' })
  return { port: Number(new URL(url).port), token }
}

/** As little as a server can do that reads commands in JSON and answers them from a Map. */
export function bareServer(): Promise<Reachable> {
  const map = new Map<string, string>()
  const execute = ([name, key = '', value = '']: readonly string[]) => {
    if (name === 'GET') return { result: map.get(key) ?? null }
    map.set(key, value)
    return { result: 'OK' }
  }
  const server = createServer((message, outgoing) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as string[] | string[][]
      const answer = Array.isArray(asked[0])
        ? (asked as string[][]).map(execute)
        : execute(asked as string[])
      const body = JSON.stringify(answer)
      outgoing.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      outgoing.end(body)
    })
  })
  return new Promise((listening) => {
    server.listen(0, '127.0.0.1', () =>
      listening({ port: (server.address() as AddressInfo).port, token: '' }),
    )
  })
}
