import { describe, expect, test, vi } from 'vitest'
import { parse } from '../differential/typing.js'
import { ReplyError, type Command } from '../reply.js'
import { createMemoryBackend } from './memory.js'

const create = () => createMemoryBackend({ clock: { now: () => 1_700_000_000_123 } })

describe('an argument cannot take all memory', () => {
  const outOfRange = new ReplyError('ERR value is out of range')
  const tooLong = new ReplyError('ERR string exceeds maximum allowed size (proto-max-bulk-len)')
  const longest = 2 ** 29 - 24

  test.each<[Command]>([
    [['SRANDMEMBER', 's', '-1000001']],
    [['SRANDMEMBER', 's', '-100000000']],
    [['SRANDMEMBER', 's', '-9223372036854775807']],
    [['HRANDFIELD', 'h', '-1000001']],
    [['HRANDFIELD', 'h', '-100000000', 'WITHVALUES']],
  ])('%j is refused', (command) => {
    const backend = create()
    backend.executeNow(['SADD', 's', 'a'])
    backend.executeNow(['HSET', 'h', 'f', 'v'])

    expect(backend.executeNow([command[0], command[1]!, '-1000'])).toHaveLength(1000)
    expect(backend.executeNow(command)).toEqual(outOfRange)
  })

  test.each<[Command]>([
    [['SPOP', 's', '9223372036854775807']],
    [['SRANDMEMBER', 's', '9223372036854775807']],
    [['HRANDFIELD', 'h', '4611686018427387904']],
    [['LPOP', 'l', '9223372036854775807']],
    [['LMPOP', '1', 'l', 'LEFT', 'COUNT', '9223372036854775807']],
    [['SSCAN', 's', '0', 'COUNT', '9223372036854775807']],
  ])('%j returns the existing elements', (command) => {
    const backend = create()
    backend.executeNow(['SADD', 's', 'a'])
    backend.executeNow(['HSET', 'h', 'a', 'v'])
    backend.executeNow(['RPUSH', 'l', 'a'])

    expect([backend.executeNow(command)].flat(3)).toContain('a')
  })

  test('a value has at most the length of a JavaScript string', () => {
    const backend = create()

    expect(backend.executeNow(['SETRANGE', 'k', String(longest - 1), 'x'])).toBe(longest)
    expect(backend.executeNow(['SETRANGE', 'k', String(longest), 'x'])).toEqual(tooLong)
    expect(backend.executeNow(['SETRANGE', 'k', '536870911', 'x'])).toEqual(tooLong)
    expect(backend.executeNow(['APPEND', 'k', 'x'])).toEqual(tooLong)
    expect(backend.executeNow(['STRLEN', 'k'])).toBe(longest)
  })
})

test('setting a distant bit allocates no memory for the bytes before it', () => {
  const backend = create()
  const before = process.memoryUsage().rss
  expect(backend.executeNow(['SETBIT', 'far', '4294967000', '1'])).toBe(0)
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 27)
})

test('an error that is no refusal is thrown', () => {
  const now = vi.fn(() => 0)
  const backend = createMemoryBackend({ clock: { now } })
  now.mockImplementation(() => {
    throw new TypeError('broken')
  })
  expect(() => backend.executeNow(['SET', 'k', 'v'])).toThrow(TypeError)
})

describe('a watched key is touched by later commands', () => {
  test.each([
    ['HEXPIRE h 100 FIELDS 1 f', true],
    ['HEXPIRE h 100 XX FIELDS 1 f', false],
    ['HEXPIRE h 100 FIELDS 1 none', false],
    ['HPERSIST h FIELDS 1 f', false],
    ['HPERSIST h FIELDS 1 g', true],
    ['HTTL h FIELDS 1 g', false],
    ['HGETDEL h FIELDS 1 none', false],
    ['HGETDEL h FIELDS 1 f', true],
    ['HGETEX h FIELDS 1 f', false],
    ['HGETEX h EX 10 FIELDS 1 f', true],
    ['HSETEX h FNX FIELDS 1 f v', false],
    ['HSETEX h FIELDS 1 f v', true],
    ['XDELEX s IDS 1 9-9', false],
    ['XDELEX s IDS 1 1-0', true],
  ])('%s: %s', (line, isTouched) => {
    const backend = createMemoryBackend({ clock: { now: () => 0 } })
    const before = [
      'HSET h f v g v',
      'HEXPIRE h 100 FIELDS 1 g',
      'XADD s 1-0 f v',
      'XADD s 2-0 f v',
    ]
    for (const each of before) backend.executeNow(parse(each))
    const watch = backend.touches.watch(['h', 's'])
    backend.executeNow(parse(line))
    expect(watch.broken).toBe(isTouched)
  })
})

test.each([
  ['DELUSER u', ['subscribed', 'by pattern', 'of a shard', 'monitor']],
  ['SETUSER u resetchannels', ['subscribed', 'by pattern', 'of a shard']],
  ['SETUSER u resetchannels &c*', []],
  ['SETUSER u resetchannels (&c*)', []],
  ['SETUSER u resetchannels &*c*', ['by pattern']],
  ['SETUSER u resetchannels &s*', ['subscribed', 'by pattern', 'of a shard']],
  ['SETUSER u reset', ['subscribed', 'by pattern', 'of a shard']],
  ['SETUSER u -@all', []],
  ['off', []],
  ['SETUSER u resetchannels nosuch', []],
])('ACL %s: of the open streams these end: %j', (line, expected) => {
  const backend = create()
  for (const user of ['u', 'v']) {
    backend.executeNow(parse(`ACL SETUSER ${user} on nopass +@all allkeys allchannels`))
  }
  const ended: string[] = []
  const follower = (title: string) => ({ next: () => {}, end: () => void ended.push(title) })
  const sender = { login: { name: 'u', password: '' } }
  backend.subscribe('c', follower('subscribed'), sender)
  backend.psubscribe('c*', follower('by pattern'), sender)
  backend.ssubscribe('c', follower('of a shard'), sender)
  backend.monitor(follower('monitor'), sender)
  backend.subscribe('c', follower('left'), sender)()
  backend.subscribe('c', follower('of another'), { login: { name: 'v', password: '' } })
  backend.subscribe('c', follower('of nobody'))
  backend.executeNow(parse(`ACL ${line}`))
  expect(ended).toEqual(expected)
})
