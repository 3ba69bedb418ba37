// Functions in their two forms. How deep calls may be is compared with Redis in the differential test.

import { describe, expect, test } from 'vitest'
import { parse } from '../differential/typing.js'
import { scripts } from '../differential/scripts/index.js'
import { globalsFor } from './globals.js'
import { Interpreter, typeOf } from './interpreter.js'
import { Coroutine, LuaError, Table, type Value } from './value.js'

const CHUNK = { name: 'user_script', source: '@user_script' }

/** What comes of a script, with so many calls on JavaScript's stack. */
function outcome(text: string, mostNative?: number): unknown {
  const lua = new Interpreter(() => {}, mostNative)
  const globals = globalsFor(lua, { redis: new Table() })
  try {
    return lua.callBack(undefined, lua.load(text, CHUNK, globals)).map((value) => plain(value))
  } catch (error) {
    if (!(error instanceof LuaError)) throw error
    return { error: plain(error.value), line: error.site?.line }
  }
}

function plain(value: Value, depth = 0): unknown {
  if (!(value instanceof Table))
    return typeof value === 'function' || value instanceof Coroutine ? typeOf(value) : value
  if (depth > 5) return 'a table'
  return Array.from(value.entries(), (pair) => pair.map((each) => plain(each, depth + 1)))
}

const texts = Object.values(scripts)
  .flat()
  .map(parse)
  .filter(([name, text]) => name.toUpperCase() === 'EVAL' && text !== undefined)
  .map(([, text]) => text!)

test.each([0, 1, 2, 5])('all scripts do the same with %i calls on the stack', (mostNative) => {
  expect(texts.length).toBeGreaterThan(600)
  for (const text of texts) expect(outcome(text, mostNative), text).toEqual(outcome(text))
})

const FIVE = 'local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end'

describe('what both forms share', () => {
  test.each([
    [
      'a variable',
      'local x = 1 local function f(n) x = x + n if n > 0 then f(n - 1) end end f(9) return x',
      [46],
    ],
    [
      'a parameter',
      'local function f(n, g) local h = function() n = n + 1 return n end if n > 0 then return f(n - 1, h) + h() + (g and g() or 0) end return 0 end return f(9)',
      [114],
    ],
    [
      'the variable of a loop',
      'local t = {} local function f(n) for i = 1, 2 do t[#t + 1] = function() i = i + n return i end end if n > 0 then f(n - 1) end end f(9) local s = 0 for _, g in ipairs(t) do s = s + g() + g() end return s',
      [330],
    ],
    [
      'the variables of a walk',
      'local t = {} local function f(n) for k, v in pairs({a = n}) do t[#t + 1] = function() v = v + 1 return k .. v end end if n > 0 then f(n - 1) end end f(9) return t[1](), t[1](), t[10]()',
      ['a10', 'a11', 'a1'],
    ],
    [
      'a function of its own',
      `${FIVE} local function g(n) if n == 0 then return f(5) end return g(n - 1) + 0 end return g(9)`,
      [5],
    ],
    [
      'further arguments',
      'local function f(n, ...) if n == 0 then return select("#", ...), ... end return f(n - 1, n, ...) end return f(3)',
      [3, 1, 2, 3],
    ],
    [
      'a method',
      'local o = {n = 0} function o:f(n) local g = function() self.n = self.n + n end g() if n > 0 then return self:f(n - 1) end return self.n end return o:f(9)',
      [45],
    ],
  ])('%s', (_, text, want) => {
    for (const mostNative of [0, 1, 2, 3, 4, 5, 100])
      expect(outcome(text, mostNative)).toEqual(want)
  })
})

test('a coroutine is left and entered at any depth', () => {
  const text = `
    local function f(n)
      if n == 0 then return coroutine.yield('bottom') end
      local got = f(n - 1)
      if n % 1000 == 0 then got = got + coroutine.yield(n) end
      return got + 1
    end
    local c, all = coroutine.create(f), {}
    local _, value = coroutine.resume(c, 3000)
    while coroutine.status(c) ~= 'dead' do
      all[#all + 1] = value
      _, value = coroutine.resume(c, 1)
    end
    return all[1], all[2], all[3], all[4], #all, value`
  expect(outcome(text)).toEqual(['bottom', 1000, 2000, 3000, 4, 3004])
})

test('nobody yields through a function of ours, and a coroutine may be one', () => {
  const across = 'attempt to yield across metamethod/C-call boundary'
  expect(
    outcome('return coroutine.wrap(function() return pcall(coroutine.yield, 1) end)()'),
  ).toEqual([false, across])
  expect(outcome('local c = coroutine.wrap(coroutine.yield) return c(1, 2), c(3)')).toEqual([1, 3])
  expect(outcome('return coroutine.wrap(math.max)(1, 3, 2)')).toEqual([3])
})
