import { expect, test } from 'vitest'
import { startKv } from '../../index.js'

test('a fault at the boundary works together with one inside the server', async () => {
  const mock = await startKv({ limits: { requestBytes: 10 } })
  const on = ['success-envelope-has-took', 'size-unlimited']
  await mock.fetch('/__mock/faults', { method: 'POST', body: JSON.stringify({ on }) })

  const response = await mock.fetch('/echo/more%20than%20ten%20bytes', {
    headers: { authorization: `Bearer ${mock.token}` },
  })

  expect(await response.text()).toBe('{"result":"more than ten bytes","took":0}')
  await mock.close()
})

test('integers beyond 2^53 stay as they are in a response that is changed', async () => {
  const mock = await startKv()
  const on = ['success-envelope-has-took']
  await mock.fetch('/__mock/faults', { method: 'POST', body: JSON.stringify({ on }) })

  const response = await mock.fetch('/incrby/key/9007199254740993', {
    headers: { authorization: `Bearer ${mock.token}` },
  })

  expect(await response.text()).toBe('{"result":9007199254740993,"took":0}')
  await mock.close()
})

test('a fault changes events that other faults have written with CRLF and comments', async () => {
  const mock = await startKv()
  const on = ['events-crlf', 'events-with-comments', 'subscribe-first-count-12']
  await mock.fetch('/__mock/faults', { method: 'POST', body: JSON.stringify({ on }) })

  const { body } = await mock.fetch('/subscribe/news', {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.token}`, accept: 'text/event-stream' },
  })
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()

  expect((await reader.read()).value).toBe(
    ': keep-alive\n\n\ndata: subscribe,news,12\r\n\r\n\n:\n\n',
  )
  await reader.cancel()
  await mock.close()
})
