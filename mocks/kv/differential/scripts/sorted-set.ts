// Scores as they are read and printed, and large sorted sets, on both servers.

import type { Scripts } from './read.js'

/** So many members with their scores. */
const scored = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index % 7} m${index}`).join(' ')

const scores = [
  ...['0', '-0', '+1', '3.0', '.5', '5.', '1e5', '1E-5', '0.0001', '0.1', '1e16', '1e17', '1e21'],
  ...['inf', '+inf', '-INF', 'infinity', 'nan', '-nan', '1e308', '1.8e308', '1e400', '-1e400'],
  ...['5e-324', '1e-320', '1e-400', '0e400', '0e-400', '0x0p-5000', '0x1p-1074', '0x1p-1075'],
  ...['0x1p3', '0X.8', '-0xAp-1', '0x1.8p1', '0x1fffffffffffff8', '0x1fffffffffffff', '0x'],
  ...['1125899906842624.25', '1125899906842624.75', '9007199254740993', '123456789012345678'],
  ...['4611686018427387904', '4611686018427389000', '-4611686018427387904', '9.3e18', '1.5e300'],
  ...[`0x${'0'.repeat(99)}.${'0'.repeat(99)}8p397`, `0x1${'8'.padEnd(99, '0')}1p-340`],
  ...['0x1p99999999999999999999', '0x1p-99999999999999999999', '0x0p99999999999999999999'],
  ...['""', '" 1"', '"1 "', '"1\\x00"', '.', 'e1', '1e', '1_0', '(1', '1,5', 'abc', '--1'],
]

export const sortedSet: Scripts = {
  'scores as they are read and printed, small': scores.flatMap((score) => [
    `ZADD z ${score} m`,
    'ZSCORE z m',
    'ZSCAN z 0',
    `ZADD none INCR ${score} m`,
    `ZCOUNT z ${score} ${score}`,
    `ZCOUNT z -inf (${score.replaceAll('"', '')}`,
    'DEL z none',
  ]),
  'scores as they are read and printed, large': [
    `ZADD z 0 ${'x'.repeat(65)}`,
    ...scores.flatMap((score) => [`ZADD z ${score} m`, 'ZSCORE z m', 'ZSCAN z 0 MATCH m']),
  ],
  'ranges of a large sorted set': [
    `ZADD z ${scored(1200)}`,
    'ZRANK z m700',
    'ZREVRANK z m700',
    'ZRANGE z 500 520 WITHSCORES',
    'ZRANGE z 700 690 REV',
    'ZRANGE z 690 700 REV',
    'ZRANGEBYSCORE z (2 5 LIMIT 300 7',
    'ZREVRANGEBYSCORE z 5 (2 LIMIT 300 7',
    'ZCOUNT z 2 (5',
    'ZCOUNT z (5 2',
    'ZREMRANGEBYSCORE z 1 1',
    'ZREMRANGEBYRANK z 100 900',
    'ZRANGE z 0 -1 WITHSCORES',
    `ZADD names ${Array.from({ length: 600 }, (_, index) => `0 m${index}`).join(' ')}`,
    'ZRANGEBYLEX names [m3 (m31',
    'ZREVRANGEBYLEX names (m31 [m3 LIMIT 2 4',
    'ZLEXCOUNT names (m10 +',
    'ZLEXCOUNT names [m2 [m1',
    'ZREMRANGEBYLEX names [m1 [m5',
    'ZRANGE names 0 -1',
  ],
}
