import { expect, test } from 'vitest'
import { harmOf } from './harm.js'

const inBody = (body: string, target = '/') => ({ method: 'POST', target, body })

test.each([
  ['QUIT', inBody('["quit"]'), { what: 'QUIT', rank: 2 }],
  ['MONITOR by path', { method: 'GET', target: '/MONITOR/a' }, { what: 'MONITOR', rank: 2 }],
  [
    'a pipeline',
    inBody('[["GET","a"],["BLPOP","a",1],["QUIT"]]', '/pipeline'),
    { what: 'BLPOP, QUIT', rank: 2 },
  ],
  [
    'XREAD with BLOCK',
    inBody('["XREAD","BLOCK",1,"STREAMS","a","$"]'),
    { what: 'XREAD with BLOCK', rank: 1 },
  ],
  [
    'an unknown method',
    { method: 'DELETE', target: '/subscribe/a' },
    { what: 'the method DELETE', rank: 1 },
  ],
  ['a malformed body', inBody('["GET"'), { what: 'a body that is no list of commands', rank: 1 }],
  [
    'null as a command',
    inBody('[null]', '/pipeline'),
    { what: 'a body that is no list of commands', rank: 1 },
  ],
  [
    'a huge body',
    inBody(`["ECHO","${'a'.repeat(70_000)}"]`),
    { what: 'a body of 70011 bytes', rank: 1 },
  ],
])('%s could harm a target', (_, request, harm) => {
  expect(harmOf(request)).toEqual(harm)
})

test.each([
  ['a command', inBody('["SET","quit",1.5]')],
  ['a command by path with a body', inBody('["GET"', '/SET/key')],
  ['XREAD', inBody('["XREAD","STREAMS","a","0"]')],
  ['a stream', { method: 'POST', target: '/subscribe/a' }],
  ['a batch', inBody('[["GET","a"]]', '/multi-exec?_token=a')],
])('%s harms nothing', (_, request) => {
  expect(harmOf(request)).toBeUndefined()
})
