// What compiled chunks are run by: the operations on values, the calls, the errors and the deadline.

import { getHeapStatistics } from 'node:v8'
import { compile } from './compile.js'
import { formatNumber, parseNumber } from './numbers.js'
import {
  type Called,
  type Chunk,
  Coroutine,
  type Function,
  isStackOverflow,
  LuaError,
  NOTHING,
  type OperatorSite,
  type Resumable,
  type Site,
  Suspension,
  Table,
  Userdata,
  type Value,
  type Values,
} from './value.js'

/** How deep calls may be in each other: as deep as in Redis before it has had its first overflow. */
const MOST_CALLS = 16_384
/**
 * How deep calls of functions of ours and of operators may be in each other that call functions of
 * Lua again, which Lua runs on the stack of C.
 */
const MOST_NESTED = 200
/**
 * How deep calls may be in each other on JavaScript's stack, which a function with many variables and
 * expressions takes some kilobytes of. Deeper ones run in resumable form.
 */
const MOST_NATIVE = 100
/** More arguments than that take too much of JavaScript's stack. */
const MOST_ARGUMENTS = 250
/** How often the time is looked at, in loops and calls. */
const TURN = 20_000
/** The longest string that a script may make: several must be in memory at once. */
export const LONGEST = Math.min(2 ** 28, getHeapStatistics().heap_size_limit / 16)
/** The longest string that what is done with it need not be counted of. */
const SHORT = 1024

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  __add: (a, b) => a + b,
  __sub: (a, b) => a - b,
  __mul: (a, b) => a * b,
  __div: (a, b) => a / b,
  __mod: (a, b) => modulo(a, b),
  __pow: (a, b) => a ** b,
}

const modulo = (a: number, b: number): number =>
  b === Infinity || b === -Infinity || b === 0 ? a - Math.floor(a / b) * b : ((a % b) + b) % b

export class Interpreter {
  /** What all strings share: `("x"):rep(3)` finds its method there. */
  readonly strings = new Table()
  frames: (Site | undefined)[] = []
  depth = 0
  running: Coroutine | undefined
  /** From this depth on, functions of Lua run in resumable form. */
  #native: number
  readonly #mostNative: number
  /** How many functions of ours and operators have called functions of Lua that have not returned. */
  #nested = 0
  /** True where the innermost body is of the coroutine that runs, and so can be left. */
  #canYield = false
  readonly #checkTime: () => void
  #turn = TURN
  #names = new Map<Value, number>()

  /**
   * @param checkTime throws when a script has run for too long; no script can catch that
   * @param mostNative how deep calls may be in each other on JavaScript's stack
   */
  constructor(checkTime: () => void, mostNative = MOST_NATIVE) {
    this.#checkTime = checkTime
    this.#mostNative = mostNative
    this.#native = mostNative
  }

  /** A chunk as a function; throws a `LuaError` with what is wrong in its text. */
  load(text: string, chunk: Chunk, globals: Table): Function {
    return compile(text, chunk, this.counter)(this, globals)
  }

