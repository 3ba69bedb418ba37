// What no server knows, and wrong numbers of words, on both servers.

import type { Scripts } from './script.js'

/** Some commands cannot be asked wrongly in any other way. */
const tooFew = [
  ...['MGET', 'SETNX', 'DEL', 'UNLINK', 'EXISTS', 'TOUCH', 'TYPE', 'EXPIREAT', 'PEXPIREAT'],
  ...['TTL', 'PTTL', 'EXPIRETIME', 'PEXPIRETIME', 'PERSIST', 'DUMP', 'KEYS', 'OBJECT REFCOUNT'],
  ...[
    'SLOWLOG',
    'MEMORY',
    'LATENCY',
    'MODULE',
    'OBJECT IDLETIME',
    'ACL GETUSER',
    'CONFIG GET',
    'LATENCY HISTORY',
    'SCRIPT EXISTS',
  ],
]

const tooMany = [
  ...['DBSIZE', 'RANDOMKEY', 'TIME', 'LASTSAVE', 'SAVE', 'BGREWRITEAOF', 'ROLE', 'COMMAND HELP'],
  ...['ACL LIST', 'ACL USERS', 'ACL WHOAMI', 'ACL HELP', 'CONFIG RESETSTAT', 'CONFIG HELP'],
  ...['SLOWLOG LEN', 'SLOWLOG RESET', 'SLOWLOG HELP', 'MEMORY DOCTOR', 'MEMORY PURGE'],
  ...['MEMORY MALLOC-STATS', 'MEMORY STATS', 'MEMORY HELP', 'LATENCY LATEST', 'LATENCY DOCTOR'],
  ...['LATENCY HELP', 'MODULE LIST', 'MODULE HELP', 'SCRIPT HELP', 'FUNCTION DUMP'],
  ...['FUNCTION STATS', 'FUNCTION HELP'],
]

export const refusals: Scripts = {
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
    ...tooFew,
    ...tooMany.map((line) => `${line} more`),
  ],
}
