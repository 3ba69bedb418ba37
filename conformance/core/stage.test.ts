import { createServer, type RequestListener, type Server } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { Blocked, given, must, NotApplicable, Violation } from './judgement.js'
import { result } from '../kv/fixtures/matchers.js'
import {
  scenario as kvScenario,
  observation as kvObservation,
  type KvWorld,
} from '../kv/fixtures/world.js'
import { accepted, status } from './matchers.js'
import { scenario as queueScenario } from '../queue/fixtures/world.js'
import type { Abilities } from '../provider/provider.js'
import type { Scenario } from './scenario.js'
import { shapeScenarios } from './shapes.js'
import type { EventStream } from '../wire/stream.js'
import type { StageOptions } from './options.js'
import { serve } from '../wire/testing.js'
import { interfaces } from '../interfaces.js'
import { openStage, type Stage } from './stage.js'

/** A target that answers so, and the stage before it. */
async function stageBefore(
  answer: RequestListener | Server,
  options: Partial<StageOptions> = {},
): Promise<Stage> {
  const url = await serve(answer)
  const stage = await openStage(interfaces, {
    kv: { url, token: 'kv-token' },
    queue: { url, token: 'queue-token' },
    dialect: dialects.svc,
    provider: { name: 'test' },
    timeoutMs: 5000,
    ...options,
  })
  onTestFinished(() => stage.close())
  return stage
}

const answersOk: RequestListener = (request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"OK"}')
}

/** A scenario of level `must`, and an observation, that end so. */
const thatMust = (run: (world: KvWorld & { readonly provide: Abilities }) => Promise<void>) =>
  kvScenario('it ends so', { rule: 'kv.methods.get', run })
const asks = thatMust(async ({ kv }) => must(await kv.path(['PING']), status(200)))
const thatObserves = (run: Scenario['run']) =>
  kvObservation('it ends so', { rule: 'kv.errors.texts', run })

