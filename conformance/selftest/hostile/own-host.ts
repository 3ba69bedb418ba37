// Attacks the control routes of the mock by its own deliveries: the built command on all addresses of
// the machine, with a virtual clock.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Host } from './attack.js'
import { ownNames, wrongAttempts, type OwnAttempt } from './own-deliveries.js'
import { cli, startTarget } from './target.js'

interface Ready {
  readonly kv: { readonly url: string; readonly token: string; readonly readOnlyToken: string }
  readonly queue: { readonly url: string; readonly token: string }
}

export async function startOwnHost(): Promise<Host> {
  const target = await startTarget([
    cli,
    'mock',
    '--json',
    '--kv-port',
    '0',
    '--queue-port',
    '0',
    '--host',
    '::',
    '--clock',
    'virtual',
    '--allow-destination',
    '0.0.0.0',
    '--allow-destination',
    '::',
    '--control-from',
    'any',
    '--control-host',
    '0.0.0.0',
    '--control-host',
    '::',
  ])
  const { kv, queue } = target.ready as Ready
  const [kvPort, queuePort] = [kv, queue].map(({ url }) => Number(new URL(url).port)) as [
    number,
    number,
  ]
  const control = `http://127.0.0.1:${kvPort}/__mock`
  const redirecting = createServer((_, response) =>
    response.writeHead(307, { location: `${control}/reset` }).end(),
  )
  await new Promise<void>((listening) => redirecting.listen(0, '127.0.0.1', listening))
  const ask = async (url: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${kv.token}` } })
    return (await response.json()) as Readonly<Record<string, unknown>>
  }
  const prepare = async () => {
    await ask(`${control}/reset`, {})
    const endpoints = [kvPort, queuePort].map((port) => `http://[::1]:${port}/__mock/reset`)
    await ask(`${control}/queue/groups`, { name: 'own', endpoints })
    await ask(`http://127.0.0.1:${kvPort}/set/kept/1`)
  }
  await prepare()
  const health = 'GET /__mock/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  await target.probe([{ port: kvPort, request: health }])

  return {
    target,
    portOf: () => queuePort,
    surroundings: {
      host: `127.0.0.1:${kvPort}`,
      kvToken: kv.token,
      readOnlyToken: kv.readOnlyToken,
      queueToken: queue.token,
      destination: `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`,
      ownHosts: ownNames.flatMap((name) => [`${name}:${kvPort}`, `${name}:${queuePort}`]),
    },
    async serves() {
      await ask(`${control}/clock`, { advance: '61s' })
      const { attempts } = await ask(`${control}/journal`)
      const { result } = await ask(`http://127.0.0.1:${kvPort}/get/kept`)
      return result === '1'
        ? wrongAttempts(attempts as readonly OwnAttempt[])
        : 'a delivery has deleted the data'
    },
    reset: prepare,
    close: async () => void redirecting.close(),
  }
}
