import { describe, expect, test } from 'vitest'
import { globalsFor } from './globals.js'
import { Interpreter } from './interpreter.js'
import { Table } from './value.js'

describe('a table with 2^24 values in its list', () => {
  const full = Table.of(Array<number>(2 ** 24).fill(1))

  test.each([
    'full[#full + 1] = 1',
    'table.insert(full, 1)',
    'table.insert(full, 1, 1)',
    // The key 2^24 + 2 stays in the hash until 2^24 + 1 is set.
    'full[2^24 + 2] = 1 full[2^24 + 1] = 1',
  ])('accepts no more: %s', (text) => {
    const lua = new Interpreter(() => false)
    const globals = globalsFor(lua, { redis: new Table() })
    const script = `local full = ... return pcall(function() ${text} end)`
    const run = lua.load(script, { name: 'user_script', source: '@user_script' }, globals)
    expect(lua.callBack(undefined, run, full)).toEqual([false, 'not enough memory'])
    expect(full.length).toBe(2 ** 24)
  })
})
