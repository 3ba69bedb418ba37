// Compiles a chunk of Lua to JavaScript: functions, blocks and statements.
//
// The JavaScript refers only to its own variables, the interpreter, the globals, the sites of the chunk
// (positions for its errors) and `Table`. `call`, `owner` and `left` hold a value between two
// operations of one expression.

import { compileFunction } from 'node:vm'
import { callOf, ExpressionCompiler } from './expressions.js'
import { type Expression, list, one, truth } from './scope.js'
import { Table, type Chunk, type Function, type Site } from './value.js'

/** Creates the function of a compiled chunk. The JavaScript receives the interpreter as an argument. */
type Linked = (interpreter: object, globals: Table) => Function

type Maker = (
  interpreter: object,
  globals: Table,
  sites: readonly Site[],
  table: typeof Table,
) => Function

/** The length of the JavaScript of a body that takes about one step. */
const SHORT_BODY = 256

const BLOCK_ENDS: ReadonlySet<string> = new Set(['else', 'elseif', 'end', '<eof>', 'until'])

/**
 * Compiles a chunk. Throws a `LuaError` if the text is not valid Lua.
 *
 * @param spend counts the steps of the compiler. Throws when the compiler has run for too long
 */
export const compile = (text: string, chunk: Chunk, spend: (steps: number) => void): Linked =>
  new Compiler(text, chunk, spend).compiled()

class Compiler extends ExpressionCompiler {
  compiled(): Linked {
    const main = this.inScope(() => {
      this.scope.varargs = true
      const body = this.#block()
      this.expect('<eof>')
      return this.#generator(['...rest'], body, 1)
    })
    try {
      const text = `'use strict';\nreturn ${main}`
      const maker = compileFunction(text, ['L', 'G', 'S', 'T']) as Maker
      return (interpreter, globals) => maker(interpreter, globals, this.sites, Table)
    } catch (error) {
      // The parser of JavaScript throws a RangeError when its own stack is full.
      if (error instanceof RangeError) throw this.lexer.error('chunk has too many syntax levels')
      throw error
    }
  }

