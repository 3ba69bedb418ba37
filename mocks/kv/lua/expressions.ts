// Compiles Lua expressions to JavaScript.

import { ChunkReader, type Expression, list, one, quoted, spread, truth } from './scope.js'

/** The precedence of an operator on its left and right side, and the code that computes it. */
interface Operator {
  readonly left: number
  readonly right: number
  readonly js: (a: string, b: string, site: () => string) => string
  readonly boolean?: boolean
}

const method =
  (name: string, ...first: string[]): Operator['js'] =>
  (a, b, site) =>
    `L.${name}(${[...first, a, b, site()].join(', ')})`

const arithmetic = (name: string) => method('arithmetic', `"${name}"`)

/** JavaScript that tests a value. `left` keeps the value, which may become the result. */
const IS_FALSE = (a: string) => `((left = ${a}) === undefined || left === false)`

const OPERATORS: Readonly<Record<string, Operator>> = {
  or: { left: 1, right: 1, js: (a, b) => `(${IS_FALSE(a)} ? ${b} : left)` },
  and: { left: 2, right: 2, js: (a, b) => `(${IS_FALSE(a)} ? left : ${b})` },
  '<': { left: 3, right: 3, js: method('less'), boolean: true },
  '>': { left: 3, right: 3, js: method('greater'), boolean: true },
  '<=': { left: 3, right: 3, js: method('lessOrEqual'), boolean: true },
  '>=': { left: 3, right: 3, js: method('greaterOrEqual'), boolean: true },
  '~=': { left: 3, right: 3, js: (a, b) => `!L.equal(${a}, ${b})`, boolean: true },
  '==': { left: 3, right: 3, js: (a, b) => `L.equal(${a}, ${b})`, boolean: true },
  '..': { left: 5, right: 4, js: method('concat') },
  '+': { left: 6, right: 6, js: method('add') },
  '-': { left: 6, right: 6, js: method('sub') },
  '*': { left: 7, right: 7, js: method('mul') },
  '/': { left: 7, right: 7, js: arithmetic('__div') },
  '%': { left: 7, right: 7, js: arithmetic('__mod') },
  '^': { left: 10, right: 9, js: arithmetic('__pow') },
}
const UNARY = 8

export abstract class ExpressionCompiler extends ChunkReader {
  /** Compiles the parameters and the body of a function. `line` is the line of its keyword. */
  protected abstract functionBody(line: number, isMethod: boolean): string

  protected expressions(): Expression[] {
    const values = [this.expression()]
    while (this.take(',')) values.push(this.expression())
    return values
  }

  protected expression(limit = 0): Expression {
    return this.nested(() => {
      let left = this.#unary()
      for (;;) {
        const { kind } = this.lexer.token
        const operator = Object.hasOwn(OPERATORS, kind) ? OPERATORS[kind] : undefined
        if (operator === undefined || operator.left <= limit) return left
        this.lexer.next()
        const operands = [left, this.expression(operator.right)] as const
        const [a, b] = operands.map(one) as [string, string]
        const js = operator.js(a, b, () => this.site(undefined, undefined, operands))
        left = { js, boolean: operator.boolean ?? false }
      }
    })
  }

