// Requests of published clients in several languages, in both dialects. The clients are not run here.

import { describe, expect, test } from 'vitest'
import { dialects, type Dialect } from '#generated/dialects.js'
import { answered, ask as askQueue, testQueue } from '../testing.js'

const URL = 'http://app.test/a'
const published = { messageId: expect.any(String) as string }

type Headers = Readonly<Record<string, string>>

/** Creates a queue whose destinations respond with `status`. */
function setUp(dialect: Dialect, status = 200) {
  const app = { status }
  const { queue, clock } = testQueue({ dialect, send: async () => answered(app.status) })
  const { headerPrefix } = dialect
  /** Sends a request. `Svc-` in a header name is replaced by the prefix of the dialect. */
  function ask(method: string, target: string, headers: Headers = {}, body?: unknown) {
    const named = Object.entries(headers).map(([name, value]) => [
      name.replace(/^Svc-/, headerPrefix),
      value,
    ])
    return askQueue(queue, method, target, body, Object.fromEntries(named) as Headers)
  }
  const publish = async (headers: Headers) =>
    (await ask('POST', `/v2/publish/${URL}`, headers))[1] as { messageId: string }
  /** Starts runs that fail, and returns the ids of their DLQ entries. */
  async function failRuns(count: number, headers: Headers = {}) {
    for (let n = 0; n < count; n++) {
      const start = { 'Svc-Workflow-Init': 'true', 'Svc-Workflow-RunId': `wfr_${n}` }
      await publish({ ...start, 'Svc-Retries': '0', ...headers })
    }
    await clock.advance(0)
  }
  return { app, queue, clock, ask, publish, failRuns }
}

