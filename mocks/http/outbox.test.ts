import { expect, test } from 'vitest'
import { fetchOf } from './fetch.js'
import { Outbox } from './outbox.js'

test('what is put is read, all that waits as one', async () => {
  const outbox = new Outbox(100)
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

test('who lets go is over, though a read is under way', async () => {
  const outbox = new Outbox(100)
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

test('a backlog beyond the limit breaks the stream off', async () => {
  const outbox = new Outbox(3)
  let over = false
  outbox.whenOver(() => (over = true))
  outbox.put('abc')
  expect(outbox.brokenOff.aborted).toBe(false)
  outbox.put('d')

  expect(outbox.brokenOff.aborted).toBe(true)
  expect(over).toBe(true)
  expect(await outbox.next()).toEqual({ value: undefined, done: true })
})

test('a fetch sees a stream that is broken off as an error', async () => {
  const outbox = new Outbox(3)
  const answer = { status: 200, headers: {}, body: outbox, breakOff: outbox.brokenOff }
  const { body } = await fetchOf(() => answer)('/')
  outbox.put('x'.repeat(4))

  await expect(body!.getReader().read()).rejects.toThrow('more than 3 characters')
})
