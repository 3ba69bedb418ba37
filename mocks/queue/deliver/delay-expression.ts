// Parses the expressions of `Svc-Retry-Delay` (rule `queue.retry-delay.expression-in-milliseconds`
// and others).

/** Returns the milliseconds before the next retry after `retried` retries. */
export type DelayExpression = (retried: number) => number

/** A syntax error in an expression. The message has the column, counted from 1. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/** The nine functions that the contract defines. */
const FUNCTIONS: Readonly<Record<string, (a: number, b: number, ...more: number[]) => number>> = {
  pow: Math.pow,
  sqrt: Math.sqrt,
  abs: Math.abs,
  exp: Math.exp,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
  min: Math.min,
  max: Math.max,
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
}

const MAX_LENGTH = 256
const MAX_DEPTH = 64

const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z_]\w*)|(\S))/iy

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end'
  readonly text: string
  readonly column: number
}

/** Parses an expression. Throws an `ExpressionError` if the syntax is wrong. */
export function parseDelayExpression(text: string): DelayExpression {
  if (text.length > MAX_LENGTH) {
    throw new ExpressionError(`it has ${text.length} characters, at most ${MAX_LENGTH} are allowed`)
  }
  const tokens = tokensOf(text)
  let at = 0
  let depth = 0
  const peek = () => tokens[at]!
  const isNext = (...signs: string[]) => peek().kind === 'sign' && signs.includes(peek().text)

  function unexpected(what: string): never {
    const { kind, text, column } = peek()
    throw new ExpressionError(
      `column ${column}: expected ${what}, got ${kind === 'end' ? 'the end' : `"${text}"`}`,
    )
  }

  function take(sign: string): void {
    if (!isNext(sign)) unexpected(`"${sign}"`)
    at++
  }

  /** Parses operators of one precedence from left to right. */
  function chain(signs: readonly string[], operand: () => DelayExpression): DelayExpression {
    let left = operand()
    while (isNext(...signs)) {
      const operator = OPERATORS[tokens[at++]!.text]!
      const [a, b] = [left, operand()]
      left = (retried) => operator(a(retried), b(retried))
    }
    return left
  }

  const sum = (): DelayExpression => chain(['+', '-'], product)
  const product = (): DelayExpression => chain(['*', '/', '%'], signed)

  function signed(): DelayExpression {
    if (++depth > MAX_DEPTH) {
      throw new ExpressionError(`column ${peek().column}: it is nested deeper than ${MAX_DEPTH}`)
    }
    const sign = isNext('+', '-') ? tokens[at++]!.text : undefined
    const value = sign === undefined ? primary() : signed()
    depth--
    return sign === '-' ? (retried) => -value(retried) : value
  }

  function primary(): DelayExpression {
    const { kind, text } = peek()
    if (kind === 'number') {
      at++
      const value = Number(text)
      return () => value
    }
    if (kind === 'name') return named(text)
    if (!isNext('(')) return unexpected('a number, "retried", a function or "("')
    at++
    const value = sum()
    take(')')
    return value
  }

  function named(name: string): DelayExpression {
    if (name === 'retried') {
      at++
      return (retried) => retried
    }
    const apply = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : unexpected(NAMES)
    at++
    take('(')
    const a = sum()
    if (!BINARY.has(name)) {
      take(')')
      return (retried) => apply(a(retried), NaN)
    }
    take(',')
    const b = sum()
    const more: DelayExpression[] = []
    while (LISTS.has(name) && isNext(',')) {
      at++
      more.push(sum())
    }
    take(')')
    return (retried) => apply(a(retried), b(retried), ...more.map((value) => value(retried)))
  }

  const expression = sum()
  if (peek().kind !== 'end') unexpected('an operator or the end')
  return expression
}

const NAMES = `"retried" or one of ${Object.keys(FUNCTIONS).join(', ')}`

/** The functions with two arguments. All other functions have one argument. */
const BINARY: ReadonlySet<string> = new Set(['pow', 'min', 'max'])

/** The functions that accept more than two arguments (rule `queue.retry-delay.min-max-of-more`). */
const LISTS: ReadonlySet<string> = new Set(['min', 'max'])

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [whole, number, name, sign] = match
    const found = number ?? name ?? sign!
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign'
    tokens.push({ kind, text: found, column: match.index + whole.length - found.length + 1 })
  }
  return [...tokens, { kind: 'end', text: '', column: text.length + 1 }]
}
