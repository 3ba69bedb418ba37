import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTarget } from './target.js'

/** Responds to each request with the next of these texts, in pieces if it is a list. */
async function send(...responses: readonly (string | readonly string[])[]) {
  const left = [...responses]
  const server = createServer((socket) => {
    socket.setNoDelay().on('error', () => {})
    const write = async (pieces: readonly string[]) => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1')
        await new Promise(setImmediate)
      }
    }
    socket.on('data', () => void write([left.shift() ?? []].flat()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const target = openTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    target.close()
    server.close()
  })
  const bodies: string[] = []
  for (let count = 0; count < responses.length; count++) {
    const request = { method: 'GET', target: '/', connection: 'one' }
    const { failure, body } = await target.send(request, new AbortController().signal)
    bodies.push(failure ?? Buffer.from(body).toString('latin1'))
  }
  return bodies
}

const OK = 'HTTP/1.1 200 OK\r\n'

test('white space may follow the values of headers, in every response of a connection', async () => {
  const chunked = `${OK}Transfer-Encoding:\t chunked \t\r\n\r\n3\r\na\t\r\r\n0\r\n\r\n`
  const whole = `${OK}Content-Length: 4 \t\t\r\nX-Note: a\tb\t\r\n\r\n\t\r\n\t`
  expect(await send(whole, chunked, whole)).toEqual(['\t\r\n\t', 'a\t\r', '\t\r\n\t'])
})

test('white space in a head that arrives in pieces, after an interim response', async () => {
  const pieces = [
    'HTTP/1.1 103 Early Hints\r\nLink: a\t\r\n\r\n',
    `${OK}X-Note: a\t\r\n`,
    'Content-Length: 2\t\r\n\r\n\t\r',
  ]
  expect(await send(pieces)).toEqual(['\t\r'])
})
