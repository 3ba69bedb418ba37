import { expect, test } from 'vitest'
import { startKv, startMock, startQueue } from '../index.js'
import { assertApart, placeOf } from './place.js'
import { databaseBeside, storeBeside } from './queue-store.js'

/** A start function without types, as a JavaScript caller sees it. */
type Start = (options: object) => Promise<unknown>

test.each<[call: string, start: Start, known: string]>([
  ['startMock', startMock, 'kvPort'],
  ['startKv', startKv, 'readOnlyToken'],
  ['startQueue', startQueue, 'readyLimit'],
])('%s rejects an unknown option with the known ones', async (...[call, start, known]) => {
  const refused = start({ bogus: 1 })

  await expect(refused).rejects.toThrow(TypeError)
  await expect(refused).rejects.toThrow(`${call} has no option "bogus": expected some of clock, `)
  await expect(refused).rejects.toThrow(known)
})

test('rejects null in place of options', async () => {
  await expect(startMock(null as never)).rejects.toThrow('expected an object of options, got null')
})

test('suggests the option and the value that are similar', async () => {
  await expect((startMock as Start)({ kvport: 1 })).rejects.toThrow(
    '"kvport" (did you mean kvPort?)',
  )
  await expect((startMock as Start)({ port: 1 })).rejects.toThrow(
    '"port" (did you mean kvPort or queuePort?)',
  )
  await expect((startMock as Start)({ dialect: 'upsatsh' })).rejects.toThrow(
    "got 'upsatsh' (did you mean upstash?)",
  )
})

test.each<[limits: object, kind: typeof Error, message: string]>([
  [{ keyByte: 1 }, TypeError, 'got keyByte (did you mean keyBytes?)'],
  [{ foo: 1 }, TypeError, 'limits: expected some of requestBytes, keyBytes, '],
  [
    { dailyRequests: -1 },
    RangeError,
    'limits.dailyRequests: expected a whole number or Infinity, got -1',
  ],
  [{ keyBytes: 1.5 }, RangeError, 'limits.keyBytes: '],
])('rejects the limits %j', async (...[limits, kind, message]) => {
  const refused = (startMock as Start)({ limits })

  await expect(refused).rejects.toThrow(kind)
  await expect(refused).rejects.toThrow(message)
})

test.each<[options: object, message: string]>([
  [
    { clock: 'virtuel' },
    "clock: expected virtual, real or a clock, got 'virtuel' (did you mean virtual?)",
  ],
  [{ clock: {} }, 'clock: expected virtual, real or a clock, got {}'],
  [
    { signingKeys: { currentSigningKey: 'a', nextSigningKey: 'b' } },
    'the strings current and next',
  ],
  [{ faults: 'retries-never' }, 'faults: expected an array of ids such as "retries-never", or'],
  [{ allowDestinations: 'example.com' }, "an array of strings, got 'example.com'"],
  [{ kvPort: 'abc' }, "kvPort: expected a port from 0 to 65535, got 'abc'"],
  [{ readyLimit: 0 }, 'readyLimit: expected a whole number of at least 1, got 0'],
  [{ kvUrl: 'kv.test' }, 'kvUrl: expected a URL that begins with http:// or https://'],
  [{ apis: { 'api/llm': 'x' } }, 'apis: expected an object with the URLs of api/llm, which begin'],
  [{ dialect: { names: {} } }, 'an object with all settings of a dialect'],
])('rejects the value in %j', async (options, message) => {
  const refused = (startMock as Start)(options)

  await expect(refused).rejects.toThrow(TypeError)
  await expect(refused).rejects.toThrow(message)
})

const names = { port: 'kvPort', url: 'kvUrl' } as const

test.each([
  [{ kvUrl: 'http://h' }, 'kvUrl is for listen: false'],
  [{ listen: false, kvPort: 80 }, 'kvPort opens a port'],
  [{ listen: false, host: '127.0.0.1' }, 'host opens a port'],
  [{ listen: false, respPort: 0 }, 'respPort opens a port'],
  [{ listen: false, kvUrl: 'kv' }, 'kvUrl: expected a URL such as'],
  [{ listen: false, kvUrl: 'ftp://h' }, 'got "ftp://h"'],
  [{ listen: false, kvUrl: 'http://h/?a' }, 'kvUrl: expected a URL such as'],
])('rejects %o', (options, message) => {
  expect(() => placeOf('kv', options, names)).toThrow(message)
})

test('rejects one URL for both interfaces', () => {
  const at = (url: string) => ({ url })
  expect(() => assertApart({ kv: at('http://h'), queue: at('http://H:80') })).toThrow(
    'kvUrl and queueUrl: expected two URLs',
  )
  expect(() => assertApart({ kv: at('http://h'), queue: at('http://h/queue') })).not.toThrow()
  expect(() => assertApart({ kv: {}, queue: {} })).not.toThrow()
  expect(() => assertApart({ kv: { port: 0 }, queue: { port: 0 } })).not.toThrow()
  expect(() => assertApart({ kv: { port: 8079 }, queue: { port: 8079 } })).toThrow(
    'kvPort and queuePort: expected two ports, got 8079 for both',
  )
})

const redis = 'redis://127.0.0.1:1'

test.each<[store: unknown]>([
  [redis],
  [{ redis, name: 'a:b' }],
  [{ redis, lease: 999 }],
  [{ redis, leases: 5000 }],
])('startQueue rejects the store %j', async (store) => {
  const refused = (startQueue as Start)({ store })
  await expect(refused).rejects.toThrow(TypeError)
  await expect(refused).rejects.toThrow(
    'startQueue: store: expected memory or an object with the URL of a redis',
  )
})

test.each<[options: object, kind: typeof Error, message: string]>([
  [{ queueStore: 'reddis' }, TypeError, 'queueStore: expected memory, redis or an object with the'],
  [{ queueStore: 'redis' }, TypeError, 'queueStore: "redis" needs the option redis, or an object'],
  [{ redis, queueStore: { redis } }, Error, 'cannot use Redis at 127.0.0.1:1: nothing listens'],
])('startMock rejects %j', async (options, kind, message) => {
  const refused = (startMock as Start)(options)
  await expect(refused).rejects.toThrow(kind)
  await expect(refused).rejects.toThrow(message)
})

test('the queue has the database after the key-value data, with the rest of the URL', () => {
  expect(databaseBeside('redis://127.0.0.1')).toBe('redis://127.0.0.1/1')
  expect(databaseBeside('rediss://u:p@redis.test:7/4')).toBe('rediss://u:p@redis.test:7/5')
})

test('without an option the store follows the key-value data', () => {
  expect(storeBeside(undefined)).toBe('memory')
  expect(storeBeside(redis)).toEqual({ redis: `${redis}/1` })
  expect(storeBeside(redis, 'memory')).toBe('memory')
  expect(storeBeside(undefined, { redis, name: 'jobs' })).toEqual({ redis, name: 'jobs' })
})
