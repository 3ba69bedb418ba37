import { expect, test } from 'vitest'
import { ask, testQueue } from '../testing.js'

const url = 'http://app.test/'

test.each([
  [{}, 'destination: expected a text, got nothing'],
  [{ destination: url, headers: [] }, 'headers: expected an object, got []'],
  [
    { destination: url, headers: { 'svc-retries': 1 } },
    'headers["svc-retries"]: expected a text, got 1',
  ],
  [{ destination: url, queue: 1 }, 'queueName: expected letters, digits, "_", "-" and ".", got 1'],
])('the item %j has an error', async (item, error) => {
  const { queue } = testQueue()
  expect(await ask(queue, 'POST', '/v2/batch', [item])).toEqual([200, [{ error }]])
})

test.each([
  [{}, 'got {}'],
  [undefined, 'got nothing'],
])('the batch %j returns 400', async (batch, got) => {
  const { queue } = testQueue()
  const error = `the body: expected a JSON array of messages, ${got}`
  expect(await ask(queue, 'POST', '/v2/batch', batch)).toEqual([400, { error }])
})
