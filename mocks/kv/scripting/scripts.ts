// Scripts: their cache, their execution and their errors.

import type { Dialect } from '#generated/dialects.js'
import { checkTime, OutOfMemory, OutOfTime } from '../engine/core/budget.js'
import { globalsFor } from '../lua/globals.js'
import { isText, textOf, typeOf } from '../lua/frames.js'
import { Interpreter } from '../lua/interpreter.js'
import { type Function, LuaError, type Site, type Value, type Values, Table } from '../lua/value.js'
import { ReplyError, type Bytes, type Reply } from '../reply.js'
import { replyOf } from './conversions.js'
import { ScriptKilled, ScriptPaused } from './busy.js'
import { redisLibrary, sha1, type ScriptRun } from './redis-library.js'

/** The largest number of compiled scripts in the cache, and of the bytes of their text. */
const COMPILED = 500
const COMPILED_BYTES = 4 * 2 ** 20

/** The largest number of scripts that EVAL has cached. Redis 7.4 has the same limit, Redis 7.0 has none. */
const EVALUATED = 500

const CHUNK = { name: 'user_script', source: '@user_script' }

export interface Script {
  readonly sha: string
  readonly text: Bytes
  /** The flags in the first line of the script. Undefined without such a line. */
  readonly flags: ReadonlySet<string> | undefined
}

export interface Given {
  readonly keys: readonly Bytes[]
  readonly args: readonly Bytes[]
}

export class Scripts {
  readonly #scripts = new Map<string, Script>()
  /** The digests of the scripts that only EVAL has cached, the last used at the end. */
  readonly #evaluated = new Set<string>()
  readonly #functions = new Map<string, { readonly body: Function; readonly bytes: number }>()
  #compiledBytes = 0
  #machine: Machine | undefined
  readonly #keep: (bytes: number) => void
  readonly #flags: readonly string[]
  #keptBytes = 0

  /**
   * @param keep counts the bytes that the cache occupies. A negative number frees bytes. Throws if
   *   memory is too low
   */
  constructor(keep: (bytes: number) => void, { keyLockingFlag }: Pick<Dialect, 'keyLockingFlag'>) {
    this.#keep = keep
    // The flag changes nothing here, because the mock runs one script at a time.
    this.#flags = keyLockingFlag ? [...FLAGS, LOCKING_FLAG] : FLAGS
  }

  /** Caches a script until `clear`. Throws a `ReplyError` if the text is not valid Lua. */
  load(text: Bytes): Script {
    const sha = sha1(text)
    this.#evaluated.delete(sha)
    return this.#scripts.get(sha) ?? this.#add(sha, text)
  }

  /** Caches a script of EVAL. Throws a `ReplyError` if the text is not valid Lua. */
  evaluate(text: Bytes): Script {
    const sha = sha1(text)
    const cached = this.find(sha)
    if (cached) return cached
    const script = this.#add(sha, text)
    this.#evaluated.add(sha)
    if (this.#evaluated.size > EVALUATED) this.#dropOldest()
    return script
  }

  #dropOldest(): void {
    const [sha] = this.#evaluated
    const { length } = this.#scripts.get(sha!)!.text
    this.#evaluated.delete(sha!)
    this.#scripts.delete(sha!)
    this.#keep(-length)
    this.#keptBytes -= length
  }

  #add(sha: string, text: Bytes): Script {
    const script = { sha, text, flags: flagsOf(text, this.#flags) }
    this.#function(script)
    this.#keep(text.length)
    this.#keptBytes += text.length
    this.#scripts.set(sha, script)
    return script
  }

  get size(): number {
    return this.#scripts.size
  }

  find(digest: Bytes): Script | undefined {
    const sha = digest.toLowerCase()
    if (this.#evaluated.delete(sha)) this.#evaluated.add(sha)
    return this.#scripts.get(sha)
  }

  run(script: Script, { keys, args }: Given, run: ScriptRun): Reply {
    const body = this.#function(script)
    const machine = this.#machineOf()
    machine.globals.set('KEYS', Table.of(keys))
    machine.globals.set('ARGV', Table.of(args))
    return machine.run(body, [], script.sha, run)
  }

  clear(): void {
    this.#scripts.clear()
    this.#evaluated.clear()
    this.#keep(-this.#keptBytes)
    this.#keptBytes = 0
    this.#functions.clear()
    this.#compiledBytes = 0
    // Drops the interpreter, because scripts may have changed the settings of its libraries.
    this.#machine = undefined
  }

  /** Returns the compiled function of a script. Drops those that were not used for the longest time. */
  #function(script: Script): Function {
    const known = this.#functions.get(script.sha)
    const body = known?.body ?? this.#compiled(script)
    const bytes = script.text.length
    this.#functions.delete(script.sha)
    this.#functions.set(script.sha, { body, bytes })
    if (known === undefined) this.#compiledBytes += bytes
    for (const [sha, oldest] of this.#functions) {
      if (this.#functions.size <= COMPILED && this.#compiledBytes <= COMPILED_BYTES) break
      this.#functions.delete(sha)
      this.#compiledBytes -= oldest.bytes
    }
    return body
  }

  #compiled({ text, flags }: Script): Function {
    const { lua, globals } = this.#machineOf()
    try {
      // Replaces the first line by an empty line, which keeps the line numbers in errors correct.
      return lua.load(flags ? text.replace(/^[^\n]*/, '') : text, CHUNK, globals)
    } catch (error) {
      if (!(error instanceof LuaError)) throw error
      throw new ReplyError(`ERR Error compiling script (new function): ${error.message}`)
    }
  }

  #machineOf(): Machine {
    return (this.#machine ??= new Machine((lua, run) => ({ redis: redisLibrary(lua, run) })))
  }
}

export class Machine {
  readonly lua: Interpreter
  readonly globals: Table
  #run: ScriptRun | undefined

