import { expect, test } from 'vitest'
import type { PageFrom, Place } from './page.js'
import { testQueue } from '../testing.js'
import { bulkList, deadLetterList } from '../dlq/dead-letter.js'
import { eventList } from '../logs/log-event.js'
import { runsList } from '../runs/run.js'

const { queue } = testQueue()

test.each([
  [deadLetterList, undefined, 100],
  [deadLetterList, '99', 99],
  [deadLetterList, '101', 100],
  [runsList, undefined, 10],
  [runsList, '11', 10],
  [eventList, undefined, 1000],
  [eventList, '1001', 1000],
  [bulkList, undefined, 50],
])('a page of %s with a count of %s has %d', (list, count, size) => {
  expect(queue.lists.pageSize(list, count)).toBe(size)
})

const places: readonly Place[] = [5, 3, 3, 1].map((time, sequence) => ({ time, sequence }))

/** A page of all places behind one. */
const load = async ({ before, limit }: PageFrom) => {
  const rest = places.slice(before === undefined ? 0 : places.indexOf(find(before)!) + 1)
  return { items: rest.slice(0, limit), more: rest.length > limit }
}

const find = ({ time, sequence }: Place) =>
  places.find((place) => place.time === time && place.sequence === sequence)

test('a cursor names the last item of a page that is not the last', async () => {
  const page = (cursor?: string) => queue.lists.page(eventList, { cursor, count: '3' }, load)
  const first = await page()
  expect(first).toEqual({ items: places.slice(0, 3), cursor: '3-2' })
  expect(await page(first.cursor)).toEqual({ items: places.slice(3) })
})

test.each(['x', '1', '1-', '-1', '1-1-1', 'a-1', '1.5-1'])(
  'a cursor that was never given out is refused: %s',
  (cursor) => {
    expect(() => queue.lists.place(runsList, cursor)).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  },
)
