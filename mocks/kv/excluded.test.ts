import { expect, test } from 'vitest'
import { EXCLUDED, isExcluded } from './excluded.js'
import type { Command } from './reply.js'

test.each(EXCLUDED.flatMap(({ names }) => names))('%s is left out, in any case', (name) => {
  expect(isExcluded([name, 'k', '0'])).toBe(true)
  expect(isExcluded([name.toLowerCase()])).toBe(true)
})

test.each<[Command]>([
  [['XREAD', 'BLOCK', '0', 'STREAMS', 's', '$']],
  [['xread', 'COUNT', '1', 'block', '0', 'streams', 's', '$']],
  [['XREADGROUP', 'GROUP', 'g', 'c', 'BLOCK', '0', 'STREAMS', 's', '>']],
  [['XREADGROUP', 'BLOCK', '0', 'GROUP', 'g', 'c', 'STREAMS', 's', '>']],
  [['XREADGROUP', 'NOACK', 'GROUP', 'STREAMS', 'c', 'BLOCK', '0', 'STREAMS', 's', '>']],
])('%j blocks and is left out', (command) => {
  expect(isExcluded(command)).toBe(true)
})

test.each<[Command]>([
  [['XREAD', 'STREAMS', 'BLOCK', '$']],
  [['XREADGROUP', 'GROUP', 'BLOCK', 'BLOCK', 'STREAMS', 's', '>']],
  [['XREADGROUP', 'GROUP', 'STREAMS', 'c', 'STREAMS', 'BLOCK', '>']],
  [['XREADGROUP', 'COUNT', '1', 'GROUP', 'g', 'BLOCK', 'STREAMS', 's', '>']],
  [['PING']],
  [['ECHO', 'BLPOP']],
  [['PUBLISH', 'c', 'm']],
])('%j is not', (command) => {
  expect(isExcluded(command)).toBe(false)
})
