// A copied command sends what the journal has, and a shell runs nothing of it.

import { execFile } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The functions of the page, which is not a part of this TypeScript project. */
interface PageCopies {
  readonly curlOf: (entry: object, session: object) => string
  readonly testOf: (entry: object, session: object, around: object) => string
}
interface PageShell {
  readonly quoted: (text: string) => string
  readonly UNSEEN: RegExp
}

const pageModule = (name: string): Promise<unknown> =>
  import(new URL(`./page/${name}.ts`, import.meta.url).href)
const { curlOf, testOf } = (await pageModule('copies')) as PageCopies
const { quoted, UNSEEN } = (await pageModule('shell')) as PageShell

const entryOf = (rest: object) => ({
  sequence: 1,
  kind: 'kv',
  at: 0,
  realAt: 0,
  durationMs: 1,
  method: 'GET',
  url: '/',
  status: 200,
  requestHeaders: {},
  responseHeaders: {},
  ...rest,
})

const sessionOf = (url: string, token = 'token') => ({
  kv: { url, token, readOnlyToken: 'read' },
  dialect: { name: 'svc', headerPrefix: 'Svc-' },
  allowDestinations: [],
})

/** Runs a command in a shell. Returns the bytes that a server receives from it. */
async function sentBy(commandFor: (url: string) => string): Promise<string> {
  let received = ''
  const server = createServer((socket) =>
    socket.setEncoding('latin1').on('data', (bytes: string) => {
      received += bytes
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    }),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-c', `${commandFor(url)} -sS`])
  server.close()
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^HTTP\/1\.1 200/)
  return received
}

test('the method is quoted: a backtick is a letter of HTTP', async () => {
  const entry = entryOf({ method: 'A`echo${IFS}planted`B', status: 405 })
  expect(await sentBy((url) => curlOf(entry, sessionOf(url)))).toMatch(
    /^A`echo\$\{IFS\}planted`B \/ HTTP/,
  )
})

test('the URL, the headers, the token and the body are quoted', async () => {
  const entry = entryOf({
    method: 'POST',
    url: "/get/'$(id)`id`[1-9]{a,b}",
    requestHeaders: { "x-`id`'": ["$(id)'"] },
    requestBody: "'; id; '$(id)",
  })
  const sent = await sentBy((url) => curlOf(entry, sessionOf(url, "'`id`")))
  expect(sent).toContain("POST /get/'$(id)`id`[1-9]{a,b} HTTP/1.1\r\n")
  expect(sent).toContain("Authorization: Bearer '`id`\r\n")
  expect(sent).toContain("x-`id`': $(id)'\r\n")
  expect(sent).toContain("\r\n\r\n'; id; '$(id)")
})

test('a command has no character that a terminal obeys when it is pasted', async () => {
  const requestBody = 'a\x03\nwhoami\r\n\x1b[2J\u202e'
  const entry = entryOf({
    method: 'POST',
    url: '/\x9b',
    requestBody,
    requestHeaders: { a: ['\x85'] },
  })
  expect(curlOf(entry, sessionOf('http://a')).match(UNSEEN)).toBeNull()
  const sent = await sentBy((url) => curlOf(entry, sessionOf(url)))
  expect(Buffer.from(sent.split('\r\n\r\n')[1]!, 'latin1').toString()).toContain('a\x03\nwhoami')
})

test('a copied test has the URL as a string, whatever it contains', () => {
  const url = 'http://127.0.0.1/`${process.exit()}\\'
  const source = testOf(entryOf({ kind: 'attempt', url, method: 'POST' }), sessionOf('http://a'), {
    faults: [],
    entries: [],
  })
  expect(source).toContain('/v2/publish/http://127.0.0.1/\\`\\${process.exit()}\\\\`, {')
})

test('quotes and line breaks stay in one word', () => {
  expect(quoted("it's\n")).toBe("'it'\\''s\n'")
})