  #unary(): Expression {
    const { kind } = this.lexer.token
    if (kind !== 'not' && kind !== '-' && kind !== '#') return this.#simple()
    this.lexer.next()
    const operand = this.expression(UNARY)
    if (kind === 'not') return { js: `!${truth(operand)}`, boolean: true }
    const site = this.site(undefined, undefined, [operand])
    return { js: `L.${kind === '-' ? 'negate' : 'length'}(${one(operand)}, ${site})` }
  }

  #simple(): Expression {
    const { line, token } = this.lexer
    switch (token.kind) {
      case 'number':
        this.lexer.next()
        return { js: numeral((token as { value: number }).value) }
      case 'string':
        this.lexer.next()
        return { js: quoted(token.text!) }
      case 'nil':
      case 'true':
      case 'false':
        this.lexer.next()
        return token.kind === 'nil' ? { js: 'undefined' } : { js: token.kind, boolean: true }
      case '...':
        if (!this.scope.varargs) {
          throw this.lexer.error("cannot use '...' outside a vararg function")
        }
        this.lexer.next()
        return { js: 'rest', many: true }
      case '{':
        return this.#table()
      case 'function':
        this.lexer.next()
        return { js: this.functionBody(line, false) }
      default:
        return this.suffixed()
    }
  }

  #primary(): Expression {
    const { line, token } = this.lexer
    if (token.kind === 'name') return this.variable(this.name())
    if (!this.take('(')) throw this.lexer.error('unexpected symbol')
    const inner = this.expression()
    this.close(')', '(', line)
    // Parentheses reduce several values to one. The result cannot be assigned to.
    return { js: one(inner), boolean: inner.boolean ?? false }
  }

  /** Compiles a primary expression with the field accesses and calls that follow it. */
  protected suffixed(): Expression {
    let value = this.#primary()
    for (;;) {
      switch (this.lexer.token.kind) {
        case '.':
          this.lexer.next()
          value = this.namedEntry(value)
          break
        case '[': {
          this.lexer.next()
          const key = this.expression()
          this.expect(']')
          const isText = /^"/.test(key.js) && !key.many
          value = this.#entry(value, one(key), isText ? (JSON.parse(key.js) as string) : undefined)
          break
        }
        case ':':
          this.lexer.next()
          value = this.#methodCall(value)
          break
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

  /** Compiles `.name` after its dot. */
  protected namedEntry(owner: Expression): Expression {
    // Reads the name without consuming the token, because errors must report the line of the name.
    const { text = '' } = this.lexer.token
    const name = this.name()
    return this.#entry(owner, quoted(text), name)
  }

  #entry(owner: Expression, key: string, name: string | undefined): Expression {
    const site = this.site(owner)
    return {
      js: `L.index(${one(owner)}, ${key}, ${site})`,
      ...(name !== undefined && { what: 'field' as const, name }),
      assign: (value) => `L.setIndex(${one(owner)}, ${key}, ${value}, ${site})`,
      entry: { owner, key, site },
    }
  }

  #methodCall(value: Expression): Expression {
    const name = this.name()
    if (!this.test('(') && !this.test('string') && !this.test('{')) {
      throw this.lexer.error('function arguments expected')
    }
    const js = `L.index(owner = ${one(value)}, ${quoted(name)}, ${this.site(value)})`
    return this.#call({ js, what: 'method', name }, ['owner'])
  }

  /** Compiles a call. `first` contains arguments that precede those in parentheses. */
  #call(callee: Expression, first: readonly string[]): Expression {
    const { line } = this.lexer
    const site = this.site(callee, line)
    let args: Expression[] = []
    if (this.test('(')) {
      if (line !== this.lexer.lastLine) {
        throw this.lexer.error('ambiguous syntax (function call x new statement)')
      }
      this.lexer.next()
      if (!this.test(')')) args = this.expressions()
      this.close(')', '(', line)
    } else args = [this.#simple()]
    const given = [site, one(callee), ...first, ...(args.length > 0 ? [spread(args)] : [])]
    const words = given.join(', ')
    return {
      js: callOf(words),
      many: true,
      returned: `call = L.beginTail(${words});\nreturn L.suspends(call) ? yield call : call;\n`,
    }
  }

  #table(): Expression {
    const { line } = this.lexer
    const items: Expression[] = []
    const entries: string[] = []
    this.expect('{')
    while (!this.test('}')) {
      if (this.lexer.token.kind === 'name' && this.lexer.peek().kind === '=') {
        const key = quoted(this.name())
        this.lexer.next()
        entries.push(`[${key}, ${one(this.expression())}]`)
      } else if (this.take('[')) {
        const key = one(this.expression())
        this.expect(']')
        this.expect('=')
        entries.push(`[${key}, ${one(this.expression())}]`)
      } else items.push(this.expression())
      if (!this.take(',') && !this.take(';')) break
    }
    this.close('}', '{', line)
    const values = items.length === 1 && items[0]!.many ? `L.counted(${list(items)})` : list(items)
    const table = items.length > 0 ? `T.of(${values})` : 'new T()'
    if (entries.length === 0) return { js: table }
    const roomy = `${table}.withRoom(${entries.length})`
    return { js: `L.tableOf(${roomy}, [${entries.join(', ')}], ${this.site()})` }
  }
}

/** Returns the JavaScript of a call. Built-in functions have their values at once and need no yield. */
export const callOf = (words: string): string =>
  `(L.isDone(call = L.begin(${words})) ? call : yield call)`

const numeral = (value: number): string => (Number.isFinite(value) ? `(${value})` : String(value))
