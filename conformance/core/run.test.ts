import { describe, expect, test } from 'vitest'
import { Violation } from './judgement.js'
import { scenario as kvScenario } from '../kv/fixtures/world.js'
import { scenario as queueScenario } from '../queue/fixtures/world.js'
import { run, type RunOptions } from '../index.js'
import type { Scenario, World } from './scenario.js'

/** These scenarios send nothing: nobody need listen there. */
const kv = { url: 'http://127.0.0.1:1', token: 'kv-token' }

type Act = (world: World) => Promise<void>

const passes: Act = async () => {}
const violates: Act = async () => {
  throw new Violation([{ message: 'expected 1, got 2' }])
}
const named = (title: string, act: Act = passes): Scenario =>
  kvScenario(title, { rule: 'kv.methods.get', run: act })
const after = (title: string, act: Act = passes): Scenario => ({
  ...named(title, act),
  after: true,
})

const judged = async (scenarios: readonly Scenario[], options: Partial<RunOptions> = {}) => {
  const report = await run({ scenarios, kv, ...options })
  return { report, verdicts: report.scenarios.map(({ title, verdict }) => `${title}: ${verdict}`) }
}

test('a report says what was judged, by which contract, and how it ended', async () => {
  const { report } = await judged([named('one'), named('two', violates)])

  expect(report).toMatchObject({
    format: 1,
    contract: { kv: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    target: { kvUrl: kv.url, dialect: 'svc', provider: 'none', time: 'real' },
    summary: { passed: 1, violated: 1 },
  })
  expect(report.rules.find(({ id }) => id === 'kv.methods.get')?.verdict).toBe('violated')
  expect(new Date(report.startedAt).getTime()).toBeLessThanOrEqual(Date.now())
})

test('no token stands in a report', async () => {
  const { report } = await judged([
    named('one', async ({ note }) => note('seen', kv.token)),
    named('two', async () => {
      throw new Error(`a bug with ${kv.token}`)
    }),
  ])

  expect(JSON.stringify(report)).not.toContain(kv.token)
})

test('scenarios of an interface without a target are left out', async () => {
  const queue = queueScenario('other', { rule: 'queue.publish.method', run: passes })

  expect((await judged([named('one'), queue])).verdicts).toEqual(['one: passed'])
})

test('results are in the order of the scenarios, whichever ends first', async () => {
  let endFirst = () => {}
  const first = named('first', () => new Promise((resolve) => (endFirst = resolve)))
  const second = named('second', async () => endFirst())

  expect((await judged([first, second])).verdicts).toEqual(['first: passed', 'second: passed'])
})

test('no more scenarios are under way than that', async () => {
  let underWay = 0
  let most = 0
  const busy: Act = async () => {
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    underWay--
  }
  const scenarios = Array.from({ length: 10 }, (_, n) => named(`number ${n}`, busy))
  await judged(scenarios, { concurrency: 3 })

  expect(most).toBe(3)
})

test('who judges the exchanges of others comes after them', async () => {
  const order: string[] = []
  const says = (word: string) => async () => void order.push(word)
  await judged([
    after('last', says('last')),
    named('one', says('one')),
    named('two', async () => {
      await new Promise(setImmediate)
      order.push('two')
    }),
  ])

  expect(order).toEqual(['one', 'two', 'last'])
})

test('whoever listens hears of each scenario as it ends', async () => {
  const heard: string[] = []
  await judged([named('one'), named('two', violates)], {
    onResult: ({ title, verdict }) => heard.push(`${title}: ${verdict}`),
  })

  expect(heard.toSorted()).toEqual(['one: passed', 'two: violated'])
})

describe('a run that is to stop at the first failure', () => {
  const scenarios = [named('one', violates), named('two'), after('three')]

  test('starts no further scenario', async () => {
    const { verdicts } = await judged(scenarios, { bail: true, concurrency: 1 })

    expect(verdicts).toEqual(['one: violated'])
  })

  test('says so in its report, unless the failure was the last there was', async () => {
    const bails = { bail: true, concurrency: 1 }

    expect((await judged(scenarios, bails)).report.bailed).toBe(true)
    expect((await judged(scenarios.slice(0, 1), bails)).report).not.toHaveProperty('bailed')
  })

  test('goes on after one that is expected', async () => {
    const known = { pattern: 'kv.methods.get/one', reason: 'known' }
    const { verdicts, report } = await judged(scenarios, {
      bail: true,
      concurrency: 1,
      expectations: { failing: [known], flaky: [] },
    })

    expect(verdicts).toEqual(['one: violated', 'two: passed', 'three: passed'])
    expect(report.summary).toMatchObject({ violated: 0, expectedViolations: 1 })
    expect(report.expectations).toEqual({ failing: [known], flaky: [] })
  })
})

test('a run that is ended starts no further scenario', async () => {
  const controller = new AbortController()
  const ends = named('one', async () => controller.abort())
  const { verdicts } = await judged([ends, named('two')], {
    signal: controller.signal,
    concurrency: 1,
  })

  expect(verdicts).toEqual(['one: passed'])
})

test('a scenario that was broken off is not in the report', async () => {
  const controller = new AbortController()
  const waits = named('one', async () => {
    controller.abort()
    await new Promise(() => {})
  })
  const { verdicts } = await judged([waits], { signal: controller.signal })

  expect(verdicts).toEqual([])
})

test.each([
  ['needs the clock', { needs: ['clock'] }],
  ['lets time pass', { waits: 1 }],
] as const)('a scenario that %s runs while no other does', async (_, spec) => {
  const under = new Set<string>()
  const together: string[][] = []
  const act = (title: string) => async () => {
    under.add(title)
    together.push([...under])
    await new Promise((resolve) => setImmediate(resolve))
    under.delete(title)
  }
  const alone = kvScenario('alone', {
    rule: 'kv.methods.get',
    ...spec,
    run: act('alone'),
  })
  const clock = { now: async () => 0, advance: async () => {} }
  await judged([named('one', act('one')), alone, named('two', act('two'))], {
    provider: { name: 'test', clock },
  })

  expect(together).toContainEqual(['one', 'two'])
  expect(together).toContainEqual(['alone'])
  expect(together.filter((names) => names.includes('alone'))).toHaveLength(1)
})

test('a URL that is none is a mistake of the caller', async () => {
  await expect(run({ scenarios: [], kv: { url: 'nonsense', token: '' } })).rejects.toThrow(
    TypeError,
  )
})