test('all requests of a run wait for their turns, which cost no scenario its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    let turns = 0
    const pace = {
      async turn() {
        turns += 1
        // Longer than the scenario may take.
        vi.advanceTimersByTime(60_000)
      },
    }
    const stage = await stageBefore(answersOk, { pace })
    const asksTwice = thatMust(async ({ kv }) => {
      given(await kv.command(['PING']), accepted())
      must(await kv.command(['PING']), status(200))
    })

    expect(await stage.perform(asksTwice)).toMatchObject({ verdict: 'passed' })
    expect(turns).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('what a scenario arranged for everybody is taken back, however it ends', async () => {
  const calls: string[] = []
  const dailyRequests = {
    leave: async (commands: number) => void calls.push(`leave ${commands}`),
    restore: async () => void calls.push('restore'),
  }
  const stage = await stageBefore(answersOk, { provider: { name: 'test', dailyRequests } })
  const limited = kvScenario('it fails in between', {
    rule: 'kv.limits.daily-requests',
    needs: ['dailyRequests'],
    async run({ provide }) {
      await provide.dailyRequests.leave(3)
      throw new Violation([])
    },
  })

  expect((await stage.perform(limited)).verdict).toBe('violated')
  expect(calls).toEqual(['leave 3', 'restore'])

  await stage.perform(thatMust(async () => {}))
  expect(calls).toEqual(['leave 3', 'restore'])
})

test('what cannot be taken back is said', async () => {
  const dailyRequests = {
    leave: async () => {},
    restore: () => Promise.reject(new Error('the limit stays')),
  }
  const stage = await stageBefore(answersOk, { provider: { name: 'test', dailyRequests } })
  const limited = kvScenario('it passes', {
    rule: 'kv.limits.daily-requests',
    needs: ['dailyRequests'],
    run: async () => {},
  })

  expect(await stage.perform(limited)).toMatchObject({
    verdict: 'harness-error',
    findings: [{ message: 'Error: the limit stays' }],
  })
})

const findings = [{ message: 'expected 1, got 2' }]
const fails = (error: Error) => async () => {
  throw error
}

test.each<[ending: string, scenario: Scenario, verdict: string]>([
  ['well', thatMust(async () => {}), 'passed'],
  ['well, at an open point', thatObserves(async () => {}), 'observed'],
  ['with a violation', thatMust(fails(new Violation(findings))), 'violated'],
  ['blocked', thatMust(fails(new Blocked(findings))), 'blocked'],
  ['blocked, at an open point', thatObserves(fails(new Blocked(findings))), 'not-applicable'],
  ['without what it needs', thatMust(fails(new NotApplicable('no'))), 'not-applicable'],
  ['with a bug of ours', thatMust(fails(new TypeError('oops'))), 'harness-error'],
  [
    'with a violation of what is open',
    thatObserves(fails(new Violation(findings))),
    'harness-error',
  ],
])('a scenario that ends %s has its verdict', async (_, scenario, verdict) => {
  const stage = await stageBefore(answersOk)

  expect((await stage.perform(scenario)).verdict).toBe(verdict)
})

test('a result carries its findings, its reason and its observations', async () => {
  const stage = await stageBefore(answersOk)

  expect(await stage.perform(thatMust(fails(new Violation(findings))))).toMatchObject({ findings })
  expect(
    await stage.perform(thatMust(fails(new NotApplicable('there is no clock')))),
  ).toMatchObject({ reason: 'there is no clock' })
  const observes = thatObserves(async ({ note }) => note('a status', 418))
  expect(await stage.perform(observes)).toMatchObject({ observations: { 'a status': 418 } })
})

test('a scenario whose ability the provider lacks is not applicable, and nothing is sent', async () => {
  let requests = 0
  const stage = await stageBefore(() => requests++)
  const needy = kvScenario('it needs a clock', {
    rule: 'kv.methods.get',
    needs: ['clock', 'readOnlyToken'],
    run: async ({ kv }) => must(await kv.command(['PING'])),
  })

  expect(await stage.perform(needy)).toMatchObject({
    verdict: 'not-applicable',
    reason:
      'the provider (test) cannot arrange: clock; not declared: pass --kv-readonly-token TOKEN',
  })
  expect(requests).toBe(0)
})

test('in real time, a scenario that waits longer than is allowed is not applicable', async () => {
  const waits = kvScenario('it waits', { rule: 'kv.methods.get', waits: 2000, run: async () => {} })
  const patient = await stageBefore(answersOk, { maxWaitMs: 2000 })
  const impatient = await stageBefore(answersOk, { maxWaitMs: 1999 })

  expect(await patient.perform(waits)).toMatchObject({ verdict: 'passed' })
  expect(await impatient.perform(waits)).toMatchObject({
    verdict: 'not-applicable',
    reason: 'it waits 2 s in real time, longer than the 1.999 s allowed',
  })
})

describe('a failed scenario', () => {
  const fails = thatMust(async ({ kv, note }) => {
    note('seen', kv.token)
    must(await kv.path(['ECHO', kv.token]), result(`not ${kv.token}`))
  })

  test('keeps its exchanges and the commands that repeat them; a passed one does not', async () => {
    const stage = await stageBefore(answersOk)
    const failed = await stage.perform(fails)

    expect(failed.exchanges).toHaveLength(1)
    expect(failed.repro).toContain(`"$SVC_KV_URL"'/ECHO/'`)
    const passed = await stage.perform(asks)
    expect(passed.exchanges).toEqual([])
    expect(passed).not.toHaveProperty('repro')
  })
})

test('a target that never answers ends a scenario with its time', async () => {
  const stage = await stageBefore(() => {}, { timeoutMs: 50 })
  expect(await stage.perform(asks)).toMatchObject({
    verdict: 'violated',
    findings: [{ message: 'expected an answer to GET /PING, got none: timed out after 50 ms' }],
  })
})

describe('a connection that is', () => {
  /** A target that breaks every connection off, after it has done so. */
  const stageThat = (done: (server: Server) => void) => {
    const server: Server = createServer(({ socket }) => {
      done(server)
      socket.destroy()
    })
    return stageBefore(server)
  }

  test('refused, also by a target that ended while it was asked, is no evidence', async () => {
    const stage = await stageThat((server) => server.close())

    for (const finding of [/got none: socket hang up$/, /got none: connect ECONNREFUSED/])
      expect(await stage.perform(asks)).toMatchObject({
        verdict: 'blocked',
        reason: expect.stringMatching(/^nobody listens at http:/) as string,
        findings: [{ message: expect.stringMatching(finding) as string }],
      })
    expect(stage.gone).toEqual([expect.stringMatching(/^http:/)])
  })

  test('closed without an answer, by a target that still listens, is', async () => {
    const stage = await stageThat(() => {})

    expect(await stage.perform(asks)).toMatchObject({ verdict: 'violated' })
    expect(stage.gone).toEqual([])
  })
})

test.each<[what: string, run: Scenario['run']]>([
  ['an ability', ({ provide }) => provide.readOnlyToken!().then(() => {})],
  ['nothing that will ever be', () => new Promise(() => {})],
])('a scenario that waits for %s ends with its time', async (_, run) => {
  const provider = { name: 'test', readOnlyToken: () => new Promise<string>(() => {}) }
  const stage = await stageBefore(answersOk, { timeoutMs: 50, provider })

  expect(await stage.perform(thatMust(run))).toMatchObject({
    verdict: 'blocked',
    findings: [{ message: 'it did not end: timed out after 50 ms' }],
  })
})

test('what a scenario waits for no more is over before its keys are deleted', async () => {
  const done: string[] = []
  const ended = new AbortController()
  const stage = await stageBefore(
    (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const [name = ''] = JSON.parse(Buffer.concat(chunks).toString()) as string[]
        const answer = () => {
          done.push(name)
          response.end('{"result":"OK"}')
        }
        if (name !== 'SET') return answer()
        // The scenario ends while the target is still at it.
        ended.abort(new Error('enough'))
        setImmediate(() => setImmediate(answer))
      })
    },
    { signal: ended.signal },
  )
  const sets = thatMust(async ({ kv, key }) =>
    must(await kv.command(['SET', key, 'value']), status(200)),
  )
  await stage.perform(sets)

  expect(done).toEqual(['SET', 'DEL'])
})

