import { expect, test } from 'vitest'
import { testQueue } from '../../queue/testing.js'
import { queueFaults } from './index.js'

test.each(queueFaults)('$name: one part is another, and the rest is the same', (fault) => {
  const { apply, breaks } = fault
  const { queue } = testQueue()
  const before = { ...queue }
  const faulty = apply(queue)

  const changed = Object.entries(faulty).filter(
    ([name, part]) => part !== queue[name as keyof typeof queue],
  )
  // A fault is one mistake; a variant may take the other side of a point in several places.
  if (breaks.length > 0) expect(changed).toHaveLength(1)
  else expect(changed).not.toEqual([])
  expect(queue).toEqual(before)
})
