// Tests the limits and the environment of scripts. The differential tests compare replies with Redis.

import { describe, expect, test } from 'vitest'
import type { Executed } from '../backends/backend.js'
import { createMemoryBackend } from '../backends/memory.js'
import { ReplyError } from '../reply.js'
import { slowBackend } from '../testing.js'

const engine = () => createMemoryBackend({ clock: { now: () => 0 } })

/** Creates a backend with a limit of 50 ms per command. Each check of the time takes 10 ms. */
const hurried = () => slowBackend(10).backend

const SHA_OF_ONE = 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db'

test('EVAL keeps the 500 scripts used last, and SCRIPT LOAD keeps its script', () => {
  const backend = engine()
  const load = backend.executeNow(['SCRIPT', 'LOAD', 'return "loaded"']) as string
  for (let n = 0; n < 600; n++) {
    expect(backend.executeNow(['EVAL', `return ${n}`, '0'])).toBe(n)
    expect(backend.executeNow(['EVALSHA', SHA_OF_ONE, '0'])).toEqual(
      n === 0 ? new ReplyError('NOSCRIPT No matching script. Please use EVAL.') : 1,
    )
  }
  expect(backend.executeNow(['EVALSHA', load, '0'])).toBe('loaded')
  expect(backend.executeNow(['INFO', 'memory'])).toMatch(/^number_of_cached_scripts:501\r$/m)
})

test('INFO counts the errors of 128 class words, and the sum of all', () => {
  const backend = engine()
  for (let n = 0; n < 200; n++)
    void backend.executeNow(['EVAL', 'return redis.error_reply(ARGV[1])', '0', `E${n} x`])
  const info = backend.executeNow(['INFO', 'everything']) as string
  expect(info.match(/^errorstat_/gm)).toHaveLength(128)
  expect(info).toMatch(/^total_error_replies:200\r$/m)
})

describe('a script that exceeds its time', () => {
  test.each([
    'while true do end',
    'while true do pcall(function() while true do end end) end',
    'repeat until false',
    'for i = 1, math.huge do end',
    'for i in function() return 1 end do end',
    "while true do redis.pcall('ping') end",
    `return ('a'):rep(100000):find(('a*'):rep(30) .. 'b')`,
    `return (('('):rep(1000000):gsub('%b()', ''))`,
    `for i = 1, 1e9 do (' '):rep(10000):match('^(%s*).-%s*$ ') end`,
    `local s = ('('):rep(100000) while true do s:find('%b()') end`,
    `return ('a'):rep(1000000):find('a*b')`,
    `return ('a'):rep(1000000):find('(a*)%1b')`,
    `return ('a'):rep(30000):find('[' .. ('b'):rep(3000) .. ']*c')`,
    `local s = ('a'):rep(1e6) while true do s:find(s, 1, true) end`,
    `for i = 1, 1e9 do (('x'):rep(1e6)):reverse() end`,
    `local s = ('x'):rep(1e6) while s .. 'a' ~= s .. 'b' do end`,
    `local s = ('x'):rep(1e6) local t = {[s] = 1} while t[s .. ''] do end`,
    `local t = {} for i = 1, 1e9 do t['k' .. i] = i next(t) end`,
    `local t = {} for i = 1, 1e4 do t['k' .. i] = i end while table.maxn(t) do end`,
    'table.insert({}, -1e15, 1)',
    'local t = {} for i = 1, 1e9 do table.insert(t, 1, i) end',
    'local t = {} for i = 1, 99 do t = {t, t} end cjson.encode(t)',
    'local t = {} for i = 1, 99 do t = {t, t} end return t',
    'local t = {} for i = 1, 15 do t = {t, t, t, t} end return cmsgpack.pack(t)',
    'cjson.encode_sparse_array(true, 0, 0) cjson.encode({[1e15] = 1})',
    `(('x'):rep(1e6)):gsub('.', ('%1'):rep(1e6))`,
    `for i = 1, 1e9 do string.format('%.99f', 1e308) end`,
    `local s = ('1'):rep(1e6) while tonumber(s) do end`,
    `load(function() return 'x = 1 ' end)`,
    'local function h() while true do end end xpcall(error, h)',
    `while true do loadstring('x = 1') end`,
    'local f = coroutine.wrap(function() while true do end end) pcall(f) f()',
    'local function f(g) return g(g) end while true do pcall(f, f) end',
    'table.sort({1, 2, 3}, function() while true do end end)',
  ])('is stopped: %s', (script) => {
    const backend = hurried()
    expect(backend.executeNow(['EVAL', script, '0'])).toEqual(
      new ReplyError(
        'BUSY the script ran for more than 50 ms and was stopped; ' +
          'what it had written until then stays',
      ),
    )
    expect(backend.executeNow(['EVAL', 'return 1', '0'])).toBe(1)
  })

  test('keeps its writes', () => {
    const backend = hurried()
    backend.executeNow(['EVAL', "redis.call('set', 'a', 'b') while true do end", '0'])
    expect(backend.executeNow(['GET', 'a'])).toBe('b')
  })

  test('is stopped while its library is loaded', () => {
    const loaded = hurried().executeNow(['FUNCTION', 'LOAD', '#!lua name=lib\nwhile true do end'])
    expect(loaded).toBeInstanceOf(ReplyError)
  })
})

