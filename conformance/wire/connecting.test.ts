import http from 'node:http'
import { createServer, Socket, type AddressInfo, type Server } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectionQueue } from './connecting.js'

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const statusFrom = async (port: number, agent: http.Agent) =>
  new Promise<number | undefined>((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    request.once('error', reject)
  })

test('no more than four connections are being opened', async () => {
  const port = await portOf(http.createServer((_, response) => response.end()))
  const openings: number[] = []
  let opening = 0
  const connect = Reflect.get(Socket.prototype, 'connect') as () => Socket
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...to
  ) {
    openings.push(++opening)
    this.prependOnceListener('connect', () => opening--)
    return Reflect.apply(connect, this, to) as Socket
  })
  onTestFinished(() => spy.mockRestore())

  const agent = connectionQueue()(new http.Agent())
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => statusFrom(port, agent)),
  )
  expect(statuses).toEqual(Array(40).fill(200))
  expect(openings).toHaveLength(40)
  expect(Math.max(...openings)).toBe(4)
})

test('a connection that is refused makes room for the next one', async () => {
  const server = createServer()
  const port = await portOf(server)
  server.close()
  const agent = connectionQueue()(new http.Agent())
  const sent = Array.from({ length: 9 }, async () => statusFrom(port, agent))
  for (const each of await Promise.allSettled(sent)) expect(each.status).toBe('rejected')
})

test('a request that is given up while it waits takes no place', async () => {
  const port = await portOf(http.createServer((_, response) => response.end()))
  const agent = connectionQueue()(new http.Agent())
  const others = Array.from({ length: 4 }, async () => statusFrom(port, agent))
  const givenUp = http.get({ host: '127.0.0.1', port, agent })
  givenUp.on('error', () => {}).destroy()
  others.push(statusFrom(port, agent))
  expect(await Promise.all(others)).toEqual(Array(5).fill(200))
})
