// Loads, dumps, restores and calls libraries of functions.

import { within } from '../engine/core/budget.js'
import { builtin, type Arguments } from '../lua/arguments.js'
import { isText, textOf } from '../lua/frames.js'
import type { Interpreter } from '../lua/interpreter.js'
import { type Function, LuaError, type Value, Table } from '../lua/value.js'
import { ReplyError, splitWords, type Bytes, type Reply } from '../reply.js'
import { functionLibrary, logLibrary, raised, type ScriptRun } from './redis-library.js'
import { explained, FLAGS, Machine, type Given } from './scripts.js'
import { ByteReader, code } from '../engine/rdb/packed.js'
import { isDump, readString, sealed, unsealed, writeString } from '../engine/rdb/serialized.js'

const CHUNK = { name: 'user_function', source: '@user_function' }

/** The time limit of the code that registers functions, in milliseconds. */
const LOAD_MS = 500

const loadTimeout = () => refusal('Error registering functions: ERR FUNCTION LOAD timeout')

const BAD_NAME =
  'Library names can only contain letters, numbers, or underscores(_) and must be at least one ' +
  'character long'

export interface LibraryFunction {
  readonly name: Bytes
  readonly body: Function
  readonly description: Bytes | undefined
  readonly flags: ReadonlySet<string>
}

export interface Library {
  readonly name: Bytes
  readonly code: Bytes
  readonly functions: ReadonlyMap<Bytes, LibraryFunction>
}

/**
 * The treatment of existing libraries by FUNCTION RESTORE: `FLUSH` deletes all of them, `APPEND` keeps
 * them, and `REPLACE` replaces libraries of equal name.
 */
export type Policy = 'FLUSH' | 'APPEND' | 'REPLACE'

export class Functions {
  #libraries = new Map<Bytes, Library>()
  #surroundings: Surroundings | undefined

  get libraries(): Iterable<Library> {
    return this.#libraries.values()
  }

  /** Returns the function with a name in any case. */
  find(name: Bytes): LibraryFunction | undefined {
    const wanted = name.toLowerCase()
    for (const { functions } of this.#libraries.values()) {
      for (const each of functions.values()) if (each.name.toLowerCase() === wanted) return each
    }
    return undefined
  }

