// The same scripts on the embedded engine and on a real server: the replies must be equal, in
// type and to the byte. No reply is written down here, the server is asked.

import fc from 'fast-check'
import { isDeepStrictEqual, inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryBackend } from './backends/memory.js'
import type { Entry } from './commands/command.js'
import { commands } from './commands/index.js'
import { MOST_DRAWS, type Syntax } from './commands/parameters.js'
import { createKv } from './kv.js'
import { connectToRedis, type RedisConnection } from './redis-connection.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from './redis-server.js'
import { ReplyError, type Bytes, type Command, type Reply } from './reply.js'

/** Where replies may differ, why, and when they are still the same. */
const tolerances: readonly {
  /** The commands, as they are typed. */
  readonly commands: RegExp
  readonly because: string
  readonly same: (ours: Reply, theirs: Reply) => boolean
}[] = [
  {
    commands: /^(SMEMBERS|SUNION|SINTER|SDIFF|KEYS)\b/,
    because: 'a hash table has no order of its own',
    same: (ours, theirs) => isDeepStrictEqual(sorted(ours), sorted(theirs)),
  },
  {
    commands: /^(SCAN|SSCAN|HSCAN)\b/,
    because: 'steps and cursors are what the server makes of them; a hash table has no order',
    same: (ours, theirs) =>
      Array.isArray(ours) &&
      Array.isArray(theirs) &&
      (ours[0] !== '0' ||
        theirs[0] !== '0' ||
        isDeepStrictEqual(sorted(ours[1] as Reply), sorted(theirs[1] as Reply))),
  },
  {
    commands: /^(SRANDMEMBER|HRANDFIELD) \S+ -/,
    because: `a test's own process must survive: there are at most ${MOST_DRAWS} draws`,
    same: (ours, theirs) =>
      ours instanceof ReplyError
        ? ours.message === 'ERR value is out of range' && Array.isArray(theirs)
        : Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length,
  },
  {
    commands: /^(RANDOMKEY|SRANDMEMBER|HRANDFIELD|SPOP)\b/,
    because: 'everybody throws their own dice',
    same: (ours, theirs) =>
      Array.isArray(ours) && Array.isArray(theirs)
        ? ours.length === theirs.length
        : typeof ours === 'string' && typeof theirs === 'string',
  },
  {
    commands: /^(TTL|PTTL|EXPIRETIME|PEXPIRETIME|OBJECT IDLETIME)\b/,
    because: 'some milliseconds pass between the one and the other',
    same: (ours, theirs) =>
      Number(ours) >= 0 && Number(theirs) >= 0 && Math.abs(Number(ours) - Number(theirs)) < 2000,
  },
  {
    commands: /^P?EXPIRE .* (GT|LT)\b/,
    because: 'some milliseconds pass, and decide which of two equal times from now is greater',
    same: (ours, theirs) => isInteger(ours) && isInteger(theirs),
  },
  {
    commands: /^OBJECT REFCOUNT\b/,
    because: 'Redis keeps small integers once for all keys, and counts them so',
    same: (ours, theirs) => isInteger(ours) && isInteger(theirs),
  },
  {
    commands: /^DBSIZE\b/,
    because: 'Redis counts keys that have expired until it comes across them',
    same: (ours, theirs) => Number(ours) <= Number(theirs),
  },
]

function sorted(reply: Reply): Reply {
  return Array.isArray(reply) ? [...(reply as Reply[])].sort() : reply
}

const isInteger = (reply: Reply) => typeof reply === 'number' || typeof reply === 'bigint'

function same(command: Command, ours: Reply, theirs: Reply): boolean {
  if (isDeepStrictEqual(ours, theirs)) return true
  const tolerance = tolerances.find(({ commands }) => commands.test(typed(command)))
  return tolerance?.same(ours, theirs) ?? false
}

/** Words as one types them; in double quotes as JSON, where a byte may be written `\u00ff`. */
const parse = (line: string): Command => {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
  return words.map((word) =>
    word.startsWith('"') ? (JSON.parse(word) as string) : word,
  ) as unknown as Command
}

const typed = (command: Command): string =>
  command.map((word) => (/^[!-~]+$/.test(word) ? word : JSON.stringify(word))).join(' ')

const shown = (reply: Reply): string =>
  reply instanceof ReplyError ? `(error) ${reply.message}` : inspect(reply)

const long = 'x'.repeat(65)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(' ')

