// Tests that commands that need too much time, stack or memory fail and change nothing.

import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'
import { ReplyError, type Bytes, type Command } from '../reply.js'
import { slowBackend } from '../testing.js'

/** Creates a backend with a limit of 50 ms per command. Each check of the time takes 10 ms. */
const hurried = () => slowBackend(10).backend

const a = (count: number) => 'a'.repeat(count)
const some = (count: number, prefix = 'm') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)
const times = <T>(count: number, ...words: T[]): T[] => Array<T[]>(count).fill(words).flat()
const filled = (count: number): Command[] =>
  Array.from({ length: count / 1000 }, (_, i) => ['SADD', 's', ...some(1000, `${i}:`)])
const scored = (count: number): Command[] =>
  Array.from({ length: count / 1000 }, (_, i) => [
    'ZADD',
    'z',
    ...some(1000, `${i}:`).flatMap((member, score) => [String(score), member]),
  ])
const json = (value: unknown): Command => ['JSON.SET', 'j', '$', JSON.stringify(value)]

const endless: Readonly<Record<string, readonly [Command, readonly Command[]]>> = {
  'a glob with a long text': [['KEYS', `*${a(10_000)}b*`], [['SET', a(30_000), '']]],
  'a glob with long classes': [['KEYS', `*[${'b'.repeat(1000)}]`], [['SET', a(3000), '']]],
  'a glob of a scan': [['SCAN', '0', 'MATCH', `*${a(10_000)}b*`], [['SET', a(30_000), '']]],
  'a glob of settings': [['CONFIG', 'GET', ...times(10_000, '*a*b*c*d')], []],
  'texts that have much in common': [
    ['LCS', 'x', 'y'],
    [
      ['SET', 'x', a(5000)],
      ['SET', 'y', a(5000)],
    ],
  ],
  'bits of many texts': [['BITOP', 'XOR', 'x', ...times(1000, 'x')], [['SET', 'x', a(10_000)]]],
  'a sort of many': [
    ['SORT', 'l', 'ALPHA', 'STORE', 'l'],
    [['RPUSH', 'l', ...some(20_000).map((_, i) => String((i * 7919) % 20_011))]],
  ],
  'a sort with many references': [
    ['SORT', 's', 'ALPHA', ...times(100, 'GET', 'x_*')],
    filled(1000),
  ],
  'an intersection of many': [['SINTERSTORE', 's', ...times(1000, 's')], filled(1000)],
  'how many are in all': [['SINTERCARD', '1000', ...times(1000, 's')], filled(1000)],
  'a union of many': [['SUNIONSTORE', 's', ...times(1000, 's')], filled(1000)],
  'a difference of many': [['SDIFFSTORE', 's', 's', ...times(1000, 't')], filled(1000)],
  'scores of many': [['ZUNIONSTORE', 'z', '1000', ...times(1000, 'z')], scored(1000)],
  'scores that all have': [['ZINTERSTORE', 'z', '1000', ...times(1000, 'z')], scored(1000)],
  'scores that none has': [['ZDIFFSTORE', 'z', '1000', 'z', ...times(999, 'y')], scored(1000)],
  'a long sample with scores': [['ZRANDMEMBER', 'z', '-400000', 'WITHSCORES'], scored(1000)],
  'a long sample with values': [
    ['HRANDFIELD', 'k', '-400000', 'WITHVALUES'],
    [['HSET', 'k', 'a', 'b']],
  ],
  'a long sample': [['SRANDMEMBER', 's', '-400000'], filled(1000)],
  'a count of many': [['PFCOUNT', ...times(100, 'h')], [['PFADD', 'h', ...some(100)]]],
  'a merge of many': [['PFMERGE', 'h', ...times(100, 'h')], [['PFADD', 'h', ...some(100)]]],
  'places of many': [
    ['GEOSEARCHSTORE', 'z', 'z', 'FROMLONLAT', '-180', '-85', 'BYBOX', '40000', '40000', 'km'],
    scored(20_000),
  ],
  'a pivot that is not there': [
    ['LINSERT', 'l', 'BEFORE', 'b', 'c'],
    Array<Command>(150).fill(['RPUSH', 'l', ...times(1000, 'a')]),
  ],
  'users with many patterns': [['ACL', 'SETUSER', 'u', ...some(2000, '~')], []],
  'users with many first arguments': [['ACL', 'SETUSER', 'u', ...some(2000, '+get|')], []],
  'commands that are described': [['COMMAND', 'DOCS', ...times(1000, 'get')], []],
  'filters in filters': [['JSON.GET', 'j', '$..[?($..[?($..[?(@.a==-1)])])]'], [json(some(100))]],
  'values that are compared': [
    ['JSON.DEL', 'j', `$[?(${times(10, '@==$[0]').join('&&')})]`],
    [json(times(100, times(200, 0)))],
  ],
  'values that are put in many places': [
    ['JSON.SET', 'j', '$[*]', JSON.stringify(times(200, 0))],
    [json(times(1000, 0))],
  ],
  'a patch for many places': [
    [
      'JSON.MERGE',
      'j',
      '$[*]',
      JSON.stringify(Object.fromEntries(some(200).map((key) => [key, 0]))),
    ],
    [json(times(1000, {}))],
  ],
  'many elements for many places': [
    ['JSON.ARRAPPEND', 'j', '$[*]', ...times(1000, '0')],
    [json(times(200, []))],
  ],
  'a long text that is read': [['JSON.SET', 'j', '$', JSON.stringify(times(150_000, 0))], []],
}

