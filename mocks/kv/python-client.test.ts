// Requests of the published Python client upstash-redis, sent as it sends them and decoded as it decodes
// them. The client itself runs in the campaign `python`.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMock, type Mock } from '../index.js'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ dialect: 'upstash' })
})
afterAll(() => mock.close())
beforeEach(() => mock.reset())

/** Returns JSON as the library `requests` writes it: with spaces, and in ASCII. */
function spacedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `"${name}": ${spacedJson(each)}`)
    return `{${members.join(', ')}}`
  }
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns an argument as the client sends it: texts and numbers as they are, all else as JSON. */
const argument = (value: Json): Json => (typeof value === 'object' ? spacedJson(value) : value)

/** Decodes a result. The client decodes every text but `OK` from base64, and raises for objects. */
function decoded(result: Json): Json {
  if (typeof result === 'string')
    return result === 'OK' ? 'OK' : Buffer.from(result, 'base64').toString()
  if (Array.isArray(result)) return result.map(decoded)
  if (typeof result === 'object' && result !== null) throw new Error('an object is no result')
  return result
}

const envelopeOf = (envelope: { result?: Json; error?: string }): Json =>
  envelope.error === undefined ? decoded(envelope.result!) : `error: ${envelope.error}`

describe.each([
  ['requests', { 'user-agent': 'python-requests/2.32.3', telemetry: '1.1.0' }, spacedJson],
  ['httpx', { 'user-agent': 'python-httpx/0.28.1', telemetry: '1.6.0' }, JSON.stringify],
] as const)('over %s', (_, { telemetry, ...sent }, json) => {
  async function post(path: string, body: Json): Promise<unknown> {
    const response = await fetch(mock.kv.url + path, {
      method: 'POST',
      headers: {
        ...sent,
        accept: '*/*',
        'accept-encoding': 'gzip, deflate',
        authorization: `Bearer ${mock.kv.token}`,
        'content-type': 'application/json',
        'upstash-encoding': 'base64',
        'upstash-telemetry-sdk': `py-upstash-redis@v${telemetry}`,
        'upstash-telemetry-runtime': 'python@v3.11.7',
        'upstash-telemetry-platform': 'unknown',
      },
      body: json(body),
    })
    return response.json()
  }
  const execute = async (...command: readonly Json[]) =>
    envelopeOf((await post('', command.map(argument))) as object)
  const batch = async (endpoint: string, commands: readonly (readonly Json[])[]) => {
    const envelopes = await post(
      `/${endpoint}`,
      commands.map((each) => each.map(argument)),
    )
    return Array.isArray(envelopes)
      ? envelopes.map((each) => envelopeOf(each as object))
      : envelopeOf(envelopes as object)
  }

  test('texts, numbers, booleans and objects are stored as texts', async () => {
    expect(await execute('SET', 'text', 'Zoë ☃ 😀', 'EX', 60)).toBe('OK')
    expect(await execute('GET', 'text')).toBe('Zoë ☃ 😀')
    expect(await execute('MSET', 'number', 1.5, 'flag', true, 'object', { a: [1, null] })).toBe(
      'OK',
    )
    expect(await execute('MGET', 'number', 'flag', 'object', 'absent')).toEqual([
      ...['1.5', 'true', '{"a": [1, null]}', null],
    ])
    expect(await execute('SET', 'ok', 'OK')).toBe('OK')
    expect(await execute('MGET', 'ok')).toEqual(['OK'])
    expect(await execute('TYPE', 'text')).toBe('string')
  })

  test('pipelines and transactions', async () => {
    const commands = [
      ['SET', 'n', 1],
      ['INCR', 'n'],
      ['GET', 'n'],
    ]
    expect(await batch('pipeline', commands)).toEqual(['OK', 2, '2'])
    expect(await batch('multi-exec', commands)).toEqual(['OK', 2, '2'])
    expect(await batch('multi-exec', [...commands, ['BLPOP', 'list', 0]])).toMatch(/^error: /)
  })

  test('approximate trimming removes nothing below 100 entries', async () => {
    const add = (count: number) =>
      batch('pipeline', Array(count).fill(['XADD', 'stream', '*', 'field', 'value']) as Json[][])
    await add(120)
    expect(await execute('XTRIM', 'stream', 'MAXLEN', '~', 30)).toBe(0)
    await add(880)
    expect(await execute('XTRIM', 'stream', 'MAXLEN', '~', 30)).toBe(970)
  })

  test('streams: consumers of an unknown group, and XACKDEL after XACK', async () => {
    const id = await execute('XADD', 'stream', '*', 'field', 'value')
    expect(await execute('XINFO', 'CONSUMERS', 'stream', 'group')).toEqual([])
    await execute('XGROUP', 'CREATE', 'stream', 'group', '0')
    await execute('XREADGROUP', 'GROUP', 'group', 'me', 'COUNT', 1, 'STREAMS', 'stream', '>')
    expect(await execute('XACK', 'stream', 'group', id)).toBe(1)
    expect(await execute('XACKDEL', 'stream', 'group', 'ACKED', 'IDS', 1, id)).toEqual([1])
    expect(await execute('XLEN', 'stream')).toBe(0)
  })

  test('sorted sets: ZRANGESTORE with a limit of ranks', async () => {
    await execute('ZADD', 'set', 1, 'a', 2, 'b', 3, 'c')
    expect(await execute('ZRANGESTORE', 'copy', 'set', 0, -1, 'LIMIT', 1, 1)).toBe(1)
    expect(await execute('ZRANGE', 'copy', 0, -1, 'WITHSCORES')).toEqual(['b', '2'])
  })

  test('JSON: a path without a parent, and inner values first', async () => {
    const document = { a: 1, nested: { a: 3 } }
    expect(await execute('JSON.SET', 'document', '$', document)).toBe('OK')
    expect(await execute('JSON.SET', 'document', '$.none.text', '"a"')).toMatch(/^error: ERR Path/)
    expect(await execute('JSON.GET', 'document', '$..a')).toBe('[3,1]')
    expect(await execute('JSON.TYPE', 'document', '$.nested')).toEqual(['object'])
  })

  test('hashes: an expiry in 5 seconds is not later than in 5 seconds', async () => {
    await execute('HSET', 'hash', 'field', 'value')
    expect(await execute('HEXPIRE', 'hash', 5, 'FIELDS', 1, 'field')).toEqual([1])
    const [time] = (await execute('HEXPIRETIME', 'hash', 'FIELDS', 1, 'field')) as [number]
    expect(time).toBeLessThanOrEqual(mock.clock.now() / 1000 + 5)
  })

  test('the scripts of its limiters have the flag allow-key-locking', async () => {
    const script = '#!lua flags=allow-key-locking\nreturn redis.call("INCRBY", KEYS[1], ARGV[2])'
    expect(await execute('EVAL', script, 1, 'limit:1', 10_000, 1)).toBe(1)
    expect(await execute('EVAL', script, 1, 'limit:1', 10_000, 2)).toBe(3)
  })

  test('an error raises, with its text', async () => {
    await execute('SET', 'text', 'a')
    expect(await execute('INCR', 'text')).toBe('error: ERR value is not an integer or out of range')
    expect(await execute('SEARCH.QUERY', 'index', '{}')).toMatch(/^error: ERR unknown command/)
  })
})