  /** Loads a library and returns its name. Throws a `ReplyError` for invalid code. */
  load(code: Bytes, replace: boolean): Bytes {
    const { name, engine } = metadataOf(code)
    if (!isName(name)) throw refusal(BAD_NAME)
    if (engine.toLowerCase() !== 'lua') throw refusal(`Engine '${engine}' not found`)
    if (this.#libraries.has(name) && !replace) throw refusal(`Library '${name}' already exists`)
    const library = { name, code, functions: this.#surroundingsOf().load(code) }
    this.#libraries = joined(this.#libraries, [library], true)
    return name
  }

  /** Loads the libraries of a dump. If one of them cannot be loaded, throws and changes nothing. */
  restore(codes: readonly Bytes[], policy: Policy): void {
    const loaded = codes.map((code) => {
      const { name } = metadataOf(code)
      return { name, code, functions: this.#surroundingsOf().load(code) }
    })
    const before: ReadonlyMap<Bytes, Library> =
      policy === 'FLUSH' ? new Map<Bytes, Library>() : this.#libraries
    this.#libraries = joined(before, loaded, policy === 'REPLACE')
  }

  delete(name: Bytes): boolean {
    return this.#libraries.delete(name)
  }

  clear(): void {
    this.#libraries.clear()
    this.#surroundings = undefined
  }

  run({ name, body }: LibraryFunction, { keys, args }: Given, run: ScriptRun): Reply {
    return this.#surroundingsOf().machine.run(body, [Table.of(keys), Table.of(args)], name, run)
  }

  #surroundingsOf(): Surroundings {
    return (this.#surroundings ??= new Surroundings())
  }
}

/** Adds libraries to others. Throws if two libraries or two functions have one name. */
function joined(
  before: ReadonlyMap<Bytes, Library>,
  added: readonly Library[],
  replace: boolean,
): Map<Bytes, Library> {
  const libraries = new Map(before)
  for (const library of added) {
    if (libraries.has(library.name) && !replace) {
      throw refusal(`Library ${library.name} already exists`)
    }
    libraries.delete(library.name)
    const taken = new Set(Array.from(libraries.values(), namesOf).flat())
    for (const name of namesOf(library)) {
      if (taken.has(name)) throw refusal(`Function ${name} already exists`)
    }
    libraries.set(library.name, library)
  }
  return libraries
}

const namesOf = ({ functions }: Library): Bytes[] => [...functions.keys()]

/** The interpreter of the libraries, with globals for loading and others for calling. */
class Surroundings {
  readonly machine: Machine
  readonly #loading: Table
  /** The global table of all libraries. It forwards to one of two tables: the globals while a library is loaded, or while a function is called. */
  readonly #globals = new Table()
  #functions: Map<Bytes, LibraryFunction> | undefined

  constructor() {
    this.machine = new Machine((lua, run) => ({ redis: functionLibrary(lua, run) }))
    const { lua, globals } = this.machine
    const redis = logLibrary(lua)
    redis.set(
      'register_function',
      builtin(lua, (given) => this.#register(given)),
    )
    redis.metatable = globals.metatable
    this.#loading = Table.from({ redis })
    this.#loading.metatable = globals.metatable
    this.#globals.metatable = Table.from({
      __index: (_, name) => [
        lua.index(this.#functions ? this.#loading : globals, name, lua.site()),
      ],
    })
    for (const table of [redis, this.#globals, this.#globals.metatable]) table.readonly = true
  }

  load(code: Bytes): Map<Bytes, LibraryFunction> {
    const { lua } = this.machine
    const functions = new Map<Bytes, LibraryFunction>()
    // Replaces the first line by an empty line, which keeps the line numbers in errors correct.
    const text = code.replace(/^[^\n]*/, '')
    let body: Function
    try {
      body = lua.load(text, CHUNK, this.#globals)
    } catch (error) {
      if (!(error instanceof LuaError)) throw error
      throw refusal(`Error compiling function: ${error.message}`)
    }
    this.#functions = functions
    try {
      this.machine.guarded(() => within(LOAD_MS, () => lua.callBack(undefined, body), loadTimeout))
    } catch (error) {
      if (!(error instanceof LuaError)) throw error
      throw refusal(`Error registering functions: ${explained(error).message}`)
    } finally {
      this.#functions = undefined
    }
    if (functions.size === 0) throw refusal('No functions registered')
    return functions
  }

  #register(given: Arguments): void {
    const { lua } = this.machine
    if (!this.#functions) {
      throw raised(
        lua,
        refusal('redis.register_function can only be called on FUNCTION LOAD command'),
      )
    }
    const registered = registrationOf(given)
    const { name } = registered
    if (!isName(name)) throw raised(lua, refusal(BAD_NAME))
    if (this.#functions.has(name)) {
      throw raised(lua, refusal('Function already exists in the library'))
    }
    this.#functions.set(name, registered)
  }
}

function registrationOf({ lua, all }: Arguments): LibraryFunction {
  const wrong = (message: string): LuaError => raised(lua, refusal(message))
  const [first, second] = all
  if (all.length === 1) {
    if (first instanceof Table) return namedRegistration(lua, first)
    throw wrong(
      'calling redis.register_function with a single argument is only applicable to Lua table ' +
        '(representing named arguments).',
    )
  }
  if (all.length !== 2) throw wrong('wrong number of arguments to redis.register_function')
  if (!isText(first)) throw wrong('first argument to redis.register_function must be a string')
  if (typeof second !== 'function') {
    throw wrong('second argument to redis.register_function must be a function')
  }
  return { name: textOf(first), body: second, description: undefined, flags: new Set() }
}

function namedRegistration(lua: Interpreter, table: Table): LibraryFunction {
  const wrong = (message: string): LuaError => raised(lua, refusal(message))
  const text = (name: string, value: Value): Bytes => {
    if (isText(value)) return textOf(value)
    throw wrong(`${name} argument given to redis.register_function must be a string`)
  }
  let [name, description]: (Bytes | undefined)[] = []
  let body: Function | undefined
  let flags: ReadonlySet<string> = new Set()
  for (const [key, value] of table.entries()) {
    if (!isText(key)) {
      throw wrong('named argument key given to redis.register_function is not a string')
    }
    const argument = String(key).toLowerCase()
    if (argument === 'function_name') name = text(argument, value)
    else if (argument === 'description') description = text(argument, value)
    else if (argument === 'callback') {
      if (typeof value !== 'function') {
        throw wrong('callback argument given to redis.register_function must be a function')
      }
      body = value
    } else if (argument === 'flags') {
      if (!(value instanceof Table)) {
        throw wrong(
          'flags argument to redis.register_function must be a table representing function flags',
        )
      }
      flags = new Set(value.values().map(String))
      if (![...flags].every((flag) => FLAGS.includes(flag))) throw wrong('unknown flag given')
    } else throw wrong('unknown argument given to redis.register_function')
  }
  if (name === undefined) {
    throw wrong('redis.register_function must get a function name argument')
  }
  if (body === undefined) throw wrong('redis.register_function must get a callback argument')
  return { name, body, description, flags }
}

const isName = (name: Bytes): boolean => /^[A-Za-z0-9_]+$/.test(name)

const refusal = (message: string) => new ReplyError(`ERR ${message}`)

/** Parses the first line of a library, which names the engine and the library. Throws a `ReplyError`. */
function metadataOf(code: Bytes): { engine: string; name: Bytes } {
  if (!code.startsWith('#!')) throw refusal('Missing library metadata')
  const end = code.indexOf('\n')
  if (end < 0) throw refusal('Invalid library metadata')
  const words = splitWords(code.slice(0, end))
  if (words === undefined) throw refusal('Invalid library metadata')
  const [first = '', ...options] = words
  const engine = first.slice(2)
  let name: Bytes | undefined
  for (const option of options.filter((option) => option !== '')) {
    if (!/^name=/i.test(option)) throw refusal(`Invalid metadata value given: ${option}`)
    if (name !== undefined) {
      throw refusal('Invalid metadata value, name argument was given multiple times')
    }
    name = option.slice('name='.length)
  }
  if (name === undefined) throw refusal('Library name was not given')
  return { engine, name }
}

const FUNCTION = 0xf5

export const dumped = (codes: readonly Bytes[]): Bytes =>
  sealed(codes.map((each) => code(FUNCTION) + writeString(each)).join(''))

/** Returns the code of the libraries in a payload, or undefined for an invalid payload. */
export function undumped(payload: Bytes): Bytes[] | undefined {
  if (!isDump(payload)) return undefined
  const reader = new ByteReader(unsealed(payload))
  const codes: Bytes[] = []
  try {
    while (reader.left > 0) {
      if (reader.byte() !== FUNCTION) return undefined
      codes.push(readString(reader))
    }
    return codes
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
