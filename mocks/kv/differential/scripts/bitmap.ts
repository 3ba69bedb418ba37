// Ranges of bits, and fields of every type, on both servers.

import type { Scripts } from './read.js'

const types = ['u1', 'u7', 'u8', 'u32', 'u63', 'i1', 'i8', 'i33', 'i63', 'i64']
const extremes = ['0', '1', '-1', '127', '-129', '9223372036854775807', '-9223372036854775808']

export const bitmap: Scripts = {
  'bits counted and found': [
    'SET b foobar',
    'SET z "\\x00\\x00\\x00"',
    'SET f "\\xff\\xff\\xf0"',
    'SET e ""',
    ...['b', 'z', 'f', 'e', 'none'].flatMap((key) => [
      `BITCOUNT ${key}`,
      `BITPOS ${key} 0`,
      `BITPOS ${key} 1`,
      ...['0 0', '1 1', '0 -1', '-1 0', '-2 -1', '-1 -2', '5 30', '-100 100', '3 1', '7 7'].flatMap(
        (range) => [
          `BITCOUNT ${key} ${range}`,
          `BITCOUNT ${key} ${range} bit`,
          `BITCOUNT ${key} ${range} BYTE`,
          `BITPOS ${key} 0 ${range}`,
          `BITPOS ${key} 1 ${range}`,
          `BITPOS ${key} 0 ${range} BIT`,
          `BITPOS ${key} 1 ${range} Bit`,
        ],
      ),
      ...['0', '1', '2', '3', '-1', '-100', '100'].flatMap((start) => [
        `BITPOS ${key} 0 ${start}`,
        `BITPOS ${key} 1 ${start}`,
      ]),
      `BITCOUNT ${key} 1`,
      `BITCOUNT ${key} 1 x`,
      `BITCOUNT ${key} x 1 nosuch`,
      `BITCOUNT ${key} 0 1 nosuch`,
      `BITCOUNT ${key} -1 -2 nosuch`,
      `BITCOUNT ${key} 0 1 BIT more`,
      `BITPOS ${key} 2`,
      `BITPOS ${key} x`,
      `BITPOS ${key} 1 x y nosuch`,
      `BITPOS ${key} 1 0 y nosuch`,
      `BITPOS ${key} 1 0 y BIT`,
      `BITPOS ${key} 1 0 1 BIT more`,
    ]),
    'LPUSH l a',
    'BITCOUNT l 1',
    'BITPOS l 1 x',
    'BITPOS l 2',
    'SET long ""',
    'SETBIT long 99999 1',
    'BITPOS long 1',
    'BITPOS long 1 12499',
    'BITCOUNT long 1 -1',
    'BITCOUNT long 99999 99999 BIT',
  ],
  'bit fields': [
    'BITFIELD f SET u8 0 255 GET u4 2 INCRBY i8 #1 -1 GET i16 0',
    'GET f',
    'OBJECT ENCODING f',
    'BITFIELD f',
    'BITFIELD none',
    'BITFIELD none GET u8 100',
    'EXISTS none',
    'BITFIELD_RO f GET u8 0 get I8 0',
    'BITFIELD_RO f GET u8 0 GET i8 #1 GET u63 60',
    'BITFIELD_RO f SET u8 0 1',
    'BITFIELD_RO f OVERFLOW SAT',
    'BITFIELD_RO f INCRBY x 0 1',
    'BITFIELD_RO none GET u8 0',
    ...types.flatMap((type) =>
      ['WRAP', 'sat', 'Fail'].flatMap((overflow) => [
        'DEL g',
        ...extremes.flatMap((value) => [
          `BITFIELD g OVERFLOW ${overflow} SET ${type} 3 ${value} INCRBY ${type} 3 ${value}`,
          `BITFIELD g OVERFLOW ${overflow} INCRBY ${type} 3 1 INCRBY ${type} 3 -1 GET ${type} 3`,
        ]),
        'GET g',
      ]),
    ),
    ...['u0', 'u64', 'i0', 'i65', 'i', 'x8', 'u08', 'u8x', '""', 'U8'].map(
      (type) => `BITFIELD f GET ${type} 0`,
    ),
    ...['-1', '#-1', '#', 'x', '4294967296', '#536870912', '#9223372036854775807', '""'].map(
      (offset) => `BITFIELD f GET u8 ${offset}`,
    ),
    'BITFIELD f GET i3 #9223372036854775807',
    'BITFIELD f SET u8 0',
    'BITFIELD f SET u8 0 x',
    'BITFIELD f INCRBY u8 0 1.5',
    'BITFIELD f OVERFLOW',
    'BITFIELD f OVERFLOW nosuch',
    'BITFIELD f GET u8',
    'BITFIELD f nosuch u8 0',
    'BITFIELD fail OVERFLOW FAIL SET u2 100 9',
    'STRLEN fail',
    'LPUSH l a',
    'BITFIELD l GET u8 0',
    'BITFIELD l GET u8 x',
    'BITFIELD l SET u8 0 1',
    'BITFIELD_RO l GET u8 0',
    'BITFIELD_RO l SET u8 0 1',
  ],
}
