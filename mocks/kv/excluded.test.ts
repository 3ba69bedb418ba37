import { expect, test } from 'vitest'
import { excludedOption, isExcluded } from './excluded.js'
import { parse } from './differential/typing.js'

test.each([
  ['xread COUNT 1 block 0 streams s $', true],
  ['XREADGROUP GROUP g c BLOCK 0 STREAMS s >', true],
  ['XREADGROUP BLOCK 0 GROUP g c STREAMS s >', true],
  ['XREADGROUP NOACK GROUP STREAMS c BLOCK 0 STREAMS s >', true],
  ['XREAD STREAMS BLOCK $', false],
  ['XREADGROUP GROUP BLOCK BLOCK STREAMS s >', false],
  ['XREADGROUP GROUP STREAMS c STREAMS BLOCK >', false],
  ['XREADGROUP COUNT 1 GROUP g BLOCK STREAMS s >', false],
  ['ECHO BLPOP', false],
  ['PUBLISH c m', false],
])('%s is excluded: %s', (line, excluded) => {
  expect(isExcluded(parse(line))).toBe(excluded)
})

test('an excluded option is named in the error', () => {
  expect(excludedOption(parse('XREADGROUP GROUP g c block 0 STREAMS s >'))?.message).toBe(
    'ERR xreadgroup is not allowed with the option BLOCK over HTTP, because it waits; send it without BLOCK',
  )
})
