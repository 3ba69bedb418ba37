// A chunk of Lua as JavaScript: written as it is read. What is written refers to nothing but its own
// variables, the interpreter and the globals.
//
// It is written in one of two forms. In the plain one a function of Lua is a function of JavaScript,
// and a call is a call: fast, but JavaScript's stack holds fewer of them than Lua's. In the resumable
// one it is a generator that yields each call to whoever runs it, so that calls need none of that stack,
// and coroutines can be left in their midst. That form is written only for a chunk that needs it.

import { compileFunction } from 'node:vm'
import { Lexer } from './lexer.js'
import {
  type Chunk,
  type Function,
  type OperatorSite,
  type Site,
  Table,
  type Value,
} from './value.js'

/** How deep blocks and expressions may be in each other. */
const DEEPEST = 200
const MOST_LOCALS = 200

/** The interpreter is handed on to what is written: nothing here knows it. */
type Linked = (interpreter: object, globals: Table) => Function

/**
 * A chunk that can be run by any interpreter, with any globals; throws a `LuaError`.
 *
 * @param spend counts the steps that it takes, and throws when they have taken too long
 */
export function compile(text: string, chunk: Chunk, spend: (steps: number) => void): Linked {
  const compiler = new Compiler(text, chunk, spend)
  const { sites, captured } = compiler
  const made = compiler.compiled<Function>()
  let resumable: Maker<readonly ResumableMaker[]> | undefined

  return (lua, globals) => {
    let makers: readonly ResumableMaker[] | undefined
    const makerOf = (id: number): ResumableMaker => {
      resumable ??= new Compiler(text, chunk, spend, captured).compiled()
      makers ??= resumable(lua, globals, sites, Table, makerOf)
      return makers[id]!
    }
    return made(lua, globals, sites, Table, makerOf)
  }
}

type Maker<T> = (
  interpreter: object,
  globals: Table,
  sites: readonly Site[],
  table: typeof Table,
  makerOf: (id: number) => ResumableMaker,
) => T

/** Makes the resumable form of a function with the variables that it has from outside. */
type ResumableMaker = (...variables: Cell[]) => NonNullable<Function['resumable']>

/** A variable that several functions share. */
interface Cell {
  v: Value
}

/** An expression as JavaScript. */
interface Expression {
  readonly js: string
  /** A list of values: a call, or `...`. */
  readonly many?: 'call' | 'rest'
  /** The statement that returns the values of a call. */
  readonly returned?: string
  /** It is true or false, and nothing else. */
  readonly boolean?: boolean
  /** How an error calls the value. */
  readonly what?: Site['what']
  readonly name?: string
  /** How it is assigned to; absent where it cannot be. */
  readonly assign?: (value: string) => string
  /** The owner and the key, where it is an entry of a table. */
  readonly entry?: { readonly owner: Expression; readonly key: string; readonly site: string }
}

interface Local {
  readonly name: string
  readonly js: string
}

/** A function that is being read. */
interface Scope {
  readonly locals: Local[]
  readonly temporaries: string[]
  /** The variables of outer functions that it, or a function in it, uses. */
  readonly outer: Set<string>
  varargs: boolean
  loops: number
}

interface Operator {
  readonly left: number
  readonly right: number
  readonly method?: string
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  or: { left: 1, right: 1 },
  and: { left: 2, right: 2 },
  '<': { left: 3, right: 3 },
  '>': { left: 3, right: 3 },
  '<=': { left: 3, right: 3 },
  '>=': { left: 3, right: 3 },
  '~=': { left: 3, right: 3 },
  '==': { left: 3, right: 3 },
  '..': { left: 5, right: 4, method: 'concat' },
  '+': { left: 6, right: 6, method: 'add' },
  '-': { left: 6, right: 6, method: 'sub' },
  '*': { left: 7, right: 7, method: 'mul' },
  '/': { left: 7, right: 7, method: 'div' },
  '%': { left: 7, right: 7, method: 'mod' },
  '^': { left: 10, right: 9, method: 'pow' },
}
const UNARY = 8

