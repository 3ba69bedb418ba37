import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { controlFailure, given, must, Violation } from '../judgement.js'
import { result } from '../../kv/fixtures/matchers.js'
import {
  scenario as kvScenario,
  observation as kvObservation,
  type KvWorld,
} from '../../kv/fixtures/world.js'
import { accepted, status } from '../matchers.js'
import { scenario as queueScenario } from '../../queue/fixtures/world.js'
import type { Abilities } from '../../provider/provider.js'
import { shapeScenarios } from '../shapes.js'
import type { EventStream } from '../../wire/stream.js'
import type { StageOptions } from '../options.js'
import { jsonOf } from '../../wire/exchange.js'
import { serve } from '../../wire/testing.js'
import { interfaces } from '../../interfaces.js'
import { openStage, type Stage } from './stage.js'

/** Starts a target and opens a stage for it, which runs scenarios one by one. */
async function stageFor(
  answer: Parameters<typeof serve>[0],
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

type RunKv = (world: KvWorld & { readonly provide: Abilities }) => Promise<void>
const thatMust = (run: RunKv) => kvScenario('a scenario', { id: 'kv.methods.get/scenario', run })
const pings = thatMust(async ({ kv }) => must(await kv.path(['PING']), status(200)))

test('an observation is in the result of its scenario', async () => {
  const stage = await stageFor(answersOk)
  const observes = kvObservation('an observation', {
    id: 'kv.errors.texts/observation',
    run: async ({ note }) => note('a status', 418),
  })

  expect(await stage.perform(observes)).toMatchObject({
    verdict: 'observed',
    observations: { 'a status': 418 },
  })
})

test('all requests of a run wait for their turn, which does not count as time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    let turns = 0
    const pace = {
      async turn() {
        turns += 1
        // This is longer than the timeout of the scenario.
        vi.advanceTimersByTime(60_000)
      },
    }
    const stage = await stageFor(answersOk, { pace })
    const pingsTwice = thatMust(async ({ kv }) => {
      given(await kv.command(['PING']), accepted())
      must(await kv.command(['PING']), status(200))
    })

    expect(await stage.perform(pingsTwice)).toMatchObject({ verdict: 'passed' })
    expect(turns).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

describe('a daily limit', () => {
  const limited = kvScenario('a limit', {
    id: 'kv.limits.daily-requests/limit',
    needs: ['dailyRequests'],
    async run({ provide }) {
      await provide.dailyRequests.leave(3)
      throw new Violation([])
    },
  })

  test('is restored however its scenario ends', async () => {
    const calls: string[] = []
    const dailyRequests = {
      leave: async (commands: number) => void calls.push(`leave ${commands}`),
      restore: async () => void calls.push('restore'),
    }
    const stage = await stageFor(answersOk, { provider: { name: 'test', dailyRequests } })
    expect((await stage.perform(limited)).verdict).toBe('violated')
    await stage.perform(thatMust(async () => {}))

    expect(calls).toEqual(['leave 3', 'restore'])
  })
})

describe('a control route that fails', () => {
  const limited = kvScenario('a limit', {
    id: 'kv.limits.daily-requests/limit',
    needs: ['dailyRequests'],
    run: async ({ provide }) => provide.dailyRequests.leave(3),
  })
  const failure = controlFailure('POST /__mock/kv/limits failed: status 503')

  test('in a scenario blocks it, and the others run', async () => {
    const dailyRequests = { leave: () => Promise.reject(failure), restore: async () => {} }
    const stage = await stageFor(answersOk, { provider: { name: 'test', dailyRequests } })

    expect((await stage.perform(limited)).verdict).toBe('blocked')
    expect((await stage.perform(pings)).verdict).toBe('passed')
    expect(stage.losses.outages).toEqual([
      { kind: 'control', scenario: limited.id, problem: failure.message },
    ])
  })

  test.each([
    ['works at the end of the run', 1, failure.message],
    ['fails again', 2, `${failure.message}. The target may still have a daily limit`],
  ])('after a scenario ends the run for this interface, and %s', async (_, failures, problem) => {
    let restores = 0
    const dailyRequests = {
      leave: async () => {},
      restore: async () => {
        if (++restores <= failures) throw failure
      },
    }
    const provider = { name: 'test', dailyRequests }
    const kv = { url: await serve(answersOk), token: 'kv-token' }
    const stage = await openStage(interfaces, { kv, provider })

    const reason = failure.message
    expect(await stage.perform(limited)).toMatchObject({ verdict: 'blocked', reason })
    expect(await stage.perform(pings)).toMatchObject({
      verdict: 'blocked',
      reason: 'the run could not undo a change of an earlier scenario',
    })
    await stage.close()
    expect(restores).toBe(2)
    expect(stage.losses.outages[0]?.problem).toContain(problem)
  })
})

test.each([
  [
    { needs: ['clock', 'readOnlyToken'] },
    'the provider (test) cannot arrange: clock; not declared: pass --kv-readonly-token TOKEN',
  ],
  [{ waits: 2000 }, 'it waits 2 s in real time, longer than the 1.999 s allowed'],
] as const)('a scenario with %j is not applicable, without a request', async (spec, reason) => {
  let requests = 0
  const stage = await stageFor(() => requests++, { maxWaitMs: 1999 })
  const id = 'kv.methods.get/obstacle'
  const run: RunKv = async ({ kv }) => must(await kv.command(['PING']))
  const result = await stage.perform(kvScenario('an obstacle', { id, ...spec, run }))

  expect(result).toMatchObject({ verdict: 'not-applicable', reason })
  expect(requests).toBe(0)
})

test('only a failed scenario keeps its exchanges and the commands that repeat them', async () => {
  const stage = await stageFor(answersOk)
  const fails = thatMust(async ({ kv }) => must(await kv.path(['ECHO', 'a']), result('b')))
  const [failed, passed] = [await stage.perform(fails), await stage.perform(pings)]

  expect(failed.exchanges).toHaveLength(1)
  expect(failed.repro).toContain(`"$SVC_KV_URL"'/ECHO/a'`)
  expect(passed.exchanges).toEqual([])
  expect(passed).not.toHaveProperty('repro')
})

describe('a connection', () => {
  const stageThat = (before: (server: Server) => void) => {
    const server: Server = createServer(({ socket }) => {
      before(server)
      socket.destroy()
    })
    return stageFor(server)
  }

  test('that is refused, then or afterwards, blocks the scenario', async () => {
    const stage = await stageThat((server) => server.close())

    for (const finding of [/got none: socket hang up$/, /got none: connect ECONNREFUSED/])
      expect(await stage.perform(pings)).toMatchObject({
        verdict: 'blocked',
        reason: expect.stringMatching(/^connections to http:.* are refused$/) as string,
        findings: [{ message: expect.stringMatching(finding) as string }],
      })
    expect(stage.losses.gone).toEqual([expect.stringMatching(/^http:/)])
  })

  const missing = { message: 'expected delivery 1, got none', kind: 'missing-delivery' } as const
  const count = { message: 'expected 2 deliveries, got 1' }

  test.each([
    ['a delivery is missing', missing],
    ['a finding is about no response', count],
  ])('that is refused after a scenario blocks it if %s', async (_, finding) => {
    const server = createServer(answersOk)
    const stage = await stageFor(server)
    const lost = thatMust(async ({ kv }) => {
      await kv.path(['PING'])
      server.close()
      server.closeAllConnections()
      throw new Violation([finding])
    })

    expect(await stage.perform(lost)).toMatchObject({ verdict: 'blocked', findings: [finding] })
    expect(stage.losses.gone).toHaveLength(1)
  })

  test('that was refused blocks later scenarios without a delivery, even if it works again', async () => {
    const first = createServer(({ socket }) => socket.destroy())
    const stage = await stageFor(first)
    const { port } = first.address() as AddressInfo
    first.close()
    first.closeAllConnections()
    await stage.perform(pings)
    const again = createServer(answersOk).listen(port, '127.0.0.1')
    onTestFinished(() => void again.close())
    const waits = thatMust(async () => {
      throw new Violation([missing])
    })

    expect(await stage.perform(waits)).toMatchObject({ verdict: 'blocked' })
  })

  test('that was refused meanwhile blocks a scenario that fails after it', async () => {
    const first = createServer(({ socket }) => socket.destroy())
    const stage = await stageFor(first)
    const { port } = first.address() as AddressInfo
    const again = createServer(answersOk)
    const misses = thatMust(async () => {
      first.close()
      first.closeAllConnections()
      await stage.perform(pings)
      await new Promise<void>((listening) => again.listen(port, '127.0.0.1', listening))
      throw new Violation([count])
    })
    onTestFinished(() => void again.close())

    expect(await stage.perform(misses)).toMatchObject({ verdict: 'blocked', findings: [count] })
  })

  test('that is closed by a target that responds on other routes is a violation', async () => {
    const stage = await stageFor((request, response) => {
      if (request.url === '/PING') request.socket.destroy()
      else answersOk(request, response)
    })

    expect(await stage.perform(pings)).toMatchObject({ verdict: 'violated' })
    expect(stage.losses.gone).toEqual([])
  })
})

describe('a proxy whose service is down', () => {
  test.each<[what: string, answers: RequestListener]>([
    ['ends every connection', ({ socket }) => void socket.destroy()],
    ['answers with status 503', (_, response) => void response.writeHead(503).end()],
    ['answers with status 500', (_, response) => void response.writeHead(500).end()],
  ])('%s: blocks scenarios, and the run cannot judge', async (_, answers) => {
    let isDown = true
    const stage = await stageFor((request, response) =>
      (isDown ? answers : answersOk)(request, response),
    )
    const reason = expect.stringMatching(/^the service behind http:.* is down$/) as string
    for (let times = 0; times < 2; times++)
      expect(await stage.perform(pings)).toMatchObject({ verdict: 'blocked', reason })
    expect(stage.losses.gone).toHaveLength(1)
    expect(stage.losses.outages).toEqual([
      {
        kind: 'away',
        url: stage.losses.gone[0],
        scenario: pings.id,
        problem: expect.stringContaining('is the service behind it still running?') as string,
      },
    ])

    isDown = false
    expect(await stage.perform(pings)).toMatchObject({ verdict: 'passed' })
  })

  test('deletes the keys of its scenario at the end of the run', async () => {
    let isDown = true
    const deletions: string[] = []
    const url = await serve(async (request, response) => {
      if (isDown) return void response.writeHead(503).end()
      deletions.push(await text(request))
      response.end('{"result":1}')
    })
    const stage = await openStage(interfaces, { kv: { url, token: 'a' }, provider: { name: 'a' } })
    let used = ''
    const uses = thatMust(async ({ kv, key }) => {
      used = key
      must(await kv.command(['SET', key, 'a']), status(200))
    })
    await stage.perform(uses)
    isDown = false
    await stage.close()

    expect(deletions).toEqual([JSON.stringify(['DEL', used])])
  })

  test('blocks a scenario that it answered shortly before the service was up again', async () => {
    let requests = 0
    const stage = await stageFor((request, response) => {
      if (request.url === '/PING' && ++requests <= 2) return void response.writeHead(503).end()
      if (requests === 1) return void response.writeHead(503).end()
      answersOk(request, response)
    })
    for (let times = 0; times < 2; times++)
      expect(await stage.perform(pings)).toMatchObject({ verdict: 'blocked' })
  })
})

describe('a target that accepts connections', () => {
  const options = { timeoutMs: 50, silenceMs: 400, kv: undefined }

  /** Starts a server that responds as `answers` says, and returns its stage. */
  async function stageThat(answers: RequestListener, more: Partial<StageOptions> = {}) {
    const url = await serve(answers)
    return stageFor(answers, { ...options, kv: { url, token: 'kv-token' }, ...more })
  }

  test('but responds to nothing blocks its scenario, and ends the run for this URL', async () => {
    let requests = 0
    const stage = await stageThat(() => requests++)
    const [first, second] = await Promise.all([stage.perform(pings), stage.perform(pings)])
    const before = requests
    const third = await stage.perform(pings)

    const reason = expect.stringMatching(/^http:.* no longer responds$/) as string
    for (const result of [first, second, third])
      expect(result).toMatchObject({ verdict: 'blocked', reason })
    expect(requests).toBe(before)
    expect(stage.losses.gone).toHaveLength(1)
    expect(stage.losses.outages).toEqual([
      {
        kind: 'silent',
        url: stage.losses.gone[0],
        scenario: pings.id,
        problem: expect.stringContaining('responded to nothing for 0.4 s') as string,
      },
    ])
    expect(stage.losses.cutOff.map(({ target }) => target)).toEqual(['/PING', '/PING'])
  })

  const ofPath = (answers: Readonly<Record<string, RequestListener>>): RequestListener => {
    return (request, response) => (answers[request.url!] ?? (() => {}))(request, response)
  }
  const slowly: RequestListener = (request, response) =>
    void setTimeout(() => answersOk(request, response), 300)

  test.each<[what: string, answers: RequestListener]>([
    ['and has one hanging route', ofPath({ '/': answersOk })],
    ['and responds only to another route than the first probe', ofPath({ '/ping': answersOk })],
    ['and responds later than every timeout', ofPath({ '/': slowly })],
    ['and ends the connection of its probe', ofPath({ '/': ({ socket }) => socket.destroy() })],
  ])('%s is judged', async (_, answers) => {
    const stage = await stageThat(answers)

    expect(await stage.perform(pings)).toMatchObject({ verdict: 'violated' })
    expect([stage.losses.gone, stage.losses.outages]).toEqual([[], []])
  })

  test('and has a single thread, which handles the request of the scenario, is judged', async () => {
    let busy = false
    const stage = await stageThat((request, response) => {
      if (busy) return
      if (request.url !== '/PING') return answersOk(request, response)
      busy = true
      request.socket.on('close', () => (busy = false))
    })
    expect(await stage.perform(pings)).toMatchObject({ verdict: 'violated' })
    expect(stage.losses.gone).toEqual([])
  })

  test('and responds to another scenario meanwhile is judged', async () => {
    const stage = await stageThat((request, response) => {
      if (request.url === '/GET/a') setTimeout(() => answersOk(request, response), 20)
    })
    const gets = thatMust(async ({ kv }) => void (await kv.path(['GET', 'a'])))
    let isOver = false
    const pinging = stage.perform(pings).finally(() => (isOver = true))
    while (!isOver) await stage.perform(gets)

    expect(await pinging).toMatchObject({ verdict: 'violated' })
    expect(stage.losses.gone).toEqual([])
  })
})

const never = new Promise<string>(() => {})
test.each<[what: string, run: RunKv, message: string]>([
  [
    'an answer',
    async ({ kv }) => must(await kv.path(['PING']), status(200)),
    'expected an answer to GET /PING, got none: timed out after 50 ms (limit: --timeout)',
  ],
  [
    'an ability',
    async ({ provide }) => void (await provide.readOnlyToken!()),
    'the scenario did not end: timed out after 50 ms (limit: --timeout)',
  ],
])('a scenario that waits for %s ends with its timeout', async (_, run, message) => {
  const provider = { name: 'test', readOnlyToken: () => never }
  const stage = await stageFor(() => {}, { timeoutMs: 50, silenceMs: 0, provider })

  expect((await stage.perform(thatMust(run))).findings).toMatchObject([{ message }])
})

test.each([
  [12, { verdict: 'passed' }],
  [
    100,
    {
      verdict: 'blocked',
      reason: expect.stringMatching(
        /^the 2400 ms of the scenario ended, because the target is slow; raise --timeout \(\d+ earlier /,
      ) as string,
    },
  ],
])(
  'a target that takes 60 ms for each of %i requests has 6 times 400 ms',
  async (count, result) => {
    const stage = await stageFor(
      (request, response) => void setTimeout(() => answersOk(request, response), 60),
      { timeoutMs: 400, silenceMs: 0 },
    )
    const many = thatMust(async ({ kv }) => {
      for (let n = 0; n < count; n++) must(await kv.path(['PING']), status(200))
    })

    expect(await stage.perform(many)).toMatchObject(result)
    expect(stage.losses.gone).toEqual([])
  },
)

test('requests in flight end before the keys of their scenario are deleted', async () => {
  const done: string[] = []
  const ended = new AbortController()
  const stage = await stageFor(
    async (request, response) => {
      const [name = ''] = JSON.parse(await text(request)) as string[]
      const answer = () => {
        done.push(name)
        response.end('{"result":"OK"}')
      }
      if (name !== 'SET') return answer()
      // The scenario ends while the target still processes the request.
      ended.abort(new Error('enough'))
      setImmediate(() => setImmediate(answer))
    },
    { signal: ended.signal },
  )
  await stage.perform(
    thatMust(async ({ kv, key }) => must(await kv.command(['SET', key, 'value']), status(200))),
  )

  expect(done).toEqual(['SET', 'DEL'])
})

test('each scenario has its own keys, and those it used are deleted', async () => {
  const deletions: unknown[] = []
  const stage = await stageFor(async (request, response) => {
    deletions.push(JSON.parse(await text(request)))
    response.end('{"result":"OK"}')
  })
  const keys: string[] = []
  const uses = thatMust(async ({ key, keyOf }) => void keys.push(key, keyOf('other')))
  for (const scenario of [uses, uses, thatMust(async () => {})]) await stage.perform(scenario)

  expect(new Set(keys).size).toBe(4)
  expect(deletions).toEqual([
    ['DEL', keys[0], keys[1]],
    ['DEL', keys[2], keys[3]],
  ])
})

describe('a stream is closed at the end of its scenario', () => {
  const opens = (run: (stream: EventStream) => Promise<void>) =>
    kvScenario('a stream', {
      id: 'kv.monitor.first-event/stream',
      async run({ kv }) {
        const stream = await kv.monitor()
        given(await stream.next())
        await run(stream)
      },
    })
  const interruption = new AbortController()

  test.each<[verdict: string, run: (stream: EventStream) => Promise<void>]>([
    ['passed', async () => {}],
    ['blocked', () => new Promise(() => {})],
    ['violated', async (stream) => must(await stream.next())],
    [
      'violated',
      async (stream) => {
        setImmediate(() => interruption.abort(new Error('enough')))
        must(await stream.next())
      },
    ],
  ])('that is %s', async (verdict, run) => {
    let close = () => {}
    const closed = new Promise<void>((resolve) => (close = resolve))
    const stage = await stageFor(
      (request, response) => {
        request.resume()
        response.on('close', close).writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: "OK"\n\n')
      },
      { timeoutMs: 2_000, keepExchanges: 'all', signal: interruption.signal },
    )
    const result = await stage.perform(opens(run))
    await closed

    expect(result.verdict).toBe(verdict)
    expect(result.exchanges).toMatchObject([
      { closed: true, response: { status: 200, body: 'data: "OK"\n\n' } },
    ])
  })
})

const clock = { now: async () => 0, advance: async () => {} }
test.each<[what: string, options: Partial<StageOptions>, waited: string]>([
  ['until the longest wait', { maxWaitMs: 20 }, 'within 20 ms (limit: --max-wait)'],
  // The default wait is 5 s, so these deliveries would be too late without the option.
  [
    'only until a virtual clock has settled',
    { provider: { name: 'test', clock } },
    'until the virtual clock had advanced by 0 ms',
  ],
])('a delivery that does not come is waited for %s', async (_, options, waited) => {
  const waits = queueScenario('a delivery', {
    id: 'queue.publish.delivers-to-destination/delivery',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(url), accepted())
      must(await delivery())
    },
  })
  const stage = await stageFor(answersOk, options)
  const { verdict, findings, durationMs } = await stage.perform(waits)

  expect(verdict).toBe('violated')
  expect(findings).toMatchObject([
    {
      message: expect.stringMatching(/^expected delivery 1 to http:.*, got none /) as string,
      kind: 'missing-delivery',
    },
  ])
  expect(findings[0]?.message.endsWith(` ${waited}`)).toBe(true)
  expect(durationMs).toBeLessThan(4000)
})

test('shapes are judged only by answers of passed scenarios', async () => {
  const success = shapeScenarios('kv').find(({ rule }) => rule === 'kv.envelope.success')!
  const stage = await stageFor((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":1,"more":2}')
  })
  await stage.perform(thatMust(async ({ kv }) => must(await kv.path(['PING']), status(418))))

  expect((await stage.perform(success)).verdict).toBe('not-applicable')
})

const unreadable = {
  verdict: 'blocked',
  reason: expect.stringContaining('cannot read an answer') as string,
}
test.each<[body: string, result: object]>([
  ['[null]', unreadable],
  ['[{"result":{"toString":1}}]', unreadable],
  ['[{"result":"PONG"}]', { verdict: 'harness-error' }],
])('a scenario that throws at the answer %s', async (body, ended) => {
  const stage = await stageFor((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  const throws = thatMust(async ({ kv }) => {
    const [reply] = jsonOf(await kv.pipeline([['PING']])) as [{ readonly result: unknown }]
    throw new RangeError(`not as long as ${Number(reply.result)}`)
  })

  expect(await stage.perform(throws)).toMatchObject(ended)
})
