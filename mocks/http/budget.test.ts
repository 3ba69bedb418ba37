import { expect, test } from 'vitest'
import { Budget, bytesOfText } from './budget.js'
import { Outbox } from './outbox.js'

/**
 * Opens a share of the budget for each client. Records the clients that are disconnected and the
 * reasons.
 */
function clients(budget: Budget, names: string) {
  const cut: string[] = []
  const shares = Array.from(names, (name) => budget.open(({ message }) => cut.push(name + message)))
  return { cut, shares }
}

test('disconnects a client over its limit', () => {
  const budget = new Budget({ each: 10, all: 100 })
  const { cut, shares } = clients(budget, 'ab')
  shares[0]!.set(10)
  shares[1]!.set(10)
  expect(cut).toEqual([])

  shares[0]!.set(11)
  expect(cut).toEqual(['amore than 10 bytes wait for this client'])
  expect(budget.bytes).toBe(10)
  shares[0]!.set(99)
  expect([cut.length, budget.bytes]).toEqual([1, 10])
})

test('measures the actual bytes before disconnecting', () => {
  const budget = new Budget({ each: 100, all: 100 })
  const { cut, shares } = clients(budget, 'a')
  let really = 90
  const read = budget.open(
    () => cut.push('read'),
    () => really,
  )
  read.set(90)
  really = 5
  shares[0]!.set(80)
  expect([cut, budget.bytes]).toEqual([[], 85])
})

test.each([
  ['ab\u00e9', 6],
  ['\u20ac\u20ac', 6],
  ['a'.repeat(1000) + '\u{1f600}', 2004],
])('%j takes %i bytes', (text, bytes) => {
  expect(bytesOfText(text)).toBe(bytes)
})

const outboxOf = (each: number) => new Outbox(new Budget({ each, all: Infinity }))

test('waiting events are read as one text', async () => {
  const outbox = outboxOf(100)
  const first = outbox.next()
  outbox.put('a')
  outbox.put('b')

  expect(await first).toEqual({ value: 'ab', done: false })
  outbox.put('c')
  outbox.end()
  outbox.put('d')
  expect(await outbox.next()).toEqual({ value: 'c', done: false })
  expect(await outbox.next()).toEqual({ value: undefined, done: true })
})

test('many waiting events are read in pieces, in order', async () => {
  const outbox = outboxOf(10_000_000)
  const events = Array.from({ length: 3000 }, (_, n) => `${n} ${'x'.repeat(n)}\n`)
  for (const event of events) outbox.put(event)
  outbox.end()

  const pieces: string[] = []
  for await (const piece of outbox) pieces.push(piece)
  expect(pieces.join('') === events.join('')).toBe(true)
  expect(pieces.length).toBeGreaterThan(60)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000)
})

test('return ends the stream during a read', async () => {
  const outbox = outboxOf(100)
  let over = 0
  outbox.whenOver(() => over++)
  const reading = outbox.next()
  await outbox.return()
  await outbox.return()

  expect(await reading).toEqual({ value: undefined, done: true })
  expect(over).toBe(1)
  outbox.whenOver(() => over++)
  expect(over).toBe(2)
})

test.each([
  ['abc', 'd'],
  ['\u20ac', 'd'],
  ['\u00e9', 'd'],
])('more waiting bytes than the limit break the stream off: %j and %j', async (...events) => {
  const outbox = outboxOf(events[0] === '\u00e9' ? 2 : 3)
  let over = false
  outbox.whenOver(() => (over = true))
  outbox.put(events[0])
  expect(outbox.brokenOff.aborted).toBe(false)
  outbox.put(events[1])

  expect(outbox.brokenOff.aborted).toBe(true)
  expect(over).toBe(true)
  expect(await outbox.next()).toEqual({ value: undefined, done: true })
})

test('the piece read last counts until the next read', async () => {
  const outbox = outboxOf(3)
  outbox.put('abc')
  await outbox.next()
  const next = outbox.next()
  outbox.put('def')
  expect(await next).toEqual({ value: 'def', done: false })

  outbox.put('g')
  expect(outbox.brokenOff.aborted).toBe(true)
})

test('over the total limit: breaks off the slowest reader', async () => {
  const budget = new Budget({ each: 100, all: 100 })
  const [slow, slower, fast] = [new Outbox(budget), new Outbox(budget), new Outbox(budget)]
  slower.put('x'.repeat(10))
  for (let n = 0; n < 6; n++) {
    for (const outbox of [slow, slower, fast]) outbox.put('x'.repeat(9))
    await fast.next()
  }
  const isBroken = [slow, slower, fast].map(({ brokenOff }) => brokenOff.aborted)
  expect(isBroken).toEqual([false, true, false])
  expect(budget.bytes).toBe(54 + 9)

  await slow.return()
  fast.end()
  await fast.next()
  expect(budget.bytes).toBe(0)
})
