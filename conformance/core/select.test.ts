import { quickScenarios } from '#generated/quick.js'
import { describe, expect, test } from 'vitest'
import { fits, select, selectionInWords, type Selection } from './select.js'
import { UsageError } from './usage-error.js'

const id = 'kv.pipeline.runs-in-order/a-later-command-sees-an-earlier-one'
test.each([
  [id, true],
  ['kv.pipeline.runs-in-order', true],
  ['kv.pipeline', true],
  ['kv', true],
  ['kv.pipe', false],
  ['kv.pipe*', true],
  ['*later*', true],
  ['*later', false],
  ['kv.pipeline.*/*', true],
  ['kv?pipeline*', false],
  ['queue', false],
])('the pattern %s fits: %s', (pattern, expected) => {
  expect(fits(pattern, id)).toBe(expected)
})

describe('a selection', () => {
  const scenarios = [
    { id: 'kv.path.a/one', interface: 'kv', level: 'must' },
    { id: 'kv.path.b/two', interface: 'kv', level: 'open' },
    { id: 'kv.body.a/three', interface: 'kv', level: 'must' },
    { id: 'queue.bulk.a/four', interface: 'queue', level: 'must' },
  ] as const
  const selected = (selection: Selection) => select(scenarios, selection).map(({ id }) => id)

  test('of nothing in particular leaves all, in their order', () => {
    expect(selected({})).toEqual(scenarios.map(({ id }) => id))
  })

  test('takes what fits any pattern and leaves out what is to be skipped', () => {
    expect(selected({ only: ['kv.path', '*/four'] })).toEqual([
      'kv.path.a/one',
      'kv.path.b/two',
      'queue.bulk.a/four',
    ])
    expect(selected({ only: ['kv.path'], skip: ['*/two'] })).toEqual(['kv.path.a/one'])
  })

  test('may be of one level', () => {
    expect(selected({ level: 'open' })).toEqual(['kv.path.b/two'])
  })

  test('may be the quick one', () => {
    const [quick] = quickScenarios
    const these = [...scenarios, { id: quick!, interface: 'kv', level: 'must' }] as const

    expect(select(these, { quick: true }).map(({ id }) => id)).toEqual([quick])
  })

  test('shared out over shards has every scenario once', () => {
    const shards = [1, 2, 3].map((index) => selected({ shard: { index, of: 3 } }))

    expect(shards.flat().toSorted()).toEqual(selected({}).toSorted())
    expect(shards.map((shard) => shard.length)).toEqual([2, 1, 1])
  })

  test('may be of one interface', () => {
    expect(selected({ interfaces: ['queue'] })).toEqual(['queue.bulk.a/four'])
    expect(selected({ interfaces: ['kv'], only: ['*/three'] })).toEqual(['kv.body.a/three'])
  })

  test('refuses a pattern that fits only what the interface given does not have', () => {
    const mistake = new UsageError(
      'the pattern "queue.*" matches no scenario of kv, the only interface given',
    )
    expect(() => selected({ interfaces: ['kv'], only: ['queue.*'] })).toThrow(mistake)
  })

  test('refuses a pattern that fits nothing', () => {
    const mistake = new UsageError(
      'the pattern "kv.pth" matches no scenario; "svc-contract list scenarios" prints their ids',
    )
    expect(() => selected({ only: ['kv.path', 'kv.pth'] })).toThrow(mistake)
    expect(() => selected({ skip: ['kv.pth'] })).toThrow(mistake)
  })
})

test.each([
  [{}, '*'],
  [{ only: ['kv.path.*', 'kv.body.*'] }, 'kv.body.* kv.path.*'],
  [{ skip: ['kv.b', 'kv.a'], level: 'must' as const }, '* --skip kv.a --skip kv.b --level must'],
  [{ quick: true }, '* --quick'],
  [{ only: ['kv.*'], shard: { index: 1, of: 2 } }, 'kv.*'],
])('%j in words is %s, for every part of it', (selection, words) => {
  expect(selectionInWords(selection)).toBe(words)
})
