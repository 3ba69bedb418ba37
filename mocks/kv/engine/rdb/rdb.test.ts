import { expect, test } from 'vitest'
import { Hash } from '../hash/hash.js'
import { JsonDocument } from '../json/json.js'
import { parseJson } from '../json/json-text.js'
import { List } from '../list/list.js'
import { Members } from '../set/members.js'
import { dump, restored, type TypedValue } from './rdb.js'
import { isDump } from './serialized.js'
import { SortedSet } from '../sorted-set/sorted-set.js'
import { Stream } from '../stream/stream.js'

const numbers = Array.from({ length: 1000 }, (_, index) => String(index - 500))

function hashOf(fields: readonly string[]): Hash {
  const hash = new Hash()
  for (const field of fields) hash.set(field, `value of ${field}`)
  return hash
}

const scored = (members: readonly string[]) =>
  new SortedSet(members.map((member, index): [string, number] => [member, index / 3]))

function stream(): Stream {
  const stream = new Stream()
  for (const ms of numbers.keys()) stream.append({ ms: ms + 1, seq: 0 }, ['f', String(ms), 'g', ''])
  stream.append({ ms: 2n ** 63n, seq: 1 }, ['another', 'x'.repeat(50)])
  stream.delete({ ms: 7, seq: 0 })
  const group = stream.createGroup('g', { ms: 3, seq: 0 }, undefined)!
  group.deliver({ ms: 3, seq: 0 }, group.seen('c', 1_700_000_000_000), 1_600_000_000_000)
  return stream
}

const values: readonly TypedValue[] = [
  { type: 'string', value: '' },
  { type: 'string', value: '\xff\0'.repeat(5000) },
  { type: 'list', value: new List(numbers) },
  { type: 'list', value: new List(['x'.repeat(100_000), 'y']) },
  { type: 'set', value: new Members(numbers.slice(0, 100)) },
  { type: 'set', value: new Members(['9223372036854775807', '1']) },
  { type: 'set', value: new Members(['a', '1']) },
  { type: 'hash', value: hashOf(['a', '']) },
  { type: 'hash', value: hashOf(numbers) },
  { type: 'zset', value: scored(['a', 'b']) },
  { type: 'zset', value: scored(numbers) },
  { type: 'stream', value: stream() },
  { type: 'ReJSON-RL', value: new JsonDocument(parseJson('{"a":[1,2.5,null]}')) },
]

test.each(values)('a $type is restored from its dump', (typed) => {
  const bytes = dump(typed)
  expect(isDump(bytes)).toBe(true)
  const again = restored(bytes)!
  expect(again.type).toBe(typed.type)
  // Values are equal exactly if their dumps are equal.
  expect(dump(again)).toBe(bytes)
})

test('a dump that is cut or changed anywhere is read or refused', () => {
  for (const typed of values.slice(0, 12)) {
    const bytes = dump(typed).slice(0, 300)
    for (let at = 0; at < bytes.length; at++) {
      restored(bytes.slice(0, at))
      restored(`${bytes.slice(0, at)}\xff${bytes.slice(at + 1)}`)
    }
  }
})