const scripts: Readonly<Record<string, readonly string[]>> = {
  'unknown commands and wrong numbers of arguments': [
    'nosuch',
    'NOSUCH a b',
    '"no\\r\\nsuch" "a\\r\\nb" "c\\u0000d"',
    `nosuch ${'y'.repeat(100)} ${'z'.repeat(100)} more`,
    `${'n'.repeat(200)} a`,
    'get',
    'GeT k k',
    'OBJECT',
    'object nosuch k',
    'object encoding',
    'OBJECT HELP',
    'object help k',
    'command nosuch',
    'command count k',
    'ping a b',
    'mset a',
    'hset h a 1 b',
  ],
  'SET and its options': [
    'SET k v',
    'GET k',
    'SET k "" GET',
    'SET k w NX',
    'SET k w NX GET',
    'SET new w NX GET',
    'SET none w XX',
    'SET none w XX GET',
    'SET k w EX 100 GET',
    'TTL k',
    'SET k x KEEPTTL',
    'TTL k',
    'SET k x',
    'TTL k',
    'SET k v ex 0',
    'SET k v ex -1',
    'SET k v ex abc',
    'SET k v EX 9223372036854775807',
    'SET k v PX 9223372036854775807',
    'SET k v PXAT 9223372036854775807',
    'PEXPIRETIME k',
    'EXPIRETIME k',
    'TTL k',
    'SET k v EXAT 9223372036854775',
    'PEXPIRETIME k',
    'SET k v PXAT 1',
    'GET k',
    'EXISTS k',
    'SET k v EX',
    'SET k v EX 10 PX 10',
    'SET k v EX 10 EX 200',
    'TTL k',
    'SET k v EX 10 KEEPTTL',
    'SET k v NX XX',
    'SET k v NX NX nosuch',
    'RPUSH l a',
    'SET l v GET',
    'SET l v NX GET',
    'SET l v',
    'SET',
    'SET k',
    'SETNX k v',
    'SETNX fresh v',
    'SETEX k 100 v',
    'SETEX k 0 v',
    'SETEX k abc v',
    'PSETEX k 100000 v',
    'PSETEX k -1 v',
    'GETEX k PERSIST',
    'TTL k',
    'GETEX k EX 100',
    'TTL k',
    'GETEX k',
    'GETEX k EX 100 PERSIST',
    'GETEX k EX 0',
    'GETEX k nosuch',
    'GETEX none EX abc',
    'GETEX k PXAT 1',
    'GET k',
    'GETDEL none',
    'GETDEL fresh',
    'GETDEL fresh',
    'GETSET k 1',
    'GETSET k 2',
  ],
  'string values as bytes': [
    'SET "\\u00ff\\u0000\\r\\n" "\\u0000\\u0080"',
    'GET "\\u00ff\\u0000\\r\\n"',
    'APPEND "\\u00ff\\u0000\\r\\n" "\\u00c3\\u00bc"',
    'STRLEN "\\u00ff\\u0000\\r\\n"',
    'APPEND k 12',
    'OBJECT ENCODING k',
    'APPEND k 3',
    'OBJECT ENCODING k',
    'INCR k',
    'OBJECT ENCODING k',
    'SETRANGE k 6 ab',
    'SETRANGE k 1 Z',
    'SETRANGE k -1 Z',
    'SETRANGE k 536870912 Z',
    'SETRANGE k 9223372036854775807 Z',
    'SETRANGE none 5 ""',
    'SETRANGE fresh 5 a',
    'OBJECT ENCODING fresh',
    'GET k',
    'GETRANGE k 0 -1',
    'GETRANGE k -3 -2',
    'GETRANGE k -2 -3',
    'GETRANGE k -100 2',
    'GETRANGE k 2 100',
    'GETRANGE k 5 2',
    'GETRANGE k a 2',
    'SUBSTR k 1 2',
    'GETRANGE none 0 -1',
    'STRLEN none',
    'MSET a 1 b 2 a 3',
    'MGET a b none a',
    'MSETNX c 1 a 9',
    'MSETNX c 1 d 2',
    'MSETNX c',
    'RPUSH l a',
    'MGET l a',
    'APPEND l a',
    'STRLEN l',
    'SETRANGE l 1 a',
    'GETRANGE l 0 1',
    'GET l',
    'GETSET l v',
    'GETDEL l',
    'GETEX l',
  ],
  LCS: [
    'MSET a ohmytext b mynewtext',
    'LCS a b',
    'LCS a b LEN',
    'LCS a b IDX',
    'LCS a b IDX MINMATCHLEN 4',
    'LCS a b IDX WITHMATCHLEN minmatchlen -1',
    'LCS a b LEN IDX',
    'LCS a b MINMATCHLEN x',
    'LCS a b MINMATCHLEN',
    'LCS a none IDX',
    'LCS a none',
    'RPUSH l a',
    'LCS a l nosuch',
    'LCS a b nosuch',
    'MSET a aXbXc b aYbYc',
    'LCS a b IDX WITHMATCHLEN',
    'SETRANGE a 20000 a',
    'SETRANGE b 20000 b',
    'LCS a b',
    'LCS a b nosuch',
  ],
  counting: [
    'INCR n',
    'INCRBY n 9223372036854775806',
    'INCR n',
    'DECRBY n -1',
    'DECRBY m 3',
    'DECR n',
    'SET n -9223372036854775808',
    'DECR n',
    'DECRBY n 9223372036854775807',
    'DECRBY n -9223372036854775808',
    'INCRBY n -9223372036854775808',
    'INCRBY n 9223372036854775808',
    ...['01', '+1', ' 1', '1 ', '-0', '', '1.0', 'abc', '0x1', '1e3', '-', '00'].flatMap((text) => [
      `SET n ${JSON.stringify(text)}`,
      'INCR n',
      `INCRBY m ${JSON.stringify(text)}`,
    ]),
    'RPUSH l a',
    'INCR l',
    'INCRBY l abc',
    'INCRBYFLOAT l abc',
  ],
  'counting in fractions': [
    'SET f 10.50',
    'INCRBYFLOAT f 0.1',
    'INCRBYFLOAT f -5',
    'INCRBYFLOAT f 5.0e3',
    'OBJECT ENCODING f',
    'INCRBYFLOAT g 3',
    'OBJECT ENCODING g',
    'INCRBYFLOAT none abc',
    ...[
      '0.1',
      '0.2',
      '1e17',
      '1e-17',
      '-1e-18',
      '3.0000000000000001',
      '123456789012345678901234567890',
      '-0',
      '+1',
      '.5',
      '5.',
      '.',
      '1e',
      '1e5000',
      '1e-5000',
      '1e4900',
      '-1e4900',
      '1e-4940',
      '0x1p3',
      '0x.8',
      '0xg',
      '0x1p-20000',
      'inf',
      '-Infinity',
      'nan',
      '" 1"',
      '"1 "',
      '""',
      '1e99999999999999999999',
      '18446744073709551615',
      '18446744073709551617',
      '0.00000000000000005',
      '1.1897314953572317650e4932',
      '1.18973149535723176509e4932',
    ].flatMap((text) => [
      'SET f 1',
      `INCRBYFLOAT f ${text}`,
      `SET f ${text}`,
      'INCRBYFLOAT f 1.1',
      `INCRBYFLOAT f ${text}`,
      'DEL h',
      `HINCRBYFLOAT h f ${text}`,
      `HSET h f ${text}`,
      'HINCRBYFLOAT h f 0.3',
    ]),
  ],
  hashes: [
    'HSET h a 1 b 2 a 3',
    'HGETALL h',
    'HSET h "" "" "\\u00ff" "\\u0000"',
    'HGETALL h',
    'HKEYS h',
    'HVALS h',
    'HLEN h',
    'HGET h a',
    'HGET h none',
    'HMGET h a none b',
    'HMGET none a b',
    'HGETALL none',
    'HEXISTS h a',
    'HEXISTS none a',
    'HSTRLEN h "\\u00ff"',
    'HSTRLEN none a',
    'HSETNX h a 9',
    'HSETNX h c 9',
    'HMSET h d 4',
    'HMSET h d',
    'HINCRBY h a 5',
    'HINCRBY h new -5',
    'HINCRBY h a 9223372036854775807',
    'HINCRBY h "" 1',
    'HINCRBY h a abc',
    'HINCRBYFLOAT h a 1.5',
    'HINCRBYFLOAT h "\\u00ff" 1',
    'HRANDFIELD h',
    'HRANDFIELD h 2',
    'HRANDFIELD h 100 WITHVALUES',
    'HRANDFIELD h -20 withvalues',
    'HRANDFIELD none',
    'HRANDFIELD none 2',
    'HRANDFIELD h 2 nosuch',
    'HRANDFIELD h 2 WITHVALUES more',
    'HRANDFIELD h abc nosuch',
    'HRANDFIELD none -9223372036854775807 WITHVALUES',
    'HRANDFIELD none -9223372036854775808',
    'HRANDFIELD none -1000000',
    'HRANDFIELD none -1000001',
    'HRANDFIELD none -9223372036854775807',
    'HSCAN h 0',
    'HSCAN h 7 COUNT 1 MATCH ?',
    'HSCAN none 0 nosuch',
    'HSCAN h 0 COUNT 0',
    'HSCAN h x',
    'HSCAN h 0 TYPE string',
    'OBJECT ENCODING h',
    `HSET h long ${long}`,
    'OBJECT ENCODING h',
    'HDEL h long none',
    'OBJECT ENCODING h',
    'HDEL h a b c d "" "\\u00ff" new',
    'EXISTS h',
    `HSET big ${numbers(1024)}`,
    'OBJECT ENCODING big',
    'HSET big one-more 1',
    'OBJECT ENCODING big',
    'SET s v',
    ...'HGET HMGET HEXISTS HSTRLEN HDEL'.split(' ').map((name) => `${name} s f`),
    ...'HGETALL HKEYS HVALS HLEN HRANDFIELD'.split(' ').map((name) => `${name} s`),
    'HSET s f v',
    'HSETNX s f v',
    'HMSET s f v',
    'HINCRBY s f 1',
    'HINCRBYFLOAT s f 1',
    'HSCAN s 0',
  ],
  lists: [
    'RPUSH l a b c',
    'LPUSH l z y "\\u00ff"',
    'LRANGE l 0 -1',
    'LRANGE l -2 100',
    'LRANGE l 3 1',
    'LRANGE l a 1',
    'LRANGE none 0 -1',
    'LLEN l',
    'LINDEX l 0',
    'LINDEX l -1',
    'LINDEX l 100',
    'LINDEX none abc',
    'LINDEX l abc',
    'LSET l 0 first',
    'LSET l -1 last',
    'LSET l 100 x',
    'LSET l abc x',
    'LSET none abc x',
    'LINSERT l BEFORE a 1',
    'LINSERT l after a 2',
    'LINSERT l AFTER none 2',
    'LINSERT l nosuch a 2',
    'LINSERT none BEFORE a 2',
    'LRANGE l 0 -1',
    'LPUSHX none a',
    'RPUSHX l a a',
    'LPUSHX l a',
    'LPOS l a',
    'LPOS l a RANK 2',
    'LPOS l a RANK -1',
    'LPOS l a COUNT 0',
    'LPOS l a COUNT 2 RANK -1',
    'LPOS l a RANK 1 COUNT 0 MAXLEN 3',
    'LPOS l a RANK 0',
    'LPOS l a RANK -9223372036854775808',
    'LPOS l a RANK abc',
    'LPOS l a COUNT -1',
    'LPOS l a MAXLEN -1',
    'LPOS l a MAXLEN abc',
    'LPOS l a nosuch',
    'LPOS l none',
    'LPOS l none COUNT 1',
    'LPOS none a',
    'LPOS none a COUNT 1',
    'LREM l 1 a',
    'LREM l -1 a',
    'LREM l 0 a',
    'LREM l abc a',
    'LREM none 0 a',
    'LREM l -9223372036854775808 a',
    'LTRIM l 1 -2',
    'LRANGE l 0 -1',
    'LTRIM l a 1',
    'LTRIM none 0 1',
    'LPOP l',
    'RPOP l 2',
    'LPOP l 0',
    'LPOP l -1',
    'LPOP l abc',
    'LPOP l abc more',
    'LPOP none',
    'LPOP none 1',
    'RPOP l 100',
    'EXISTS l',
    'RPUSH l a b c',
    'EXPIRE l 100',
    'LMOVE l l LEFT RIGHT',
    'LMOVE l m RIGHT LEFT',
    'LMOVE l m nosuch LEFT',
    'LMOVE none l LEFT LEFT',
    'RPOPLPUSH m m',
    'RPOPLPUSH l m',
    'LRANGE m 0 -1',
    'TTL l',
    'OBJECT ENCODING l',
    'LMPOP 2 none l LEFT COUNT 2',
    'LMPOP 2 none l RIGHT',
    'LMPOP 1 m left count 10',
    'LMPOP 0 m LEFT',
    'LMPOP abc m LEFT',
    'LMPOP 2 m LEFT',
    'LMPOP 1 m',
    'LMPOP 1 m nosuch',
    'LMPOP 1 m LEFT COUNT 0',
    'LMPOP 1 m LEFT COUNT 1 COUNT 1',
    'LMPOP 1 m LEFT nosuch',
    'RPUSH l a',
    'LTRIM l 5 10',
    'EXISTS l',
    'SET s v',
    'RPUSH l a',
    ...'LPUSH RPUSH LPUSHX RPUSHX LINDEX'.split(' ').map((name) => `${name} s 1`),
    ...'LLEN LPOP RPOP'.split(' ').map((name) => `${name} s`),
    'LPOP s 1',
    'LRANGE s 0 1',
    'LSET s 0 a',
    'LTRIM s 0 1',
    'LREM s 0 a',
    'LINSERT s BEFORE a b',
    'LPOS s a',
    'LMOVE s l LEFT LEFT',
    'RPOPLPUSH s l',
    'RPOPLPUSH l s',
    'LMOVE l s LEFT LEFT',
    'LMOVE none s LEFT LEFT',
    'LMPOP 2 none s LEFT',
    'LMPOP 2 l s LEFT',
  ],
  sets: [
    'SADD s 3 1 2 1',
    'OBJECT ENCODING s',
    'SADD s a "\\u00ff"',
    'OBJECT ENCODING s',
    'SREM s a "\\u00ff" none',
    'OBJECT ENCODING s',
    'SMEMBERS s',
    'SMEMBERS none',
    'SCARD s',
    'SISMEMBER s 1',
    'SISMEMBER none 1',
    'SMISMEMBER s 1 9',
    'SMISMEMBER none 1 9',
    'SADD t 2 3 4',
    'SINTER s t',
    'SUNION s t none',
    'SDIFF s t',
    'SDIFF none s',
    'SINTER s none',
    'SINTERSTORE d s t',
    'OBJECT ENCODING d',
    'SUNIONSTORE d s t',
    'OBJECT ENCODING d',
    'SDIFFSTORE d s t',
    'SMEMBERS d',
    'SINTERSTORE d s none',
    'EXISTS d',
    'SET string v',
    'SUNIONSTORE string s',
    'TYPE string',
    'SINTERCARD 2 s t',
    'SINTERCARD 2 s t LIMIT 1',
    'SINTERCARD 2 s t LIMIT 0',
    'SINTERCARD 2 s none',
    'SINTERCARD 0 s',
    'SINTERCARD abc s',
    'SINTERCARD 3 s t',
    'SINTERCARD 1 s LIMIT -1',
    'SINTERCARD 1 s LIMIT abc',
    'SINTERCARD 1 s nosuch',
    'SMOVE s t 1',
    'SMOVE s t none',
    'SMOVE none t 1',
    'SMOVE t t 1',
    'SMOVE t t none',
    'SPOP none',
    'SPOP none 1',
    'SPOP t 0',
    'SPOP t -1',
    'SPOP t abc',
    'SPOP t 1 more',
    'SPOP t 100',
    'EXISTS t',
    'SPOP s',
    'SPOP s',
    'EXISTS s',
    'SADD s a b c',
    'SRANDMEMBER s',
    'SRANDMEMBER s 2',
    'SRANDMEMBER s 100',
    'SRANDMEMBER s -10',
    'SRANDMEMBER s 0',
    'SRANDMEMBER s abc',
    'SRANDMEMBER s 1 more',
    'SRANDMEMBER s -9223372036854775808',
    'SRANDMEMBER none -1000000',
    'SRANDMEMBER none -1000001',
    'SRANDMEMBER none -9223372036854775807',
    'SRANDMEMBER none',
    'SRANDMEMBER none 1',
    'SSCAN s 0',
    'SSCAN s 0 MATCH [ab] COUNT 100',
    'SSCAN none 0 nosuch',
    'SSCAN s abc',
    `SADD big ${numbers(512)}`,
    'OBJECT ENCODING big',
    'SSCAN big 3 COUNT 1',
    'SADD big 512',
    'OBJECT ENCODING big',
    'SREM big 0 1 2 3',
    'OBJECT ENCODING big',
    'SADD edges 9223372036854775807 -9223372036854775808 0 -1',
    'OBJECT ENCODING edges',
    'SADD edges 9223372036854775808',
    'OBJECT ENCODING edges',
    'SADD zeros 01',
    'OBJECT ENCODING zeros',
    'RPUSH l a',
    ...'SADD SREM SISMEMBER SMISMEMBER'.split(' ').map((name) => `${name} l a`),
    ...'SCARD SMEMBERS SPOP SRANDMEMBER SINTER SUNION SDIFF'.split(' ').map((n) => `${n} l`),
    'SMOVE l s a',
    'SMOVE s l none',
    'SMOVE none l a',
    'SINTER none l',
    'SINTERSTORE d none l',
    'SUNIONSTORE d none l',
    'SDIFFSTORE d none l',
    'SINTERCARD 2 none l',
    'SSCAN l 0',
  ],
  keys: [
    'MSET a 1 b 2 c 3',
    'RPUSH l x',
    'EXISTS a b none a',
    'TOUCH a none',
    'TYPE a',
    'TYPE l',
    'TYPE none',
    'DEL a none',
    'UNLINK b b',
    'DBSIZE',
    'RENAME c d',
    'RENAME none x',
    'RENAME none none',
    'RENAME d d',
    'RENAMENX d l',
    'RENAMENX d e',
    'RENAMENX e e',
    'RENAMENX none e',
    'EXPIRE e 100',
    'RENAME e l',
    'TTL l',
    'TYPE l',
    'COPY l m',
    'TTL m',
    'COPY l m',
    'COPY l m REPLACE',
    'COPY l l',
    'COPY none m REPLACE',
    'COPY l n DB 0',
    'COPY l n DB 1',
    'COPY l n DB abc',
    'COPY l n DB',
    'COPY l n nosuch',
    'SADD s a',
    'SREM s a',
    'SADD s 1 a',
    'SREM s a',
    'COPY s s2',
    'OBJECT ENCODING s2',
    'OBJECT ENCODING none',
    'SET n 5',
    'OBJECT REFCOUNT n',
    'SET n 10000',
    'OBJECT REFCOUNT n',
    'OBJECT REFCOUNT s',
    'OBJECT REFCOUNT none',
    'OBJECT IDLETIME n',
    'OBJECT IDLETIME none',
    'OBJECT FREQ n',
    'OBJECT FREQ none',
    `SET n ${'x'.repeat(44)}`,
    'OBJECT ENCODING n',
    `SET n ${'x'.repeat(45)}`,
    'OBJECT ENCODING n',
    'KEYS *',
    'KEYS ?',
    'KEYS [l-s]',
    'RANDOMKEY',
    'SCAN 0 COUNT 100',
    'SCAN 0 TYPE SET COUNT 100',
    'SCAN 0 TYPE nosuch COUNT 100',
    'SCAN 0 MATCH ? COUNT 100',
    'SCAN 0 MATCH',
    'SCAN abc',
    'SCAN "" COUNT 100',
    'SCAN +0 COUNT 100',
    'SCAN " 0"',
    'SCAN 18446744073709551616',
    'SCAN 00000000000000000000000000',
    `SCAN ${'9'.repeat(1000)}`,
    'SCAN 0 COUNT 0',
    'SCAN 0 COUNT abc',
    'SCAN 0 nosuch',
    'FLUSHDB nosuch',
    'FLUSHDB ASYNC more',
    'FLUSHDB async',
    'DBSIZE',
    'RANDOMKEY',
    'SET a 1',
    'FLUSHALL SYNC',
    'DBSIZE',
    'PING',
    'PING "\\u00ff"',
    'ECHO ""',
    'ECHO',
    'PUBLISH channel message',
  ],
  expiry: [
    'SET k v',
    'TTL k',
    'PTTL k',
    'EXPIRETIME k',
    'PEXPIRETIME none',
    'TTL none',
    'PERSIST k',
    'EXPIRE k 100',
    'TTL k',
    'PTTL k',
    'EXPIRETIME k',
    'PERSIST k',
    'PERSIST k',
    'PERSIST none',
    'EXPIRE k 100 XX',
    'EXPIRE k 100 NX',
    'EXPIRE k 100 NX',
    'EXPIRE k 200 GT',
    'EXPIRE k 100 GT',
    'EXPIRE k 100 LT',
    'EXPIRE k 200 LT',
    'PERSIST k',
    'EXPIRE k 100 GT',
    'EXPIRE k 100 LT',
    'EXPIRE k abc NX XX',
    'EXPIRE k abc GT LT',
    'EXPIRE k abc NX GT',
    'EXPIRE k abc nosuch',
    'EXPIRE k abc',
    'EXPIRE k 9223372036854775807',
    'EXPIRE k -9223372036854775808',
    'EXPIRE none 9223372036854775807',
    'EXPIRE none 100',
    'PEXPIRE k 100000',
    'PTTL k',
    'PEXPIRE k 9223372036854775807',
    'PEXPIREAT k 9223372036854775807',
    'PEXPIRETIME k',
    'PTTL k',
    'TTL k',
    'PEXPIREAT k 9007199254740993',
    'PEXPIRETIME k',
    'EXPIREAT k 9223372036854775',
    'EXPIREAT k 33177117420',
    'PEXPIRETIME k',
    'APPEND k w',
    'EXPIRETIME k',
    'SETRANGE k 0 z',
    'EXPIRETIME k',
    'GETSET k v',
    'EXPIRETIME k',
    'EXPIREAT k 33177117420',
    'SET k 1 KEEPTTL',
    'INCR k',
    'EXPIRETIME k',
    'COPY k copy',
    'EXPIRETIME copy',
    'EXPIREAT k 1',
    'EXISTS k',
    'EXPIRE copy -1',
    'EXISTS copy',
    'RPUSH k a',
    'PEXPIREAT k 1',
    'SADD k a',
    'TTL k',
    'PEXPIREAT k -9223372036854775808',
    'SET k v PXAT 1',
    'KEYS *',
    'SCAN 0',
    'RANDOMKEY',
    'SET k v PXAT 1',
    'TYPE k',
    'SET k v PXAT 1',
    'OBJECT ENCODING k',
    'SET k v PXAT 1',
    'RENAME k l',
    'SET k v PXAT 1',
    'DEL k',
    'SET k v PXAT 1',
    'LPUSHX k a',
    'RPUSH k a',
    'TTL k',
  ],
  patterns: [
    'MSET hello 1 hallo 1 hxllo 1 hllo 1 heeeello 1 h*llo 1 h[llo 1 h-llo 1 h]llo 1 h\\llo 1',
    'MSET "" 1 * 1 a 1 ] 1 ^ 1 - 1 "\\u00ff" 1 "\\u0080" 1 "a\\u0000b" 1',
    ...[
      ...['h?llo', 'h*llo', 'h[ae]llo', 'h[^e]llo', 'h[a-b]llo', 'h[b-a]llo', 'h\\\\*llo'],
      ...[
        'h[]llo',
        'h[\\\\]]llo',
        'h[\\\\-]llo',
        'h[a-]llo',
        'h[-a]llo',
        '[^a-z]',
        '[',
        '[a',
        '[^',
      ],
      ...[
        '[a-',
        '[a\\\\',
        '\\\\',
        'a\\\\',
        '\\\\a',
        '**',
        '***a',
        '*?',
        '?*',
        '',
        '*l*l*o',
        '[^]',
        '[]',
      ],
      ...['[\\u0080-\\u00ff]', '[a-\\u00ff]', '[\\u00ff-a]', 'a\\u0000b', '*\\u0000*', '^', '-'],
    ].map((pattern) => `KEYS "${pattern}"`),
  ],
}

