// Tests of the commands that differ between Redis and the service of the dialect `upstash`.

import { dialects } from '#generated/dialects.js'
import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from './backends/memory.js'
import { ReplyError, Status } from './reply.js'

const FUNCTIONS = `#!lua name=lib
redis.register_function('reads', function() return redis.call('GET', 'key') end)
redis.register_function('writes', function() return redis.call('SET', 'key', 'b') end)`

/** Returns a function that runs a command given as text. An error is returned as its message. */
function databaseOf(dialect: keyof typeof dialects) {
  const backend = createMemoryBackend({
    clock: { now: () => 1_700_000_000_000 },
    dialect: dialects[dialect],
  })
  return (first: string, ...words: string[]) => {
    const command = words.length === 0 ? first.split(' ') : [first, ...words]
    const reply = backend.executeNow(command as [string, ...string[]])
    return reply instanceof ReplyError ? reply.message : reply
  }
}

describe.each([
  ['svc', 'ERR source and destination objects are the same'],
  ['upstash', 0],
] as const)('%s', (dialect, copied) => {
  const isRedis = dialect === 'svc'
  const redis = databaseOf(dialect)

  test('COPY of a key to itself', () => {
    redis('SET key a')
    expect(redis('COPY key key')).toBe(copied)
    expect(redis('COPY key key REPLACE')).toBe(copied)
    expect(redis('COPY key other')).toBe(1)
  })

  test('XREADGROUP with NOACK', () => {
    redis('XADD stream 1-1 a b')
    redis('XGROUP CREATE stream group 0')
    expect(redis('XREADGROUP GROUP group consumer NOACK STREAMS stream >')).toHaveLength(1)
    expect(redis('XINFO CONSUMERS stream group')).toHaveLength(isRedis ? 1 : 0)
    redis('XADD stream 1-2 a b')
    redis('XREADGROUP GROUP group consumer STREAMS stream >')
    expect(redis('XINFO CONSUMERS stream group')).toHaveLength(1)
    expect(redis('XPENDING stream group')).toContain(1)
  })

  test('XTRIM and XADD with ~', () => {
    const fill = () => {
      redis('DEL events')
      for (let id = 1; id <= 1000; id++) redis(`XADD events 1-${id} a b`)
    }
    fill()
    expect(redis('XTRIM events MAXLEN ~ 30')).toBe(isRedis ? 900 : 970)
    fill()
    redis('XADD events MAXLEN ~ 30 1-1001 a b')
    expect(redis('XLEN events')).toBe(isRedis ? 101 : 30)
    fill()
    expect(redis('XTRIM events MINID ~ 1-150 LIMIT 120')).toBe(isRedis ? 100 : 120)
    expect(redis('XTRIM events MAXLEN = 10')).toBe(isRedis ? 890 : 870)
  })

  test('XTRIM and XADD with ~, of fewer than 100 entries', () => {
    for (let id = 1; id <= 120; id++) redis(`XADD few 1-${id} a b`)
    expect(redis('XTRIM few MAXLEN ~ 30')).toBe(0)
    expect(redis('XTRIM few MINID ~ 1-100')).toBe(0)
    redis('XADD few MAXLEN ~ 22 1-121 a b')
    expect(redis('XLEN few')).toBe(121)
    expect(redis('XTRIM few MAXLEN ~ 21')).toBe(100)
    for (let id = 122; id <= 300; id++) redis(`XADD few MAXLEN ~ 30 1-${id} a b`)
    expect(redis('XLEN few')).toBeLessThanOrEqual(130)
    expect(redis('XTRIM few MAXLEN 30')).toBeGreaterThan(0)
    expect(redis('XLEN few')).toBe(30)
  })

  test('XINFO CONSUMERS of a group that does not exist', () => {
    redis('XADD lonely 1-1 a b')
    const refused = "NOGROUP No such consumer group 'group' for key name 'lonely'"
    expect(redis('XINFO CONSUMERS lonely group')).toEqual(isRedis ? refused : [])
    expect(redis('XINFO CONSUMERS absent group')).toBe('ERR no such key')
  })

  test('XACKDEL of entries that were acknowledged before', () => {
    for (let id = 1; id <= 4; id++) redis(`XADD acked 1-${id} a b`)
    redis('XGROUP CREATE acked group 0')
    redis('XGROUP CREATE acked other 0')
    redis('XREADGROUP GROUP group consumer COUNT 3 STREAMS acked >')
    redis('XACK acked group 1-1 1-2')
    const deleted = isRedis ? -1 : 1
    expect(redis('XACKDEL acked group IDS 2 1-1 1-1')).toEqual([deleted, -1])
    expect(redis('XACKDEL acked group ACKED IDS 1 1-2')).toEqual([isRedis ? -1 : 2])
    expect(redis('XACKDEL acked group IDS 3 1-3 1-4 9-9')).toEqual([1, -1, -1])
    expect(redis('XLEN acked')).toBe(isRedis ? 3 : 2)
  })

  test('ZRANGESTORE with LIMIT, but without BYSCORE and BYLEX', () => {
    redis('ZADD set 1 a 2 b 3 c 4 d')
    const refused =
      'ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX'
    expect(redis('ZRANGESTORE copy set 0 -1 LIMIT 1 2')).toBe(isRedis ? refused : 2)
    expect(redis('ZRANGE copy 0 -1')).toEqual(isRedis ? [] : ['b', 'c'])
    expect(redis('ZRANGESTORE copy set 0 -1 REV LIMIT 1 2')).toBe(isRedis ? refused : 2)
    expect(redis('ZRANGE copy 0 -1')).toEqual(isRedis ? [] : ['b', 'c'])
    expect(redis('ZRANGESTORE copy set 0 9 BYSCORE LIMIT 1 2')).toBe(2)
    expect(redis('ZRANGE set 0 -1 LIMIT 1 2')).toBe(refused)
  })

  test('JSON.SET of a path without a parent', () => {
    redis('JSON.SET document $ {"a":1}')
    const refused = (path: string) => `ERR Path '${path}' has no parent in the document`
    expect(redis('JSON.SET document $.x.y 1')).toBe(isRedis ? null : refused('$.x.y'))
    expect(redis('JSON.SET document x.y 1')).toBe(isRedis ? null : refused('$.x.y'))
    expect(redis('JSON.SET document $.x.y 1 XX')).toBeNull()
    expect(redis('JSON.SET document $.x 1')).toEqual(new Status('OK'))
    expect(redis('JSON.GET document')).toBe('{"a":1,"x":1}')
  })

  test('JSON paths with ..', () => {
    redis('JSON.SET document $ {"a":1,"nested":{"a":3}}')
    expect(redis('JSON.GET document $..a')).toBe(isRedis ? '[1,3]' : '[3,1]')
    expect(redis('JSON.GET document ..a')).toBe(isRedis ? '1' : '3')
    expect(redis('JSON.GET document $..*')).toBe(isRedis ? '[1,{"a":3},3]' : '[3,1,{"a":3}]')
    expect(redis('JSON.NUMINCRBY document $..a 2')).toBe(isRedis ? '[3,5]' : '[5,3]')
    expect(redis('JSON.CLEAR document $..*')).toBe(3)
    expect(redis('JSON.GET document')).toBe('{"a":0,"nested":{}}')
  })

  test('HEXPIRETIME of an expiry between two seconds', () => {
    redis('HSET hash field value')
    redis('HPEXPIREAT hash 1700000005500 FIELDS 1 field')
    expect(redis('HEXPIRETIME hash FIELDS 1 field')).toEqual([1_700_000_005 + (isRedis ? 1 : 0)])
  })

  test('FCALL_RO without the flag no-writes', () => {
    redis('SET key a')
    redis('FUNCTION', 'LOAD', 'REPLACE', FUNCTIONS)
    const refused = 'ERR Can not execute a script with write flag using *_ro command.'
    expect(redis('FCALL_RO reads 0')).toBe(isRedis ? refused : 'a')
    expect(redis('FCALL_RO writes 0')).toMatch(isRedis ? refused : 'ERR Write commands are not')
    expect(redis('FCALL writes 0')).toEqual(new Status('OK'))
  })

  test('HEXPIREAT beyond 2^46 milliseconds', () => {
    redis('HSET hash field value')
    const refused = "ERR invalid expire time in 'hexpireat' command"
    const moment = 1_700_000_000_000
    expect(redis(`HEXPIREAT hash ${moment} FIELDS 1 field`)).toEqual(isRedis ? refused : [1])
    expect(redis('HEXPIRETIME hash FIELDS 1 field')).toEqual([isRedis ? -1 : moment])
    expect(redis(`HEXPIREAT hash ${2 ** 53} FIELDS 1 field`)).toEqual(refused)
  })

  test('a script with the flag allow-key-locking', () => {
    const script = '#!lua flags=allow-key-locking\nreturn redis.call("INCR", KEYS[1])'
    const refused = 'ERR Unexpected flag in script shebang: allow-key-locking'
    expect(redis('EVAL', script, '1', 'counter')).toBe(isRedis ? refused : 1)
    expect(redis('EVAL', script.replace('allow', 'forbid'), '1', 'counter')).toBe(
      'ERR Unexpected flag in script shebang: forbid-key-locking',
    )
  })
})
