import { expect, test } from 'vitest'
import { startKv, startMock, startQueue } from '../index.js'

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
  [{ dialect: 'upsatsh' }, 'dialect: expected svc, upstash or an object with all settings'],
  [{ dialect: null }, 'dialect: expected svc, upstash or an object'],
  [
    { signingKeys: { currentSigningKey: 'a', nextSigningKey: 'b' } },
    'the strings current and next',
  ],
  [{ faults: 'retries-never' }, 'faults: expected an array of ids such as "retries-never", or'],
  [{ faults: [undefined] }, 'faults: expected an array of ids'],
  [{ allowDestinations: 'example.com' }, "an array of strings, got 'example.com'"],
  [{ kvPort: 'abc' }, "kvPort: expected a port from 0 to 65535, got 'abc'"],
  [{ queuePort: 70_000 }, 'queuePort: expected a port'],
  [{ readyLimit: 0 }, 'readyLimit: expected a whole number of at least 1, got 0'],
  [{ host: 1 }, 'host: expected a string, got 1'],
  [{ kvUrl: 'kv.test' }, 'kvUrl: expected a URL that begins with http:// or https://'],
  [{ controls: 'no' }, 'controls: expected true or false'],
  [{ apis: { 'api/llm': 'x' } }, 'apis: expected an object with the URLs of api/llm, which begin'],
  [{ apis: { llm: 'http://localhost:1' } }, 'apis: expected an object with the URLs of api/llm'],
  [{ limits: 5 }, 'limits: expected an object, got 5'],
  [{ dialect: { names: {} } }, 'an object with all settings of a dialect'],
])('rejects the value in %j', async (options, message) => {
  const refused = (startMock as Start)(options)

  await expect(refused).rejects.toThrow(TypeError)
  await expect(refused).rejects.toThrow(message)
})
