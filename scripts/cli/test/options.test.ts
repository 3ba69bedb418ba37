// Which mistakes in its options a run tells the user of, before it begins.

import { expect, it } from 'vitest'
import { svcContract } from '../testing.js'

it.each([
  ['an unknown option', ['test', '--kv-uri', 'x'], /--kv-uri/],
  [
    'a pattern that matches nothing',
    ['test', 'kv.nothing.*'],
    /"kv\.nothing\.\*" matches no scenario/,
  ],
  ['a URL without a token', ['test', '--kv-url', 'http://127.0.0.1:1'], /needs --kv-token/],
  [
    'a URL that is none',
    ['test', '--kv-url', 'nowhere', '--kv-token', 'a-token'],
    /"nowhere" is no URL/,
  ],
  [
    'a URL with a password',
    ['test', '--kv-url', 'http://u:SECRET@127.0.0.1:1', '--kv-token', 'a-token'],
    /^(?!.*SECRET).*--kv-url takes a URL without user/,
  ],
  [
    'a URL with a token in it',
    ['test', '--queue-url', 'http://127.0.0.1:1/?_token=SECRET', '--queue-token', 't'],
    /^(?!.*SECRET).*--queue-url takes a URL without user/,
  ],
  ['a sink URL that is none', ['test', '--sink-url', 'nonsense'], /--sink-url "nonsense" is no/],
  ['a timeout too long for a timer', ['test', '--timeout', '99999999999'], /1 to 2147483647/],
  [
    'a pattern of the other interface',
    ['test', 'queue.*', '--kv-url', 'http://127.0.0.1:1', '--kv-token', 'a-token'],
    /"queue\.\*" matches no scenario of kv, the only interface given/,
  ],
  [
    'a list that cannot be read',
    ['test', '--known-failing', '/nowhere/list'],
    /\/nowhere\/list: ENOENT/,
  ],
  ['a report of an unknown kind', ['test', '--report', 'pdf=x'], /--report takes/],
  [
    'two reports in one file',
    ['test', '--report', 'json=r.out', '--report', 'html=./r.out'],
    /\.\/r\.out is to be written twice/,
  ],
  [
    'a report in the file of the list',
    ['test', '--report', 'json=r.out', '--write-known-failing', 'r.out'],
    /r\.out is to be written twice/,
  ],
  [
    'a report to standard output',
    ['test', '--report', 'json=-'],
    /cannot write -: standard output has the text of the run/,
  ],
  ['a shard that is none', ['test', '--shard', '3/2'], /--shard takes I\/N/],
])('exits with 2 on %s, saying what to do', async (_, args, message) => {
  const { code, stderr } = await svcContract(...args)

  expect(code).toBe(2)
  expect(stderr).toMatch(message)
  expect(stderr).not.toMatch(/^ +at /m)
})