  #generator(parameters: readonly string[], body: string, line: number): string {
    const head = `function* ${this.fresh()}(${parameters.join(', ')})`
    return `${head} {\nlet call, owner, left;\n${this.#ticking(line, body)}return [];\n}`
  }

  protected override functionBody(line: number, isMethod: boolean): string {
    return this.inScope(() => {
      const parameters = isMethod ? [this.declare('self')] : []
      this.expect('(')
      if (!this.test(')')) this.#parameters(parameters)
      this.expect(')')
      const body = this.#block()
      this.close('end', 'function', line)
      return this.#generator(parameters, body, line)
    })
  }

  #parameters(parameters: string[]): void {
    do {
      if (this.take('...')) {
        this.scope.varargs = true
        parameters.push('...rest')
        return
      }
      if (!this.test('name')) throw this.lexer.error("<name> or '...' expected")
      parameters.push(this.declare(this.name()))
    } while (this.take(','))
  }

  /** Compiles a block. `finish` compiles code at its end that sees its local variables. */
  #block(finish: () => string = () => ''): string {
    return this.inBlock(() => {
      let js = ''
      for (let isLast = false; !isLast && !BLOCK_ENDS.has(this.lexer.token.kind);) {
        isLast = this.test('return') || this.test('break')
        js += this.nested(() => this.#statement())
        this.take(';')
      }
      return js + finish()
    })
  }

  /**
   * Precedes the body of a loop or function by code that counts a step, or more for a long body. There
   * a script may pause.
   */
  #ticking(line: number, body: string): string {
    const steps = 1 + Math.floor(body.length / SHORT_BODY)
    return `if (L.tick(${steps})) yield L.pause(${this.site(undefined, line)});\n${body}`
  }

  #loop(finish?: () => string): string {
    this.scope.loops++
    const body = this.#block(finish)
    this.scope.loops--
    return body
  }

  #statement(): string {
    const { line } = this.lexer
    switch (this.lexer.token.kind) {
      case 'if':
        return this.#if(line)
      case 'while':
        return this.#while(line)
      case 'do': {
        this.lexer.next()
        const body = this.#block()
        this.close('end', 'do', line)
        return `{\n${body}}\n`
      }
      case 'for':
        return this.#for(line)
      case 'repeat':
        return this.#repeat(line)
      case 'function':
        return this.#functionStatement(line)
      case 'local':
        this.lexer.next()
        return this.take('function') ? this.#localFunction() : this.#local()
      case 'return':
        return this.#return()
      case 'break':
        this.lexer.next()
        if (this.scope.loops === 0) throw this.lexer.error('no loop to break')
        return 'break;\n'
      default:
        return this.#expressionStatement()
    }
  }

  #if(line: number): string {
    let js = ''
    do {
      this.lexer.next()
      const condition = truth(this.expression())
      this.expect('then')
      js += `${js && ' else '}if (${condition}) {\n${this.#block()}}`
    } while (this.test('elseif'))
    if (this.take('else')) js += ` else {\n${this.#block()}}`
    this.close('end', 'if', line)
    return `${js}\n`
  }

  #while(line: number): string {
    this.lexer.next()
    const condition = truth(this.expression())
    this.expect('do')
    const body = this.#loop()
    this.close('end', 'while', line)
    return `while (${condition}) {\n${this.#ticking(line, body)}}\n`
  }

  #repeat(line: number): string {
    this.lexer.next()
    const body = this.#loop(() => {
      this.close('until', 'repeat', line)
      return `if (${truth(this.expression())}) break;\n`
    })
    return `for (;;) {\n${this.#ticking(line, body)}}\n`
  }

  #for(line: number): string {
    this.lexer.next()
    const first = this.name()
    if (this.test('=')) return this.#numericFor(first, line)
    if (this.test(',') || this.test('in')) return this.#genericFor(first, line)
    throw this.lexer.error("'=' or 'in' expected")
  }

  #numericFor(name: string, line: number): string {
    this.lexer.next()
    const start = one(this.expression())
    this.expect(',')
    const limit = one(this.expression())
    const step = this.take(',') ? one(this.expression()) : '1'
    const site = this.site(undefined, line)
    const [[local = ''], body] = this.#forBody([name], line)
    const [i, to, by] = [this.fresh(), this.fresh(), this.fresh()]
    return (
      `for (let [${i}, ${to}, ${by}] = L.loop(${start}, ${limit}, ${step}, ${site}); ` +
      `${by} > 0 ? ${i} <= ${to} : ${i} >= ${to}; ${i} += ${by}) {\n` +
      `${this.#ticking(line, `let ${local} = ${i};\n${body}`)}}\n`
    )
  }

  #genericFor(first: string, line: number): string {
    const names = [first]
    while (this.take(',')) names.push(this.name())
    this.expect('in')
    const values = list(this.expressions())
    const site = this.site(undefined, line)
    const [locals, body] = this.#forBody(names, line)
    const [step, state, control] = [this.fresh(), this.fresh(), this.fresh()]
    const call = callOf([site, step, state, control].join(', '))
    const round =
      `let [${locals.join(', ')}] = ${call};\n` +
      `if (${locals[0]} === undefined) break;\n${control} = ${locals[0]};\n${body}`
    return (
      `{\nlet [${step}, ${state}, ${control}] = ${values};\nfor (;;) {\n` +
      `${this.#ticking(line, round)}}\n}\n`
    )
  }

  #forBody(names: readonly string[], line: number): [locals: string[], body: string] {
    this.expect('do')
    return this.inBlock(() => {
      const locals = names.map((name) => this.declare(name))
      const body = this.#loop()
      this.close('end', 'for', line)
      return [locals, body]
    })
  }

  #functionStatement(line: number): string {
    this.lexer.next()
    let target = this.variable(this.name())
    let isMethod = false
    while (!isMethod && (this.test('.') || this.test(':'))) {
      isMethod = this.test(':')
      this.lexer.next()
      target = this.namedEntry(target)
    }
    return `${target.assign!(this.functionBody(line, isMethod))};\n`
  }

  #localFunction(): string {
    const js = this.declare(this.name())
    return `let ${js};\n${js} = ${this.functionBody(this.lexer.line, false)};\n`
  }

  #local(): string {
    const names = [this.name()]
    while (this.take(',')) names.push(this.name())
    const values = this.take('=') ? this.expressions() : []
    const locals = names.map((name) => this.declare(name)).join(', ')
    if (values.length === 0) return `let ${locals};\n`
    if (names.length === 1 && values.length === 1) return `let ${locals} = ${one(values[0]!)};\n`
    return `let [${locals}] = ${list(values)};\n`
  }

  #return(): string {
    this.lexer.next()
    if (BLOCK_ENDS.has(this.lexer.token.kind) || this.test(';')) return 'return [];\n'
    const values = this.expressions()
    const [first] = values
    return (values.length === 1 && first?.returned) || `return ${list(values)};\n`
  }

  #expressionStatement(): string {
    const first = this.suffixed()
    if (first.returned) return `${first.js};\n`
    const targets = [first]
    while (this.take(',')) targets.push(this.suffixed())
    if (targets.some((target) => !target.assign)) throw this.lexer.error('syntax error')
    this.expect('=')
    const values = this.expressions()
    if (targets.length === 1 && values.length === 1) return `${first.assign!(one(values[0]!))};\n`
    return this.#assignMany(targets, values)
  }

  /** Compiles an assignment to several variables, after the evaluation of all tables, keys and values. */
  #assignMany(targets: readonly Expression[], values: readonly Expression[]): string {
    let js = ''
    const assignments = targets.map(({ entry, assign }) => {
      if (!entry) return assign!
      const [owner, key] = [this.fresh(), this.fresh()]
      js += `const ${owner} = ${one(entry.owner)}, ${key} = ${entry.key};\n`
      return (value: string) => `L.setIndex(${owner}, ${key}, ${value}, ${entry.site})`
    })
    const names = targets.map(() => this.fresh())
    js += `const [${names.join(', ')}] = ${list(values)};\n`
    const assigned = assignments.map((assign, index) => `${assign(names[index]!)};\n`)
    return `{\n${js}${assigned.reverse().join('')}}\n`
  }
}
