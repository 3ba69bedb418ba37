import { expect, test } from 'vitest'
import { didYouMean } from './did-you-mean.js'

test.each([
  ['prot', ' (did you mean port?)'],
  ['kvPrt', ' (did you mean kvPort?)'],
  ['unknown', ''],
  ['', ''],
])('for the name %j it suggests%s', (name, suggestion) => {
  expect(didYouMean(name, ['kvPort', 'port'])).toBe(suggestion)
})
