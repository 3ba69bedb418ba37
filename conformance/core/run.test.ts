import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { Violation } from './judgement.js'
import { scenario as kvScenario } from '../kv/fixtures/world.js'
import { scenario as queueScenario } from '../queue/fixtures/world.js'
import { run, scenarios as all, type RunOptions } from '../index.js'
import { serve } from '../wire/testing.js'
import type { Scenario, World } from './scenario.js'

// Most scenarios in this file send no requests. A server that does not listen would count as down.
const server = createServer((_, response) => response.end('{"result":"PONG"}'))
await once(server.listen(0, '127.0.0.1'), 'listening')
afterAll(() => void server.close())
const { port } = server.address() as AddressInfo
const kv = { url: `http://127.0.0.1:${port}`, token: 'kv-token' }

type Act = (world: World) => Promise<void>

const passes: Act = async () => {}
const violates: Act = async () => {
  throw new Violation([{ message: 'expected 1, got 2' }])
}
const named = (title: string, act: Act = passes): Scenario =>
  kvScenario(title, { id: `kv.methods.get/${title}`, run: act })
const after = (title: string, act: Act = passes): Scenario => ({
  ...named(title, act),
  after: true,
})

const judged = async (scenarios: readonly Scenario[], options: Partial<RunOptions> = {}) => {
  const report = await run({ scenarios, kv, ...options })
  return { report, verdicts: report.scenarios.map(({ title, verdict }) => `${title}: ${verdict}`) }
}

test('a report has the contract, the target and the results, without tokens', async () => {
  const results: string[] = []
  const one = named('one', async ({ note }) => note('seen', kv.token))
  const two = named('two', async () => {
    throw new Violation([{ message: `expected ${kv.token}` }])
  })
  const { report } = await judged([one, two], { onResult: ({ title }) => results.push(title) })

  expect(report).toMatchObject({
    format: 1,
    contract: { kv: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    target: { kvUrl: kv.url, dialect: 'svc', provider: 'none', time: 'real' },
    summary: { passed: 1, violated: 1 },
  })
  expect(report.rules.find(({ id }) => id === 'kv.methods.get')?.verdict).toBe('violated')
  expect(new Date(report.startedAt).getTime()).toBeLessThanOrEqual(Date.now())
  expect(results.toSorted()).toEqual(['one', 'two'])
  expect(JSON.stringify(report)).not.toContain(kv.token)
})

test('a failure of a schema has the response, and its command judges the scenario that received it', async () => {
  const url = await serve((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"result":"PONG","ms":1}')
  })
  const ping = kvScenario('ping', {
    id: 'kv.methods.get/ping',
    run: async ({ kv }) => void (await kv.command(['PING'])),
  })
  const shape = 'kv.envelope.success/every-answer-has-the-documented-shape'
  const schema = all.find(({ id }) => id === shape)!
  const { report } = await judged([ping, schema], { kv: { url, token: 'kv-token' } })

  expect(report.scenarios[1]).toMatchObject({
    verdict: 'violated',
    findings: [{ message: expect.stringContaining('"ms"') as string, exchange: 0 }],
    exchanges: [{ response: { body: '{"result":"PONG","ms":1}' } }],
    repro: expect.stringContaining(`test '${shape}' 'kv.methods.get/ping' `) as string,
  })
})

test('scenarios of an interface without a target are left out', async () => {
  const queue = queueScenario('other', { id: 'queue.publish.method/other', run: passes })

  expect((await judged([named('one'), queue])).verdicts).toEqual(['one: passed'])
})

test('at most `concurrency` scenarios run at once, and results keep the order', async () => {
  let running = 0
  let most = 0
  const scenarios = Array.from({ length: 10 }, (_, n) =>
    named(`number ${n}`, async () => {
      most = Math.max(most, ++running)
      // Later scenarios end earlier.
      for (let turn = n; turn < 10; turn++) await new Promise(setImmediate)
      running--
    }),
  )
  const { verdicts } = await judged(scenarios, { concurrency: 3 })

  expect(most).toBe(3)
  expect(verdicts).toEqual(scenarios.map(({ title }) => `${title}: passed`))
})

describe('a run that stops at the first failure', () => {
  const scenarios = [named('one', violates), named('two'), after('three')]
  const bail = { bail: true, concurrency: 1 }

  test('starts no further scenario, and marks its report if any is missing', async () => {
    const { verdicts, report } = await judged(scenarios, bail)

    expect(verdicts).toEqual(['one: violated'])
    expect(report.bailed).toBe(true)
    expect((await judged(scenarios.slice(0, 1), bail)).report).not.toHaveProperty('bailed')
  })

  test('continues after an expected failure', async () => {
    const known = { pattern: 'kv.methods.get/one', reason: 'known' }
    const expectations = { failing: [known], flaky: [] }
    const { verdicts, report } = await judged(scenarios, { ...bail, expectations })

    expect(verdicts).toEqual(['one: violated', 'two: passed', 'three: passed'])
    expect(report.summary).toMatchObject({ violated: 0, expectedViolations: 1 })
    expect(report.expectations).toEqual(expectations)
  })
})

test('an aborted run starts no further scenario and omits interrupted ones', async () => {
  const controller = new AbortController()
  const waits = named('two', () => new Promise(() => {}))
  const aborts = named('one', async () => controller.abort())
  const { verdicts } = await judged([waits, aborts, named('three')], {
    signal: controller.signal,
    concurrency: 2,
  })

  expect(verdicts).toEqual(['one: passed'])
})

test.each([
  ['needs the clock', { needs: ['clock'] }, false],
  ['waits', { waits: 1 }, false],
  ['judges the exchanges of the others', {}, true],
] as const)('a scenario that %s runs alone', async (_, spec, isAfter) => {
  const running = new Set<string>()
  const together: string[][] = []
  const act = (title: string) => async () => {
    running.add(title)
    together.push([...running])
    await new Promise((resolve) => setImmediate(resolve))
    running.delete(title)
  }
  const id = 'kv.methods.get/alone'
  const scenario = kvScenario('alone', { id, ...spec, run: act('alone') })
  const alone = isAfter ? { ...scenario, after: true as const } : scenario
  const clock = { now: async () => 0, advance: async () => {} }
  await judged([alone, named('one', act('one')), named('two', act('two'))], {
    provider: { name: 'test', clock },
  })

  expect(together).toEqual([['one'], ['one', 'two'], ['alone']])
})

test('an invalid URL is a mistake of the caller', async () => {
  await expect(run({ scenarios: [], kv: { url: 'nonsense', token: '' } })).rejects.toThrow(
    TypeError,
  )
})
