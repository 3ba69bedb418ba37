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
  expect(changed).toHaveLength(1)
  expect(queue).toEqual(before)
})
