// Calls and coroutines of Lua. A Lua function is a JavaScript generator that yields each call. So
// nested calls need no JavaScript stack, and a coroutine can be suspended in any call.

import { FEW, Frames } from './frames.js'
import {
  type LuaFrame,
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

/** The deepest nesting of calls: the depth at which Redis reports its first overflow. */
const MOST_CALLS = 16_384
/** The deepest nesting of built-in functions that call Lua, which the C stack limits in Redis. */
const MOST_NESTED = 200

/** The value that a body yields to pause the whole script. */
const PAUSE = new Suspension(NOTHING)

/** A body, which catches errors if it is that of a protected call. */
type MaybeProtected = LuaFrame & { isProtected?: true }

/** The state of an interpreter that is restored after an error. */
interface State {
  readonly frames: (Site | undefined)[]
  readonly depth: number
  readonly running: Coroutine | undefined
  readonly canYield: boolean
  readonly nested: number
}

export abstract class Calls extends Frames {
  running: Coroutine | undefined
  /** The number of built-in functions and operators that wait for a Lua function. */
  #nested = 0
  /** True if the innermost body belongs to the running coroutine and can be suspended. */
  #canYield = false
  /** The number of nested runs of bodies. Only the outermost can pause. */
  #runs = 0
  /** The number of open protected calls. */
  #protected = 0
  /** The bodies of a script that may pause. Undefined without such a script. */
  #pausable: LuaFrame[] | undefined
  /** The position at which the script last paused. */
  #pausedAt: Site | undefined

  protected override get canPause(): boolean {
    return this.#runs === 1 && this.#pausable !== undefined
  }

  /** Returns what a body yields to pause the script. */
  pause(site: Site): Suspension {
    this.#pausedAt = site
    return PAUSE
  }

  /**
   * Begins a script. Returns the values of its function, or undefined if the script pauses. `resume` then
   * continues it.
   */
  start(callee: Value, ...args: Value[]): Values | undefined {
    this.#nested++
    this.#pausable = []
    const called = this.begin(undefined, callee, ...args)
    if (isDone(called)) return called
    this.#pausable.push(called as LuaFrame)
    return this.goOn()
  }

  /** Continues a script that has paused, or ends it with an error that no script can catch. */
  goOn(failure?: (site: Site | undefined) => Error): Values | undefined {
    const error = failure && { error: failure(this.#pausedAt) }
    const { values, suspended } = this.#run(this.#pausable!, NOTHING, error)
    return suspended ? undefined : values
  }

  /** Begins a call. A built-in function has already run when this method returns. */
  begin(site: Site | undefined, callee: Value, ...args: Value[]): Called {
    if (typeof callee !== 'function') return this.begin(site, ...this.#callable(site, callee, args))
    if (this.depth >= MOST_CALLS) throw this.error('stack overflow', site)
    this.tick()
    if (args.length > FEW) this.spend(args.length)
    this.frames[this.depth++] = site
    const called = callee(...args)
    if (isDone(called)) {
      this.depth--
      if (called.length > FEW) this.spend(called.length)
      return called
    }
    if (called instanceof Suspension) this.depth--
    return called
  }

  /** Begins a tail call. The body of the called function replaces the body that makes the call. */
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

  /** Returns the function that the metatable has for a call of another value, and its arguments. */
  #callable(site: Site | undefined, callee: Value, args: Value[]): [Function, ...Value[]] {
    const handler = this.metamethod(callee, '__call')
    if (typeof handler === 'function') return [handler, callee, ...args]
    throw this.wrongType('call', callee, site)
  }

  /** Calls a function from a built-in function and returns the values of the call. */
  callBack(site: Site | undefined, callee: Value, ...args: Value[]): Values {
    if (++this.#nested >= MOST_NESTED) throw this.bareError('C stack overflow')
    const canYield = this.#canYield
    this.#canYield = false
    const called = this.begin(site, callee, ...args)
    const values = isDone(called) ? called : this.#run([called as LuaFrame], NOTHING).values
    this.#canYield = canYield
    this.#nested--
    return values
  }

  protected operate(site: Site | undefined, handler: Value, ...args: Value[]): Value {
    if (site && this.#nested + 1 >= MOST_NESTED) throw this.error('C stack overflow', site)
    return this.callBack(site, handler, ...args)[0]
  }

  /** Runs a stack of bodies, the innermost last, until the outermost returns or one suspends. */
  #run(
    bodies: LuaFrame[],
    sent: Values,
    thrown?: { readonly error: unknown },
  ): { values: Values; suspended: boolean } {
    this.#runs++
    try {
      return this.#runBodies(bodies, sent, thrown)
    } finally {
      this.#runs--
    }
  }

  #runBodies(
    bodies: LuaFrame[],
    sent: Values,
    thrown?: { readonly error: unknown },
  ): { values: Values; suspended: boolean } {
    let values = sent
    for (;;) {
      let step: IteratorResult<Called, Called>
      const body = bodies[bodies.length - 1]!
      try {
        step = thrown ? body.throw(thrown.error) : body.next(values)
        thrown = undefined
      } catch (error) {
        // Passes the error on to the body of the innermost protected call.
        if (this.#protected === 0) throw error
        do bodies.pop()
        while (bodies.length > 0 && !(bodies[bodies.length - 1] as MaybeProtected).isProtected)
        if (bodies.length === 0) throw error
        thrown = { error }
        continue
      }
      const { done, value } = step
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

  /** Returns the body of the Lua function `pcall`. `caught` converts an error to the value of a script. */
  protectedBody(callee: Value, args: Values, caught: (error: LuaError) => Value): LuaFrame {
    const body: MaybeProtected = this.#protect(callee, args, caught)
    body.isProtected = true
    return body
  }

  *#protect(callee: Value, args: Values, caught: (error: LuaError) => Value): LuaFrame {
    const before = this.#state()
    if (++this.#nested >= MOST_NESTED) throw this.bareError('C stack overflow')
    this.#canYield = false
    this.#protected++
    try {
      const called = this.begin(undefined, callee, ...args)
      return [true, ...(isDone(called) ? called : yield called)]
    } catch (error) {
      return [false, caught(this.caught(error))]
    } finally {
      this.#restore(before)
      this.#protected--
    }
  }

  /** Returns the values or the error of a call. A timeout is thrown, because no script may catch it. */
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

  /** Converts a thrown value to a Lua error. Throws values again that a script must not catch. */
  caught(error: unknown): LuaError {
    if (error instanceof LuaError) return error
    if (isStackOverflow(error)) return this.error('stack overflow', this.site())
    if (error instanceof RangeError) return this.bareError('not enough memory')
    throw error
  }

  readonly yield: Function = (...values) => {
    if (this.#canYield) return new Suspension(values)
    throw this.bareError('attempt to yield across metamethod/C-call boundary')
  }

  /** Begins or continues a coroutine. Returns the values that the coroutine yields or returns. */
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
      if (begins) bodies.push(this.begin(NOWHERE, callee, ...args) as LuaFrame)
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

  /** Throws if the stack has no room for a built-in function that must not be interrupted. */
  checkStack(): void {
    if (this.#nested < 30) return
    try {
      pushed(...ROOM)
    } catch {
      throw this.error('stack overflow', this.site())
    }
  }

  /** Removes all calls of the last run. */
  clear(): void {
    this.#restore({ frames: [], depth: 0, running: undefined, canYield: false, nested: 0 })
    this.#runs = 0
    this.#protected = 0
    this.#pausable = undefined
    this.#pausedAt = undefined
  }
}

const isDone = (called: Called): called is Values => Array.isArray(called)

/** The position in errors for the call of a coroutine. */
const NOWHERE: Site = { chunk: { name: '?', source: '?' }, line: 0 }

/** Arguments that take 64 KiB of the stack, to test whether the stack has that much room. */
const ROOM: readonly number[] = Array<number>(8192).fill(0)
const pushed = (...words: readonly number[]): number => words.length
