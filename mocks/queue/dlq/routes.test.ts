import { expect, test } from 'vitest'
import { answered, ask, publishTo, START, testQueue } from '../testing.js'

/**
 * Creates a queue in which one message to each of the paths has failed. The destination can recover
 * later.
 */
async function withFailures(...paths: string[]) {
  let status = 500
  const { queue, clock } = testQueue({
    send: async () => ({ ...answered(status), body: Buffer.from('out of order') }),
  })
  for (const path of paths) {
    const headers = { 'Svc-Retries': '0', 'Svc-Label': path }
    await queue.publish.take(publishTo(`http://app.test/${path}`, headers, path))
    await clock.advance(1)
  }
  const recover = () => void (status = 200)
  const list = async (query = '') => {
    const [, page] = await ask(queue, 'GET', `/v2/dlq?${query}`)
    return page as { messages: { url: string; dlqId: string }[]; cursor?: string }
  }
  const paths_ = async (query?: string) =>
    (await list(query)).messages.map(({ url }) => new URL(url).pathname.slice(1))
  return { queue, clock, recover, list, paths: paths_ }
}

test('lists failed messages by page and filter, newest first', async () => {
  const { list, paths } = await withFailures('a', 'b', 'c')
  expect(await paths()).toEqual(['c', 'b', 'a'])
  const response = { responseStatus: 500, responseHeader: {}, responseBody: 'out of order' }
  expect((await list()).messages[2]).toMatchObject({
    messageId: expect.stringMatching(/^msg_/) as string,
    body: 'a',
    maxRetries: 0,
    createdAt: START,
    notBefore: START,
    callerIP: '127.0.0.1',
    labels: ['a'],
    ...response,
  })
  const { cursor } = await list('count=2')
  expect(await paths(`count=2&cursor=${cursor}`)).toEqual(['a'])
  expect(await paths('label=a&label=c')).toEqual(['c', 'a'])
  expect(await paths('responseStatus=500&url=http://app.test/b')).toEqual(['b'])
  expect(await paths('responseStatus=404')).toEqual([])
  expect(await paths(`fromDate=${START + 1}&toDate=${START + 1}`)).toEqual(['b'])
})

test('failed messages are not listed with source=workflow', async () => {
  const { list } = await withFailures('a')
  expect(await list('source=workflow')).toEqual({ messages: [] })
})

test('deletes failed messages by filter, page by page', async () => {
  const { queue, paths } = await withFailures('a', 'b', 'c', 'd')
  expect(await ask(queue, 'DELETE', '/v2/dlq?label=a')).toEqual([200, { deleted: 1 }])
  expect(await ask(queue, 'DELETE', '/v2/dlq?count=2')).toMatchObject([
    200,
    { deleted: 2, cursor: expect.any(String) as string },
  ])
  expect(await paths()).toEqual(['b'])
})

test('the DLQ of runs names the DLQ of a failed message', async () => {
  const { queue, list } = await withFailures('a')
  const [{ dlqId } = { dlqId: '' }] = (await list()).messages
  expect(await ask(queue, 'POST', `/v2/workflows/dlq/restart/${dlqId}`)).toEqual([
    404,
    {
      error: `there is no DLQ entry "${dlqId}" of a run; it is the entry of a message without a run: use GET /v2/dlq and POST /v2/dlq/retry`,
    },
  ])
})
