import { expect, test } from 'vitest'
import { runsList } from '../runs/run.js'
import { testQueue } from '../testing.js'

const { queue } = testQueue()

test.each(['x', '1', '1-', '-1', '1-1-1', 'a-1', '1.5-1'])(
  'the unknown cursor %s returns 400',
  (cursor) => {
    expect(() => queue.lists.place(runsList, cursor)).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  },
)

test.each([{ state: 'run_failed' }, { fromDate: 'x' }, { count: '0' }, { cursor: 'x' }])(
  'the run list refuses %j',
  async (asked) => {
    await expect(queue.runList.list(asked)).rejects.toMatchObject({ status: 400 })
  },
)
