import { expect, test } from 'vitest'
import { placesOf, readDocument } from './document.js'

const document = readDocument('# One\n\na b a\n\n## Two\n\nb c')

test('a line knows its number and the nearest heading', () => {
  expect(document[2]).toEqual({ text: 'a b a', number: 3, heading: 'One' })
  expect(document[4]).toEqual({ text: '## Two', number: 5, heading: 'Two' })
  expect(document[6]).toEqual({ text: 'b c', number: 7, heading: 'Two' })
})

test.each([
  [{ quote: 'a' }, [3, 3], [0, 4]],
  [{ quote: 'b' }, [3, 7], [2, 0]],
  [{ quote: 'b', under: 'Two' }, [7], [0]],
  [{ quote: 'Two' }, [5], [3]],
  [{ quote: 'a\n' }, [], []],
  [{ quote: 'b', under: 'Three' }, [], []],
])('%o stands on lines %o', (fragment, lines, starts) => {
  const places = placesOf(fragment, document)
  expect(places.map(({ line }) => line.number)).toEqual(lines)
  expect(places.map(({ start }) => start)).toEqual(starts)
})
