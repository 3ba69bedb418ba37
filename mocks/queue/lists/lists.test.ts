import { expect, test } from 'vitest'
import { runsList } from '../runs/run.js'
import { testQueue } from '../testing.js'

const { queue } = testQueue()

test.each(['x', '1', '1-', '-1', '1-1-1', 'a-1', '1.5-1'])(
  'a cursor that was never given out is refused: %s',
  (cursor) => {
    expect(() => queue.lists.place(runsList, cursor)).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  },
)

test.each([{ state: 'run_failed' }, { fromDate: 'x' }, { count: '0' }, { cursor: 'x' }])(
  'a list cannot be narrowed to %j',
  async (asked) => {
    await expect(queue.runList.list(asked)).rejects.toMatchObject({ status: 400 })
  },
)
