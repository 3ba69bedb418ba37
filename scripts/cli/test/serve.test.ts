import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from './serve.js'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const { signal } = new AbortController()

/** A shell command whose server answers with the number of its process, and ends at `/end`. */
const command = (port: number) =>
  `node -e "require('http').createServer((q,s)=>q.url=='/end'?process.exit(1):s.end(String(process.pid))).listen(${port},'127.0.0.1')"`

const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

test('starts a target, starts it again when it has died, and ends it with its children', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const served = await serve({ command: `${command(port)}; true`, urls: [url], signal })
  onTestFinished(() => served.close())
  const first = await (await fetch(url)).text()
  await fetch(`${url}end`).catch(() => {})

  expect(await served.revive()).toBe(true)
  expect(await (await fetch(url)).text()).not.toBe(first)
  await served.close()
  expect(await isUp(url)).toBe(false)
})

test('shows the last lines of a command that ends without an answer', async () => {
  const port = await freePort()
  const start = serve({
    command: 'echo no database; exit 7',
    urls: [`http://127.0.0.1:${port}`],
    signal,
  })
  await expect(start).rejects.toThrow(
    'the target of --serve ended with exit code 7. It printed:\nno database',
  )
})