const tokens = { standard: 'standard', readOnly: 'read-only' }

/** Few keys, so that types collide; words at the edges of what is allowed, and beyond. */
const vocabulary: Readonly<Record<string, readonly Bytes[]>> = {
  key: ['a', 'b', 'c', 'd'],
  field: ['f', 'g', '1', ''],
  integer: ['0', '1', '2', '-1', '-2', '9', '9223372036854775807', '-9223372036854775808'],
  signed: ['0', '1', '2', '-1', '-2', '9', '-9223372036854775808', '9223372036854775808'],
  float: ['0', '1', '-1.5', '0.1', '3e2', '1e-7', 'inf', 'nan', '0x1', '1e30', ' 1'],
  time: ['0', '-1', '1000', '33177117420', '33177117420000', '9223372036854775807', '1.5'],
  cursor: ['0', '0', '', 'x'],
  pattern: ['*', '?', '[a-c]', '[^a]', '\\a', ''],
  type: ['string', 'hash', 'LIST', 'set', 'nosuch'],
  other: [
    'a',
    'b',
    '1',
    '2',
    '-7',
    '3.25',
    '',
    'x y',
    '\xff\0',
    'NX',
    'COUNT',
    '9223372036854775807',
  ],
}

const misspelt = ['', '01', '+1', 'abc', '1 ']

