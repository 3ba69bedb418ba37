import { describe, expect, test } from 'vitest'
import { Database } from './database.js'
import { Touches } from './touches.js'

function create() {
  let now = 0
  const db = new Database({ clock: { now: () => now }, random: Math.random })
  return { db, touches: new Touches(db), passTime: (by: number) => (now += by) }
}

describe('a watch', () => {
  test('is broken by a change of one of its keys', () => {
    const { db, touches } = create()
    const watch = touches.watch(['a', 'b'])
    db.put('string', 'other', 'v')
    expect(watch.broken).toBe(false)
    db.put('string', 'b', 'v')
    expect(watch.broken).toBe(true)
  })

  test('is broken when its key has expired, but not by what had expired before', () => {
    const { db, touches, passTime } = create()
    db.put('string', 'k', 'v')
    db.expireAt('k', 10)
    const watch = touches.watch(['k'])
    passTime(10)
    const later = touches.watch(['k'])
    expect(watch.broken).toBe(true)
    expect(later.broken).toBe(false)
  })

  test('is broken by all that empties the database, if its key was there', () => {
    const { db, touches } = create()
    db.put('string', 'k', 'v')
    const watches = [touches.watch(['k']), touches.watch(['none'])]
    db.clear()
    expect(watches.map(({ broken }) => broken)).toEqual([true, false])
  })
})

test('nobody is told of changes while nobody wants to know', () => {
  const { db, touches } = create()
  const watch = touches.watch(['k'])
  const stopWaiting = touches.wait(['k'], () => false)
  expect(db.touched).toBeDefined()
  watch.stop()
  stopWaiting()
  expect(db.touched).toBeUndefined()
})

test('who waits is served at the end, in turn, until there is nothing more', () => {
  const { db, touches } = create()
  const served: string[] = []
  const take = (name: string) => (key: string) => {
    const element = db.view('list', key) && db.edit('list', key, (list) => list.pop('left'))
    if (element !== undefined) served.push(`${name} ${key} ${element}`)
    return element !== undefined
  }
  for (const name of ['a', 'b', 'c']) touches.wait(['k', 'l'], take(name))
  touches.hold(() => {
    db.edit('list', 'l', (list) => list.push('right', '1'))
    db.edit('list', 'k', (list) => list.push('right', '2'))
    expect(served).toEqual([])
  })
  expect(served).toEqual(['a l 1', 'b k 2'])
})
