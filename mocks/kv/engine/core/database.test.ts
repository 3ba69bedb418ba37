import { beforeEach, expect, test } from 'vitest'
import { Database } from './database.js'
import { Touches } from './touches.js'

let now: number
let db: Database
beforeEach(() => {
  now = 1000
  db = new Database({ clock: { now: () => now } })
})

function put(key: string, expiresAt: number): void {
  db.put('string', key, '')
  db.expireAt(key, expiresAt)
}

test('expired keys that nobody reads are removed as others expire', () => {
  for (let key = 0; key < 1000; key++) put(`k${key}`, ++now)
  expect(db.size).toBeLessThan(10)
})

test('a watch is broken by the expiry of its key, but not by an earlier one', () => {
  const touches = new Touches(db)
  put('k', 2000)
  const watch = touches.watch(['k'])
  now = 2000
  expect([watch.broken, touches.watch(['k']).broken]).toEqual([true, false])
})