describe('a script that needs too much memory or stack fails, and the next one runs', () => {
  test.each([
    "return ('x'):rep(1e10)",
    "local s = 'x' while true do s = s .. s end",
    'local function f() return 1 + f() end return f()',
    'local t = {} for i = 1, 1000 do t = {t} end return cjson.encode({t})',
    `return ${'('.repeat(5000)}1${')'.repeat(5000)}`,
    `return ${'1 + '.repeat(50_000)}1`,
    `return ${'{'.repeat(5000)}${'}'.repeat(5000)}`,
    "return (('x'):rep(100000):gsub('', ('y'):rep(100000)))",
    'return unpack({}, 1, 1e9)',
    "return (('x'):rep(1e7)):byte(1, -1)",
    "error(select('#', unpack({}, 2^53, 2^53 + 2)))",
    "return table.concat({[2^53] = 'x'}, '', 2^53, 2^53 + 2)",
    "return #cmsgpack.unpack(('\\1'):rep(1e6))",
    'a = 1 '.repeat(400_000),
    `return {${'1, '.repeat(600_000)}}`,
    "return ('('):rep(100) .. ('x'):find(('('):rep(100))",
  ])('%#', (script) => {
    const backend = engine()
    expect(backend.executeNow(['EVAL', script, '0'])).toBeInstanceOf(ReplyError)
    expect(backend.executeNow(['EVAL', 'return 1', '0'])).toBe(1)
  })

  test('a table that contains itself', () => {
    const backend = engine()
    backend.executeNow(['EVAL', 'local t = {} t[1] = t return t', '0'])
    expect(backend.executeNow(['EVAL', 'return 1', '0'])).toBe(1)
  })
})

test('a script that fills the memory is stopped, even if it catches errors', () => {
  let looks = 0
  const backend = createMemoryBackend({ clock: { now: () => 0 }, isFull: () => ++looks > 20 })
  const script =
    "redis.call('set', 'a', 'b') local t = {} while true do pcall(function() t[#t + 1] = {} end) end"
  expect(backend.executeNow(['EVAL', script, '0'])).toEqual(
    new ReplyError(
      'OOM the script needed more memory than this process has and was stopped; ' +
        'what it had written until then stays',
    ),
  )
  expect(backend.executeNow(['GET', 'a'])).toBe('b')
})

test('a reset removes scripts and functions', async () => {
  const backend = engine()
  backend.executeNow(['EVAL', 'return 1', '0'])
  backend.executeNow(['FUNCTION', 'LOAD', "#!lua name=l\nredis.register_function('f', math.abs)"])
  await backend.reset()
  expect(backend.executeNow(['SCRIPT', 'EXISTS', SHA_OF_ONE])).toEqual([0])
  expect(backend.executeNow(['FUNCTION', 'LIST'])).toEqual([])
})

test('10 000 scripts can all be run by digest', () => {
  const backend = engine()
  const first = backend.executeNow(['SCRIPT', 'LOAD', 'return 0']) as string
  for (let i = 1; i < 10_000; i++) backend.executeNow(['EVAL', `return ${i}`, '0'])
  expect(backend.executeNow(['EVALSHA', first, '0'])).toBe(0)
}, 20_000)

test('the monitor shows a script with its client before the calls', () => {
  const backend = engine()
  const shown: Executed[] = []
  void backend.monitor({ next: (executed) => shown.push(executed), end: () => {} })
  backend.executeNow(['EVAL', "redis.call('set', 'a', 'b') redis.pcall('nosuch')", '0'], {
    client: 'host:1',
  })
  expect(shown.map(({ client, command }) => [client, command[0]])).toEqual([
    ['host:1', 'EVAL'],
    ['lua', 'set'],
  ])
})
