import { expect, test } from 'vitest'
import { firstDifference } from './first-difference.js'

const x = 'x'.repeat(300)

test.each([
  {
    what: 'an element of a list',
    values: [
      [1, 2, 3],
      [1, 5, 4],
    ],
    want: { at: '[1]', expected: 2, actual: 5 },
  },
  {
    what: 'an element that is missing',
    values: [['a', 'b'], ['a']],
    want: { at: '[1]', expected: 'b', actual: undefined },
  },
  {
    what: 'a member of a member',
    values: [{ list: [{ id: 'a' }] }, { list: [{ id: 'b' }] }],
    want: { at: '.list[0].id', expected: 'a', actual: 'b' },
  },
  {
    what: 'a member that should not be there',
    values: [{ a: 1 }, { a: 1, b: [2] }],
    want: { at: '.b', expected: undefined, actual: [2] },
  },
  {
    what: 'an element of another kind',
    values: [[['a']], [{ 0: 'a' }]],
    want: { at: '[0]', expected: ['a'], actual: { 0: 'a' } },
  },
  {
    what: 'a character of a text, with the word before it',
    values: ['one two three', 'one two thirty'],
    want: { at: 'character 10', expected: '…three', actual: '…thirty' },
  },
  {
    what: 'a character of an element',
    values: [['a text'], ['a test']],
    want: { at: '[0], character 4', expected: '…text', actual: '…test' },
  },
  {
    what: 'the end of a text',
    values: ['one two', 'one'],
    want: { at: 'character 3', expected: 'one two', actual: 'one' },
  },
  {
    what: 'a character far into a long word',
    values: [`${x}a${x}`, `${x}b`],
    want: {
      at: 'character 300',
      expected: `…${'x'.repeat(60)}a${'x'.repeat(59)}…`,
      actual: `…${'x'.repeat(60)}b`,
    },
  },
  { what: 'nowhere else than at the beginning', values: ['', 'a'], want: undefined },
  { what: 'nowhere at all, being of different kinds', values: [[1], 1], want: undefined },
])('two values differ first in $what', ({ values: [expected, actual], want }) => {
  expect(firstDifference(expected, actual)).toEqual(want)
})