describe.each(Object.values(dialects))('in the dialect $name', (dialect) => {
  const isUpstash = dialect.name === 'upstash'

  test('null means absent in a batch', async () => {
    const { clock, queue, ask } = setUp(dialect)
    const nulls = { queue: null, headers: { 'X-A': null, 'Content-Type': 'text/plain' } }
    const items = [
      { destination: URL, body: 'text', ...nulls },
      { destination: URL, headers: null, body: null },
      { destination: URL, body: { kept: null } },
    ]
    expect(await ask('POST', '/v2/batch', {}, items)).toMatchObject([200, Array(3).fill(published)])
    await clock.advance(0)
    const bodies = queue.journal.attempts().map(({ body }) => String(Buffer.from(body)))
    expect(bodies.toSorted()).toEqual(['', 'text', '{"kept":null}'])
  })

  test('null means absent in URL groups, queues and bulk requests', async () => {
    const { queue, ask, failRuns } = setUp(dialect, 500)
    const endpoint = { url: URL, name: null }
    const group = '/v2/topics/orders'
    expect(await ask('POST', `${group}/endpoints`, {}, { endpoints: [endpoint] })).toEqual([
      200,
      undefined,
    ])
    expect(await ask('PATCH', group, {}, { headers: { 'X-A': null, 'X-B': 'b' } })).toEqual([
      200,
      undefined,
    ])
    expect(await queue.groups.get('orders')).toMatchObject({
      endpoints: [{ url: URL }],
      headers: { 'X-B': ['b'] },
    })
    expect(await ask('DELETE', `${group}/endpoints`, {}, { endpoints: [endpoint] })).toEqual([
      200,
      undefined,
    ])
    const nulls = { parallelism: null, paused: null }
    expect(await ask('POST', '/v2/queues', {}, { queueName: 'line', ...nulls })).toEqual([
      200,
      undefined,
    ])

    await failRuns(1)
    const selection = { dlqIds: null, fromDate: null, workflowUrl: null, cursor: null, count: null }
    expect(await ask('POST', '/v2/workflows/dlq/resume', {}, selection)).toMatchObject([
      200,
      { workflowRuns: [{}] },
    ])
  })

  test(`deleting an unknown URL group is HTTP ${isUpstash ? 200 : 404}`, async () => {
    const [status] = await setUp(dialect).ask('DELETE', '/v2/topics/unknown')
    expect(status).toBe(isUpstash ? 200 : 404)
  })

  test('DLQ entries and schedules have a period of 1 second only in the dialect upstash', async () => {
    const { ask, failRuns } = setUp(dialect, 500)
    const limits = { 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': 'parallelism=2' }
    await failRuns(1, limits)
    const [, page] = await ask('GET', '/v2/dlq?source=workflow')
    const [entry] = (page as { messages: object[] }).messages
    expect(entry).toMatchObject({ flowControlKey: 'k', parallelism: 2 })
    await ask('POST', `/v2/schedules/${URL}`, { 'Svc-Cron': '* * * * *', ...limits })
    const [, schedules] = await ask('GET', '/v2/schedules')
    for (const shown of [entry, (schedules as object[])[0]] as { period?: number }[]) {
      expect(shown.period).toBe(isUpstash ? 1 : undefined)
      expect(shown).not.toHaveProperty('rate')
    }
  })

  test('a timeout without a unit is in seconds only in the dialect upstash', async () => {
    const { queue, ask } = setUp(dialect)
    const callback = { 'Svc-Callback': URL, 'Svc-Callback-Timeout': '7' }
    const timeouts = { 'Svc-Timeout': '10', ...callback, 'Svc-Delay': '1h' }
    const [status, body] = await ask('POST', `/v2/publish/${URL}`, timeouts)
    if (!isUpstash) return expect([status, body]).toMatchObject([400, { error: /svc-timeout/i }])
    const message = await queue.store.messages.get((body as { messageId: string }).messageId)
    expect(message).toMatchObject({ timeout: 10_000, callback: { settings: { timeout: 7000 } } })
  })

  test('"count" limits how many runs and DLQ entries a request processes', async () => {
    const { clock, ask, failRuns, publish } = setUp(dialect, 500)
    await failRuns(6)
    for (const how of ['restart', 'resume']) {
      const [, inQuery] = await ask('POST', `/v2/workflows/dlq/${how}?count=1`)
      const cursor = expect.any(String) as string
      expect(inQuery).toMatchObject({ cursor, workflowRuns: [{}] })
      expect((inQuery as { workflowRuns: object[] }).workflowRuns).toHaveLength(1)
    }
    const [, inBody] = await ask('POST', '/v2/workflows/dlq/restart', {}, { count: 1 })
    expect((inBody as { workflowRuns: object[] }).workflowRuns).toHaveLength(1)
    expect(await ask('DELETE', '/v2/workflows/dlq?count=2')).toMatchObject([200, { deleted: 2 }])
    expect((await ask('POST', '/v2/workflows/dlq/restart?count=0'))[0]).toBe(400)

    await clock.advance(0)
    for (const id of ['a', 'b', 'c']) {
      const start = { 'Svc-Workflow-Init': 'true', 'Svc-Workflow-RunId': id }
      await publish({ ...start, 'Svc-Delay': '1d' })
    }
    const runs = '/v2/workflows/runs?workflowRunIds=a,b,c'
    expect(await ask('DELETE', `${runs}&count=2`)).toEqual([200, { cancelled: 2 }])
    expect(await ask('DELETE', runs)).toEqual([200, { cancelled: 1 }])
  })

  test('callbacks of a scheduled message have the id of the schedule', async () => {
    const { queue, clock, ask } = setUp(dialect, 500)
    const callbacks = { 'Svc-Callback': `${URL}/each`, 'Svc-Failure-Callback': `${URL}/last` }
    const schedule = { 'Svc-Cron': '0 0 * * *', 'Svc-Schedule-Id': 'daily', 'Svc-Retries': '0' }
    await ask('POST', `/v2/schedules/${URL}`, { ...schedule, ...callbacks })
    await clock.advance('1d')
    const sent = queue.journal.attempts().filter(({ url }) => url !== URL)
    expect(sent.map(({ body }) => JSON.parse(String(Buffer.from(body))) as object)).toMatchObject([
      { scheduleId: 'daily' },
      { scheduleId: 'daily' },
    ])
  })

  test('a failure callback of a step is called, and also applies to later steps', async () => {
    const { app, queue, clock, ask, publish } = setUp(dialect)
    const run = { 'Svc-Workflow-RunId': 'wfr_1', 'Svc-Retries': '0' }
    await publish({ 'Svc-Workflow-Init': 'true', ...run })
    await clock.advance(0)
    const failed = `${URL}/failed`
    const own = { 'Svc-Failure-Callback': failed, 'Svc-Failure-Callback-Forward-X': '1' }
    const step = { stepType: 'Run', stepName: 'one', concurrent: 1 }
    const sent = { 'Svc-Workflow-Init': 'false', ...run, ...own }
    await ask('POST', `/v2/publish/${URL}`, sent, { stepId: 1, ...step })
    // The queue itself sends the message that fails, which is the result of the wait.
    const wait = { timeout: '1d', step: { stepId: 2, ...step } }
    const { 'Svc-Workflow-RunId': id } = run
    expect((await ask('POST', '/v2/wait/paid', { 'Svc-Workflow-RunId': id }, wait))[0]).toBe(200)
    await clock.advance(0)
    app.status = 500
    await clock.advance('1d')
    const callback = { url: failed, headers: { X: ['1'] } }
    expect(queue.journal.attempts().at(-1)).toMatchObject(callback)
    expect(await ask('GET', '/v2/dlq?source=workflow')).toMatchObject([
      200,
      { messages: [{ workflowRunId: id, failureCallback: failed }] },
    ])
  })

  const payload = Buffer.from('"the payload"').toString('base64')
  test.each<[string, unknown]>([
    ['InitialBody', 'the payload'],
    ['', [expect.objectContaining({ callType: 'step', body: payload })]],
  ])(
    'the failure callback of a client with the features "%s" reports its payload or its steps',
    async (...given) => {
      const [features, reported] = given
      const { queue, clock, ask } = setUp(dialect, 500)
      const version = `Svc-Forward-${dialect.headerPrefix}Workflow-Sdk-Version`
      const start = { 'Svc-Workflow-Init': 'true', 'Svc-Workflow-RunId': 'wfr_1', [version]: '1' }
      const settings = {
        'Svc-Retries': '0',
        'Svc-Failure-Callback': URL,
        'Svc-Feature-Set': features,
      }
      await ask('POST', `/v2/publish/${URL}`, { ...start, ...settings }, 'the payload')
      await clock.advance(0)
      const { body } = queue.journal.attempts().at(-1)!
      const { sourceBody } = JSON.parse(String(Buffer.from(body))) as { sourceBody: string }
      expect(JSON.parse(Buffer.from(sourceBody, 'base64').toString())).toEqual(reported)
    },
  )

  test('a wait and an invocation may have a failure callback', async () => {
    const { app, queue, clock, ask, publish } = setUp(dialect)
    for (const id of ['wfr_1', 'wfr_2'])
      await publish({ 'Svc-Workflow-Init': 'true', 'Svc-Workflow-RunId': id, 'Svc-Retries': '0' })
    const step = { stepId: 1, stepName: 'one', stepType: 'Wait', concurrent: 1 }
    const own = (path: string) => ({ 'Svc-Failure-Callback': `${URL}/${path}` })
    const waiting = { 'Svc-Workflow-RunId': 'wfr_1', ...own('waited') }
    await ask('POST', '/v2/wait/paid', waiting, { timeout: '1d', step })
    const { 'Svc-Failure-Callback': url } = own('invoked')
    const headers = { [`${dialect.headerPrefix}Failure-Callback`]: [url] }
    const start = { 'Svc-Workflow-Init': 'true', 'Svc-Workflow-Invoke': 'true' }
    const invocation = { workflowRunId: 'wfr_2', step, headers, body: '' }
    const started = { ...start, 'Svc-Workflow-RunId': 'wfr_3' }
    await ask('POST', `/v2/publish/${URL}`, started, invocation)
    await clock.advance(0)
    app.status = 500
    await ask('DELETE', '/v2/workflows/runs/wfr_3?cancel=false', {}, 'done')
    await clock.advance('1d')
    const called = queue.journal.attempts().map(({ url }) => url)
    expect(called).toEqual(expect.arrayContaining([`${URL}/waited`, `${URL}/invoked`]))
  })

  test('a DLQ entry of a run has its first label and all labels', async () => {
    const { ask, failRuns } = setUp(dialect, 500)
    await failRuns(1, { 'Svc-Label': 'red, blue' })
    for (const list of ['/v2/dlq?source=workflow', '/v2/workflows/dlq']) {
      expect(await ask('GET', list)).toMatchObject([
        200,
        { messages: [{ label: 'red', labels: ['red', 'blue'] }] },
      ])
    }
  })

  test('a waiting message is delivered now, with the same number of retries', async () => {
    const { app, queue, clock, ask, publish } = setUp(dialect)
    const retry = (id: string) => ask('POST', `/v2/messages/${id}/retry`)
    const { messageId } = await publish({ 'Svc-Delay': '1d', 'Svc-Retries': '1' })
    app.status = 500
    expect(await retry(messageId)).toEqual([200, { messageId }])
    await clock.advance(0)
    expect(await retry(messageId)).toEqual([200, { messageId }])
    await clock.advance(0)
    expect(queue.journal.attempts().map(({ retried }) => retried)).toEqual([0, 1])
    expect(await retry(messageId)).toMatchObject([404, {}])
    const queued = await publish({ 'Svc-Delay': '1d', 'Svc-Queue-Name': 'line' })
    expect(await retry(queued.messageId)).toMatchObject([400, {}])
  })

  test('a run is triggered without the protocol of workflows', async () => {
    const { queue, clock, ask } = setUp(dialect)
    const trigger = (headers: Headers) => ask('POST', `/v2/trigger/${URL}?a=b`, headers, { n: 1 })
    const headers = { 'Content-Type': 'application/json', 'Svc-Forward-X-A': 'a', 'Svc-Label': 'l' }
    const [status, reference] = await trigger({ 'Svc-Workflow-RunId': 'wfr_1', ...headers })
    expect([status, reference]).toEqual([
      200,
      { workflowRunId: 'wfr_1', workflowCreatedAt: clock.now() },
    ])
    await clock.advance(0)
    const { headerPrefix } = dialect
    expect(queue.journal.attempts()).toMatchObject([
      {
        url: `${URL}?a=b`,
        headers: { 'X-A': ['a'], [`${headerPrefix}Workflow-Sdk-Version`]: ['1'] },
      },
    ])
    expect(await trigger({ 'Svc-Workflow-RunId': 'wfr_1' })).toEqual([
      200,
      { ...(reference as object), deduplicated: true },
    ])
    const once = { 'Svc-Deduplication-Id': 'once' }
    const [, first] = await trigger(once)
    expect(first).toMatchObject({ workflowRunId: expect.stringMatching(/^wfr_/) as string })
    expect((await trigger(once))[1]).toEqual({ ...(first as object), deduplicated: true })
    expect((await trigger({ 'Svc-Retries': 'x' }))[0]).toBe(400)
    expect((await ask('POST', '/v2/trigger/'))[0]).toBe(400)
    expect((await queue.runList.list({ label: 'l' })).runs).toHaveLength(1)
  })

  test('rotated keys sign deliveries: the next key becomes the current one', async () => {
    const { queue, ask } = setUp(dialect)
    const before = { ...queue.signingKeys }
    const [, after] = await ask('POST', '/v2/keys/rotate')
    expect(after).toEqual({ current: before.next, next: expect.stringMatching(/^sig_/) as string })
    expect(await ask('GET', '/v2/keys')).toEqual([200, after])
    expect(queue.signingKeys).toEqual(after)
    expect(queue.signing.keysOf({}).current).toBe(before.next)
  })
})
