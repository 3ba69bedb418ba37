import { expect, test } from 'vitest'
import { testQueue } from '../../queue/testing.js'
import { replacementsOf } from './fault.js'
import { queueFaults, written } from './index.js'

// A fault is one mistake; a variant may take the other side of a point in several places.
test.each(written.filter(({ breaks }) => breaks.length > 0))(
  '$id replaces members of one part only',
  ({ replace }) => {
    const paths = replacementsOf(replace).flatMap((each) => Object.keys(each))
    const parts = paths.map((path) => path.split('.')[0])
    expect(new Set(parts).size).toBe(1)
  },
)

test('two faults are there at once, also in one method', () => {
  const { queue } = testQueue()
  const faulty = ['dlq-count-default-10', 'run-list-count-default-9'].reduce(
    (each, id) => queueFaults.find((fault) => fault.id === id)!.apply(each),
    queue,
  )

  const sizes = (of: typeof queue) =>
    (['dlq', 'runs', 'bulk'] as const).map((name) =>
      of.lists.pageSize({ name, pageSize: 50 }, undefined),
    )
  expect(sizes(faulty)).toEqual([10, 9, 50])
  expect(sizes(queue)).toEqual([50, 50, 50])
})

test.each([
  ['notify-202', 'notify-same-message-id'],
  ['notify-same-message-id', 'notify-202'],
])('%s and then %s change the status and the body of a notify', async (...ids) => {
  const { queue } = testQueue()
  const { waiters } = ids.reduce(
    (each, id) => queueFaults.find((fault) => fault.id === id)!.apply(each),
    queue,
  )

  expect(await waiters.notify('nobody', Buffer.from(''))).toEqual([])
  expect(waiters.status()).toBe(202)
})