function wordsFor(syntax: Syntax): fc.Arbitrary<readonly Bytes[]> {
  const joined = (parts: fc.Arbitrary<(readonly Bytes[])[]>) => parts.map((part) => part.flat())
  switch (syntax.kind) {
    case 'word': {
      const words = vocabulary[syntax.name]
      const numeric = ['integer', 'signed', 'time'].includes(syntax.name)
      const usual = fc.constantFrom(...(words ?? vocabulary['other']!))
      const word = numeric
        ? fc.oneof({ arbitrary: usual, weight: 9 }, fc.constantFrom(...misspelt))
        : usual
      return word.map((word) => [word])
    }
    case 'keyword':
      return fc
        .constantFrom(...syntax.words, 'nosuch', syntax.words[0]!.toLowerCase())
        .map((word) => [word])
    case 'sequence':
      return joined(fc.tuple(...syntax.parts.map(wordsFor)))
    case 'many':
      return joined(fc.array(wordsFor(syntax.part), { minLength: 1, maxLength: 4 }))
    case 'optional':
      return fc.oneof(fc.constant([]), wordsFor(syntax.part))
    case 'counted':
      return fc
        .tuple(
          fc.constantFrom(0, 0, 0, 0, 1, -1),
          fc.array(wordsFor(syntax.part), { minLength: 1, maxLength: 3 }),
        )
        .map(([off, parts]) => [String(parts.length + off), ...parts.flat()])
    case 'options': {
      const option = fc
        .constantFrom(...Object.entries(syntax.options))
        .chain(([name, value]) =>
          (value ? wordsFor(value) : fc.constant([])).map((words) => [name, ...words]),
        )
      return joined(fc.array(option, { maxLength: 3 }))
    }
  }
}

