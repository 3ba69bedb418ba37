// Calls and coroutines. A function of Lua is a generator that yields each call, so that calls need no
// JavaScript stack, and a coroutine can be suspended in any of them.

import { Frames } from './frames.js'
import {
  type Body,
  type Called,
  type Coroutine,
  type Function,
  isStackOverflow,
  LuaError,
  NOTHING,
  type Site,
  Suspension,
  type Value,
  type Values,
} from './value.js'

/** The deepest nesting of calls: as deep as in Redis before its first overflow. */
const MOST_CALLS = 16_384
/** The deepest nesting of built-in functions and operators that call functions of Lua: Lua's C stack. */
const MOST_NESTED = 200

/** The parts of an interpreter that an error leaves as they were before the call. */
interface State {
  readonly frames: (Site | undefined)[]
  readonly depth: number
  readonly running: Coroutine | undefined
  readonly canYield: boolean
  readonly nested: number
}

export abstract class Calls extends Frames {
  running: Coroutine | undefined
  /** How many built-in functions and operators wait for a function of Lua. */
  #nested = 0
  /** True where the innermost body belongs to the running coroutine, and can be suspended. */
  #canYield = false

  /** Begins a call; a built-in function has run when this returns. */
  begin(site: Site | undefined, callee: Value, ...args: Value[]): Called {
    if (typeof callee !== 'function') return this.begin(site, ...this.#callable(site, callee, args))
    if (this.depth >= MOST_CALLS) throw this.error('stack overflow', site)
    this.tick()
    this.frames[this.depth++] = site
    const called = callee(...args)
    if (isDone(called) || called instanceof Suspension) this.depth--
    return called
  }

  /** Begins a tail call: a body takes the place of the body that makes the call. */
  beginTail(site: Site | undefined, callee: Value, ...args: Value[]): Called {
    const called = this.begin(site, callee, ...args)
    if (!isDone(called) && !(called instanceof Suspension)) this.frames[--this.depth - 1] = site
    return called
  }

  isDone(called: Called): called is Values {
    return isDone(called)
  }

  suspends(called: Called): called is Suspension {
    return called instanceof Suspension
  }

  /** Returns the function that is called in place of another value, and its arguments. */
  #callable(site: Site | undefined, callee: Value, args: Value[]): [Function, ...Value[]] {
    const handler = this.metamethod(callee, '__call')
    if (typeof handler === 'function') return [handler, callee, ...args]
    throw this.wrongType('call', callee, site)
  }

  /** Calls a function from a built-in function, and returns its values. */
  callBack(site: Site | undefined, callee: Value, ...args: Value[]): Values {
    if (++this.#nested >= MOST_NESTED) throw this.bareError('C stack overflow')
    const canYield = this.#canYield
    this.#canYield = false
    const called = this.begin(site, callee, ...args)
    const values = isDone(called) ? called : this.#run([called as Body], NOTHING).values
    this.#canYield = canYield
    this.#nested--
    return values
  }

  /** Calls a metamethod, and returns its value. */
  protected operate(site: Site | undefined, handler: Value, ...args: Value[]): Value {
    if (site && this.#nested + 1 >= MOST_NESTED) throw this.error('C stack overflow', site)
    return this.callBack(site, handler, ...args)[0]
  }

  /** Runs bodies, the innermost last, until the first of them returns or one of them suspends. */
  #run(bodies: Body[], sent: Values): { values: Values; suspended: boolean } {
    let values = sent
    for (;;) {
      const { done, value } = bodies[bodies.length - 1]!.next(values)
      if (isDone(value)) {
        values = value
        if (!done) continue
        bodies.pop()
        this.depth--
        if (bodies.length === 0) return { values, suspended: false }
      } else if (value instanceof Suspension) {
        return { values: value.values, suspended: true }
      } else {
        if (done) bodies.pop()
        bodies.push(value)
        values = NOTHING
      }
    }
  }

  /** Calls a function, and returns its values or its error. A script out of time is not caught. */
  protectedCall(callee: Value, args: Values): { values: Values } | { error: LuaError } {
    const before = this.#state()
    try {
      return { values: this.callBack(undefined, callee, ...args) }
    } catch (error) {
      return { error: this.caught(error) }
    } finally {
      this.#restore(before)
    }
  }

  /** Returns what was thrown as an error of Lua; throws it again where a script must not catch it. */
  caught(error: unknown): LuaError {
    if (error instanceof LuaError) return error
    if (isStackOverflow(error)) return this.error('stack overflow', this.site())
    if (error instanceof RangeError) return this.bareError('not enough memory')
    throw error
  }

  /** `coroutine.yield` */
  readonly yield: Function = (...values) => {
    if (this.#canYield) return new Suspension(values)
    throw this.bareError('attempt to yield across metamethod/C-call boundary')
  }

  /** Begins or continues a coroutine, and returns the values that it yields or returns. */
  resume(coroutine: Coroutine, args: Values): Values {
    if (coroutine.status !== 'suspended') {
      const status = coroutine.status === 'dead' ? 'dead' : 'non-suspended'
      throw new LuaError(`cannot resume ${status} coroutine`, undefined)
    }
    if (++this.#nested >= MOST_NESTED) throw this.bareError('C stack overflow')
    const before = this.#state()
    if (this.running) this.running.status = 'normal'
    coroutine.status = 'running'
    this.frames = coroutine.frames
    this.depth = coroutine.depth
    this.running = coroutine
    this.#canYield = true
    let status: Coroutine['status'] = 'dead'
    try {
      const { bodies, callee } = coroutine
      const begins = bodies.length === 0
      if (begins) bodies.push(this.begin(NOWHERE, callee, ...args) as Body)
      const { values, suspended } = this.#run(bodies, begins ? NOTHING : args)
      if (suspended) status = 'suspended'
      return values
    } finally {
      coroutine.status = status
      coroutine.depth = this.depth
      this.#restore(before)
      this.#nested--
      if (this.running) this.running.status = 'running'
    }
  }

  #state(): State {
    const { frames, depth, running } = this
    return { frames, depth, running, canYield: this.#canYield, nested: this.#nested }
  }

  #restore({ frames, depth, running, canYield, nested }: State) {
    this.frames = frames
    this.depth = depth
    this.running = running
    this.#canYield = canYield
    this.#nested = nested
  }

  /**
   * Throws where JavaScript's stack has too little room for a built-in function that must not be
   * interrupted.
   */
  checkStack(): void {
    if (this.#nested < 30) return
    try {
      pushed(...ROOM)
    } catch {
      throw this.error('stack overflow', this.site())
    }
  }

  /** Forgets the calls of a run. */
  clear(): void {
    this.#restore({ frames: [], depth: 0, running: undefined, canYield: false, nested: 0 })
  }
}

const isDone = (called: Called): called is Values => Array.isArray(called)

/** The place where a coroutine is called. */
const NOWHERE: Site = { chunk: { name: '?', source: '?' }, line: 0 }

/** As many arguments as take 64 KiB of the stack. */
const ROOM: readonly number[] = Array<number>(8192).fill(0)
const pushed = (...words: readonly number[]): number => words.length
