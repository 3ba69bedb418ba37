// A small workflow application, played by hand over HTTP: it answers what it is sent, and sends what
// an application would.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startQueue, type QueueMock } from '../../index.js'

interface Called {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let mock: QueueMock
/** What the application was called with. */
let calls: Called[]
/** What it does when it is called; the result is the status of its answer. */
let play: (call: Called) => Promise<number>
let workflowUrl: string
let close: () => void

beforeEach(async () => {
  calls = []
  play = async () => 200
  mock = await startQueue()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      calls.push(call)
      void play(call).then((status) => response.writeHead(status).end('the answer'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  workflowUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`
  close = () => server.close()
})

afterEach(async () => {
  close()
  await mock.close()
})

async function ask(
  method: string,
  target: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const response = await fetch(mock.url + target, {
    method,
    headers: { authorization: `Bearer ${mock.token}`, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

const start = (runId: string, body: string, headers: Record<string, string> = {}) =>
  ask('POST', `/v2/publish/${workflowUrl}`, {
    body,
    headers: {
      'Svc-Workflow-Init': 'true',
      'Svc-Workflow-RunId': runId,
      'Svc-Workflow-Url': workflowUrl,
      'Svc-Forward-X-User': 'u1',
      'Svc-Retries': '1',
      ...headers,
    },
  })

/** Sends what a step has returned. */
const step = (runId: string, body: object, headers: Record<string, string> = {}) =>
  ask('POST', `/v2/publish/${workflowUrl}`, {
    body: { stepType: 'Run', concurrent: 1, ...body },
    headers: { 'Svc-Workflow-Init': 'false', 'Svc-Workflow-RunId': runId, ...headers },
  })

/** The steps that a call brings, without the payload, and what they returned. */
const stepsOf = ({ body }: Called) =>
  (JSON.parse(body) as { body: string }[])
    .slice(1)
    .map(({ body }) => JSON.parse(Buffer.from(body, 'base64').toString()) as Step)

interface Step {
  readonly stepName: string
  readonly out?: string
  readonly waitTimeout?: boolean
}

const runIdOf = ({ headers }: Called) => headers['svc-workflow-runid'] as string

/** The states that were logged of a run, in their order, of its messages' steps where they are any's. */
async function logOf(workflowRunId: string) {
  const { body } = await ask('GET', `/v2/workflows/messageLogs?workflowRunId=${workflowRunId}`)
  const { events } = body as { events: { state: string; stepInfo?: { stepName: string } }[] }
  return events
    .toReversed()
    .map(({ state, stepInfo }) => (stepInfo ? `${stepInfo.stepName} ${state}` : state))
}

test('an application runs from its start to its end', async () => {
  play = async (call) => {
    const runId = runIdOf(call)
    const steps = stepsOf(call)
    const next = [
      () => step(runId, { stepId: 1, stepName: 'charge', out: '"charged"' }),
      () =>
        step(runId, { stepId: 2, stepName: 'nap', stepType: 'SleepFor' }, { 'Svc-Delay': '1h' }),
      () =>
        ask('POST', '/v2/wait/paid', {
          headers: { 'Svc-Workflow-RunId': runId },
          body: {
            timeout: '1d',
            step: { stepId: 3, stepName: 'wait', stepType: 'Wait', concurrent: 1 },
          },
        }),
      () => ask('DELETE', `/v2/workflows/runs/${runId}?cancel=false`, { body: 'done' }),
    ]
    expect(await next[steps.length]!()).toMatchObject({ status: 200 })
    return 200
  }

  const began = mock.clock.now()
  expect(await start('wfr_1', 'the payload')).toMatchObject({ status: 200 })
  await mock.clock.advance('59m')
  expect(calls).toHaveLength(2)
  await mock.clock.advance('1m')
  expect(calls).toHaveLength(3)

  const deadline = Math.floor((began + 25 * 3_600_000) / 1000)
  const waiter = {
    url: workflowUrl,
    headers: { 'Svc-Workflow-Runid': ['wfr_1'], 'Svc-Workflow-Url': [workflowUrl] },
    deadline,
  }
  expect(await ask('GET', '/v2/waiters/paid')).toMatchObject({ status: 200, body: [waiter] })
  expect(await ask('POST', '/v2/notify/paid', { body: 'in full' })).toMatchObject({
    status: 200,
    body: [
      {
        waiter,
        messageId: expect.stringMatching(/^msg_/) as string,
        workflowRunId: 'wfr_1',
        workflowCreatedAt: began,
      },
    ],
  })
  await mock.clock.advance(0)

  expect(calls).toHaveLength(4)
  expect(stepsOf(calls[3]!)).toMatchObject([
    { stepName: 'charge', out: '"charged"' },
    { stepName: 'nap' },
    { stepName: 'wait', out: Buffer.from('in full').toString('base64'), waitEventId: 'paid' },
  ])
  for (const { headers } of calls) {
    expect(headers).toMatchObject({
      'x-user': 'u1',
      'svc-workflow-runid': 'wfr_1',
      'svc-workflow-url': workflowUrl,
      'svc-workflow-createdat': String(began),
      'svc-workflow-init': 'false',
    })
  }

  const { body } = await ask('GET', '/v2/workflows/logs?workflowRunId=wfr_1')
  expect(body).toMatchObject({
    runs: [
      {
        workflowRunId: 'wfr_1',
        workflowUrl,
        workflowState: 'RUN_SUCCESS',
        workflowRunCreatedAt: began,
        workflowRunCompletedAt: began + 3_600_000,
        steps: ['init', 'charge', 'nap', 'wait'].map((stepName) => ({
          type: 'sequential',
          steps: [{ stepName, state: 'STEP_SUCCESS' }],
        })),
      },
    ],
  })
  const log = await logOf('wfr_1')
  expect(log.filter((entry) => !entry.includes(' '))).toEqual([
    ...['RUN_STARTED', 'WAITER_ADDED', 'RUN_SUCCESS'],
  ])
  for (const name of ['init', 'charge', 'nap', 'wait']) {
    const states = ['CREATED', 'ACTIVE', 'DELIVERED'].map((state) => `${name} ${state}`)
    expect(log.filter((entry) => entry.startsWith(`${name} `))).toEqual(states)
  }
  expect(log[0]).toBe('RUN_STARTED')
})

test('an application that fails is kept, restarted and resumed', async () => {
  let isBroken = true
  play = async (call) => {
    if (call.headers['svc-workflow-is-failure'] !== undefined) return 200
    const runId = runIdOf(call)
    const steps = stepsOf(call)
    if (steps.length === 0) await step(runId, { stepId: 1, stepName: 'one', out: '1' })
    else if (isBroken) return 500
    else await ask('DELETE', `/v2/workflows/runs/${runId}?cancel=false`)
    return 200
  }
  const failureCallback = { 'Svc-Failure-Callback': workflowUrl, 'Svc-Label': 'nightly,orders' }

  await start('wfr_1', 'the payload', failureCallback)
  await mock.clock.advance('1d')
  expect(calls.map(({ headers }) => headers['svc-retried'])).toEqual(['0', '0', '1', '0'])
  expect(JSON.parse(calls[3]!.body)).toMatchObject({
    status: 500,
    body: Buffer.from('the answer').toString('base64'),
    sourceBody: Buffer.from('the payload').toString('base64'),
    workflowRunId: 'wfr_1',
    dlqId: expect.stringMatching(/^\d+-\d+$/) as string,
  })

  const entries = async (query: string) => {
    const { body } = await ask('GET', `/v2/workflows/dlq${query}`)
    return (body as { messages: { dlqId: string }[] }).messages
  }
  const [entry, ...others] = await entries('?label=orders')
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    url: workflowUrl,
    body: 'the payload',
    header: { 'Svc-Retries': ['1'] },
    maxRetries: 1,
    failureCallback: workflowUrl,
    workflowRunId: 'wfr_1',
    responseStatus: 500,
    responseBody: 'the answer',
    failureCallbackInfo: { state: 'CALLBACK_SUCCESS', responseStatus: 200 },
  })
  expect((await logOf('wfr_1')).slice(-4)).toEqual([
    ...['one ACTIVE', 'one ERROR', 'one FAILED', 'RUN_FAILED'],
  ])

  calls = []
  const restarted = await ask('POST', `/v2/workflows/dlq/restart/${entry!.dlqId}`, {
    headers: { 'Svc-Retries': '0', 'Svc-Workflow-RunId': 'wfr_2' },
  })
  expect(restarted).toEqual({
    status: 200,
    body: { workflowRunId: 'wfr_2', workflowCreatedAt: mock.clock.now() },
  })
  expect(await entries('')).toEqual([])
  await mock.clock.advance('1d')
  // The first step is made again; then the run fails again, without a retry.
  expect(
    calls.map(({ body }) => body.startsWith('[') && stepsOf({ body, headers: {} }).length),
  ).toEqual([0, 1, false])

  calls = []
  isBroken = false
  const [again] = await entries('?workflowRunId=wfr_2')
  const resumed = await ask('POST', `/v2/workflows/dlq/resume/${again!.dlqId}`)
  expect(resumed).toMatchObject({ status: 200 })
  await mock.clock.advance(0)
  // The first step is not made again.
  expect(calls.map(stepsOf)).toMatchObject([[{ stepName: 'one', out: '1' }]])

  const { body } = await ask('GET', '/v2/workflows/logs')
  expect(body).toMatchObject({
    runs: [
      { workflowRunId: runIdOf(calls[0]!), workflowState: 'RUN_SUCCESS' },
      { workflowRunId: 'wfr_2', workflowState: 'RUN_FAILED' },
      { workflowRunId: 'wfr_1', workflowState: 'RUN_FAILED' },
    ],
  })
})