describe('a stream is closed with its scenario', () => {
  const opens = (run: (stream: EventStream) => Promise<void>) =>
    kvScenario('it opens a stream', {
      rule: 'kv.monitor.first-event',
      async run({ kv }) {
        const stream = await kv.monitor()
        given(await stream.next())
        await run(stream)
      },
    })

  test.each<[how: string, run: (stream: EventStream) => Promise<void>, verdict: string]>([
    ['passed', async () => {}, 'passed'],
    ['violated', async (stream) => must(stream, status(401)), 'violated'],
    ['harness-error', fails(new TypeError('oops')), 'harness-error'],
    ['blocked by its time', () => new Promise(() => {}), 'blocked'],
    ['violated by an event that never comes', async (s) => must(await s.next()), 'violated'],
  ])('that is %s', async (_, run, verdict) => {
    let left = () => {}
    const hasLeft = new Promise<void>((resolve) => (left = resolve))
    const stage = await stageBefore(
      (request, response) => {
        request.resume()
        response.on('close', left).writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: "OK"\n\n')
      },
      { timeoutMs: 200, keepExchanges: 'all' },
    )
    const result = await stage.perform(opens(run))
    await hasLeft

    expect(result.verdict).toBe(verdict)
    expect(result.exchanges).toMatchObject([
      { closed: true, response: { status: 200, body: 'data: "OK"\n\n' } },
    ])
  })

  test('that is interrupted', async () => {
    const interruption = new AbortController()
    let left = () => {}
    const hasLeft = new Promise<void>((resolve) => (left = resolve))
    const stage = await stageBefore(
      (_, response) => {
        response.on('close', left).writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: "OK"\n\n')
      },
      { signal: interruption.signal },
    )
    const waits = opens(async (stream) => {
      setImmediate(() => interruption.abort(new Error('enough')))
      must(await stream.next())
    })

    expect(await stage.perform(waits)).toMatchObject({
      findings: [{ message: 'expected another event of POST /monitor, got none: enough' }],
    })
    await hasLeft
  })
})

test('every scenario has keys of its own, and those it used are deleted', async () => {
  const bodies: string[] = []
  const stage = await stageBefore((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text))
    request.on('end', () => response.end('{"result":"OK"}'))
  })
  const keys: string[] = []
  const uses = thatMust(async ({ key, keyOf }) => void keys.push(key, keyOf('other')))
  await stage.perform(uses)
  await stage.perform(uses)
  await stage.perform(thatMust(async () => {}))

  expect(new Set(keys).size).toBe(4)
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
    ['DEL', keys[0], keys[1]],
    ['DEL', keys[2], keys[3]],
  ])
})

describe('a delivery that does not come', () => {
  const waits = queueScenario('it waits', {
    rule: 'queue.publish.delivers-to-destination',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(url), accepted())
      must(await delivery())
    },
  })
  const message = expect.stringMatching(/^expected delivery 1 to http:.*, got none$/) as string
  const missing = [{ message, kind: 'missing-delivery' }]

  test('is waited for as long as that is allowed', async () => {
    const stage = await stageBefore(answersOk, { maxWaitMs: 20 })

    expect(await stage.perform(waits)).toMatchObject({ verdict: 'violated', findings: missing })
  })

  test('is not waited for once a clock that can be turned says that all is settled', async () => {
    const clock = { now: async () => 0, advance: async () => {} }
    const stage = await stageBefore(answersOk, { provider: { name: 'test', clock } })

    const { verdict, findings, durationMs } = await stage.perform(waits)
    expect(verdict).toBe('violated')
    expect(findings).toMatchObject(missing)
    expect(durationMs).toBeLessThan(4000)
  })
})

test('shapes are not judged by what scenarios received that did not pass, or only observed', async () => {
  const success = shapeScenarios('kv').find(({ rule }) => rule === 'kv.envelope.success')!
  const stage = await stageBefore((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":1,"more":2}')
  })
  await stage.perform(thatMust(async ({ kv }) => must(await kv.path(['PING']), status(418))))
  await stage.perform(thatObserves(async () => {}))

  expect((await stage.perform(success)).verdict).toBe('not-applicable')
})
