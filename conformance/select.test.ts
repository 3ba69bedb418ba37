import { describe, expect, test } from 'vitest'
import { fits, select, UsageError, type Selection } from './select.js'

describe('a pattern', () => {
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
  ])('%s fits: %s', (pattern, expected) => {
    expect(fits(pattern, id)).toBe(expected)
  })
})

describe('a selection', () => {
  const scenarios = [
    { id: 'kv.path.a/one', level: 'must' },
    { id: 'kv.path.b/two', level: 'open' },
    { id: 'kv.body.a/three', level: 'must' },
    { id: 'kv.body.a/four', level: 'must' },
  ] as const
  const selected = (selection: Selection) => select(scenarios, selection).map(({ id }) => id)

  test('of nothing in particular leaves all, in their order', () => {
    expect(selected({})).toEqual(scenarios.map(({ id }) => id))
  })

  test('takes what fits any pattern and leaves out what is to be skipped', () => {
    expect(selected({ only: ['kv.path', '*/four'] })).toEqual([
      'kv.path.a/one',
      'kv.path.b/two',
      'kv.body.a/four',
    ])
    expect(selected({ only: ['kv.path'], skip: ['*/two'] })).toEqual(['kv.path.a/one'])
  })

  test('may be of one level', () => {
    expect(selected({ level: 'open' })).toEqual(['kv.path.b/two'])
  })

  test('shared out over shards has every scenario once', () => {
    const shards = [1, 2, 3].map((index) => selected({ shard: { index, of: 3 } }))

    expect(shards.flat().toSorted()).toEqual(selected({}).toSorted())
    expect(shards.map((shard) => shard.length)).toEqual([2, 1, 1])
  })

  test('refuses a pattern that fits nothing', () => {
    const mistake = new UsageError(
      'the pattern "kv.pth" matches no scenario; "svc-contract list scenarios" prints their ids',
    )
    expect(() => selected({ only: ['kv.path', 'kv.pth'] })).toThrow(mistake)
    expect(() => selected({ skip: ['kv.pth'] })).toThrow(mistake)
  })
})