const BLOCK_ENDS: ReadonlySet<string> = new Set(['else', 'elseif', 'end', '<eof>', 'until'])

class Compiler {
  readonly lexer: Lexer
  readonly sites: OperatorSite[] = []
  /** The variables that inner functions use. */
  readonly captured = new Set<string>()
  readonly #chunk: Chunk
  /** The variables that are cells, in the resumable form. */
  readonly #cells: ReadonlySet<string> | undefined
  readonly #scopes: Scope[] = []
  /** The functions in resumable form, the chunk itself first. */
  readonly #makers: string[] = []
  #functions = 0
  #names = 0
  #depth = 0

  /** @param cells what the plain form has captured; with it the resumable form is written */
  constructor(
    text: string,
    chunk: Chunk,
    spend: (steps: number) => void,
    cells?: ReadonlySet<string>,
  ) {
    this.#chunk = chunk
    this.lexer = new Lexer(text, chunk, spend)
    this.#cells = cells
  }

  compiled<T>(): Maker<T> {
    const main = this.#function(
      (scope) => {
        scope.varargs = true
        return { parameters: ['...rest'], before: '' }
      },
      () => {
        const body = this.#block()
        this.#expect('<eof>')
        return body
      },
    )
    const result = this.#cells ? `[${this.#makers.join(',\n')}]` : main
    try {
      const parameters = ['L', 'G', 'S', 'T', 'R']
      return compileFunction(`'use strict';\nreturn ${result}`, parameters) as Maker<T>
    } catch (error) {
      // JavaScript's own parser has a stack, too.
      if (error instanceof RangeError) throw this.lexer.error('chunk has too many syntax levels')
      throw error
    }
  }

  // Tokens

  #test(kind: string): boolean {
    return this.lexer.token.kind === kind
  }

  #take(kind: string): boolean {
    if (!this.#test(kind)) return false
    this.lexer.next()
    return true
  }

  #expect(kind: string): void {
    if (!this.#take(kind)) throw this.lexer.error(`'${kind}' expected`)
  }

  /** The end of what began on an earlier line says so. */
  #close(kind: string, opening: string, line: number): void {
    if (this.#take(kind)) return
    throw this.lexer.error(
      line === this.lexer.line
        ? `'${kind}' expected`
        : `'${kind}' expected (to close '${opening}' at line ${line})`,
    )
  }

  #name(): string {
    const { token } = this.lexer
    if (token.kind !== 'name') throw this.lexer.error("'<name>' expected")
    this.lexer.next()
    return token.text!
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST)
      throw this.lexer.error('chunk has too many syntax levels', undefined)
    const result = read()
    this.#depth--
    return result
  }

  // Names

  get #scope(): Scope {
    return this.#scopes[this.#scopes.length - 1]!
  }

  #fresh(): string {
    return `v${this.#names++}`
  }

  #temporary(): string {
    const name = this.#fresh()
    this.#scope.temporaries.push(name)
    return name
  }

  #declare(name: string): Local {
    const { locals } = this.#scope
    if (locals.length >= MOST_LOCALS) {
      throw this.lexer.error(`too many local variables (limit is ${MOST_LOCALS}) in function`)
    }
    const local = { name, js: this.#fresh() }
    locals.push(local)
    return local
  }

  /** Declares variables with a list of values. */
  #bind(names: readonly string[], values: string): string {
    return `let [${names.map((name) => this.#raw(name)).join(', ')}] = ${values};\n${this.#intoCells(names)}`
  }

  /** Declares one variable. */
  #bindOne(name: string, value: string): string {
    return this.#cells?.has(name) ? `const ${name} = {v: ${value}};\n` : `let ${name} = ${value};\n`
  }

  /** What a variable is called before it is in its cell. */
  #raw(name: string): string {
    return this.#cells?.has(name) ? `${name}_` : name
  }

  #intoCells(names: readonly string[]): string {
    const cells = names.filter((name) => this.#cells?.has(name))
    return cells.map((name) => `const ${name} = {v: ${name}_};\n`).join('')
  }

  /** A variable that is declared, as it is read and assigned to. */
  #place(name: string): string {
    return this.#cells?.has(name) ? `${name}.v` : name
  }

  #variable(name: string): Expression {
    for (let level = this.#scopes.length - 1; level >= 0; level--) {
      const { locals } = this.#scopes[level]!
      for (let index = locals.length - 1; index >= 0; index--) {
        const local = locals[index]!
        if (local.name !== name) continue
        const inner = this.#scopes.slice(level + 1)
        for (const { outer } of inner) outer.add(local.js)
        if (inner.length > 0) this.captured.add(local.js)
        const what = inner.length > 0 ? 'upvalue' : 'local'
        const js = this.#place(local.js)
        return { js, what, name, assign: (value) => `${js} = ${value}` }
      }
    }
    const site = this.#site()
    const key = quoted(name)
    return {
      js: `L.index(G, ${key}, ${site})`,
      what: 'global',
      name,
      assign: (value) => `L.setIndex(G, ${key}, ${value}, ${this.#site()})`,
    }
  }

  /** A place that an error can name, as JavaScript. */
  #site(
    named?: Expression,
    line = this.lexer.lastLine,
    operands?: [Expression, Expression?],
  ): string {
    const chunk = this.#chunk
    const site = (from: Expression | undefined): Site => ({
      ...{ chunk, line },
      ...(from?.what && { what: from.what, name: from.name }),
    })
    this.sites.push({
      ...site(named),
      ...(operands && { operands: [site(operands[0]), operands[1] && site(operands[1])] }),
    })
    return `S[${this.sites.length - 1}]`
  }

  // Functions and blocks

  #function(
    head: (scope: Scope) => { parameters: readonly string[]; before: string },
    read: () => string,
  ): string {
    const id = this.#functions++
    const scope: Scope = {
      ...{ locals: [], temporaries: [], outer: new Set(), varargs: false, loops: 0 },
    }
    this.#scopes.push(scope)
    const { parameters, before } = head(scope)
    const body = this.#nested(read)
    this.#scopes.pop()
    const { temporaries } = scope
    const declared = temporaries.length > 0 ? `let ${temporaries.join(', ')};\n` : ''
    const text = `${this.#fresh()}(${parameters.join(', ')}) {\n${before}${declared}${body}return [];\n}`
    const outer = [...scope.outer]
    if (this.#cells) {
      this.#makers[id] = `(${outer.join(', ')}) => function* ${text}`
      return `L.fromResumable(R(${id})(${outer.join(', ')}))`
    }
    const cells = outer.map((name) => `{get v() { return ${name} }, set v(x) { ${name} = x }}`)
    return `L.function(function ${text}, () => R(${id})(${cells.join(', ')}))`
  }

  #functionBody(line: number, method: boolean): string {
    const head = (scope: Scope) => {
      const names: string[] = []
      if (method) names.push(this.#declare('self').js)
      this.#expect('(')
      if (!this.#test(')')) {
        do {
          if (this.#take('...')) {
            scope.varargs = true
            break
          }
          if (this.lexer.token.kind !== 'name') throw this.lexer.error("<name> or '...' expected")
          names.push(this.#declare(this.#name()).js)
        } while (this.#take(','))
      }
      this.#expect(')')
      const parameters = names.map((name) => this.#raw(name))
      if (scope.varargs) parameters.push('...rest')
      return { parameters, before: this.#intoCells(names) }
    }
    return this.#function(head, () => {
      const body = this.#block()
      this.#close('end', 'function', line)
      return body
    })
  }

  /** A block, after which its locals are gone; `finish` still sees them. */
  #block(finish: () => string = () => ''): string {
    const { locals } = this.#scope
    const before = locals.length
    let js = ''
    for (let last = false; !last && !BLOCK_ENDS.has(this.lexer.token.kind);) {
      last = this.#test('return') || this.#test('break')
      js += this.#nested(() => this.#statement())
      this.#take(';')
    }
    js += finish()
    locals.length = before
    return js
  }

  // Statements

  #statement(): string {
    const { line } = this.lexer
    switch (this.lexer.token.kind) {
      case 'if':
        return this.#if(line)
      case 'while': {
        this.lexer.next()
        const condition = truth(this.#expression())
        this.#expect('do')
        return `while (${condition}) {\nL.tick();\n${this.#loop()}${this.#end('while', line)}}\n`
      }
      case 'do': {
        this.lexer.next()
        return `{\n${this.#block()}${this.#end('do', line)}}\n`
      }
      case 'for':
        return this.#for(line)
      case 'repeat': {
        this.lexer.next()
        this.#scope.loops++
        const body = this.#block(() => {
          this.#scope.loops--
          this.#close('until', 'repeat', line)
          return `if (${truth(this.#expression())}) break;\n`
        })
        return `for (;;) {\nL.tick();\n${body}}\n`
      }
      case 'function':
        return this.#functionStatement(line)
      case 'local':
        this.lexer.next()
        return this.#take('function') ? this.#localFunction() : this.#local()
      case 'return':
        return this.#return()
      case 'break':
        this.lexer.next()
        if (this.#scope.loops === 0) throw this.lexer.error('no loop to break')
        return 'break;\n'
      default:
        return this.#expressionStatement()
    }
  }

  #end(opening: string, line: number): string {
    this.#close('end', opening, line)
    return ''
  }

  #loop(): string {
    this.#scope.loops++
    const body = this.#block()
    this.#scope.loops--
    return body
  }

  #if(line: number): string {
    let js = ''
    do {
      this.lexer.next()
      const condition = truth(this.#expression())
      this.#expect('then')
      js += `${js && ' else '}if (${condition}) {\n${this.#block()}}`
    } while (this.#test('elseif'))
    if (this.#take('else')) js += ` else {\n${this.#block()}}`
    this.#close('end', 'if', line)
    return `${js}\n`
  }

  #for(line: number): string {
    this.lexer.next()
    const first = this.#name()
    switch (this.lexer.token.kind) {
      case '=':
        return this.#numericFor(first, line)
      case ',':
      case 'in':
        return this.#genericFor(first, line)
      default:
        throw this.lexer.error("'=' or 'in' expected")
    }
  }

  #numericFor(name: string, line: number): string {
    this.lexer.next()
    const start = one(this.#expression())
    this.#expect(',')
    const limit = one(this.#expression())
    const step = this.#take(',') ? one(this.#expression()) : '1'
    const site = this.#site(undefined, line)
    this.#expect('do')
    const { locals } = this.#scope
    const before = locals.length
    const local = this.#declare(name)
    const body = this.#loop()
    locals.length = before
    this.#close('end', 'for', line)
    const [i, to, by] = [this.#fresh(), this.#fresh(), this.#fresh()]
    return (
      `for (let [${i}, ${to}, ${by}] = L.loop(${start}, ${limit}, ${step}, ${site}); ` +
      `${by} > 0 ? ${i} <= ${to} : ${i} >= ${to}; ${i} += ${by}) {\n` +
      `L.tick();\n${this.#bindOne(local.js, i)}${body}}\n`
    )
  }

  #genericFor(first: string, line: number): string {
    const names = [first]
    while (this.#take(',')) names.push(this.#name())
    this.#expect('in')
    const values = list(this.#expressions())
    const site = this.#site(undefined, line)
    this.#expect('do')
    const { locals } = this.#scope
    const before = locals.length
    const declared = names.map((name) => this.#declare(name).js)
    const body = this.#loop()
    locals.length = before
    this.#close('end', 'for', line)
    const [step, state, control] = [this.#fresh(), this.#fresh(), this.#fresh()]
    const call = this.#callOf(site, step, [state, control])
    const item = this.#place(declared[0]!)
    return (
      `{\nlet [${step}, ${state}, ${control}] = ${values};\nfor (;;) {\n` +
      `L.tick();\n${this.#bind(declared, call)}` +
      `if (${item} === undefined) break;\n${control} = ${item};\n${body}}\n}\n`
    )
  }

  #functionStatement(line: number): string {
    this.lexer.next()
    let target = this.#variable(this.#name())
    let method = false
    while (!method && (this.#test('.') || this.#test(':'))) {
      method = this.#test(':')
      this.lexer.next()
      target = this.#entry(target, quoted(this.#peekName()), this.#name())
    }
    return `${target.assign!(this.#functionBody(line, method))};\n`
  }

  #peekName(): string {
    return this.lexer.token.text ?? ''
  }

  #localFunction(): string {
    const { js } = this.#declare(this.#name())
    const body = this.#functionBody(this.lexer.line, false)
    return `${this.#bindOne(js, 'undefined')}${this.#place(js)} = ${body};\n`
  }

  #local(): string {
    const names = [this.#name()]
    while (this.#take(',')) names.push(this.#name())
    const values = this.#take('=') ? this.#expressions() : []
    const declared = names.map((name) => this.#declare(name).js)
    if (declared.length === 1 && values.length <= 1) {
      return this.#bindOne(declared[0]!, values[0] ? one(values[0]) : 'undefined')
    }
    if (values.length === 0)
      return declared.map((name) => this.#bindOne(name, 'undefined')).join('')
    return this.#bind(declared, list(values))
  }

  #return(): string {
    this.lexer.next()
    if (BLOCK_ENDS.has(this.lexer.token.kind) || this.#test(';')) return 'return [];\n'
    const values = this.#expressions()
    const [first] = values
    if (values.length === 1 && first?.returned) return first.returned
    return `return ${list(values)};\n`
  }

  #expressionStatement(): string {
    const first = this.#suffixed()
    if (first.many === 'call') return `${first.js};\n`
    const targets = [first]
    while (this.#take(',')) targets.push(this.#suffixed())
    if (targets.some((target) => !target.assign)) throw this.lexer.error('syntax error')
    this.#expect('=')
    const values = this.#expressions()
    if (targets.length === 1 && values.length === 1) return `${first.assign!(one(values[0]!))};\n`
    return this.#assignMany(targets, values)
  }

  /** All owners, keys and values are known before the first is assigned to. */
  #assignMany(targets: readonly Expression[], values: readonly Expression[]): string {
    let js = ''
    const ready = targets.map((target) => {
      if (!target.entry) return target
      const [owner, key] = [this.#fresh(), this.#fresh()]
      js += `const ${owner} = ${one(target.entry.owner)}, ${key} = ${target.entry.key};\n`
      const { site } = target.entry
      return {
        ...target,
        assign: (value: string) => `L.setIndex(${owner}, ${key}, ${value}, ${site})`,
      }
    })
    const names = targets.map(() => this.#fresh())
    js += `const [${names.join(', ')}] = ${list(values)};\n`
    for (let index = ready.length - 1; index >= 0; index--) {
      js += `${ready[index]!.assign!(names[index]!)};\n`
    }
    return `{\n${js}}\n`
  }

  // Expressions

  #expressions(): Expression[] {
    const values = [this.#expression()]
    while (this.#take(',')) values.push(this.#expression())
    return values
  }

  #expression(limit = 0): Expression {
    return this.#nested(() => {
      let left = this.#unary()
      for (;;) {
        const kind = this.lexer.token.kind
        const operator = Object.hasOwn(OPERATORS, kind) ? OPERATORS[kind] : undefined
        if (operator === undefined || operator.left <= limit) return left
        this.lexer.next()
        left = this.#binary(kind, operator, left, this.#expression(operator.right))
      }
    })
  }

  #unary(): Expression {
    const { kind } = this.lexer.token
    if (kind !== 'not' && kind !== '-' && kind !== '#') return this.#simple()
    this.lexer.next()
    const operand = this.#expression(UNARY)
    if (kind === 'not') return { js: `!${truth(operand)}`, boolean: true }
    const site = this.#site(undefined, undefined, [operand])
    return { js: `L.${kind === '-' ? 'negate' : 'length'}(${one(operand)}, ${site})` }
  }

  #binary(kind: string, { method }: Operator, left: Expression, right: Expression): Expression {
    const [a, b] = [one(left), one(right)]
    if (method) {
      return { js: `L.${method}(${a}, ${b}, ${this.#site(undefined, undefined, [left, right])})` }
    }
    switch (kind) {
      case 'and':
      case 'or': {
        const name = this.#temporary()
        const is = `((${name} = ${a}) === undefined || ${name} === false)`
        return { js: kind === 'and' ? `(${is} ? ${name} : ${b})` : `(${is} ? ${b} : ${name})` }
      }
      case '==':
        return { js: `L.equal(${a}, ${b})`, boolean: true }
      case '~=':
        return { js: `!L.equal(${a}, ${b})`, boolean: true }
      case '<':
        return { js: `L.less(${a}, ${b}, ${this.#site()})`, boolean: true }
      case '<=':
        return { js: `L.lessOrEqual(${a}, ${b}, ${this.#site()})`, boolean: true }
      default:
        return this.#swapped(kind === '>' ? 'less' : 'lessOrEqual', a, b)
    }
  }

  /** `a > b` is `b < a`, with `a` looked at first. */
  #swapped(method: string, a: string, b: string): Expression {
    const name = this.#temporary()
    return { js: `(${name} = ${a}, L.${method}(${b}, ${name}, ${this.#site()}))`, boolean: true }
  }

  #simple(): Expression {
    const { token } = this.lexer
    switch (token.kind) {
      case 'number':
        this.lexer.next()
        return { js: numeral((token as { value: number }).value) }
      case 'string':
        this.lexer.next()
        return { js: quoted(token.text!) }
      case 'nil':
        this.lexer.next()
        return { js: 'undefined' }
      case 'true':
      case 'false':
        this.lexer.next()
        return { js: token.kind, boolean: true }
      case '...':
        if (!this.#scope.varargs) {
          throw this.lexer.error("cannot use '...' outside a vararg function")
        }
        this.lexer.next()
        return { js: 'rest', many: 'rest' }
      case '{':
        return this.#table()
      case 'function': {
        const { line } = this.lexer
        this.lexer.next()
        return { js: this.#functionBody(line, false) }
      }
      default:
        return this.#suffixed()
    }
  }

  #primary(): Expression {
    const { line, token } = this.lexer
    if (token.kind === 'name') return this.#variable(this.#name())
    if (!this.#take('(')) throw this.lexer.error('unexpected symbol')
    const inner = this.#expression()
    this.#close(')', '(', line)
    // Between parentheses there is one value, which nobody assigns to.
    return { js: one(inner), ...(inner.boolean && { boolean: true }) }
  }

  #suffixed(): Expression {
    let value = this.#primary()
    for (;;) {
      switch (this.lexer.token.kind) {
        case '.':
          this.lexer.next()
          value = this.#entry(value, quoted(this.#peekName()), this.#name())
          break
        case '[': {
          this.lexer.next()
          const key = this.#expression()
          this.#expect(']')
          const constant =
            /^"/.test(key.js) && !key.many ? (JSON.parse(key.js) as string) : undefined
          value = this.#entry(value, one(key), constant)
          break
        }
        case ':': {
          this.lexer.next()
          const name = this.#name()
          if (!this.#test('(') && !this.#test('string') && !this.#test('{')) {
            throw this.lexer.error('function arguments expected')
          }
          const owner = this.#temporary()
          const method = `L.index(${owner} = ${one(value)}, ${quoted(name)}, ${this.#site(value)})`
          value = this.#call({ js: method, what: 'method', name }, [owner])
          break
        }
        case '(':
        case 'string':
        case '{':
          value = this.#call(value, [])
          break
        default:
          return value
      }
    }
  }

  #entry(owner: Expression, key: string, name: string | undefined): Expression {
    const site = this.#site(owner)
    return {
      js: `L.index(${one(owner)}, ${key}, ${site})`,
      ...(name !== undefined && { what: 'field' as const, name }),
      assign: (value) => `L.setIndex(${one(owner)}, ${key}, ${value}, ${site})`,
      entry: { owner, key, site },
    }
  }

  #call(callee: Expression, before: readonly string[]): Expression {
    const { line } = this.lexer
    const site = this.#site(callee, line)
    let args: Expression[] = []
    if (this.#test('(')) {
      if (line !== this.lexer.lastLine) {
        throw this.lexer.error('ambiguous syntax (function call x new statement)')
      }
      this.lexer.next()
      if (!this.#test(')')) args = this.#expressions()
      this.#close(')', '(', line)
    } else args = [this.#simple()]
    // The callee is looked at before the arguments are.
    const words = [...before, ...(args.length > 0 ? [spread(args)] : [])]
    const js = this.#callOf(site, one(callee), words)
    const returned = this.#cells
      ? `{\nconst call = L.beginLast(${[site, one(callee), ...words].join(', ')});\n` +
        'return L.suspends(call) ? yield call : call;\n}\n'
      : `return ${js};\n`
    return { js, many: 'call', returned }
  }

  #callOf(site: string, callee: string, args: readonly string[]): string {
    const words = [site, callee, ...args].join(', ')
    return this.#cells ? `(yield L.begin(${words}))` : `L.call(${words})`
  }

  #table(): Expression {
    const { line } = this.lexer
    const items: Expression[] = []
    const entries: string[] = []
    this.#expect('{')
    while (!this.#test('}')) {
      if (this.lexer.token.kind === 'name' && this.lexer.peek().kind === '=') {
        const key = quoted(this.#name())
        this.lexer.next()
        entries.push(`[${key}, ${one(this.#expression())}]`)
      } else if (this.#take('[')) {
        const key = one(this.#expression())
        this.#expect(']')
        this.#expect('=')
        entries.push(`[${key}, ${one(this.#expression())}]`)
      } else items.push(this.#expression())
      if (!this.#take(',') && !this.#take(';')) break
    }
    this.#close('}', '{', line)
    const room = entries.length > 0 ? `.withRoom(${entries.length})` : ''
    const made = (items.length > 0 ? `T.of(${list(items)})` : 'new T()') + room
    if (entries.length === 0) return { js: made }
    return { js: `L.tableOf(${made}, [${entries.join(', ')}], ${this.#site()})` }
  }
}

/** One value of an expression. */
const one = ({ js, many }: Expression): string =>
  many === 'call' ? `${js}[0]` : many === 'rest' ? `${js}[0]` : js

/** All values of expressions as the words of a JavaScript list: the last may be many. */
const spread = (values: readonly Expression[]): string =>
  values
    .map((value, index) =>
      value.many && index === values.length - 1 ? `...${value.js}` : one(value),
    )
    .join(', ')

const list = (values: readonly Expression[]): string => {
  const [first] = values
  return values.length === 1 && first?.many ? first.js : `[${spread(values)}]`
}

const truth = (value: Expression): string =>
  value.boolean ? `(${value.js})` : `L.isTrue(${one(value)})`

const quoted = (text: string): string => JSON.stringify(text)

const numeral = (value: Value & number): string =>
  Number.isNaN(value) ? 'NaN' : value === Infinity ? 'Infinity' : `(${String(value)})`
