import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { Entry } from '../../../mocks/index.js'
import { cli } from '../testing.js'
import { jsonLine, logFormOf, logTo, prettyLine, type LogForm } from './log.js'

const entry: Entry = {
  sequence: 7,
  kind: 'kv',
  at: 0,
  realAt: new Date(2026, 0, 2, 3, 4, 5, 6).getTime(),
  durationMs: 1.234,
  method: 'POST',
  url: '/pipeline',
  status: 200,
  requestHeaders: {},
  client: { address: '127.0.0.1:5000', userAgent: 'shop/1' },
  commands: [
    { command: ['SET', 'a', '1'], reply: 'OK' },
    { command: ['GET'], error: 'ERR wrong' },
  ],
}

const attempt: Entry = {
  sequence: 7,
  kind: 'attempt',
  at: 0,
  realAt: entry.realAt,
  durationMs: 1.234,
  method: 'POST',
  url: 'http://a.test/',
  messageId: 'msg_1',
  requestHeaders: {},
}

test('a line for people is aligned', () => {
  expect(prettyLine(entry, false)).toBe(
    '03:04:05.006 kv       200    1.2 ms POST /pipeline SET a 1 | GET',
  )
  expect(prettyLine({ ...attempt, status: 200, retried: 2 }, false)).toBe(
    '03:04:05.006 delivery 200    1.2 ms POST http://a.test/ msg_1 retry 2',
  )
  expect(prettyLine({ ...attempt, error: 'connect ECONNREFUSED' }, false)).toBe(
    '03:04:05.006 delivery ---    1.2 ms POST http://a.test/ msg_1 connect ECONNREFUSED',
  )
})

test('a refused request has the error of its response', () => {
  const refused = { ...attempt, status: 400, responseBody: '{"error":"no such key"}' }
  expect(prettyLine(refused, false)).toMatch(/ msg_1 no such key$/)
  expect(JSON.parse(jsonLine(refused))).toMatchObject({ error: 'no such key' })
  const other = { ...refused, responseBody: 'null' }
  expect(prettyLine(other, false)).toMatch(/ msg_1$/)
})

test('long commands are cut, and control characters are escaped', () => {
  const long = { ...entry, commands: [{ command: ['SET', 'a\x1b[2J\n', 'b'.repeat(1000)] }] }
  const line = prettyLine(long, false)
  expect(line).toContain(String.raw`SET a\x1b[2J\n bb`)
  expect(line).toMatch(/b…$/)
  expect(line.length).toBeLessThan(200)
})

test.each([
  [200, 32],
  [404, 33],
  [503, 31],
])('status %i has the colour %i', (status, code) => {
  expect(prettyLine({ ...entry, status }, true)).toContain(`\x1b[${code}m${status}\x1b[0m`)
})

test('a line of JSON has no headers and no bodies', () => {
  expect(JSON.parse(jsonLine({ ...entry, requestBody: 'secret' }))).toEqual({
    time: new Date(entry.realAt).toISOString(),
    mockTime: new Date(0).toISOString(),
    sequence: 7,
    kind: 'kv',
    method: 'POST',
    url: '/pipeline',
    status: 200,
    durationMs: 1.2,
    client: { address: '127.0.0.1:5000', userAgent: 'shop/1' },
    commands: [{ command: 'SET a 1' }, { command: 'GET', error: 'ERR wrong' }],
  })
})

const modifier = "ERR Error in ACL SETUSER modifier '<SECRET': no such password"

test.each<[name: string, secret: Partial<Entry>, shown: string]>([
  [
    'a body',
    { url: '/', commands: [{ command: ['ACL', 'SETUSER', 'ada', '>SECRET', '+get'] }] },
    'ACL SETUSER ada (redacted) +get',
  ],
  [
    'a path',
    {
      url: '/acl/setuser/ada/%3CSECRET?_token=***',
      status: 400,
      responseBody: JSON.stringify({ error: modifier }),
      commands: [{ command: ['acl', 'setuser', 'ada', '<SECRET'], error: modifier }],
    },
    '/acl/(redacted)',
  ],
  ['a query', { url: '/auth?SECRET', commands: [{ command: ['auth', 'SECRET'] }] }, '/auth?('],
])('the log hides a password in %s', (_, secret, shown) => {
  for (const form of ['plain', 'colour', 'json'] satisfies LogForm[]) {
    let line = ''
    const follow = (listener: (entry: Entry) => void) => {
      listener({ ...entry, ...secret })
      return () => {}
    }
    logTo((text) => (line = text), { follow }, form)
    expect(line).toContain(shown)
    expect(line).not.toContain('SECRET')
  }
})

test('the log is JSON unless stderr is a terminal', () => {
  expect(logFormOf({ isTTY: false })).toBe('json')
  expect(logFormOf({ isTTY: true })).toMatch(/colour|plain/)
})

test('--log writes to stderr, and the ready line stays the first line of stdout', async () => {
  const options = ['mock', '--log', '--json', '--kv-port', '0', '--queue-port', '0']
  const child = spawn(process.execPath, [cli, ...options], { env: { PATH: process.env['PATH'] } })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  await once(child.stdout, 'data')
  const { kv } = JSON.parse(stdout) as { kv: { url: string; token: string } }

  const lines = createInterface(child.stderr)[Symbol.asyncIterator]()
  await fetch(`${kv.url}/set/a/1?_token=${kv.token}`)
  const { value } = (await lines.next()) as { value: string }
  expect(JSON.parse(value)).toMatchObject({
    kind: 'kv',
    method: 'GET',
    url: '/set/a/1?_token=***',
    status: 200,
    commands: [{ command: 'set a 1' }],
  })
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
})
