// The Lua operations on values, which compiled chunks call.

import { getHeapStatistics } from 'node:v8'
import { Calls } from './calls.js'
import { compile } from './compile.js'
import { isText, isTrue, textOf, typeOf } from './frames.js'
import { parseNumber } from './numbers.js'
import {
  type Chunk,
  type Function,
  LuaError,
  type Site,
  Userdata,
  type Value,
  Table,
} from './value.js'

/** The longest string that a script may create. The memory must have room for several of them. */
export const LONGEST = Math.min(2 ** 28, getHeapStatistics().heap_size_limit / 16)
/** The longest chain of `__index` or `__newindex` metamethods. */
const MOST_OWNERS = 100

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  __add: (a, b) => a + b,
  __sub: (a, b) => a - b,
  __mul: (a, b) => a * b,
  __div: (a, b) => a / b,
  __mod: (a, b) =>
    b === Infinity || b === -Infinity || b === 0 ? a - Math.floor(a / b) * b : ((a % b) + b) % b,
  __pow: (a, b) => a ** b,
}

export class Interpreter extends Calls {
  readonly #addresses = new Map<Value, number>()

  /** Compiles a chunk to a function. Throws a `LuaError` if the text is not valid Lua. */
  load(text: string, chunk: Chunk, globals: Table): Function {
    return compile(text, chunk, this.spend)(this, globals)
  }

  isTrue(value: Value): boolean {
    return isTrue(value)
  }

  // Tables

  /** Adds the entries with keys of a table constructor. Entries of the list take precedence. */
  tableOf(table: Table, entries: readonly (readonly [Value, Value])[], site: Site): Table {
    for (const [key, value] of entries) {
      const listed = typeof key === 'number' && table.get(key) !== undefined
      if (!listed) this.rawSet(table, key, value, site)
    }
    return table
  }

  index(value: Value, key: Value, site: Site | undefined): Value {
    if (value instanceof Table) {
      if (typeof key === 'string') this.spendOn(key)
      const found = value.get(key)
      if (found !== undefined || value.metatable === undefined) return found
    }
    return this.#indexByMetatable(value, key, site)
  }

  #indexByMetatable(value: Value, key: Value, site: Site | undefined): Value {
    let owner = value
    for (let count = 0; count < MOST_OWNERS; count++) {
      const handler = this.metamethod(owner, '__index')
      if (handler === undefined) {
        if (owner instanceof Table) return undefined
        throw this.wrongType('index', owner, site)
      }
      if (typeof handler === 'function') return this.operate(site, handler, owner, key)
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
    else this.#setByMetatable(value, key, item, site)
  }

