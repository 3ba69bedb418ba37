// Parses the expressions of `Svc-Retry-Delay` (rule `queue.retry-delay.expression-in-milliseconds`
// and others).

/** Returns the milliseconds before the next retry after `retried` retries. */
export type DelayExpression = (retried: number) => number

/** A syntax error in an expression. The message has the column, counted from 1. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/**
 * The nine functions that the contract defines, with the minimum and the maximum number of arguments
 * (rule `queue.retry-delay.min-max-of-more`).
 */
const FUNCTIONS: Readonly<
  Record<string, readonly [apply: (...values: number[]) => number, least: number, most: number]>
> = {
  pow: [Math.pow, 2, 2],
  sqrt: [Math.sqrt, 1, 1],
  abs: [Math.abs, 1, 1],
  exp: [Math.exp, 1, 1],
  floor: [Math.floor, 1, 1],
  ceil: [Math.ceil, 1, 1],
  round: [Math.round, 1, 1],
  min: [Math.min, 2, Infinity],
  max: [Math.max, 2, Infinity],
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

/** A number, a name or a sign. Spaces between tokens are skipped. */
const TOKEN = /\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|[a-z_]\w*|\S/gi

/** Parses an expression. Throws an `ExpressionError` if the syntax is wrong. */
export function parseDelayExpression(text: string): DelayExpression {
  if (text.length > MAX_LENGTH) {
    throw new ExpressionError(`it has ${text.length} characters, at most ${MAX_LENGTH} are allowed`)
  }
  const tokens = Array.from(text.matchAll(TOKEN), ({ 0: found, index }) => ({ found, index }))
  const end = { found: '', index: text.length }
  let at = 0
  let depth = 0
  const peek = () => tokens[at] ?? end
  const isNext = (...signs: string[]) => signs.includes(peek().found)

  function fail(reason: string): never {
    throw new ExpressionError(`column ${peek().index + 1}: ${reason}`)
  }

  const unexpected = (expected: string): never =>
    fail(`expected ${expected}, got ${peek() === end ? 'the end' : `"${peek().found}"`}`)

  function take(sign: string): void {
    if (!isNext(sign)) unexpected(`"${sign}"`)
    at++
  }

  /** Parses operators of one precedence from left to right. */
  function chain(signs: readonly string[], operand: () => DelayExpression): DelayExpression {
    let left = operand()
    while (isNext(...signs)) {
      const operator = OPERATORS[tokens[at++]!.found]!
      const [a, b] = [left, operand()]
      left = (retried) => operator(a(retried), b(retried))
    }
    return left
  }

  const sum = (): DelayExpression => chain(['+', '-'], product)
  const product = (): DelayExpression => chain(['*', '/', '%'], signed)

  function signed(): DelayExpression {
    if (++depth > MAX_DEPTH) fail(`it is nested deeper than ${MAX_DEPTH}`)
    const sign = isNext('+', '-') ? tokens[at++]!.found : undefined
    const value = sign === undefined ? primary() : signed()
    depth--
    return sign === '-' ? (retried) => -value(retried) : value
  }

  function primary(): DelayExpression {
    const { found } = peek()
    if (/^[a-z_]/i.test(found)) return named(found)
    if (!isNext('(') && !/\d/.test(found)) unexpected('a number, "retried", a function or "("')
    at++
    if (found !== '(') return () => Number(found)
    const value = sum()
    take(')')
    return value
  }

  function named(name: string): DelayExpression {
    if (name !== 'retried' && !Object.hasOwn(FUNCTIONS, name)) unexpected(NAMES)
    at++
    if (name === 'retried') return (retried) => retried
    const [apply, least, most] = FUNCTIONS[name]!
    take('(')
    const values = [sum()]
    while (values.length < least || (values.length < most && isNext(','))) {
      take(',')
      values.push(sum())
    }
    take(')')
    return (retried) => apply(...values.map((value) => value(retried)))
  }

  const expression = sum()
  if (peek() !== end) unexpected('an operator or the end')
  return expression
}

const NAMES = `"retried" or one of ${Object.keys(FUNCTIONS).join(', ')}`
