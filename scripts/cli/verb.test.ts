import { describe, expect, test } from 'vitest'
import { UsageError } from '../../conformance/core/usage-error.js'
import { read } from './verb.js'

const options = {
  rps: { value: 'N', about: 'a number' },
  'kv-url': { value: 'URL', about: 'a URL' },
  skip: { value: 'PATTERN', multiple: true, about: 'left out' },
  bail: { about: 'a flag' },
} as const

test('options and positional arguments are read', () => {
  const args = 'one --rps 5 --skip=a --bail --skip b --kv-url=-x -- --two'.split(' ')

  expect(read(args, options)).toEqual({
    values: { rps: '5', skip: ['a', 'b'], bail: true, 'kv-url': '-x' },
    positionals: ['one', '--two'],
  })
})

describe('a usage error has one line, without the value:', () => {
  test.each([
    [['--kvurl', 'SECRET'], 'there is no option --kvurl (did you mean --kv-url?)'],
    [['--kvurl=SECRET'], 'there is no option --kvurl (did you mean --kv-url?)'],
    [['--something-else'], 'there is no option --something-else'],
    [['-x'], 'there is no option -x'],
    [['--rps'], '--rps takes a value, N'],
    [['--rps', '-5'], '--rps takes a value, N; one that begins with a dash is written --rps=VALUE'],
    [
      ['--rps', '--kv-url', 'SECRET'],
      '--rps takes a value, N; one that begins with a dash is written --rps=VALUE',
    ],
    [['--bail=SECRET'], '--bail takes no value'],
  ])('%j', (args, message) => {
    expect(() => read(args, options)).toThrow(new UsageError(`${message}; see --help`))
  })
})
