// Scripts that test DUMP and RESTORE on both servers.

import { dump as dumped } from '../../engine/rdb/rdb.js'
import { crc64 } from '../../engine/rdb/serialized.js'
import { List } from '../../engine/list/list.js'
import { createMemoryBackend } from '../../backends/memory.js'
import { quoted } from '../../reply.js'
import { parse } from '../typing.js'

/** Returns bytes followed by their correct checksum. The bytes may be invalid. */
const signed = (...bytes: readonly number[]) => {
  const body = String.fromCharCode(...bytes)
  return quoted(body + crc64(body))
}

/** A string longer than 64 bytes, the limit for strings in compact collections of Redis. */
const long = 'x'.repeat(65)

/**
 * Commands that create a stream with deleted entries, entries with other fields, and groups that read
 * the stream.
 */
const grouped = [
  'XADD s 5-1 f a g 1',
  'XADD s 5-2 f b g 300',
  'XADD s 7-0 other x',
  'XADD s 9-3 f "" g -1',
  'XADD s 18446744073709551615-1 f 1 g 2',
  'XDEL s 5-2 7-0',
  'XGROUP CREATE s 1 0',
  'XGROUP CREATE s h 9-3 ENTRIESREAD 3',
  'XGROUP CREATE s g $',
  'XGROUP CREATECONSUMER s 1 12',
  'XREADGROUP GROUP 1 bob COUNT 2 STREAMS s >',
  'XCLAIM s 1 al 0 9-3 TIME 1000 RETRYCOUNT 70',
  'XDEL s 9-3',
]

/** Returns the dump of the stream that commands create. The clock does not advance. */
function streamDump(lines: readonly string[]): string {
  const engine = createMemoryBackend({ clock: { now: () => 1_700_000_000_000 } })
  for (const line of lines) engine.executeNow(parse(line))
  return quoted(engine.executeNow(['DUMP', 's']) as string)
}

/** Returns the bytes of a stream node: its id, and a listpack of small numbers. */
const node = (ms: number, ...numbers: readonly number[]) => [
  1,
  16,
  ...Array<number>(7).fill(0),
  ms,
  ...Array<number>(8).fill(0),
  7 + 2 * numbers.length,
  7 + 2 * numbers.length,
  0,
  0,
  0,
  numbers.length,
  0,
  ...numbers.flatMap((number) => [number, 1]),
  0xff,
]

/** The numbers of one entry `1 2` that has the id of the node. A different flag marks a deleted entry. */
const entry = [1, 0, 1, 1, 0, 2, 0, 0, 2, 4]

/** Returns a command that restores bytes in a format of an earlier release. */
const old = (key: string, ...bytes: readonly number[]) =>
  `RESTORE ${key} 0 ${signed(...bytes, 9, 0)}`

const [abc, twelve] = ['abc', '12'].map((value) => quoted(dumped({ type: 'string', value })))

