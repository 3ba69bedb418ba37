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

test('a value is idle since it was last used, not since it was asked about', () => {
  db.put('string', 'k', '')
  now += 5000
  db.typeOf('k')
  expect(db.idleTime('k')).toBe(5)
  db.touch('k')
  expect(db.idleTime('k')).toBe(0)
})
