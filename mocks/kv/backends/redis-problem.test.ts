// Tests the messages for a Redis that cannot be used.

import type { Socket } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startFakeRedis, startFakeServer, type FakeServer, greeted } from '../redis/fake.js'
import { startRedisServer, withoutRedisServer } from '../redis/server.js'
import { connectRedis } from './redis.js'

/** Returns the message of the rejection. Checks that it has a cause and does not contain the password. */
async function problemOf(url: string): Promise<string> {
  const error = await connectRedis(url, { ms: 200 }).then(
    () => new Error('it was used'),
    (error: unknown) => error as Error,
  )
  expect(inspect(error)).not.toContain('SECRET')
  expect(error.cause).toBeInstanceOf(Error)
  return error.message
}

const withLogin = (url: string, path = '') => `${url.replace('://', '://somebody:SECRET@')}${path}`

const acting = (act: (socket: Socket) => unknown) => () => startFakeServer((each) => void act(each))

const answering = (bytes: string) =>
  acting((socket) => socket.once('data', () => socket.write(bytes, 'latin1')))

/** Starts a Redis that answers INFO in its own way. */
const informing = (info: string | undefined) => () =>
  startFakeRedis((command) => (command[0] === 'INFO' ? info : greeted(command)))

const SENTINEL = '$25\r\n\r\nredis_mode:sentinel\r\n..\r\n'

const servers: readonly (readonly [string, () => Promise<FakeServer>, RegExp])[] = [
  [
    'stays silent',
    acting(() => {}),
    /: it accepts connections .*: no reply within 200 ms\. Is a Re/,
  ],
  [
    'closes at once',
    acting((socket) => socket.end()),
    /: it closed .*One that wants TLS .* rediss:/,
  ],
  ['resets at once', acting((socket) => socket.resetAndDestroy()), /: it closed the connection\. /],
  [
    'speaks HTTP',
    answering('HTTP/1.1 400 Bad\r\n\r\n'),
    /: it is no Redis, .* "HTTP\/1\.1 400 Bad/,
  ],
  ['answers garbage', answering('\x00\xff garbage'), /: it is no Redis, and answers "\\u0000ÿ gar/],
  ['speaks TLS', answering('\x15\x03\x01\x00\x02\x02\x50'), /: it answers in TLS\. .* rediss:/],
  [
    'echoes',
    acting((socket) => socket.pipe(socket)),
    /: its answer to COMMAND is no list of commands/,
  ],
  [
    'says what it is sent',
    () => startFakeRedis((words) => `-ERR unknown command ${words.join(' ')}\r\n`),
    /: it refused the user or the password: ERR unknown command AUTH somebody \*\*\*\. /,
  ],
  [
    'has no room',
    answering('-ERR max number of clients reached\r\n'),
    /: it refuses us: ERR max numb/,
  ],
  [
    'is protected',
    answering('-DENIED Redis is protected. Do this. Or that.\r\n'),
    /: it refuses us: DENIED Redis is protected\. Change its settings\.$/,
  ],
  ['is a Sentinel', informing(SENTINEL), /: it is a Sentinel, which keeps no data\. /],
  ['stops answering later', informing(undefined), /does not answer/],
]

test.each(servers)('a server that %s', async (_, start, message) => {
  const server = await start()
  const problem = await problemOf(withLogin(server.url))
  expect(problem).toMatch(/^cannot use Redis at 127\.0\.0\.1:\d+: /)
  expect(problem).toMatch(message)
  await server.close()
})

test.each([
  [answering('-ERR unknown command\r\n'), /: it does not speak TLS \(E\w+\)\. .*redis:/],
  [acting(() => {}), /: no TLS within 200 ms\. A server without TLS/],
])('a server without TLS, %#', async (start, message) => {
  const server = await start()
  expect(await problemOf(server.url.replace('redis:', 'rediss:'))).toMatch(message)
  await server.close()
})

test.each([
  ['redis://127.0.0.1:1', /: nothing listens there \(ECONNREFUSED\)\. Start redis-server there/],
  ['redis://localhost:1', /^cannot use Redis at localhost:1: nothing listens there \(ECONNREFUSED/],
  ['redis://no.such.host.invalid', /: its name cannot be found \(E\w+\)\. Correct the host/],
])('%s', async (url, message) => {
  expect(await problemOf(withLogin(url))).toMatch(message)
})

test('a URL that cannot be read is refused as such', async () => {
  await expect(connectRedis('redis://127.0.0.1/abc')).rejects.toThrow(RangeError)
})

describe.skipIf(withoutRedisServer())('a Redis', () => {
  test.each([
    ['without the database', {}, '', '/99', /: it refused the database: ERR DB index is out of/],
    ['that wants a password', { requirepass: 'x' }, '', '', /: it wants a password\. .*user:pass/],
    [
      'with another password',
      { requirepass: 'x' },
      ':SECRET@',
      '',
      /: it refused .*: WRONGPASS .*disabled\. The URL takes them as /,
    ],
    ['without the user', {}, 'nobody:SECRET@', '', /: it refused the user or the .*: WRONGPASS /],
    ['without a password', {}, ':SECRET@', '', /: it refused the user or the password: ERR AUTH/],
    [
      'that does not tell its commands',
      { user: 'u on >SECRET ~* +@all -command'.split(' ') },
      'u:SECRET@',
      '',
      /: it answers NOPERM .*'command'/,
    ],
  ])('%s', async (_, settings, credentials, path, message) => {
    const server = await startRedisServer(settings)
    const url = server.url.replace('://', `://${credentials}`) + path
    expect(await problemOf(url)).toMatch(message)
    await server.close()
  })
})
