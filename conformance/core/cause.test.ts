import { expect, test } from 'vitest'
import type { Choice } from './cases.js'
import { causeOf } from './cause.js'

const space = {
  values: {
    way: ['body', 'path', 'pipeline'],
    method: ['POST', 'GET', 'PUT'],
    format: ['json', 'base64'],
    size: ['1', '100', '1000', '10000'],
  },
  never: [
    { way: ['body', 'pipeline'], method: ['GET', 'PUT'] },
    { way: 'path', method: 'POST' },
  ],
}

const because = async (failed: Choice, isWrong: (choice: Choice) => boolean) =>
  (
    await causeOf(
      space,
      failed,
      async (choice) => isWrong(choice),
      (name, size) => (name === 'size' ? String(size) : undefined),
    )
  ).because

test('values that do not matter move back to their plain value', async () => {
  const failed = { way: 'pipeline', method: 'POST', format: 'base64', size: '100' }
  expect(await because(failed, ({ format }) => format === 'base64')).toEqual({ format: 'base64' })
})

test('a combination of two values is the cause', async () => {
  const failed = { way: 'pipeline', method: 'POST', format: 'base64', size: '100' }
  const isWrong = ({ way, format }: Choice) => way === 'pipeline' && format === 'base64'
  expect(await because(failed, isWrong)).toEqual({ way: 'pipeline', format: 'base64' })
})

test('a plain value matters if the case passes with another one', async () => {
  const failed = { way: 'body', method: 'POST', format: 'base64', size: '1' }
  const isWrong = ({ way, format }: Choice) => way === 'body' && format === 'base64'
  expect(await because(failed, isWrong)).toEqual({ way: 'body', format: 'base64' })
})

test('a value that another one requires is no cause', async () => {
  const failed = { way: 'path', method: 'PUT', format: 'json', size: '1' }
  expect(await because(failed, ({ method }) => method === 'PUT')).toEqual({ method: 'PUT' })
})

test('a way in that fails with every method is the cause, not a method', async () => {
  const failed = { way: 'path', method: 'GET', format: 'json', size: '1' }
  expect(await because(failed, ({ way }) => way === 'path')).toEqual({ way: 'path' })
})

test('sizes are bisected', async () => {
  const failed = { way: 'body', method: 'POST', format: 'json', size: '10000' }
  const cause = await causeOf(
    space,
    failed,
    async ({ size }) => Number(size) > 777,
    (name, size) => (name === 'size' ? String(size) : undefined),
  )
  expect(cause.because).toEqual({ size: '778' })
  expect(cause.instead).toEqual({ size: '777' })
})
