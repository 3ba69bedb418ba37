// Sine, cosine and arcsine, rounded to the nearest double as in C libraries. Redis stores all digits of
// distances, but JavaScript does not specify the last digit of these functions.

/** A sum of two doubles with 106 bits. The second is too small to change the first. */
type Double2 = readonly [high: number, low: number]

const PI: Double2 = [Math.PI, 1.2246467991473532e-16]

/** Returns the sine of an angle from -π to π. */
export function sin(angle: number): number {
  return rounded(preciseSine(angle))
}

/** Returns the cosine of an angle from -π/2 to π/2. */
export function cos(angle: number): number {
  return rounded(preciseCosine(angle))
}

/** Returns the angle from 0 to π/2 of a sine from 0 to 1. */
export function asin(sine: number): number {
  if (sine >= 1) return Math.PI / 2
  // One step of Newton's method doubles the number of correct digits in the result of JavaScript.
  const guess = Math.asin(sine)
  const [high, low] = preciseSine(guess)
  return guess + (sine - high - low) / Math.cos(guess)
}

function preciseSine(angle: number): Double2 {
  if (angle < 0) return negative(preciseSine(-angle))
  const small: Double2 = angle > Math.PI / 2 ? difference(PI, angle) : [angle, 0]
  return series(small, small, 2)
}

function preciseCosine(angle: number): Double2 {
  const size = Math.abs(angle)
  if (size <= Math.PI / 4) return series([1, 0], [size, 0], 1)
  const rest = difference([PI[0] / 2, PI[1] / 2], size)
  return series(rest, rest, 2)
}

/** Sums a Taylor series. `factor` is the first new factor in the factorial of the second term. */
function series(first: Double2, angle: Double2, factor: number): Double2 {
  const square = product(angle, angle)
  let term = first
  let sum = first
  for (let n = factor; Math.abs(term[0]) > Math.abs(sum[0]) * 2 ** -110; n += 2) {
    term = negative(quotient(product(term, square), n * (n + 1)))
    sum = total(sum, term)
  }
  return sum
}

const rounded = ([high, low]: Double2): number => high + low

const negative = ([high, low]: Double2): Double2 => [-high, -low]

function exactSum(a: number, b: number): Double2 {
  const high = a + b
  const part = high - a
  return [high, a - (high - part) + (b - part)]
}

function exactProduct(a: number, b: number): Double2 {
  const high = a * b
  const [a1, a2] = halves(a)
  const [b1, b2] = halves(b)
  return [high, a1 * b1 - high + a1 * b2 + a2 * b1 + a2 * b2]
}

/** Splits a double into two doubles of 26 bits. The products of such doubles are exact. */
function halves(value: number): Double2 {
  const scaled = value * (2 ** 27 + 1)
  const high = scaled - (scaled - value)
  return [high, value - high]
}

function total(a: Double2, b: Double2): Double2 {
  const [high, low] = exactSum(a[0], b[0])
  return exactSum(high, low + a[1] + b[1])
}

const difference = (a: Double2, b: number): Double2 => total(a, [-b, 0])

function product(a: Double2, b: Double2): Double2 {
  const [high, low] = exactProduct(a[0], b[0])
  return exactSum(high, low + a[0] * b[1] + a[1] * b[0])
}

function quotient(a: Double2, b: number): Double2 {
  const high = a[0] / b
  const [product, error] = exactProduct(high, b)
  return exactSum(high, (a[0] - product - error + a[1]) / b)
}
