import { beforeEach, expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackend } from '../backends/memory.js'
import type { Command, ReplyError } from '../reply.js'

let now: number
let kv: MemoryBackend
beforeEach(() => {
  now = 1_700_000_000_000
  kv = createMemoryBackend({ clock: { now: () => now } })
  ask('HSET h a 1 b 2 c 3')
})

const ask = (line: string) => kv.execute(line.split(' ') as unknown as Command)

const refusal = (line: string) => (ask(line) as ReplyError).message

test('a field that has expired is absent for every command', () => {
  expect(ask('HEXPIRE h 10 FIELDS 2 a b')).toEqual([1, 1])
  now += 9999
  expect(ask('HGET h a')).toBe('1')
  now += 1
  expect(ask('HGET h a')).toBeNull()
  expect(ask('HMGET h a c')).toEqual([null, '3'])
  expect(ask('HLEN h')).toBe(1)
  expect(ask('HGETALL h')).toEqual(['c', '3'])
  expect(ask('HEXISTS h b')).toBe(0)
  expect(ask('HKEYS h')).toEqual(['c'])
  expect(ask('HSCAN h 0')).toEqual(['0', ['c', '3']])
  expect(ask('HSETNX h a 9')).toBe(1)
  expect(ask('HTTL h FIELDS 1 a')).toEqual([-1])
})

test('a hash whose fields have all expired does not exist, and no command tells of it', () => {
  ask('HPEXPIRE h 5 FIELDS 3 a b c')
  expect(ask('DBSIZE')).toBe(1)
  now += 5
  expect(ask('DBSIZE')).toBe(0)
  expect(ask('KEYS *')).toEqual([])
  expect(ask('SCAN 0')).toEqual(['0', []])
  expect(ask('EXISTS h')).toBe(0)
  expect(ask('TYPE h')).toHaveProperty('text', 'none')
})

test('times are told in seconds and milliseconds, from now and from 1970', () => {
  ask('HPEXPIRE h 1500 FIELDS 1 a')
  expect(ask('HTTL h FIELDS 3 a b nosuch')).toEqual([2, -1, -2])
  expect(ask('HPTTL h FIELDS 1 a')).toEqual([1500])
  expect(ask('HEXPIRETIME h FIELDS 1 a')).toEqual([1_700_000_002])
  expect(ask('HPEXPIRETIME h FIELDS 1 a')).toEqual([1_700_000_001_500])
  expect(ask('HTTL none FIELDS 2 a b')).toEqual([-2, -2])
})

test('a time that is over removes the field', () => {
  expect(ask('HEXPIRE h 0 FIELDS 2 a nosuch')).toEqual([2, -2])
  expect(ask('HEXPIREAT h 1 FIELDS 2 b c')).toEqual([2, 2])
  expect(ask('EXISTS h')).toBe(0)
  expect(ask('HPEXPIREAT h 1 FIELDS 1 a')).toEqual([-2])
})

test('conditions look at the time that a field has', () => {
  expect(ask('HEXPIRE h 100 XX FIELDS 1 a')).toEqual([0])
  expect(ask('HEXPIRE h 100 GT FIELDS 1 a')).toEqual([0])
  expect(ask('HEXPIRE h 100 NX FIELDS 1 a')).toEqual([1])
  expect(ask('HEXPIRE h 200 nx FIELDS 1 a')).toEqual([0])
  expect(ask('HEXPIRE h 50 GT FIELDS 1 a')).toEqual([0])
  expect(ask('HEXPIRE h 50 LT FIELDS 2 a b')).toEqual([1, 1])
  expect(ask('HEXPIRE h 60 GT FIELDS 1 a')).toEqual([1])
  expect(ask('HTTL h FIELDS 2 a b')).toEqual([60, 50])
})

test('setting a field anew, or HPERSIST, ends its expiry; adding to it does not', () => {
  ask('HEXPIRE h 100 FIELDS 3 a b c')
  ask('HSET h a 9')
  ask('HINCRBY h b 1')
  expect(ask('HTTL h FIELDS 3 a b c')).toEqual([-1, 100, 100])
  expect(ask('HPERSIST h FIELDS 4 a b c nosuch')).toEqual([-1, 1, 1, -2])
  now += 200_000
  expect(ask('HLEN h')).toBe(3)
})

