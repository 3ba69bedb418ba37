// Plays conversations with the mock and with a real Redis, and compares the bytes.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startKv, type KvMock } from '../../index.js'
import { readScripts } from '../differential/scripts/index.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from '../redis/server.js'

type Line = readonly [client: string, sent: string]

class Client {
  readonly socket: Socket
  received = ''
  ended = false

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1')
    this.socket.on('data', (text) => (this.received += String(text)))
    this.socket.on('error', () => {})
    this.socket.on('close', () => (this.ended = true))
  }
}

/** Sends each line after the replies to the lines before. Returns the bytes that each client received. */
async function play(port: number, auth: string, lines: readonly Line[]): Promise<object> {
  const clients = new Map<string, Client>()
  const probe = new Client(port)
  probe.socket.write(auth)
  try {
    for (const [name, sent] of lines) {
      const client = clients.get(name) ?? new Client(port)
      if (!clients.has(name) && name !== 'stranger') client.socket.write(auth)
      clients.set(name, client)
      client.socket.write(sent.replaceAll('\n', '\r\n'), 'latin1')
      await settled(probe, client)
    }
    const entries = [...clients].map(([name, { received, ended }]) => [
      name,
      (name === 'stranger' ? received : received.replace(/^\+OK\r\n/, '')) + (ended ? '(end)' : ''),
    ])
    return Object.fromEntries(entries) as object
  } finally {
    for (const { socket } of [probe, ...clients.values()]) socket.destroy()
  }
}

/** Waits until a client has received nothing while another client made three round trips. */
async function settled(probe: Client, client: Client): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const before = client.received.length + (client.ended ? 1 : 0)
    probe.socket.write('PING\r\n')
    await once(probe.socket, 'data')
    await new Promise(setImmediate)
    if (client.socket.connecting) continue
    quiet = before === client.received.length + (client.ended ? 1 : 0) ? quiet + 1 : 0
  }
}

/** Parses a line of `conversations.txt`: a client and the commands that the client sends together. */
function lineOf(text: string): Line {
  const [, client, commands] = /^(\w+): (.*)$/.exec(text)!
  return [client!, commands!.replaceAll(' ; ', '\n') + '\n']
}

const written = readScripts(readFileSync(new URL('conversations.txt', import.meta.url), 'utf8'))

const conversations: Readonly<Record<string, readonly Line[]>> = {
  ...Object.fromEntries(
    Object.entries(written).map(([title, lines]) => [title, lines.map(lineOf)]),
  ),
  ...Object.fromEntries(
    [
      '*x\n',
      '*2147483648\n',
      '*1\nx3\n',
      '*1\n$-1\n',
      '*1\n$536870913\n',
      '*1\n$04\nPING\n',
      '"foo\n',
      "'x'y\n",
      'a'.repeat(70_000),
      `*${'1'.repeat(70_000)}`,
      '*1\n$4\nPINGxxPING\n',
      '*-1\n*0\n\nPING\nECHO "a\\x41\\n\\q"\n',
      'POST / HTTP/1.1\nHost: x\n\n',
      'Host: x\n',

      '  SET  k "a b"  \nGET k\n*0\n',
      `echo 'x\\'y' \necho a"\n`,
      `ECHO "\\"" \necho '\\n'\nPIN`,
      '*2\n$4\nECHO\n$3\na\n\n',
      '*2\n$4\nECHO\n$0\n\n*1\n$4\nPI',
    ].map((bytes) => [`the bytes ${JSON.stringify(bytes.slice(0, 30))}`, [['a', bytes]]]),
  ),
  ...Object.fromEntries(
    ['*11\n', '*1\n$16385\n'].map((bytes) => [
      `the bytes ${JSON.stringify(bytes)} of a stranger`,
      [['stranger', bytes]],
    ]),
  ),
}

describe.skipIf(withoutRedisServer())('over a socket the mock answers as Redis does', () => {
  let redis: RedisServer
  let mock: KvMock
  beforeAll(async () => {
    redis = await startRedisServer()
    mock = await startKv({ respPort: 0, token: 'secret' })
    await play(redis.port, '', [['stranger', 'CONFIG SET requirepass secret\n']])
  })
  afterAll(async () => {
    await mock.close()
    await redis.close()
  })

  test.each(Object.entries(conversations))('%s', async (_, lines) => {
    const auth = 'AUTH secret\r\n'
    const clean: Line = ['cleaner', 'FLUSHALL\n']
    const theirs = await play(redis.port, auth, [clean, ...lines])
    const ours = await play(Number(new URL(mock.resp!.url).port), auth, [clean, ...lines])

    expect(hello(ours)).toEqual(hello(theirs))
  })
})

/** Removes the ids of clients, because they differ between the two servers. */
const hello = (received: object): unknown =>
  JSON.parse(JSON.stringify(received).replace(/\$2\\r\\nid\\r\\n:\d+/g, 'id'))

test('a client whose commands are slow lets others in between them', async () => {
  const mock = await startKv({ respPort: 0, token: 'secret', safety: { commandMs: 20 } })
  const port = Number(new URL(mock.resp!.url).port)
  const [slow, quick] = [new Client(port), new Client(port)]
  for (const { socket } of [slow, quick]) {
    socket.write('AUTH secret\r\n')
    await once(socket, 'data')
  }
  slow.socket.write('EVAL "while true do end" 0\r\n'.repeat(30))
  quick.socket.write('PING\r\n')
  await once(quick.socket, 'data')

  expect(slow.received.split('\r\n').length).toBeLessThan(20)
  for (const { socket } of [slow, quick]) socket.destroy()
  await mock.close()
})

test.each([
  'while true do pcall(function() repeat until false end) end',
  'local function f() while true do end end return pcall(pcall, f)',
  'for i = 1, 1e12 do local x = i end',
])('a script that catches errors is killed: %s', async (script) => {
  const mock = await startKv({ respPort: 0, token: 'secret' })
  onTestFinished(() => mock.close())
  const port = Number(new URL(mock.resp!.url).port)
  const [busy, other] = [new Client(port), new Client(port)]
  for (const { socket } of [busy, other]) {
    socket.write('AUTH secret\r\n')
    await once(socket, 'data')
  }
  other.socket.write('CONFIG SET busy-reply-threshold 1\r\n')
  await once(other.socket, 'data')
  busy.socket.write(`EVAL "${script}" 0\r\nPING\r\n`)
  for (other.received = ''; !other.received.endsWith('+OK\r\n');) {
    other.socket.write('SCRIPT KILL\r\n')
    await once(other.socket, 'data')
  }
  while (!busy.received.endsWith('+PONG\r\n')) await once(busy.socket, 'data')
  expect(busy.received).toMatch(
    /^\+OK\r\n-ERR Script killed by user with SCRIPT KILL\.\.\. script: \w+, on @user_script:1\.\r\n\+PONG\r\n$/,
  )
})
