import { expect, test } from 'vitest'
import { testQueue } from '../../queue/testing.js'
import { queueFaults } from './index.js'

test.each(queueFaults)('$name: one part is another, and the rest is the same', ({ apply }) => {
  const { queue } = testQueue()
  const before = { ...queue }
  const faulty = apply(queue)

  const changed = Object.entries(faulty).filter(
    ([name, part]) => part !== queue[name as keyof typeof queue],
  )
  expect(changed.length).toBeGreaterThan(0)
  // One that lies, and at most one that notes what the lie is about.
  expect(changed.length).toBeLessThanOrEqual(2)
  expect(queue).toEqual(before)
})
