// Each operation counts as many steps as it handles values, so that the time is checked often enough.

import { expect, test } from 'vitest'
import { globalsFor } from './globals.js'
import { Interpreter } from './interpreter.js'
import { Table } from './value.js'

const CHUNK = { name: 'user_script', source: '@user_script' }
const LIST = 'local t = {} for i = 1, 7000 do t[i] = i end '
const F = `${LIST} local f = function(...)`

/** Returns how often a script checks the time. */
function checksOf(text: string): number {
  let checks = 0
  const lua = new Interpreter(() => {
    checks++
    return false
  })
  const run = lua.load(text, CHUNK, globalsFor(lua, { redis: new Table() }))
  checks = 0
  lua.callBack(undefined, run)
  return checks
}

test.each([
  ['unpack', `${LIST} for i = 1, 100 do unpack(t) end`],
  ['arguments of a built-in function', `${F} for i = 1, 100 do type(...) end end f(unpack(t))`],
  ['arguments of a function', `${F} end for i = 1, 100 do f(unpack(t)) end`],
  ['arguments of pcall', `${F} for i = 1, 100 do pcall(type, ...) end end f(unpack(t))`],
  ['arguments of select', `${F} for i = 1, 100 do select(2, ...) end end f(unpack(t))`],
  ['a table of arguments', `${F} for i = 1, 100 do local a = {...} end end f(unpack(t))`],
  ['a table of more', `${F} for i = 1, 100 do local a = {0, ...} end end f(unpack(t))`],
  ['a list', `${F} for i = 1, 100 do local a, b = 0, ... end end f(unpack(t))`],
  ['results', 'local s = ("x"):rep(7000) for i = 1, 100 do s:byte(1, 7000) end'],
  [
    'deleted entries of a list',
    'local t = {} for i = 1, 7000 do t[i] = i end for i = 1, 6999 do t[i] = nil end ' +
      'for i = 1, 100 do next(t) end',
  ],
  [
    'deleted keys',
    'local t = {} for i = 1, 7000 do t["k" .. i] = i end for k in pairs(t) do t[k] = nil end ' +
      'for i = 1, 100 do for k in pairs(t) do end end',
  ],
  [
    'keys that a step adds',
    'local t, n = {}, 0 for i = 1, 7000 do t["k" .. i] = i end ' +
      'table.foreach(t, function() n = n + 1 t["x" .. n] = 1 return n == 100 or nil end)',
  ],
])('%s: 700,000 values or more take at least 25 checks of the time', (_, text) => {
  expect(checksOf(text)).toBeGreaterThanOrEqual(25)
})

test.each([
  ['body', `for i = 1, 100 do ${'a = {} '.repeat(15000)} end`],
  ['constructor', `for i = 1, 100 do local a = {${'{}, '.repeat(20000)}} end`],
  ['function', `local function f() ${'a = {} '.repeat(15000)} end for i = 1, 100 do f() end`],
])('a long %s counts more than one step', (_, text) => {
  expect(checksOf(`local a ${text}`)).toBeGreaterThanOrEqual(3)
})

test('a few values count no steps', () => {
  expect(checksOf('for i = 1, 9000 do math.max(unpack({1, 2, 3, 4})) end')).toBe(1)
})

test.each([
  ['a tail call', 'local function f() return f() end return f()'],
  ['a recursion', 'local function f(n) if n > 0 then f(n - 1) f(n - 1) end end f(99)'],
  [
    'a tail call in pcall',
    'return pcall(function() local function f() return f() end return f() end)',
  ],
])('%s can pause', (_, text) => {
  const lua = new Interpreter(() => true)
  const run = lua.load(text, CHUNK, globalsFor(lua, { redis: new Table() }))
  expect(lua.start(run)).toBeUndefined()
  expect(lua.goOn()).toBeUndefined()
  expect(() => lua.goOn((site) => new Error(`killed in line ${site?.line}`))).toThrow(
    'killed in line 1',
  )
})