  /** Passes in each loop and call: a script that goes on for too long is stopped. */
  tick(): void {
    if (--this.#turn <= 0) this.#look()
  }

  /** Counts what takes as long as so many steps of a script. */
  spend(steps: number): void {
    if ((this.#turn -= steps) <= 0) this.#look()
  }

  /** `spend`, for whoever knows no interpreter. */
  readonly counter = (steps: number): void => this.spend(steps)

  /** Counts what is done with all bytes of a string: JavaScript joins and compares it only when needed. */
  spendOn(text: string): void {
    if (text.length > SHORT) this.spend(text.length >> 8)
  }

  #look(): void {
    this.#turn = TURN
    this.#checkTime()
  }

  // Calls

  call(site: Site | undefined, callee: Value, ...args: Value[]): Values {
    if (
      typeof callee !== 'function' ||
      this.depth >= this.#native ||
      args.length > MOST_ARGUMENTS
    ) {
      return this.#callUnfolded(site, callee, args)
    }
    if (--this.#turn <= 0) this.#look()
    this.frames[this.depth++] = site
    const values = callee(...args)
    this.depth--
    return values
  }

  /** A call from a function of ours, which Lua's own makes on the stack of C. */
  callBack(site: Site | undefined, callee: Value, ...args: Value[]): Values {
    if (++this.#nested >= MOST_NESTED) throw this.bareError('C stack overflow')
    const values = this.call(site, callee, ...args)
    this.#nested--
    return values
  }

  /** The value of a metamethod. */
  #operate(site: Site | undefined, handler: Value, ...args: Value[]): Value {
    if (site && this.#nested + 1 >= MOST_NESTED) throw this.error('C stack overflow', site)
    return this.callBack(site, handler, ...args)[0]
  }

  /** What is called in the place of a value that is no function, and with what. */
  #callable(site: Site | undefined, callee: Value, args: readonly Value[]): [Function, ...Value[]] {
    const handler = this.metamethod(callee, '__call')
    if (typeof handler === 'function') return [handler, callee, ...args]
    throw this.wrongType('call', callee, site)
  }

  /** A function of Lua in its plain form, which can be had in the other. */
  function(plain: Function, unfold: NonNullable<Function['unfold']>): Function {
    plain.unfold = unfold
    return plain
  }

  /** A function of Lua that there is in resumable form only. */
  fromResumable(resumable: NonNullable<Function['resumable']>): Function {
    const whole: Function = (...args) => {
      const values = this.#run(resumable(...args))
      // It has closed the call that is its caller's.
      this.depth++
      return values
    }
    whole.resumable = resumable
    return whole
  }

  #callUnfolded(site: Site | undefined, callee: Value, args: readonly Value[]): Values {
    const canYield = this.#canYield
    this.#canYield = false
    const called = this.begin(site, callee, ...args) as Values | Resumable
    const values = isValues(called) ? called : this.#run(called)
    this.#canYield = canYield
    return values
  }

  /** A call of a body in resumable form: done, where it is of a function of ours. */
  begin(site: Site | undefined, callee: Value, ...args: Value[]): Called {
    if (typeof callee !== 'function') return this.begin(site, ...this.#callable(site, callee, args))
    if (this.depth >= MOST_CALLS) throw this.error('stack overflow', site)
    this.tick()
    if (callee === this.yield && this.#canYield) return new Suspension(args)
    if (callee.unfold) callee.resumable ??= callee.unfold()
    this.frames[this.depth++] = site
    if (callee.resumable) return callee.resumable(...args)
    const values = callee(...args)
    this.depth--
    return values
  }

  /** A call whose values are those of the body that makes it, which makes way for one of Lua. */
  beginLast(site: Site | undefined, callee: Value, ...args: Value[]): Called {
    if (typeof callee !== 'function') {
      return this.beginLast(site, ...this.#callable(site, callee, args))
    }
    if (callee.unfold || callee.resumable) this.depth--
    return this.begin(site, callee, ...args)
  }

  suspends(called: Called): called is Suspension {
    return called instanceof Suspension
  }

  /** Runs a body to its end, and closes its call. */
  #run(body: Resumable): Values {
    const native = this.#native
    this.#native = 0
    const { values } = this.#resume([body], NOTHING)
    this.#native = native
    return values
  }

  /** Runs bodies, the innermost last, until the first returns or one of them suspends. */
  #resume(bodies: Resumable[], sent: Values): Outcome {
    let values = sent
    for (;;) {
      const { done, value } = bodies[bodies.length - 1]!.next(values)
      if (isValues(value)) {
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

  /** `coroutine.yield` where nothing can be left. */
  readonly yield: Function = () => {
    throw this.bareError('attempt to yield across metamethod/C-call boundary')
  }

  resume(coroutine: Coroutine, args: Values): Values {
    if (coroutine.status !== 'suspended') {
      throw new LuaError(
        `cannot resume ${coroutine.status === 'dead' ? 'dead' : 'non-suspended'} coroutine`,
        undefined,
      )
    }
    if (++this.#nested >= MOST_NESTED) throw this.bareError('C stack overflow')
    const before = this.#state()
    if (this.running) this.running.status = 'normal'
    coroutine.status = 'running'
    this.frames = coroutine.frames
    this.depth = coroutine.depth
    this.running = coroutine
    this.#native = 0
    this.#canYield = true
    let status: Coroutine['status'] = 'dead'
    try {
      const { values, suspended } = this.#enter(coroutine, args)
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

  /** Begins a coroutine, or goes on where it was left. */
  #enter({ bodies, callee }: Coroutine, args: Values): Outcome {
    if (bodies.length > 0) return this.#resume(bodies, args)
    const begun = this.begin(NOWHERE, callee, ...args)
    if (isValues(begun)) return { values: begun, suspended: false }
    bodies.push(begun instanceof Suspension ? suspendedIn(begun) : begun)
    return this.#resume(bodies, NOTHING)
  }

  /** Calls and gives back either the values or the error; the end of time comes through. */
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

  #state(): State {
    const { frames, depth, running } = this
    return {
      frames,
      depth,
      running,
      native: this.#native,
      canYield: this.#canYield,
      nested: this.#nested,
    }
  }

  #restore({ frames, depth, running, native, canYield, nested }: State) {
    this.frames = frames
    this.depth = depth
    this.running = running
    this.#native = native
    this.#canYield = canYield
    this.#nested = nested
  }

  /**
   * Throws where JavaScript's stack has too little room for a function of ours that must not end in its
   * midst.
   */
  checkStack(): void {
    if (this.depth < 50 && this.#nested < 30) return
    try {
      pushed(...ROOM)
    } catch {
      throw this.error('stack overflow', this.site())
    }
  }

  isTrue(value: Value): boolean {
    return value !== undefined && value !== false
  }

  /** A table with further entries, the later ones of which count. */
  tableOf(table: Table, entries: readonly (readonly [Value, Value])[], site: Site): Table {
    // What stands in the list of a constructor counts more than what is named in it.
    for (const [key, value] of entries) {
      const listed = typeof key === 'number' && table.get(key) !== undefined
      if (!listed) this.rawSet(table, key, value, site)
    }
    return table
  }

  /** What was thrown as an error of Lua; a bug of ours, and the end of time, go on their way. */
  caught(error: unknown): LuaError {
    if (error instanceof LuaError) return error
    if (isStackOverflow(error)) return this.error('stack overflow', this.site())
    if (error instanceof RangeError) return this.bareError('not enough memory')
    throw error
  }

  // Errors

  /** The place of the innermost open call. */
  site(level = 1): Site | undefined {
    return this.frames[this.depth - level]
  }

  /** Where a call was made, as an error begins. */
  where(level: number): string {
    return level > this.depth ? '' : whereIs(this.site(level))
  }

  /** An error at a place in a chunk. */
  error(message: string, site: Site | undefined): LuaError {
    return new LuaError(whereIs(site) + message, site)
  }

  /** An error of a function of ours, at the place of its call. */
  callError(message: string): LuaError {
    return this.error(message, this.site())
  }

  /** The same without a place. */
  bareError(message: string): LuaError {
    return new LuaError(message, this.site())
  }

  argumentError(index: number, message: string): LuaError {
    const site = this.site()
    const name = site?.name ?? '?'
    if (site?.what !== 'method')
      return this.callError(`bad argument #${index} to '${name}' (${message})`)
    if (index === 1) return this.callError(`calling '${name}' on bad self (${message})`)
    return this.callError(`bad argument #${index - 1} to '${name}' (${message})`)
  }

  wrongType(what: string, value: Value, site: Site | undefined): LuaError {
    const named = site?.what
      ? `${site.what} '${site.name}' (a ${typeOf(value)} value)`
      : `a ${typeOf(value)} value`
    return this.error(`attempt to ${what} ${named}`, site)
  }

  // Tables

  metatable(value: Value): Table | undefined {
    if (value instanceof Table) return value.metatable
    return typeof value === 'string' ? this.strings : undefined
  }

  metamethod(value: Value, name: string): Value {
    return this.metatable(value)?.get(name)
  }

  index(value: Value, key: Value, site: Site | undefined): Value {
    if (value instanceof Table) {
      if (typeof key === 'string') this.spendOn(key)
      const found = value.get(key)
      if (found !== undefined || value.metatable === undefined) return found
    }
    return this.#indexOther(value, key, site)
  }

  #indexOther(value: Value, key: Value, site: Site | undefined): Value {
    let owner = value
    for (let steps = 0; steps < 100; steps++) {
      const handler = this.metamethod(owner, '__index')
      if (handler === undefined) {
        if (owner instanceof Table) return undefined
        throw this.wrongType('index', owner, site)
      }
      if (typeof handler === 'function') return this.#operate(site, handler, owner, key)
      owner = handler
      if (owner instanceof Table) {
        const found = owner.get(key)
        if (found !== undefined || owner.metatable === undefined) return found
      }
    }
    throw this.error('loop in gettable', site)
  }

  setIndex(value: Value, key: Value, item: Value, site: Site | undefined): void {
    if (value instanceof Table && value.metatable === undefined) this.rawSet(value, key, item, site)
    else this.#setOther(value, key, item, site)
  }

  #setOther(value: Value, key: Value, item: Value, site: Site | undefined): void {
    let owner = value
    for (let steps = 0; steps < 100; steps++) {
      if (owner instanceof Table && owner.get(key) !== undefined) {
        return this.rawSet(owner, key, item, site)
      }
      const handler = this.metamethod(owner, '__newindex')
      if (handler === undefined) {
        if (owner instanceof Table) return this.rawSet(owner, key, item, site)
        throw this.wrongType('index', owner, site)
      }
      if (typeof handler === 'function') {
        this.#operate(site, handler, owner, key, item)
        return
      }
      owner = handler
    }
    throw this.error('loop in settable', site)
  }

  rawSet(table: Table, key: Value, item: Value, site: Site | undefined): void {
    if (table.readonly) throw this.error('Attempt to modify a readonly table', site)
    if (key === undefined) throw this.error('table index is nil', site)
    if (key !== key) throw this.error('table index is NaN', site)
    if (typeof key === 'string') this.spendOn(key)
    table.set(key, item)
  }

  // Operators

  arithmetic(name: string, a: Value, b: Value, site: Site): Value {
    const x = this.toNumber(a)
    const y = this.toNumber(b)
    if (x !== undefined && y !== undefined) return ARITHMETIC[name]!(x, y)
    const handler = this.metamethod(a, name) ?? this.metamethod(b, name)
    if (handler !== undefined) return this.#operate(site, handler, a, b)
    const culprit = x === undefined ? a : b
    throw this.wrongType(
      'perform arithmetic on',
      culprit,
      operandSite(site, x === undefined ? 0 : 1),
    )
  }

  add(a: Value, b: Value, site: Site): Value {
    if (typeof a === 'number' && typeof b === 'number') return a + b
    return this.arithmetic('__add', a, b, site)
  }

  sub(a: Value, b: Value, site: Site): Value {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    return this.arithmetic('__sub', a, b, site)
  }

  mul(a: Value, b: Value, site: Site): Value {
    if (typeof a === 'number' && typeof b === 'number') return a * b
    return this.arithmetic('__mul', a, b, site)
  }

  div(a: Value, b: Value, site: Site): Value {
    if (typeof a === 'number' && typeof b === 'number') return a / b
    return this.arithmetic('__div', a, b, site)
  }

  mod(a: Value, b: Value, site: Site): Value {
    return this.arithmetic('__mod', a, b, site)
  }

  pow(a: Value, b: Value, site: Site): Value {
    return this.arithmetic('__pow', a, b, site)
  }

  negate(value: Value, site: Site): Value {
    const number = this.toNumber(value)
    if (number !== undefined) return -number
    const handler = this.metamethod(value, '__unm')
    if (handler !== undefined) return this.#operate(site, handler, value, value)
    throw this.wrongType('perform arithmetic on', value, operandSite(site, 0))
  }

  length(value: Value, site: Site): Value {
    if (typeof value === 'string' || value instanceof Table) return value.length
    throw this.wrongType('get length of', value, operandSite(site, 0))
  }

  concat(a: Value, b: Value, site: Site): Value {
    if (isText(a) && isText(b)) {
      const text = textOf(a) + textOf(b)
      if (text.length > LONGEST) throw new LuaError('not enough memory', site)
      this.spendOn(text)
      return text
    }
    const handler = this.metamethod(a, '__concat') ?? this.metamethod(b, '__concat')
    if (handler !== undefined) return this.#operate(site, handler, a, b)
    throw this.wrongType('concatenate', isText(a) ? b : a, operandSite(site, isText(a) ? 1 : 0))
  }

  equal(a: Value, b: Value): boolean {
    if (typeof a === 'string') this.spendOn(a)
    if (a === b) return true
    if (!(a instanceof Table && b instanceof Table)) return false
    const handler = a.metatable?.get('__eq')
    if (handler === undefined || handler !== b.metatable?.get('__eq')) return false
    return isTrue(this.#operate(undefined, handler, a, b))
  }

  less(a: Value, b: Value, site: Site | undefined): boolean {
    if (typeof a === 'number' && typeof b === 'number') return a < b
    if (typeof a === 'string' && typeof b === 'string') return this.#compared(a, b) < 0
    return this.#compare('__lt', a, b, site) ?? this.#incomparable(a, b, site)
  }

  lessOrEqual(a: Value, b: Value, site: Site): boolean {
    if (typeof a === 'number' && typeof b === 'number') return a <= b
    if (typeof a === 'string' && typeof b === 'string') return this.#compared(a, b) <= 0
    const told = this.#compare('__le', a, b, site)
    if (told !== undefined) return told
    const greater = this.#compare('__lt', b, a, site)
    return greater === undefined ? this.#incomparable(a, b, site) : !greater
  }

  #compared(a: string, b: string): number {
    this.spendOn(a)
    return a < b ? -1 : a > b ? 1 : 0
  }

  #compare(name: string, a: Value, b: Value, site: Site | undefined): boolean | undefined {
    if (typeOf(a) !== typeOf(b)) return undefined
    const handler = this.metamethod(a, name)
    if (handler === undefined || handler !== this.metamethod(b, name)) return undefined
    return isTrue(this.#operate(site, handler, a, b))
  }

  #incomparable(a: Value, b: Value, site: Site | undefined): never {
    const [one, two] = [typeOf(a), typeOf(b)]
    const message =
      one === two ? `attempt to compare two ${one} values` : `attempt to compare ${one} with ${two}`
    throw site ? this.error(message, site) : this.bareError(message)
  }

  toNumber(value: Value): number | undefined {
    if (typeof value === 'string' && value.length > SHORT) this.spend(value.length)
    return toNumber(value)
  }

  /** Counts a walk through a table, and what it takes to find out in which order. */
  spendOnWalk(table: Table): void {
    table.order(this.counter)
    this.spend(table.entryCount)
  }

  /** The start, the limit and the step of a `for`. */
  loop(start: Value, limit: Value, step: Value, site: Site): [number, number, number] {
    const values = [start, limit, step].map(toNumber)
    for (const [index, name] of ['initial value', 'limit', 'step'].entries()) {
      if (values[index] === undefined) throw this.error(`'for' ${name} must be a number`, site)
    }
    return values as [number, number, number]
  }

  /** As `tostring` does. */
  text(value: Value): string {
    const handler = this.metamethod(value, '__tostring')
    if (handler !== undefined && typeof value !== 'string') {
      const told = this.#operate(undefined, handler, value)
      if (!isText(told)) throw this.callError("'tostring' must return a string to 'print'")
      return textOf(told)
    }
    if (isText(value)) return textOf(value)
    if (value === undefined) return 'nil'
    if (typeof value === 'boolean') return String(value)
    if (value instanceof Userdata) return value.text
    return `${typeOf(value)}: ${this.#address(value)}`
  }

  /** An address that a table keeps for as long as the same run goes on. */
  #address(value: Value): string {
    let number = this.#names.get(value)
    if (number === undefined) this.#names.set(value, (number = this.#names.size + 1))
    return `0x${(0x55d0c0de0000 + number * 64).toString(16)}`
  }

  /** Forgets what a run has left. */
  clear(): void {
    this.depth = 0
    this.running = undefined
    this.#native = this.#mostNative
    this.#nested = 0
    this.#canYield = false
    this.#names.clear()
    if (this.frames.length > 64) this.frames = []
  }
}

/** As many words as take up 64 KiB of the stack. */
const ROOM: readonly number[] = Array<number>(8192).fill(0)
const pushed = (...words: readonly number[]): number => words.length

/** What bodies have come to. */
interface Outcome {
  readonly values: Values
  readonly suspended: boolean
}

/** What is as it was before a call when that ends with an error. */
interface State {
  readonly frames: (Site | undefined)[]
  readonly depth: number
  readonly running: Coroutine | undefined
  readonly native: number
  readonly canYield: boolean
  readonly nested: number
}

const isValues = (called: Called): called is Values => Array.isArray(called)

/** The body of a coroutine that does nothing but yield. */
function* suspendedIn(suspension: Suspension): Resumable {
  return yield suspension
}

/** Where a coroutine is called. */
const NOWHERE: Site = { chunk: { name: '?', source: '?' }, line: 0 }

/** The site of an operand, whose name is in an error that it causes. */
function operandSite(site: Site, operand: 0 | 1): Site {
  return (site as OperatorSite).operands?.[operand] ?? site
}

function whereIs(site: Site | undefined): string {
  return site ? `${site.chunk.name}:${site.line}: ` : ''
}

export function typeOf(value: Value): string {
  if (value === undefined) return 'nil'
  if (value instanceof Table) return 'table'
  if (value instanceof Userdata) return 'userdata'
  if (value instanceof Coroutine) return 'thread'
  return typeof value
}

export const isTrue = (value: Value): boolean => value !== undefined && value !== false

/** Strings and numbers are each other's when they are needed. */
export const isText = (value: Value): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

export const textOf = (value: string | number): string =>
  typeof value === 'string' ? value : formatNumber(value)

function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? parseNumber(value) : undefined
}
