import { expect, test } from 'vitest'
import { Members } from './members.js'

test('integers come in order until the first member that is none', () => {
  const members = new Members(['10', '9', '-1'])
  expect([...members.keys()]).toEqual(['-1', '9', '10'])

  members.add('x')

  expect([...members.keys()]).toEqual(['10', '9', '-1', 'x'])
})

test('what was lost once does not come back, in a copy neither', () => {
  const members = new Members(['1', 'x'])
  members.delete('x')
  expect(members.encoding).toBe('hashtable')
  expect(members.clone().encoding).toBe('hashtable')
})
