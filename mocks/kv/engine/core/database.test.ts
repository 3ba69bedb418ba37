import { beforeEach, expect, test } from 'vitest'
import { Database } from './database.js'

let now: number
let db: Database
beforeEach(() => {
  now = 1000
  db = new Database({ clock: { now: () => now }, random: Math.random })
})

function put(key: string, expiresAt: number): void {
  db.put('string', key, '')
  db.expireAt(key, expiresAt)
}

test('a collection that is empty afterwards no longer exists', () => {
  expect(db.edit('set', 's', (set) => set.delete('x'))).toBe(false)
  expect(db.has('s')).toBe(false)

  db.edit('set', 's', (set) => set.add('x'))
  expect(db.has('s')).toBe(true)

  db.edit('set', 's', (set) => set.delete('x'))
  expect(db.has('s')).toBe(false)
})

test('an empty stream exists', () => {
  const id = { ms: 1, seq: 0 }
  db.edit('stream', 's', (stream) => stream.append(id, ['f', 'v']))
  db.edit('stream', 's', (stream) => stream.delete(id))
  expect(db.view('stream', 's')?.lastId).toEqual(id)
})

test('a change that is refused creates nothing', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  expect(() => db.edit('hash', 'h', refuse)).toThrow('refused')
  expect(db.has('h')).toBe(false)
})

test('a key of another type is refused', () => {
  db.put('string', 'k', '')
  expect(() => db.view('list', 'k')).toThrow('WRONGTYPE')
  expect(() => db.edit('set', 'k', () => 0)).toThrow('WRONGTYPE')
})

test('a key does not exist from its moment on', () => {
  put('k', 2000)
  now = 1999
  expect(db.view('string', 'k')).toBe('')
  now = 2000
  expect(db.view('string', 'k')).toBeUndefined()
})

test('nothing that tells of all keys tells of an expired one', () => {
  put('short', 2000)
  put('long', 3000)
  db.put('string', 'ever', '')
  now = 2000

  expect(db.size).toBe(2)
  expect([...db.keys()]).toEqual(['long', 'ever'])
  expect(db.scan(0, 10).keys).toEqual(['long', 'ever'])
  now = 3000
  expect(db.randomKey()).toBe('ever')
  expect(db.volatileSize).toBe(0)
})

test('expired keys that nobody asks for are removed as others expire', () => {
  for (let key = 0; key < 1000; key++) {
    put(`k${key}`, now + 1)
    now++
  }
  expect(db.size).toBeLessThan(10)
})

test('an expiry moves with its key, is copied with it, and ends when the key is put anew', () => {
  put('a', 2000)
  db.rename('a', 'b')
  db.copy('b', 'c')
  db.put('string', 'b', '')

  expect(db.expiresAt('a')).toBeUndefined()
  expect(db.expiresAt('b')).toBe(Infinity)
  expect(db.expiresAt('c')).toBe(2000)
})

test('a rewritten string expires as before', () => {
  put('k', 2000)
  db.rewrite('k', 'v')
  expect(db.expiresAt('k')).toBe(2000)
})

test('a copy is a value of its own', () => {
  db.edit('list', 'a', (list) => list.push('left', 'x'))
  db.copy('a', 'b')
  db.edit('list', 'b', (list) => list.push('left', 'y'))
  expect(db.view('list', 'a')?.size).toBe(1)
})

test('a value is idle since it was last used, not since it was asked about', () => {
  db.put('string', 'k', '')
  now += 5000
  db.typeOf('k')
  expect(db.idleTime('k')).toBe(5)
  db.touch('k')
  expect(db.idleTime('k')).toBe(0)
})
