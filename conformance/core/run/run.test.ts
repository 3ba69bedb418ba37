import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { text } from 'node:stream/consumers'
import { must, Violation } from '../judgement.js'
import { status } from '../matchers.js'
import { eachRow } from '../rows.js'
import { kvSurveyor } from '../../kv/survey.js'
import { surveyOf } from '../../survey/survey.js'
import { scenario as kvScenario } from '../../kv/fixtures/world.js'
import { scenario as queueScenario } from '../../queue/fixtures/world.js'
import { run, scenarios as all, type RunOptions } from '../../index.js'
import { exchangeOf, serve } from '../../wire/testing.js'
import type { Scenario, World } from '../scenario.js'

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

test.each([
  ['passes', 1, 'passed'],
  ['fails again', 2, 'violated'],
])(
  'a scenario of the queue that fails on a busy machine runs again: %s',
  async (_, fails, verdict) => {
    let runs = 0
    const scenario = queueScenario('one', {
      id: 'queue.publish.body-unchanged/one',
      async run() {
        runs += 1
        if (runs > fails) return
        for (const end = Date.now() + 400; Date.now() < end;);
        throw new Violation([{ message: 'expected 1, got 2' }])
      },
    })
    const report = await run({ scenarios: [scenario], queue: { ...kv, token: 'queue-token' } })

    expect(report.scenarios).toMatchObject([{ verdict }])
    expect(runs).toBe(2)
  },
)

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

describe('a request that could harm the target', () => {
  /** Serves PING until QUIT arrives, and then errors until it is revived. */
  async function mortal() {
    const sent: string[] = []
    let isDead = false
    const url = await serve(async (request, response) => {
      const [name = ''] = (JSON.parse((await text(request)) || '["path"]') as unknown[]).flat()
      sent.push(String(name))
      isDead ||= name === 'QUIT'
      response.writeHead(isDead ? 500 : 200).end(isDead ? '{"error":"ERR"}' : '{"result":"PONG"}')
    })
    const revive = async () => {
      isDead = false
      return true
    }
    return { kv: { url, token: 'kv-token' }, sent, revive }
  }
  const sends = (id: `kv.commands.echo/${string}`, ...command: readonly [string, ...string[]]) =>
    kvScenario(id, { id, run: async ({ kv }) => must(await kv.command(command), status(200)) })
  const quits = sends('kv.commands.echo/quits', 'QUIT')
  const blocks = sends('kv.commands.echo/blocks', 'BLPOP', 'a', '1')
  const pings = sends('kv.commands.echo/pings', 'PING')
  const known = { surveys: { kv: surveyOf({ lacks: [] }, kvSurveyor) } }

  test('is sent last, and the scenario that has done harm is violated and named', async () => {
    const { kv, sent, revive } = await mortal()
    const { report, verdicts } = await judged([quits, blocks, pings], { kv, revive, ...known })

    expect(sent.filter((name) => !['PING', 'SET'].includes(name))).toEqual(['BLPOP', 'QUIT'])
    expect(verdicts).toEqual([
      'kv.commands.echo/quits: violated',
      'kv.commands.echo/blocks: passed',
      'kv.commands.echo/pings: passed',
    ])
    expect(report.harmed).toEqual([
      {
        scenario: 'kv.commands.echo/quits',
        back: true,
        notRun: 0,
        problem: expect.stringMatching(
          /^sent: QUIT; afterwards POST \/ \["PING"\]: status 500/,
        ) as string,
      },
    ])
  })

  test('ends the run if the target does not come back, with the scenarios that did not run', async () => {
    const { kv } = await mortal()
    const later = sends('kv.commands.echo/later', 'QUIT')
    const gone = { kv, revive: async () => false, ...known }
    const { report, verdicts } = await judged([quits, later, pings], gone)

    expect(verdicts).toEqual(['kv.commands.echo/quits: violated', 'kv.commands.echo/pings: passed'])
    expect(report.harmed).toMatchObject([{ back: false, notRun: 1 }])
  })
})

test('what the target lacks violates its rule once, and is left out elsewhere', async () => {
  const lack = {
    feature: 'way-in path',
    name: 'the path form',
    exchange: exchangeOf({ status: 404 }),
  } as const
  const survey = surveyOf({ lacks: [{ ...lack, rules: ['kv.methods.get'] }] }, kvSurveyor)
  const byPath = (title: string) =>
    kvScenario(title, {
      id: `kv.commands.echo/${title}`,
      async run({ kv }) {
        const rows = { path: () => kv.path(['PING']), body: () => kv.command(['PING']) }
        await eachRow(title === 'rows' ? rows : { path: rows.path }, async (ask) =>
          must(await ask(), status(200)),
        )
      },
    })
  const owners = [named('one', violates), named('two', violates)]
  const { report } = await judged([...owners, byPath('rows'), byPath('alone')], {
    surveys: { kv: survey },
  })

  expect(
    report.scenarios.map(({ verdict, reason, leftOut }) => ({ verdict, reason, leftOut })),
  ).toEqual([
    { verdict: 'violated' },
    { verdict: 'not-applicable', reason: 'the target lacks the path form' },
    { verdict: 'passed', leftOut: ['the path form'] },
    {
      verdict: 'not-applicable',
      reason: 'the target lacks the path form',
      leftOut: ['the path form'],
    },
  ])
  expect(report.lacks).toMatchObject([{ name: 'the path form', scenarios: 2, parts: 1 }])
})
