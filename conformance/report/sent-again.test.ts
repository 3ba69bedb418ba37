import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { run, scenarios } from '../index.js'
import { readReport } from './read-report.js'
import { sentAgainInWords } from './sent-again.js'

const plain = (were: string) =>
  `Connections: ${were} sent again, because the target closed the connection before it responded.`

test.each<[what: string, requests: number, of: number, sentence: string]>([
  ['one', 1, 1, plain('1 request was')],
  ['few of many', 37, 900, plain('37 requests were')],
  ['all, as each response ends its connection', 37, 37, plain('37 requests were')],
])('the requests that were sent again are counted: %s', (_, requests, of, sentence) => {
  expect(sentAgainInWords({ sentAgain: { requests, of } })).toEqual([sentence])
})

test('a large share is a warning', () => {
  expect(sentAgainInWords({ sentAgain: { requests: 37, of: 74 } })).toEqual([
    `${plain('37 requests were')} These are 50 % of the requests on used connections: the target may drop requests, or close connections without "Connection: close".`,
  ])
})

test('there is no sentence without such a request', () => {
  expect(sentAgainInWords({})).toEqual([])
})

test('the report of a run counts the requests that were sent again', async () => {
  const body = '{"result":"PONG"}'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    // Closes the connection at the second request.
    socket.once('data', () => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      socket.once('data', () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const chosen = scenarios.filter(({ rule }) => rule === 'kv.authentication.every-endpoint')
  const report = await run({ scenarios: chosen, concurrency: 1, kv: { url, token: 'token' } })
  server.close()

  expect(chosen).not.toEqual([])
  expect(report.sentAgain?.requests).toBeGreaterThan(0)
  expect(readReport(JSON.stringify(report), 'report.json').report).toEqual(report)
})
