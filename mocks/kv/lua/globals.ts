// The globals of a chunk: the libraries of Lua and of Redis.

import { base } from './base.js'
import { bit } from './bit.js'
import { cjson } from './cjson.js'
import { cmsgpack } from './cmsgpack.js'
import type { Interpreter } from './interpreter.js'
import { Table } from './value.js'
import { math } from './math.js'
import { strings } from './string.js'
import { struct } from './struct.js'
import { tables } from './table-library.js'

/** Returns read-only globals. A script that reads an unknown global gets an error. */
export function globalsFor(lua: Interpreter, own: Readonly<Record<string, Table>>): Table {
  const globals = new Table()
  for (const [name, value] of base(lua, globals).entries()) globals.set(name, value)
  const text = strings(lua)
  lua.strings.set('__index', text)
  const libraries = {
    string: text,
    table: tables(lua),
    math: math(lua),
    bit: bit(lua),
    cjson: cjson(lua),
    cmsgpack: cmsgpack(lua),
    struct: struct(lua),
    ...own,
  }
  for (const [name, library] of Object.entries(libraries)) globals.set(name, library)
  globals.set('_G', globals)
  globals.metatable = Table.from({
    __index: (_, name) => {
      throw lua.error(
        `Script attempted to access nonexistent global variable '${lua.text(name)}'`,
        lua.site(),
      )
    },
  })
  for (const [, value] of globals.entries()) if (value instanceof Table) value.readonly = true
  for (const table of [globals, globals.metatable, lua.strings]) table.readonly = true
  return globals
}