  #setByMetatable(value: Value, key: Value, item: Value, site: Site | undefined): void {
    let owner = value
    for (let count = 0; count < MOST_OWNERS; count++) {
      const isThere = owner instanceof Table && owner.get(key) !== undefined
      const handler = isThere ? undefined : this.metamethod(owner, '__newindex')
      if (handler === undefined) {
        if (owner instanceof Table) return this.rawSet(owner, key, item, site)
        throw this.wrongType('index', owner, site)
      }
      if (typeof handler === 'function') {
        this.operate(site, handler, owner, key, item)
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
    if (handler !== undefined) return this.operate(site, handler, a, b)
    const [wrong, operand] = x === undefined ? [a, 0] : [b, 1]
    throw this.wrongType('perform arithmetic on', wrong, operandSite(site, operand))
  }

  negate(value: Value, site: Site): Value {
    const number = this.toNumber(value)
    if (number !== undefined) return -number
    const handler = this.metamethod(value, '__unm')
    if (handler !== undefined) return this.operate(site, handler, value, value)
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
    if (handler !== undefined) return this.operate(site, handler, a, b)
    const [wrong, operand] = isText(a) ? [b, 1] : [a, 0]
    throw this.wrongType('concatenate', wrong, operandSite(site, operand))
  }

  equal(a: Value, b: Value): boolean {
    if (typeof a === 'string') this.spendOn(a)
    if (a === b) return true
    if (!(a instanceof Table && b instanceof Table)) return false
    return this.#compareByMetatable('__eq', a, b, undefined) ?? false
  }

  less(a: Value, b: Value, site: Site | undefined): boolean {
    if (typeof a === 'number' && typeof b === 'number') return a < b
    if (typeof a === 'string' && typeof b === 'string') {
      this.spendOn(a)
      return a < b
    }
    return this.#compareByMetatable('__lt', a, b, site) ?? this.#incomparable(a, b, site)
  }

  lessOrEqual(a: Value, b: Value, site: Site): boolean {
    if (typeof a === 'number' && typeof b === 'number') return a <= b
    if (typeof a === 'string' && typeof b === 'string') return !this.less(b, a, site)
    const isLessOrEqual = this.#compareByMetatable('__le', a, b, site)
    if (isLessOrEqual !== undefined) return isLessOrEqual
    const isGreater = this.#compareByMetatable('__lt', b, a, site)
    return isGreater === undefined ? this.#incomparable(a, b, site) : !isGreater
  }

  greater(a: Value, b: Value, site: Site): boolean {
    return this.less(b, a, site)
  }

  greaterOrEqual(a: Value, b: Value, site: Site): boolean {
    return this.lessOrEqual(b, a, site)
  }

  /** Compares two values of one type that share a metamethod. Returns undefined for other values. */
  #compareByMetatable(name: string, a: Value, b: Value, site?: Site): boolean | undefined {
    if (typeOf(a) !== typeOf(b)) return undefined
    const handler = this.metamethod(a, name)
    if (handler === undefined || handler !== this.metamethod(b, name)) return undefined
    return isTrue(this.operate(site, handler, a, b))
  }

  #incomparable(a: Value, b: Value, site: Site | undefined): never {
    const [one, two] = [typeOf(a), typeOf(b)]
    const what = one === two ? `two ${one} values` : `${one} with ${two}`
    const message = `attempt to compare ${what}`
    throw site ? this.error(message, site) : this.bareError(message)
  }

  /** Returns the start, the limit and the step of a numeric `for` loop. */
  loop(start: Value, limit: Value, step: Value, site: Site): [number, number, number] {
    const number = (value: Value, name: string): number => {
      const number = this.toNumber(value)
      if (number === undefined) throw this.error(`'for' ${name} must be a number`, site)
      return number
    }
    return [number(start, 'initial value'), number(limit, 'limit'), number(step, 'step')]
  }

  // Conversions

  toNumber(value: Value): number | undefined {
    if (typeof value === 'number') return value
    if (typeof value !== 'string') return undefined
    // Counts steps for a long text, because the conversion reads each character.
    if (value.length > 1024) this.spend(value.length)
    return parseNumber(value)
  }

  /** The Lua function `tostring`. */
  text(value: Value): string {
    if (isText(value)) return textOf(value)
    const handler = this.metamethod(value, '__tostring')
    if (handler !== undefined) {
      const text = this.operate(undefined, handler, value)
      if (!isText(text)) throw this.callError("'tostring' must return a string to 'print'")
      return textOf(text)
    }
    if (value === undefined) return 'nil'
    if (typeof value === 'boolean') return String(value)
    if (value instanceof Userdata) return value.text
    return `${typeOf(value)}: ${this.#addressOf(value)}`
  }

  /** Returns the address of a value. The address does not change until the run ends. */
  #addressOf(value: Value): string {
    const number = this.#addresses.get(value) ?? this.#addresses.size + 1
    this.#addresses.set(value, number)
    return `0x${(0x55d0c0de0000 + number * 64).toString(16)}`
  }

  override clear(): void {
    super.clear()
    this.#addresses.clear()
  }
}

const operandSite = (site: Site, operand: number): Site => site.operands?.[operand] ?? site