/** One in seven has a word too few or too many. */
const commandFor = ({ name, parameters }: Entry): fc.Arbitrary<Command> =>
  fc
    .tuple(fc.tuple(...parameters.map(({ syntax }) => wordsFor(syntax))), fc.nat(13), fc.nat(5))
    .map(([parts, slip, at]) => {
      const words = parts.flat()
      if (slip === 0) words.splice(at, 1)
      if (slip === 1) words.splice(at, 0, 'a')
      return [...name.toUpperCase().split('|'), ...words] as unknown as Command
    })

const entries = [...commands].flatMap((entry) => {
  const subcommands = [...commands.subcommands(entry)]
  return subcommands.length > 0 ? subcommands : [entry]
})

/** What changes the data at random, and what tells of the server itself, is asked by hand. */
const asked = entries.filter(({ name }) => !/^(spop|time|info|command)\b/.test(name))

const generated = fc.array(fc.oneof(...asked.map(commandFor)), { maxLength: 40, size: 'max' })

describe.skipIf(withoutRedisServer())('the embedded engine answers as Redis does', () => {
  let server: RedisServer
  let redis: RedisConnection
  beforeAll(async () => {
    server = await startRedisServer()
    redis = await connectToRedis(server.port)
  })
  afterAll(async () => {
    redis.close()
    await server.close()
  })

  async function compare(script: readonly Command[]): Promise<void> {
    const engine = createMemoryBackend({ clock: { now: Date.now } })
    const ours = await createKv({ backend: engine, tokens }).pipeline(script, { readOnly: false })
    const [, ...theirs] = await redis.send([['FLUSHALL'], ...script])
    if (script.every((command, index) => same(command, ours[index]!, theirs[index]!))) return
    const lines = script.map((command, index) => {
      const our = ours[index] as Reply
      const their = theirs[index] as Reply
      const differ = same(command, our, their) ? '' : `    <-- Redis: ${shown(their)}`
      return `${typed(command)}    ${shown(our)}${differ}`
    })
    throw new Error(lines.join('\n'))
  }

  test.each(Object.entries(scripts))('%s', async (_, lines) => {
    await compare(lines.map(parse))
  })

  test('every command with too few and with too many words', async () => {
    const many = Array.from({ length: 9 }, () => 'a')
    await compare(
      asked.flatMap(({ name }) => {
        const words = name.toUpperCase().split('|') as [string, string?]
        return [words, [...words, ...many]] as Command[]
      }),
    )
  })

  test('scripts made of the commands of our own table', async () => {
    const property = fc.asyncProperty(generated, compare)
    await fc.assert(property, { seed: 20_407, numRuns: 600 })
  }, 30_000)

  test('sums of random decimals', async () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: -25, max: 5 }))
      .map(([digits, power]) => `${digits}e${power}`)
    const sum = fc.tuple(decimal, decimal).map(([a, b]): Command[] => [
      ['SET', 'f', a],
      ['INCRBYFLOAT', 'f', b],
      ['INCRBYFLOAT', 'f', a],
    ])
    await fc.assert(fc.asyncProperty(sum, compare), { seed: 20_407, numRuns: 500 })
  })

  test('every command has the arity, the keys and the access that Redis gives it', async () => {
    const all = [...commands].flatMap((entry) => [entry, ...commands.subcommands(entry)])
    const told = await redis.send(all.map(({ name }) => ['COMMAND', 'INFO', name]))
    const theirs = (told as [[string, number, { text: string }[], number, number, number]][]).map(
      ([[name, arity, flags, first, last, step]]) => {
        const write = flags.some(({ text }) => text === 'write')
        return { name, arity, write, keys: { first, last, step } }
      },
    )
    const ours = all.map(({ name, arity, write, keys }) => ({ name, arity, write, keys }))
    expect(ours).toEqual(theirs)
  })
})
