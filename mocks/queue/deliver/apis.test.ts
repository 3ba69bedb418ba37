import { expect, test } from 'vitest'
import { answered, publishTo, testQueue } from '../testing.js'
import type { CallbackBody } from '../callbacks/callbacks.js'

const CALLBACK = { 'Svc-Callback': 'http://app.test/answer' }

const open = (...[options]: Parameters<typeof testQueue>) => {
  const { queue, clock } = testQueue(options)
  const publish = (headers: Readonly<Record<string, string>> = CALLBACK, body = '{}') =>
    queue.publish.take(publishTo('api/llm', headers, body))
  return { queue, clock, publish }
}

test('a message to the API is answered with one object that names it', async () => {
  expect(await open().publish()).toEqual({
    messageId: expect.stringMatching(/^msg_/) as string,
    url: 'api/llm',
  })
})

test.each([{}, { 'Svc-Failure-Callback': 'http://app.test/' }])(
  'without a callback, with %j, it is refused, and said what is missing',
  async (headers) => {
    await expect(open().publish(headers)).rejects.toMatchObject({
      status: 400,
      message: 'api/llm needs Svc-Callback',
    })
  },
)

test('another API there is not', async () => {
  const { queue } = open()
  await expect(queue.publish.take(publishTo('api/email', CALLBACK))).rejects.toMatchObject({
    status: 404,
  })
})

test('the callback brings a chat completion', async () => {
  const { queue, clock, publish } = open()
  await publish()
  await clock.runUntilIdle()

  const [call, callback] = queue.journal.attempts()
  expect(call).toMatchObject({ url: 'api/llm', outcome: { kind: 'answered', status: 200 } })
  expect(callback!.url).toBe('http://app.test/answer')
  const told = JSON.parse(Buffer.from(callback!.body).toString()) as CallbackBody
  expect(told).toMatchObject({ status: 200, url: 'api/llm' })
  expect(JSON.parse(Buffer.from(told.body, 'base64').toString())).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: expect.any(String) as string } }],
  })
})

test('a stub is called in its place, with what was published, and again when it fails', async () => {
  const called: string[] = []
  const { clock, publish } = open({
    apis: { 'api/llm': 'http://stub.test/v1?a=b' },
    async send({ url, method, body }) {
      called.push(`${method} ${url} ${Buffer.from(body).toString().slice(0, 9)}`)
      return answered(called.length === 1 ? 500 : 200)
    },
  })
  await publish({ ...CALLBACK, 'Svc-Retries': '1' }, '{"a": 1}')
  await clock.runUntilIdle()

  const toStub = 'POST http://stub.test/v1?a=b {"a": 1}'
  expect(called.filter((call) => call === toStub)).toHaveLength(2)
  expect(called.filter((call) => call.includes('app.test/answer'))).toHaveLength(2)
})
