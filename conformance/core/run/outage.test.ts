import { expect, test } from 'vitest'
import { noAnswer } from '../../wire/target.js'
import { mostUnreadable, watchedTarget } from './outage.js'

const spec = { method: 'GET', target: '/get/a' }
const request = { ...spec, headers: [], body: Buffer.alloc(0) }
const readable = { request, status: 200, headers: [], body: Buffer.from('{}'), durationMs: 1 }
const failed = { ...readable, ...noAnswer(spec, 'it failed') }
const unreadable = { ...failed, unreadable: true }

/** Returns a target that has sent these exchanges. */
async function targetAfter(exchanges: readonly (typeof failed | typeof readable)[]) {
  const left = [...exchanges]
  const target = watchedTarget({
    basePath: '',
    send: async () => left.shift()!,
    open: () => expect.unreachable(),
    close() {},
  })
  while (left.length > 0) await target.send(spec, new AbortController().signal)
  return target
}

/** Returns why the target cannot be judged after these exchanges. */
const reasonAfter = async (exchanges: readonly (typeof failed | typeof readable)[]) =>
  (await targetAfter(exchanges)).unreadable

const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item)

test('a target with too many unreadable responses in a row cannot be judged', async () => {
  expect(await reasonAfter(times(mostUnreadable, unreadable))).toEqual({
    count: mostUnreadable,
    failure: unreadable.failure,
  })
})

test('a readable response starts the row of unreadable responses again', async () => {
  const row = times(mostUnreadable - 1, unreadable)
  expect(await reasonAfter([...row, readable, ...row])).toBeUndefined()
})

test('a request without any response does not count as an unreadable response', async () => {
  expect(await reasonAfter(times(mostUnreadable, failed))).toBeUndefined()
})

const slow = { ...readable, durationMs: 1_000 }

test('a target that becomes slow is strained, until new responses show it again', async () => {
  const target = await targetAfter([...times(30, readable), ...times(30, slow)])
  expect(target.isStrained()).toBe(true)
  expect(target.isStrained()).toBe(false)
})

test('a target that was always slow is not strained', async () => {
  expect((await targetAfter(times(60, slow))).isStrained()).toBe(false)
})
