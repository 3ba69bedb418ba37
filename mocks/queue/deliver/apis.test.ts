import { expect, test } from 'vitest'
import type { CallbackBody } from '../callbacks/callbacks.js'
import { answered, publish, testQueue } from '../testing.js'

const callback = { 'Svc-Callback': 'http://app.test/answer' }

test('api/llm without a stub: the callback has a chat completion', async () => {
  const { queue, clock } = testQueue()
  await publish(queue, callback, { to: 'api/llm' })
  await clock.runUntilIdle()

  const [call, called] = queue.journal.attempts()
  expect(call).toMatchObject({ url: 'api/llm', outcome: { kind: 'answered', status: 200 } })
  expect(called!.url).toBe('http://app.test/answer')
  const body = JSON.parse(Buffer.from(called!.body).toString()) as CallbackBody
  expect(body).toMatchObject({ status: 200, url: 'api/llm' })
  expect(JSON.parse(Buffer.from(body.body, 'base64').toString())).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: expect.any(String) as string } }],
  })
})

test('api/llm with a stub: sends the message to the stub, and retries', async () => {
  const sent: string[] = []
  const { queue, clock } = testQueue({
    apis: { 'api/llm': 'http://stub.test/v1?a=b' },
    async send({ url, method, body }) {
      sent.push(`${method} ${url} ${Buffer.from(body).toString().slice(0, 9)}`)
      return answered(sent.length === 1 ? 500 : 200)
    },
  })
  await publish(queue, { ...callback, 'Svc-Retries': '1' }, { to: 'api/llm', body: '{"a": 1}' })
  await clock.runUntilIdle()

  expect(sent.filter((each) => each === 'POST http://stub.test/v1?a=b {"a": 1}')).toHaveLength(2)
  expect(sent.filter((each) => each.includes('app.test/answer'))).toHaveLength(2)
})
