// The tokens and variables of a chunk during compilation, and the positions that its errors report.

import { Lexer } from './lexer.js'
import type { Chunk, Site } from './value.js'

/** The deepest nesting of blocks and expressions. */
const DEEPEST = 200
const MOST_LOCALS = 200

export interface Expression {
  readonly js: string
  /** True if the JavaScript returns a list of values: a call, or `...`. */
  readonly many?: boolean
  /** The JavaScript statement that returns the values of a call. */
  readonly returned?: string
  /** True if the value is always `true` or `false`. */
  readonly boolean?: boolean
  /** The kind of variable or field that an error reports for the value. */
  readonly what?: Site['what']
  readonly name?: string
  /** Returns the JavaScript that assigns a value. Absent if the expression cannot be assigned to. */
  readonly assign?: (value: string) => string
  readonly entry?: { readonly owner: Expression; readonly key: string; readonly site: string }
}

/** A function during its compilation. */
interface Scope {
  readonly locals: { readonly name: string; readonly js: string }[]
  varargs: boolean
  loops: number
}

export abstract class ChunkReader {
  protected readonly lexer: Lexer
  protected readonly sites: Site[] = []
  readonly #chunk: Chunk
  readonly #scopes: Scope[] = []
  #names = 0
  #depth = 0

  constructor(text: string, chunk: Chunk, spend: (steps: number) => void) {
    this.#chunk = chunk
    this.lexer = new Lexer(text, chunk, spend)
  }

  // Tokens

  protected test(kind: string): boolean {
    return this.lexer.token.kind === kind
  }

  protected take(kind: string): boolean {
    if (!this.test(kind)) return false
    this.lexer.next()
    return true
  }

  protected expect(kind: string): void {
    if (!this.take(kind)) throw this.lexer.error(`'${kind}' expected`)
  }

  /** Consumes the end of a construct. The error names an opening on an earlier line. */
  protected close(kind: string, opening: string, line: number): void {
    if (this.take(kind)) return
    throw this.lexer.error(
      line === this.lexer.line
        ? `'${kind}' expected`
        : `'${kind}' expected (to close '${opening}' at line ${line})`,
    )
  }

  protected name(): string {
    const { token } = this.lexer
    if (token.kind !== 'name') throw this.lexer.error("'<name>' expected")
    this.lexer.next()
    return token.text!
  }

  protected nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) {
      throw this.lexer.error('chunk has too many syntax levels', undefined)
    }
    const result = read()
    this.#depth--
    return result
  }

  // Variables

  protected get scope(): Scope {
    return this.#scopes[this.#scopes.length - 1]!
  }

  protected inScope<T>(read: () => T): T {
    this.#scopes.push({ locals: [], varargs: false, loops: 0 })
    const result = this.nested(read)
    this.#scopes.pop()
    return result
  }

  /** Compiles code whose local variables end with this code. */
  protected inBlock<T>(read: () => T): T {
    const { locals } = this.scope
    const before = locals.length
    const result = read()
    locals.length = before
    return result
  }

  protected fresh(): string {
    return `v${this.#names++}`
  }

  protected declare(name: string): string {
    const { locals } = this.scope
    if (locals.length >= MOST_LOCALS) {
      throw this.lexer.error(`too many local variables (limit is ${MOST_LOCALS}) in function`)
    }
    const js = this.fresh()
    locals.push({ name, js })
    return js
  }

  protected variable(name: string): Expression {
    for (const [index, { locals }] of [...this.#scopes.entries()].reverse()) {
      const local = locals.findLast((each) => each.name === name)
      if (local === undefined) continue
      const what = index === this.#scopes.length - 1 ? 'local' : 'upvalue'
      return { js: local.js, what, name, assign: (value) => `${local.js} = ${value}` }
    }
    const key = quoted(name)
    return {
      js: `L.index(G, ${key}, ${this.site()})`,
      what: 'global',
      name,
      assign: (value) => `L.setIndex(G, ${key}, ${value}, ${this.site()})`,
    }
  }

  /** Returns JavaScript for a position that an error can report. */
  protected site(
    named?: Expression,
    line = this.lexer.lastLine,
    operands?: readonly Expression[],
  ): string {
    const place = ({ what, name }: Pick<Expression, 'what' | 'name'> = {}): Site =>
      what ? { chunk: this.#chunk, line, what, name } : { chunk: this.#chunk, line }
    this.sites.push({ ...place(named), ...(operands && { operands: operands.map(place) }) })
    return `S[${this.sites.length - 1}]`
  }
}

/** Returns JavaScript for the first value of an expression. */
export const one = ({ js, many }: Expression): string => (many ? `${js}[0]` : js)

/** Returns JavaScript for the elements of a list. The last expression may contribute several values. */
export const spread = (values: readonly Expression[]): string =>
  values
    .map((value) => (value.many && value === values.at(-1) ? `...${value.js}` : one(value)))
    .join(', ')

/** Returns the JavaScript of a list. A copy of values that a call or `...` returns is counted. */
export function list(values: readonly Expression[]): string {
  const last = values.at(-1)
  if (!last?.many) return `[${spread(values)}]`
  return values.length === 1 ? last.js : `L.counted([${spread(values)}])`
}

export const truth = (value: Expression): string =>
  value.boolean ? `(${value.js})` : `L.isTrue(${one(value)})`

export const quoted = (text: string): string => JSON.stringify(text)