  constructor(own: (lua: Interpreter, run: () => ScriptRun) => Readonly<Record<string, Table>>) {
    this.lua = new Interpreter(checkTime)
    this.globals = globalsFor(
      this.lua,
      own(this.lua, () => this.#run!),
    )
  }

  /** Runs the function of a script. `name` is the name of the script in its errors. */
  run(body: Function, args: readonly Value[], name: string, run: ScriptRun): Reply {
    this.#run = run
    return this.#advance(name, run, () => this.lua.start(body, ...args))
  }

  /** Runs a script until it ends. Throws `ScriptPaused` if the script pauses. */
  #advance(name: string, run: ScriptRun, step: () => Values | undefined): Reply {
    let isPaused = false
    try {
      return this.guarded(
        () => {
          const values = step()
          if (values !== undefined) return replyOf(values[0], run)
          isPaused = true
          throw new ScriptPaused(run.script, () => this.#resume(name, run))
        },
        () => !isPaused,
      )
    } catch (error) {
      if (!(error instanceof LuaError)) throw error
      const { message, place } = explained(error)
      return new ReplyError(place ? `${message} script: ${name}, on ${place}.` : message)
    } finally {
      if (!isPaused) this.#run = undefined
    }
  }

  #resume(name: string, run: ScriptRun): Reply {
    if (!run.script.killed) return this.#advance(name, run, () => this.lua.goOn())
    let site: Site | undefined
    try {
      return this.#advance(name, run, () =>
        this.lua.goOn((pausedAt) => {
          site = pausedAt
          return new ScriptKilled()
        }),
      )
    } catch (error) {
      if (!(error instanceof ScriptKilled)) throw error
      const place = site ? ` script: ${name}, on ${site.chunk.source}:${site.line}.` : ''
      return new ReplyError(`ERR Script killed by user with SCRIPT KILL...${place}`)
    }
  }

  /**
   * Runs code of a script. Throws a refusal if the code exceeds the limit of time or memory. `isOver`
   * returns false if the code will continue later.
   */
  guarded<T>(action: () => T, isOver = () => true): T {
    const { lua } = this
    try {
      return action()
    } catch (error) {
      if (error instanceof OutOfTime) {
        throw new ReplyError(
          `BUSY the script ran for more than ${error.allowed} ms and was stopped; ` +
            'what it had written until then stays',
        )
      }
      if (error instanceof OutOfMemory) {
        throw new ReplyError(
          'OOM the script needed more memory than this process has and was stopped; ' +
            'what it had written until then stays',
        )
      }
      throw lua.caught(error)
    } finally {
      if (isOver()) lua.clear()
    }
  }
}

/** Returns the message of an error, and the position in the script that raised the error. */
export function explained({ value, site }: LuaError): { message: string; place?: string } {
  const place = site && `${site.chunk.source}:${site.line}`
  const message = value instanceof Table ? value.get('err') : `ERR ${textFor(value)}`
  // Uses a fixed text for a table that is not an error, because Redis crashes on such a table.
  const text = typeof message === 'string' ? message : 'ERR unknown error of a script'
  return { message: text.replace(/[\r\n]/g, ' '), ...(place !== undefined && { place }) }
}

function textFor(value: Value): string {
  if (isText(value)) return textOf(value)
  return typeof value === 'boolean' ? String(value) : typeOf(value)
}

/** A flag that only clients of the dialect `upstash` use. */
export const LOCKING_FLAG = 'allow-key-locking'

export const FLAGS = [
  'no-writes',
  'allow-oom',
  'allow-stale',
  'no-cluster',
  'allow-cross-slot-keys',
]

/** Parses the flags in the first line of a script. Throws a `ReplyError` for invalid flags. */
function flagsOf(text: Bytes, allowed: readonly string[]): ReadonlySet<string> | undefined {
  if (!text.startsWith('#!')) return undefined
  const end = text.indexOf('\n')
  if (end < 0) throw new ReplyError('ERR Invalid script shebang')
  const [engine = '', ...options] = text.slice(0, end).split(' ')
  if (engine !== '#!lua') {
    throw new ReplyError(`ERR Unexpected engine in script shebang: ${engine}`)
  }
  const flags = options.filter(Boolean).flatMap((option) => {
    if (!option.startsWith('flags=')) {
      throw new ReplyError(`ERR Unknown lua shebang option: ${option}`)
    }
    const given = option.slice('flags='.length).split(',').filter(Boolean)
    const unknown = given.find((flag) => !allowed.includes(flag))
    if (unknown === undefined) return given
    throw new ReplyError(`ERR Unexpected flag in script shebang: ${unknown}`)
  })
  return new Set(flags)
}
