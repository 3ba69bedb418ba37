import { describe, expect, test } from 'vitest'
import { UsageError } from '../../conformance/core/usage-error.js'
import { read, time } from './verb.js'

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

test('an option that takes one value cannot have two', () => {
  expect(() => read(['--kv-url', 'SECRET', '--kv-url=other'], options)).toThrow(
    new UsageError('--kv-url is given twice with different values; give it once'),
  )
  expect(read('--rps 5 --rps 5 --bail --bail'.split(' '), options).values).toEqual({
    rps: '5',
    bail: true,
  })
})

test.each([
  [undefined, 'ms', 10],
  ['0', 'ms', 0],
  ['250', 'ms', 250],
  ['250', 's', 250_000],
  ['250ms', 's', 250],
  ['5s', 'ms', 5_000],
  ['1.5s', 'ms', 1_500],
  ['1.001s', 'ms', 1_001],
  ['0.5', 's', 500],
  ['2m', 's', 120_000],
  ['1h', 's', 3_600_000],
] as const)('the time %s in %s is %i milliseconds', (value, unit, ms) => {
  expect(time('timeout', value, unit, 10)).toBe(ms)
})

test.each(['', '-1', '7.5', '.5s', '1.s', '1d', '5 s', '4ms', '2147483648', '1000h'])(
  'the time "%s" is refused',
  (value) => {
    expect(() => time('timeout', value, 'ms', 10, 5)).toThrow(
      `--timeout takes milliseconds or a time such as 5s, from 5 to 2147483647 ms, not "${value}"`,
    )
  },
)
