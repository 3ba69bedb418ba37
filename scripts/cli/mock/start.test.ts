import { expect, test } from 'vitest'
import { commandLineOf } from './start.js'

test('the command line repeats the options, except those that the console sets or that only print', () => {
  expect(
    commandLineOf({
      clock: 'real',
      'kv-port': '1',
      'queue-port': '0',
      json: true,
      cors: true,
      log: false,

      redis: 'redis://me:SECRET@db:6379/1',
      dialect: 'names.yaml',
      fault: ['retries-never', 'lpush-wrong-order'],
    }),
  ).toEqual([
    '--cors',
    '--redis',
    'redis://me:***@db:6379/1',
    '--dialect',
    'names.yaml',
    '--fault',
    'retries-never',
    '--fault',
    'lpush-wrong-order',
  ])
})
