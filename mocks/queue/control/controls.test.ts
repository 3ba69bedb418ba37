import { describe, expect, test } from 'vitest'
import { asking } from '../../testing.js'
import { ask as askQueue, publishTo, START, testQueue } from '../testing.js'
import { groupControls } from './controls.js'
import { runControls } from './runs.js'

describe('groups', () => {
  function setUp() {
    const { queue } = testQueue()
    const ask = asking(groupControls(() => queue))
    const set = (body: object) => ask('POST', '/__mock/queue/groups', body)
    return { queue, ask, set }
  }

  test('are created, changed and deleted by one route', async () => {
    const { queue, ask, set } = setUp()
    const endpoints = [{ url: 'http://a.test/' }, { url: 'http://b.test/', name: 'b' }]
    const made = await set({ name: 'orders', endpoints: ['http://a.test/', endpoints[1]] })
    expect(made).toMatchObject([200, { name: 'orders', endpoints }])
    const { id } = (await queue.groups.find('orders'))!
    expect(made).toMatchObject([200, { id }])

    expect(await ask('GET', '/__mock/queue/groups')).toEqual([200, { groups: [made[1]] }])

    const changed = await set({ name: 'orders', endpoints: ['http://c.test/'] })
    expect(changed).toMatchObject([200, { id, endpoints: [{ url: 'http://c.test/' }] }])
    expect(await set({ name: 'orders', endpoints: [] })).toEqual([200, {}])
    expect(await queue.groups.all()).toEqual([])
  })

  test.each([
    [{ endpoints: [] }, 'name'],
    [{ name: 'a/b', endpoints: ['http://a.test/'] }, 'the name of a group'],
    [{ name: 'orders' }, 'endpoints'],
    [{ name: 'orders', endpoints: ['http://a.test/', 'b.test'] }, 'endpoints[1]'],
  ])('reject %j with the bad field', async (input, told) => {
    expect(await setUp().set(input)).toEqual([
      400,
      { error: expect.stringContaining(told) as string },
    ])
  })
})

const url = 'http://app.test/w'
const DAY = 86_400_000

function setUp() {
  const { queue, clock } = testQueue()
  const ask = asking(runControls(() => queue))
  const make = async (wanted: object) =>
    (await ask('POST', '/__mock/queue/runs', { workflowUrl: url, ...wanted })) as [
      number,
      { runs: Made[] },
    ]
  const get = async (target: string) => (await askQueue(queue, 'GET', target))[1]
  return { queue, clock, make, get }
}

interface Made {
  readonly workflowRunId: string
  readonly messageIds: string[]
  readonly dlqId?: string
}

test('creates a failed run with a DLQ entry with given fields', async () => {
  const { make, get } = setUp()
  const [, { runs }] = await make({
    state: 'RUN_FAILED',
    completedAt: START - DAY,
    bodyBase64: '/wA=',
    callerIP: '10.1.2.3',
    headers: { 'Svc-Retries': '2', 'Svc-Label': 'nightly', 'Svc-Failure-Callback': url },
    answer: { status: 503, headers: { 'X-A': '1' }, bodyBase64: '/w==' },
    entry: { failureCallbackInfo: { state: 'CALLBACK_FAIL' }, rate: 7 },
  })
  const [{ dlqId, messageIds }] = runs as [Made]
  expect(await get(`/v2/workflows/dlq?label=nightly&toDate=${START - DAY}`)).toMatchObject({
    messages: [
      {
        dlqId,
        messageId: messageIds[0],
        bodyBase64: '/wA=',
        callerIP: '10.1.2.3',
        header: { 'Svc-Retries': ['2'] },
        maxRetries: 2,
        failureCallback: url,
        rate: 7,
        responseStatus: 503,
        responseHeader: { 'X-A': ['1'] },
        responseBodyBase64: '/w==',
        failureCallbackInfo: { state: 'CALLBACK_FAIL' },
      },
    ],
  })
})

test('a created run of the past does not delay deliveries', async () => {
  const { queue, clock, make } = setUp()
  const delayed = publishTo('http://app.test/', { 'Svc-Delay': '1m' })
  await queue.publish.send(queue.reading.publication(delayed))
  const past = START - DAY
  await make({
    createdAt: past,
    completedAt: past,
    waits: [{ eventId: 'e', deadline: START + DAY }],
  })

  await clock.advance('1m')
  expect(queue.journal.attempts()).toHaveLength(1)
})

test.each([
  [{ workflowUrl: 7 }, 'workflowUrl: '],
  [{ state: 'RUN_LOST' }, 'state: '],
  [{ count: -1 }, 'count: '],
  [{ steps: [7] }, 'steps: '],
  [{ headers: { 'Svc-Retries': 'x' } }, 'Svc-Retries: '],
])('%j returns 400', async (wanted, beginning) => {
  const { make } = setUp()
  const error = expect.stringContaining(beginning) as string
  expect(await make(wanted)).toMatchObject([400, { error }])
})