export const dump: Readonly<Record<string, readonly string[]>> = {
  'values restored': [
    `RESTORE s 0 ${abc}`,
    'GET s',
    'OBJECT ENCODING s',
    `RESTORE s 0 ${abc}`,
    ...[
      'x nosuch',
      'x nosuch REPLACE',
      '-1 nosuch REPLACE',
      '0 nosuch REPLACE',
      '0 "" REPLACE',
    ].map((rest) => `RESTORE s ${rest}`),
    ...[
      'nosuch',
      'IDLETIME',
      'IDLETIME x',
      'IDLETIME -1',
      'IDLETIME 1 FREQ 1',
      'FREQ 256',
      'FREQ x',
    ].map((options) => `RESTORE s 0 nosuch REPLACE ${options}`),
    `RESTORE s 100000 ${twelve} REPLACE IDLETIME 1000`,
    'OBJECT IDLETIME s',
    'PTTL s',
    'OBJECT ENCODING s',
    `RESTORE s 33177117420000 ${twelve} REPLACE ABSTTL FREQ 3`,
    'PEXPIRETIME s',
    `RESTORE s 1 ${twelve} REPLACE ABSTTL`,
    'EXISTS s',
    `RESTORE s 9223372036854775807 ${twelve} REPLACE`,
    'EXISTS s',
    `RESTORE l 0 ${quoted(dumped({ type: 'list', value: new List(['a', '1', long]) }))}`,
    'LRANGE l 0 -1',
    // Invalid dumps: no value, an unknown format, a truncated string, an empty list, a later version.
    old('x'),
    old('x', 99, 1),
    old('x', 0, 5, 97),
    old('x', 1, 0),
    `RESTORE x 0 ${signed(0, 1, 97, 11, 0)}`,
    `RESTORE x 0 ${signed(0, 1, 97, 1, 0)}`,
    'GET x',
    // Formats of earlier releases: plain values, then ziplists.
    old('a1', 1, 2, 1, 97, 0xc0, 5),
    'LRANGE a1 0 -1',
    old('a2', 2, 2, 1, 97, 0xc0, 5),
    'SMEMBERS a2',
    old('a3', 3, 2, 1, 97, 3, 49, 46, 53, 1, 98, 254),
    'ZRANGE a3 0 -1 WITHSCORES',
    old('a4', 4, 1, 1, 97, 1, 98),
    'HGETALL a4',
    ...[10, 12, 13].map((form) =>
      old(
        `z${form}`,
        ...[form, 0x12, 0x12, 0, 0, 0, 0x0d, 0, 0, 0, 2, 0, 0, 1, 97, 3, 0xc0, 0xff, 0x7f, 0xff],
      ),
    ),
    'LRANGE z10 0 -1',
    'ZRANGE z12 0 -1 WITHSCORES',
    'HGETALL z13',
  ],
  'streams restored': [
    `RESTORE s 0 ${streamDump(grouped)}`,
    'XINFO STREAM s FULL',
    'XINFO GROUPS s',
    'XRANGE s - +',
    'XPENDING s 1',
    'DUMP s',
    'XADD s * a b',
    'XREADGROUP GROUP 1 bob STREAMS s >',
    'XREADGROUP GROUP 1 bob STREAMS s 0',
    `RESTORE e 0 ${streamDump(['XGROUP CREATE s g $ MKSTREAM'])}`,
    'XLEN e',
    'XINFO STREAM e FULL',
    'XADD e 1-1 a b',
    'DUMP e',
    // A stream in the format of Redis 5. After it, a stream with a deleted entry before another entry.
    old('a', 15, 1, ...node(3, ...entry), 1, 3, 0, 0),
    'XINFO STREAM a',
    'XADD a 3-1 1 5',
    'DUMP a',
    'XRANGE a - +',
    `${old(
      'a',
      ...[15, 1, ...node(3, 1, 1, 1, 1, 0, 3, 0, 0, 2, 4, 2, 0, 1, 2, 4), 1, 4, 2],
      ...[1, 1, 103, 4, 2, 0, 0],
    )} REPLACE`,
    'XINFO STREAM a FULL',
    'XADD a 4-3 1 5',
    'DUMP a',
    'XRANGE a - +',
    // Invalid streams: a later format, a number of nodes without a node, an id that is too short, no
    // listpack, one node twice, entries without a node, a duplicate group, a pending entry of an
    // unknown consumer.
    old('x', 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    old('x', 19, 1),
    old('x', 19, 1, 1, 1, 1, 1),
    old('x', 19, 1, ...node(3, ...entry).slice(0, 17), 1, 97),
    old('x', 15, 1, ...node(3), 0, 0, 0, 0),
    old('x', 15, 2, ...node(3, ...entry), ...node(3, ...entry), 2, 3, 0, 0),
    old('x', 15, 0, 1, 0, 0, 0),
    old('x', 15, 0, 0, 0, 0, 2, 1, 103, 0, 0, 0, 0, 1, 103, 0, 0, 0, 0),
    old('x', 15, 0, 0, 0, 0, 1, 1, 103, 0, 0, 0, 1, 1, 99),
    old(
      'x',
      ...[15, 0, 0, 0, 0, 1, 1, 103, 0, 0, 0, 1, 1, 99, ...Array<number>(8).fill(0), 1],
      ...Array<number>(16).fill(0),
    ),
    'EXISTS x',
    old('x', 19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    'XINFO STREAM x FULL',
  ],
}
