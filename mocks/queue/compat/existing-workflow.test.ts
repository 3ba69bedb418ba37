// Tests of the mock with an application that uses the published, unmodified workflow client of
// existing services. They check that each workflow runs and that each step runs once. The
// application verifies every signature.

import { Client as QueueClient, Receiver } from '@upstash/qstash'
import {
  Client,
  WorkflowMiddleware,
  WorkflowNonRetryableError,
  serve,
  type WorkflowContext,
  type WorkflowServeOptions,
} from '@upstash/workflow'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeServed, served } from '../../http/testing.js'
import { startMock, type Mock } from '../../index.js'

type Handler = (request: Request) => Response | Promise<Response>

let mock: Mock
let client: Client
let origin: string
/** The request handler of each path. */
let handlers: Map<string, Handler>
/** The names of the executed steps, in the order of execution. */
let executed: string[]
let received: { readonly path: string; readonly body: string }[]
/** Returns the request bodies that arrived at a path. */
const bodies = (path: string) =>
  received.filter((each) => each.path === path).map(({ body }) => body)

beforeEach(async () => {
  handlers = new Map()
  executed = []
  received = []
  const application = await served(async ({ method, target, headers, body }) => {
    received.push({ path: target, body: String(body) })
    const init = { method, headers: headers as Record<string, string>, body: String(body) || null }
    const response = await handlers.get(target)!(new Request(origin + target, init))
    const { status, headers: fields } = response
    return { status, headers: Object.fromEntries(fields), body: await response.text() }
  })
  origin = application.url
  mock = await startMock({ dialect: 'upstash' })
  client = new Client({ baseUrl: mock.queue.url, token: mock.queue.token, retry: false })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(async () => {
  vi.restoreAllMocks()
  await mock.close()
  await closeServed()
})

/** Serves a workflow at a path and returns its URL. */
function workflow<Payload>(
  path: string,
  route: (context: WorkflowContext<Payload>) => Promise<unknown>,
  options: WorkflowServeOptions<Payload> = {},
): string {
  const { url: baseUrl, token, signingKeys } = mock.queue
  const { handler } = serve<Payload>(route, {
    qstashClient: new QueueClient({ baseUrl, token, retry: false }),
    receiver: new Receiver({
      currentSigningKey: signingKeys.current,
      nextSigningKey: signingKeys.next,
    }),
    ...options,
  })
  handlers.set(path, handler)
  return origin + path
}

/** A step that records its execution and returns a value. */
const step = <T>(name: string, value: T) =>
  [
    name,
    () => {
      executed.push(name)
      return value
    },
  ] as const

const runOf = async (workflowRunId: string) => (await client.logs({ workflowRunId })).runs[0]!

/** Returns the result of a run. */
const resultOf = async (workflowRunId: string): Promise<unknown> => {
  const { workflowState, workflowRunResponse } = await runOf(workflowRunId)
  expect(workflowState).toBe('RUN_SUCCESS')
  return JSON.parse(String(workflowRunResponse))
}

/** Serves a workflow with two steps. The second step fails until `isBroken` is set to false. */
function breakable() {
  const seen = { isBroken: true, failures: [] as unknown[] }
  const url = workflow<string>(
    '/breakable',
    async (context) => {
      const one = await context.run(...step('one', 1))
      return context.run('two', () => {
        executed.push('two')
        if (seen.isBroken) throw new Error('the second step is broken')
        return `${context.requestPayload} ${one + 1}`
      })
    },
    {
      failureFunction({ context, failStatus, failResponse }) {
        seen.failures.push([
          context.workflowRunId,
          context.requestPayload,
          failStatus,
          failResponse,
        ])
        return 'noted'
      },
    },
  )
  return { url, seen }
}

test('3 concurrent runs have their own payloads', async () => {
  const url = workflow<{ n: number }>('/add', async (context) => {
    const { n } = context.requestPayload
    const one = await context.run(...step(`${n} one`, n + 1))
    await context.sleep('nap', '1h')
    return context.run(...step(`${n} two`, one + 1))
  })
  const started = [1, 2, 3].map((n) => client.trigger({ url, body: { n } }))
  const runIds = (await Promise.all(started)).map(({ workflowRunId }) => workflowRunId)

  await mock.clock.advance('59m')
  expect(executed.toSorted()).toEqual(['1 one', '2 one', '3 one'])
  await mock.clock.advance('1m')
  expect(await Promise.all(runIds.map(resultOf))).toEqual([3, 4, 5])
  expect(executed).toHaveLength(6)
})

test('a run that is triggered over HTTP executes its steps and its failure function', async () => {
  const failures: string[] = []
  const route = async (context: WorkflowContext<string>) => {
    const one = await context.run(
      ...step('one', `${context.requestPayload} ${context.headers.get('x-a')}`),
    )
    if (one.startsWith('bad')) throw new WorkflowNonRetryableError(one)
    return one
  }
  const failureFunction = ({ failResponse }: { failResponse: string }) =>
    void failures.push(failResponse)
  const url = workflow<string>('/triggered', route, { failureFunction })
  const trigger = async (body: string) => {
    const authorization = `Bearer ${mock.queue.token}`
    const headers = { authorization, 'upstash-forward-x-a': 'a' }
    const response = await mock.queue.fetch(`/v2/trigger/${url}`, { method: 'POST', body, headers })
    const { workflowRunId } = (await response.json()) as { workflowRunId: string }
    await mock.clock.advance(0)
    return workflowRunId
  }
  expect(await resultOf(await trigger('good'))).toBe('good a')
  expect((await runOf(await trigger('bad'))).workflowState).toBe('RUN_FAILED')
  expect(failures).toEqual([expect.stringContaining('bad a')])
})

test('calls a third party that succeeds and one that fails', async () => {
  handlers.set('/good', async (request) => Response.json({ got: await request.json() }))
  handlers.set('/bad', () => new Response('out of order', { status: 503 }))
  const url = workflow('/call', async (context) => {
    const good = await context.call('good', {
      url: `${origin}/good`,
      method: 'POST',
      body: '{"a":1}',
    })
    const bad = await context.call('bad', { url: `${origin}/bad`, retries: 2, retryDelay: '1000' })
    return { good: [good.status, good.body], bad: [bad.status, bad.body] }
  })
  const { workflowRunId } = await client.trigger({ url })

  await mock.clock.advance('1h')
  expect(await resultOf(workflowRunId)).toEqual({
    good: [200, { got: { a: 1 } }],
    bad: [503, 'out of order'],
  })
  expect([bodies('/good'), bodies('/bad')]).toMatchObject([{ length: 1 }, { length: 3 }])
})

test('runs parallel steps once each', async () => {
  const url = workflow('/parallel', async (context) =>
    Promise.all([
      context.run(...step('left', 'l')),
      context.run(...step('right', 'r')),
      context.sleep('nap', '1h'),
      context.waitForEvent('event', 'paid', { timeout: '1d' }),
    ]),
  )
  const { workflowRunId } = await client.trigger({ url })

  await mock.clock.advance('1h')
  expect(executed.toSorted()).toEqual(['left', 'right'])
  await client.notify({ eventId: 'paid', eventData: 'in full' })
  await mock.clock.advance(0)
  expect(await resultOf(workflowRunId)).toEqual([
    'l',
    'r',
    null,
    { eventData: 'in full', timeout: false },
  ])
  expect(executed).toHaveLength(2)
})

test('waits for an event with data, and for one that times out', async () => {
  const url = workflow('/wait', async (context) => {
    const paid = await context.waitForEvent('paid', 'order-42-paid', { timeout: '1d' })
    const shipped = await context.waitForEvent('shipped', 'order-42-shipped', { timeout: '2d' })
    return { paid, shipped }
  })
  const { workflowRunId } = await client.trigger({ url })
  await mock.clock.advance(0)

  expect(await client.getWaiters({ eventId: 'order-42-paid' })).toMatchObject([{ url }])
  const eventData = { by: 'Zoë', cents: [42] }
  expect(await client.notify({ eventId: 'order-42-paid', eventData })).toMatchObject([
    { workflowRunId, waiter: { url, deadline: Math.floor(mock.clock.now() / 1000) + 86_400 } },
  ])
  await mock.clock.advance('2d')
  expect(await resultOf(workflowRunId)).toEqual({
    paid: { eventData, timeout: false },
    shipped: { timeout: true },
  })
  expect(await client.notify({ eventId: 'order-42-shipped' })).toEqual([])
})

test('one run notifies another, and invokes a third', async () => {
  const waiting = workflow('/waiting', async (context) =>
    context.waitForEvent('wait', 'ready', { timeout: '1d' }),
  )
  const child = async (context: WorkflowContext<{ n: number }>) => {
    const { n } = context.requestPayload
    if (n > 1) throw new WorkflowNonRetryableError('too many')
    return context.run(...step('child', 2 * n))
  }
  workflow('/child', child)
  const invoked = { workflowId: 'child', routeFunction: child, options: {} }
  const parent = workflow('/parent', async (context) => {
    const { notifyResponse } = await context.notify('notify', 'ready', 'now')
    const one = await context.invoke('one', { workflow: invoked, body: { n: 1 } })
    const two = await context.invoke('two', { workflow: invoked, body: { n: 2 } })
    return { notified: notifyResponse.length, one, two }
  })
  const first = await client.trigger({ url: waiting })
  await mock.clock.advance(0)
  const { workflowRunId } = await client.trigger({ url: parent })
  await mock.clock.advance(0)

  expect(await resultOf(first.workflowRunId)).toEqual({ eventData: 'now', timeout: false })
  expect(await resultOf(workflowRunId)).toMatchObject({
    notified: 1,
    one: { body: 2 },
    two: { isFailed: true },
  })
})

test('a failed run calls its failure function, also again, and resumes at the failed step', async () => {
  const { url, seen } = breakable()
  const { workflowRunId } = await client.trigger({ url, body: 'payload', retries: 2 })
  await mock.clock.advance('1d')
  expect(executed).toEqual(['one', 'two', 'two', 'two'])
  const failResponse = expect.stringContaining('the second step is broken') as string
  expect(seen.failures).toEqual([[workflowRunId, 'payload', 500, failResponse]])

  const { messages } = await client.dlq.list()
  expect(messages).toMatchObject([
    {
      workflowRunId,
      workflowUrl: url,
      responseStatus: 500,
      failureCallbackInfo: { state: 'CALLBACK_SUCCESS' },
    },
  ])
  const run = await runOf(workflowRunId)
  expect(run).toMatchObject({
    dlqId: messages[0]!.dlqId,
    failureFunction: { url, state: 'CALLBACK_SUCCESS', failStatus: 500, failResponse },
  })
  expect(run.steps[0]!.steps[0]).toMatchObject({
    headers: { 'Upstash-Workflow-Sdk-Version': ['1'] },
    retries: 2,
  })
  const failed = { state: 'STEP_FAILED', stepName: 'two', retries: 2 }
  expect(run.steps.at(-1)).toMatchObject({ type: 'next', steps: [failed] })
  await client.dlq.retryFailureFunction({ dlqId: messages[0]!.dlqId })
  await mock.clock.advance(0)
  expect(seen.failures).toEqual([seen.failures[0], seen.failures[0]])

  seen.isBroken = false
  executed = []
  const resumed = await client.dlq.resume({ dlqId: messages[0]!.dlqId })
  await mock.clock.advance(0)
  expect(executed).toEqual(['two'])
  expect(await resultOf(resumed.workflowRunId)).toBe('payload 2')
  expect((await runOf(workflowRunId)).workflowState).toBe('RUN_FAILED')
})

test('a run whose step is refused is retried, then fails, and lists the reason', async () => {
  const url = workflow('/refused', async (context) => {
    await context.call('pay', { url: 'http://192.0.2.1/pay' })
  })
  const { workflowRunId } = await client.trigger({ url, retries: 1, retryDelay: '1000' })
  await mock.clock.advance(0)
  const refused = { error: expect.stringMatching(/"pay" was refused: .*192\.0\.2\.1/) as string }
  const started = await runOf(workflowRunId)
  expect(started.workflowState).toBe('RUN_STARTED')
  const next = {
    type: 'next',
    steps: [{ state: 'STEP_RETRY', errors: [refused, { status: 500 }] }],
  }
  expect(started.steps.at(-1)).toMatchObject(next)
  await mock.clock.advance('1s')
  expect((await runOf(workflowRunId)).workflowState).toBe('RUN_FAILED')
  const responseBody = expect.stringContaining('192.0.2.1 may not be called') as string
  expect((await client.dlq.list()).messages).toMatchObject([{ workflowRunId, responseBody }])
})

test('a cancelled run executes no more steps', async () => {
  const url = workflow('/long', async (context) => {
    await context.run(...step('one', 1))
    await context.sleep('nap', '1d')
    await context.run(...step('two', 2))
  })
  const { workflowRunId } = await client.trigger({ url })
  await client.trigger({ url, label: 'others' })
  await client.trigger({ url, label: 'others' })
  await mock.clock.advance('1h')

  expect(await client.cancel(workflowRunId)).toEqual({ cancelled: 1 })
  expect(await client.cancel({ filter: { label: 'others' } })).toEqual({ cancelled: 2 })
  await mock.clock.advance('2d')
  expect(executed).toEqual(['one', 'one', 'one'])
  expect((await client.logs({ state: 'RUN_CANCELED' })).runs).toHaveLength(3)
})

test('a run cancelled during a step ends without an error', async () => {
  const responses: number[] = []
  const warnings: string[] = []
  const onWarning = ({ warning }: { warning: string }) => void warnings.push(warning)
  const url = workflow(
    '/cancelled',
    async (context) => {
      await Promise.all([context.run(...step('left', 1)), context.run(...step('right', 2))])
    },
    { middlewares: [new WorkflowMiddleware({ name: 'warnings', callbacks: { onWarning } })] },
  )
  const handler = handlers.get('/cancelled')!
  handlers.set('/cancelled', async (request) => {
    await client.cancel({ all: true })
    const response = await handler(request)
    responses.push(response.status)
    return response
  })
  const { workflowRunId } = await client.trigger({ url })
  await mock.clock.runUntilIdle()

  expect(responses).toEqual([200])
  expect(warnings).toEqual([expect.stringMatching(/append to a cancelled workflow.*has ended/)])
  expect(executed).toEqual([])
  expect((await runOf(workflowRunId)).workflowState).toBe('RUN_CANCELED')
})

test('steps too long for a delivery are fetched', async () => {
  const url = workflow<string>('/big', async (context) => {
    const one = await context.run(...step('one', context.requestPayload.length))
    return context.run(...step('two', one + 1))
  })
  const { workflowRunId } = await client.trigger({ url, body: 'x'.repeat(1_200_000) })
  await mock.clock.advance(0)

  expect(await resultOf(workflowRunId)).toBe(1_200_001)
  expect(executed).toEqual(['one', 'two'])
  expect(bodies('/big').every((body) => body === '')).toBe(true)
})

test.each(['a mock', 'an isolated space'])(
  'a run of %s waits for the call of a webhook',
  async (of) => {
    if (of === 'an isolated space') {
      const around = mock
      onTestFinished(() => around.close())
      mock = await around.isolate()
      client = new Client({ baseUrl: mock.queue.url, token: mock.queue.token, retry: false })
    }
    let url = ''
    const { workflowRunId } = await client.trigger({
      url: workflow('/hook', async (context) => {
        const webhook = await context.createWebhook('webhook')
        url = webhook.webhookUrl
        const called = await context.waitForWebhook('call', webhook, '1h')
        return called.timeout ? 'none' : called.request.text()
      }),
    })
    await mock.clock.advance(0)
    const { status } = await fetch(url, { method: 'POST', body: 'the call' })
    await mock.clock.advance(0)

    expect(status).toBeLessThan(300)
    expect(await resultOf(workflowRunId)).toBe('the call')
  },
)
