// Checks that one new row in a filter table is enough to add a filter. The query parameter, the
// bulk filter and the rules that faults break are created from the row.

import { expect, test } from 'vitest'
import { deadLetterFilters, type DeadLetter } from '../dlq/dead-letter.js'
import { filterIn, numeric, selectorOf } from './filters.js'

const table = {
  ...deadLetterFilters,
  maxRetries: numeric(
    ({ message }: DeadLetter) => message.maxRetries,
    'queue.dlq-message.max-retries',
  ),
}

const letterOf = (maxRetries: number, callerIP: string) =>
  ({ message: { maxRetries, callerIP } }) as DeadLetter

test('one row adds a query parameter and its selection', () => {
  const filter = filterIn(table, { maxRetries: '3', callerIP: '::1' })
  expect(filter).toMatchObject({ maxRetries: 3, callerIP: '::1' })

  const letters = [letterOf(3, '::1'), letterOf(2, '::1'), letterOf(3, '127.0.0.1')]
  expect(letters.filter(selectorOf(table, filter))).toEqual([letters[0]])
})

test('refuses an invalid value', () => {
  expect(() => filterIn(table, { maxRetries: 'many' })).toThrow('maxRetries')
})
