import { quickScenarios } from '#generated/quick.js'
import { describe, expect, test } from 'vitest'
import { fits, select, selectionInWords, type ScenarioSelection } from './select.js'
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
  ['*', true],
  ['kv*earlier*one', true],
  ['kv.pipeline.*e*e*one**', true],
  ['*one*one', false],
  // A pattern of many stars takes linear time.
  [`${'*e'.repeat(5_000)}*`, false],
])('the pattern %s matches: %s', (pattern, expected) => {
  expect(fits(pattern, id)).toBe(expected)
})

describe('a selection', () => {
  const [quick] = [...quickScenarios].filter((each) => each.startsWith('kv.'))
  const [one, two, three, four] = [
    { id: 'kv.path.a/one', interface: 'kv', level: 'must' },
    { id: 'kv.path.b/two', interface: 'kv', level: 'open' },
    { id: quick!, interface: 'kv', level: 'must' },
    { id: 'queue.bulk.a/four', interface: 'queue', level: 'must' },
  ] as const
  const scenarios = [one, two, three, four]

  test.each<[ScenarioSelection, readonly object[]]>([
    [{}, scenarios],
    [{ only: ['kv.path', '*/four'] }, [one, two, four]],
    [{ only: ['kv.path'], skip: ['*/two'] }, [one]],
    [{ level: 'open' }, [two]],
    [{ quick: true }, [three]],
    [{ interfaces: ['queue'] }, [four]],
    [{ interfaces: ['kv'], only: ['*/two'] }, [two]],
    [{ shard: { index: 1, of: 3 } }, [one, four]],
    [{ shard: { index: 2, of: 3 } }, [two]],
    [{ shard: { index: 3, of: 3 } }, [three]],
  ])('%j keeps the order', (selection, expected) => {
    expect(select(scenarios, selection)).toEqual(expected)
  })

  const noScenario =
    'matches no scenario (did you mean kv.path?); "svc-contract list scenarios" prints their ids'
  test.each<[ScenarioSelection, string]>([
    [{ only: ['kv.path', 'kv.pth'] }, `the pattern "kv.pth" ${noScenario}`],
    [{ skip: ['kv.pth'] }, `the pattern "kv.pth" ${noScenario}`],
    [
      { interfaces: ['kv'], only: ['queue.*'] },
      'the pattern "queue.*" matches no scenario of kv, the only interface given',
    ],
  ])('%j is refused', (selection, message) => {
    expect(() => select(scenarios, selection)).toThrow(new UsageError(message))
  })
})

test.each([
  [{}, '*'],
  [{ only: ['kv.path.*', 'kv.body.*'] }, 'kv.body.* kv.path.*'],
  [{ skip: ['kv.b', 'kv.a'], level: 'must' as const }, '* --skip kv.a --skip kv.b --level must'],
  [{ quick: true }, '* --quick'],
  [{ only: ['kv.*'], shard: { index: 1, of: 2 } }, 'kv.*'],
])('%j in words is %s', (selection, words) => {
  expect(selectionInWords(selection)).toBe(words)
})