describe('a command that exceeds its time is stopped, and changes nothing', () => {
  test.each(Object.entries(endless))('%s', (_, [command, before]) => {
    const backend = hurried()
    for (const each of before) expect(backend.executeNow(each)).not.toBeInstanceOf(ReplyError)
    const keys = backend.executeNow(['KEYS', '?']) as Bytes[]
    const dumps = () =>
      keys.map((key) =>
        key === 'j'
          ? backend.executeNow(['JSON.DEBUG', 'MEMORY', 'j'])
          : backend.executeNow(['DUMP', key]),
      )
    const dumped = dumps()
    expect(backend.executeNow(command)).toEqual(
      new ReplyError(
        'BUSY the command ran for more than 50 ms and was stopped; send less in one command',
      ),
    )
    expect(dumps()).toEqual(dumped)
    expect(backend.executeNow(['PING'])).toMatchObject({ text: 'PONG' })
  })

  test('a script cannot catch the stop of a command that it calls', () => {
    const backend = hurried()
    backend.executeNow(['SET', a(30_000), ''])
    const script = "redis.call('set', 'b', '') while true do redis.pcall('keys', ARGV[1]) end"
    expect(backend.executeNow(['EVAL', script, '0', `*${a(10_000)}b*`])).toEqual(
      new ReplyError(
        'BUSY the script ran for more than 50 ms and was stopped; what it had written until then stays',
      ),
    )
    expect(backend.executeNow(['GET', 'b'])).toBe('')
  })
})

const more = (words: string[]) => [...words, ...some(150_000)] as unknown as Command
const long: readonly Command[] = [
  ['BITFIELD', 'k', ...times(150_000, 'SET', 'u8', '0', '1')],
  ['ZADD', 'k', ...times(150_000, '1', 'm')],
  ['GEOADD', 'k', ...times(150_000, '1', '1', 'm')],
  ['JSON.ARRAPPEND', 'j', '$', ...times(150_000, '1')],
  ['SORT', 'k', ...times(150_000, 'GET', '#')],
  ...[
    ['SADD', 'k'],
    ['HSET', 'k'],
    ['RPUSH', 'k'],
    ['LPUSH', 'k'],
    ['PFADD', 'k'],
  ].map(more),
  ...[['MSET'], ['DEL'], ['BITOP', 'OR', 'k'], ['XADD', 'k', '*'], ['ZINTERCARD', '150000']].map(
    more,
  ),
]

test.each(long.map((command) => [command[0], command] as const))(
  '%s accepts 150 000 arguments',
  (_, command) => {
    const backend = createMemoryBackend({ clock: { now: () => 0 } })
    backend.executeNow(['JSON.SET', 'j', '$', '[]'])
    expect(backend.executeNow(command)).not.toBeInstanceOf(ReplyError)
  },
)

test('a reply above the greatest string length is an error', () => {
  const backend = createMemoryBackend({ clock: { now: () => 0 }, now: () => 0 })
  backend.executeNow(json([a(1_000_000)]))
  expect(backend.executeNow(['JSON.GET', 'j', `$[0${',0'.repeat(999)}]`])).toEqual(
    new ReplyError('ERR the command needs more memory than this process has'),
  )
})
