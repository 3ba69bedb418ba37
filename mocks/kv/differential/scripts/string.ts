// Counting in fractions on both servers.

import type { Scripts } from './read.js'

/** Decimals at the edges of what a long double holds, and words that are none. */
const fractions = [
  ...['0.1', '0.2', '1e17', '1e-17', '-1e-18', '3.0000000000000001'],
  ...['123456789012345678901234567890', '-0', '+1', '.5', '5.', '.', '1e', '1e5000', '1e-5000'],
  ...['1e4900', '-1e4900', '1e-4940', '0x1p3', '0x.8', '0xg', '0x1p-20000', 'inf', '-Infinity'],
  ...['nan', '" 1"', '"1 "', '""', '1e99999999999999999999', '18446744073709551615'],
  ...['18446744073709551617', '0.00000000000000005', '1.1897314953572317650e4932'],
  ...['1.18973149535723176509e4932'],
]

export const string: Scripts = {
  'counting in fractions': [
    'SET f 10.50',
    'INCRBYFLOAT f 0.1',
    'INCRBYFLOAT f -5',
    'INCRBYFLOAT f 5.0e3',
    'OBJECT ENCODING f',
    'INCRBYFLOAT g 3',
    'OBJECT ENCODING g',
    'INCRBYFLOAT none abc',
    'SET i inf',
    'INCRBYFLOAT i -inf',
    'INCRBYFLOAT i 1',
    ...fractions.flatMap((text) => [
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
}
