// Each command that Redis 7.0 does not have, where it succeeds and where it fails. What it does
// beyond that is in the tests beside its category.

import { expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'
import { parse, shown } from '../differential/typing.js'
import { OK, ReplyError, type Reply } from '../reply.js'
import { commands } from './index.js'

const prepared = [
  'HSET h f 1 g 2',
  'HEXPIRE h 100 FIELDS 1 g',
  'XADD s 1-0 f v',
  'XGROUP CREATE s group 0',
  'XREADGROUP GROUP group consumer STREAMS s >',
  'JSON.SET j $ {"array":[1,2],"text":"a","number":1,"yes":true}',
  'SET text v',
]

const wrongType = 'WRONGTYPE Operation against a key holding the wrong kind of value'
const noKey = "ERR could not perform this operation on a key that doesn't exist"
const negative = 'ERR invalid expire time, must be >= 0'
const noIds = 'ERR Number of IDs must be a positive integer'
const atRoot = 'ERR new objects must be created at the root'

const wrongArity = (name: string) => `ERR wrong number of arguments for '${name}' command`

/** By name: words that succeed, their reply, and words that fail, and how. */
const asked: Readonly<
  Record<string, readonly [words: string, reply: Reply, wrongWords: string, refusal: string]>
> = {
  hexpire: ['h 10 FIELDS 1 f', [1], 'h -1 FIELDS 1 f', negative],
  hpexpire: ['h 10 FIELDS 1 f', [1], 'h -1 FIELDS 1 f', negative],
  hexpireat: ['h 10 FIELDS 1 f', [1], 'h -1 FIELDS 1 f', negative],
  hpexpireat: ['h 10 FIELDS 1 f', [1], 'h -1 FIELDS 1 f', negative],
  httl: ['h FIELDS 2 f g', [-1, 100], 'text FIELDS 1 f', wrongType],
  hpttl: ['h FIELDS 2 f g', [-1, 100_000], 'text FIELDS 1 f', wrongType],
  hexpiretime: ['h FIELDS 2 f g', [-1, 100], 'text FIELDS 1 f', wrongType],
  hpexpiretime: ['h FIELDS 2 f g', [-1, 100_000], 'text FIELDS 1 f', wrongType],
  hpersist: ['h FIELDS 2 f g', [-1, 1], 'text FIELDS 1 f', wrongType],
  hgetdel: ['h FIELDS 2 f none', ['1', null], 'text FIELDS 1 f', wrongType],
  hgetex: [
    'h EX 10 FIELDS 2 f none',
    ['1', null],
    'h EX 0 FIELDS 1 f',
    "ERR invalid expire time in 'hgetex' command",
  ],
  hsetex: [
    'h FNX EX 10 FIELDS 1 new v',
    1,
    'h EX 0 FIELDS 1 f v',
    "ERR invalid expire time in 'hsetex' command",
  ],
  'json.set': ['k $ 1', OK, 'k $.a 1', atRoot],
  'json.mset': ['k $ 1 l $ 2', OK, 'k $ {} k $.a 1 l $.a 2', atRoot],
  'json.merge': ['j $.more 1', OK, 'k $.a 1', atRoot],
  'json.get': ['j $.number', '[1]', 'j .none', "ERR Path '$.none' does not exist"],
  'json.mget': ['j none $.number', ['[1]', null], 'j', wrongArity('json.mget')],
  'json.del': ['j $.number', 1, 'text', wrongType],
  'json.forget': ['j $.number', 1, 'text', wrongType],
  'json.clear': ['j $.number', 1, 'none', noKey],
  'json.type': ['j', 'object', 'text', wrongType],
  'json.numincrby': ['j $.number 2', '[3]', 'none $ 2', noKey],
  'json.nummultby': ['j $.number 2', '[2]', 'none $ 2', noKey],
  'json.numpowby': ['j $.number 2', '[1]', 'none $ 2', noKey],
  'json.toggle': ['j $.yes', [0], 'none $', noKey],
  'json.strappend': [String.raw`j $.text "\"b\""`, [2], String.raw`none $ "\"b\""`, noKey],
  'json.strlen': ['j $.text', [1], 'none $', noKey],
  'json.arrappend': ['j $.array 3', [3], 'none $ 3', noKey],
  'json.arrinsert': ['j $.array 0 3', [3], 'j $.array 9 3', 'ERR index out of bounds'],
  'json.arrindex': ['j $.array 2', [1], 'none $ 2', "ERR Path '$' does not exist"],
  'json.arrlen': ['j $.array', [2], 'none $', noKey],
  'json.arrpop': ['j $.array', ['2'], 'none', noKey],
  'json.arrtrim': ['j $.array 0 0', [1], 'none $ 0 0', noKey],
  'json.objkeys': ['j $', [['array', 'text', 'number', 'yes']], 'none $', noKey],
  'json.objlen': ['j $', [4], 'none $', "ERR Path '$' does not exist or not an object"],
  'json.resp': ['j $.number', [1], 'j .none', "ERR Path '$.none' does not exist"],
  'json.debug': ['memory j .number', 8, 'nosuch', unknown('nosuch', 'JSON.DEBUG')],
  xdelex: ['s IDS 2 1-0 2-0', [1, -1], 's IDS 0 1-0', noIds],
  xackdel: ['s group IDS 2 1-0 2-0', [1, -1], 's group IDS 0 1-0', noIds],
}

function unknown(word: string, container: string): string {
  return `ERR unknown subcommand '${word}'. Try ${container} HELP.`
}

test('every later command is asked', () => {
  const later = [...commands].filter(({ laterRelease }) => laterRelease)
  expect(Object.keys(asked)).toEqual(later.map(({ name }) => name))
})

test.each(Object.entries(asked))('%s', (name, [words, reply, wrongWords, refusal]) => {
  const backend = createMemoryBackend({ clock: { now: () => 0 } })
  for (const line of prepared) backend.execute(parse(line))
  const ask = (words: string) => shown(backend.execute(parse(`${name} ${words}`)))
  expect(ask(wrongWords)).toBe(shown(new ReplyError(refusal)))
  expect(ask(words)).toBe(shown(reply))
})