test('expiries move with the hash, and are copied with it', () => {
  ask('HEXPIRE h 100 FIELDS 1 a')
  ask('RENAME h g')
  ask('COPY g k')
  now += 100_000
  expect(ask('HLEN g')).toBe(2)
  expect(ask('HLEN k')).toBe(2)
})

test('HGETDEL tells fields and removes them', () => {
  expect(ask('HGETDEL h FIELDS 2 a nosuch')).toEqual(['1', null])
  expect(ask('HGETDEL h FIELDS 2 b c')).toEqual(['2', '3'])
  expect(ask('EXISTS h')).toBe(0)
  expect(ask('HGETDEL h FIELDS 1 a')).toEqual([null])
})

test('HGETEX tells fields and lets them expire, or not', () => {
  expect(ask('HGETEX h FIELDS 1 a')).toEqual(['1'])
  expect(ask('HGETEX h EX 10 FIELDS 2 a nosuch')).toEqual(['1', null])
  expect(ask('HTTL h FIELDS 1 a')).toEqual([10])
  expect(ask('HGETEX h PERSIST FIELDS 1 a')).toEqual(['1'])
  expect(ask('HTTL h FIELDS 1 a')).toEqual([-1])
  expect(ask('HGETEX h PXAT 1 FIELDS 3 a b c')).toEqual(['1', '2', '3'])
  expect(ask('EXISTS h')).toBe(0)
})

test('HSETEX sets fields with an expiry, all of them or none', () => {
  expect(ask('HSETEX h EX 10 FIELDS 2 a x d y')).toBe(1)
  expect(ask('HTTL h FIELDS 2 a d')).toEqual([10, 10])
  expect(ask('HSETEX h FNX FIELDS 2 d z e z')).toBe(0)
  expect(ask('HSETEX h FXX FIELDS 2 d z e z')).toBe(0)
  expect(ask('HSETEX h KEEPTTL FXX FIELDS 1 d z')).toBe(1)
  expect(ask('HMGET h d e')).toEqual(['z', null])
  expect(ask('HTTL h FIELDS 1 d')).toEqual([10])
  expect(ask('HSETEX h FIELDS 1 d z')).toBe(1)
  expect(ask('HTTL h FIELDS 1 d')).toEqual([-1])
  expect(ask('HSETEX none FXX FIELDS 1 a 1')).toBe(0)
  expect(ask('EXISTS none')).toBe(0)
})

test.each([
  ['HEXPIRE h x FIELDS 1 a', 'ERR value is not an integer or out of range'],
  ['HEXPIRE h -1 FIELDS 1 a', 'ERR invalid expire time, must be >= 0'],
  ['HEXPIRE h 9223372036854775807 FIELDS 1 a', "ERR invalid expire time in 'hexpire' command"],
  ['HEXPIRE h 1 FIELDS 0 a', 'ERR Parameter `numFields` should be greater than 0'],
  ['HEXPIRE h 1 FIELDS 2 a', 'ERR The `numfields` parameter must match the number of arguments'],
  ['HTTL h nosuch 1 a', 'ERR Mandatory argument FIELDS is missing or not at the right position'],
  ['HGETDEL h FIELDS 0 a', 'ERR Number of fields must be a positive integer'],
  [
    'HGETEX h EX 1 PX 1 FIELDS 1 a',
    'ERR Only one of EX, PX, EXAT, PXAT or PERSIST arguments can be specified',
  ],
  ['HGETEX h EX 0 FIELDS 1 a', "ERR invalid expire time in 'hgetex' command"],
  ['HGETEX h KEEPTTL FIELDS 1 a', 'ERR unknown argument: KEEPTTL'],
  ['HSETEX h FNX FXX FIELDS 1 a 1', 'ERR Only one of FXX or FNX arguments can be specified'],
])('%s is refused', (line, message) => {
  expect(refusal(line)).toBe(message)
})

test('a key of another type is refused before anything is read', () => {
  ask('SET s v')
  expect(refusal('HEXPIRE s x FIELDS 1 a')).toContain('WRONGTYPE')
  expect(refusal('HTTL s FIELDS 1 a')).toContain('WRONGTYPE')
})
