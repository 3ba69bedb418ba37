// Streams of many nodes on both servers.

import type { Scripts } from './read.js'

/** So many entries, one after the other; `pairs` may depend on the number. */
const entries = (count: number, pairs: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => `XADD s ${number + 1}-0 ${pairs(number)}`)

export const stream: Scripts = {
  'streams: nodes of many entries': [
    ...entries(350, (number) => `f ${number}`),
    'XINFO STREAM s',
    'XRANGE s 95 205',
    'XREVRANGE s 205 95',
    'XDEL s 1 100 101 200 350 351',
    'XRANGE s - 101',
    'XINFO STREAM s',
    'XTRIM s MAXLEN ~ 251',
    'XTRIM s MAXLEN ~ 250',
    'XTRIM s MINID ~ 200',
    'XTRIM s MINID ~ 201',
    'XTRIM s MAXLEN ~ 0 LIMIT 99',
    'XTRIM s MAXLEN ~ 0 LIMIT 100',
    'XTRIM s MAXLEN 30',
    'XINFO STREAM s',
    'XADD s MAXLEN ~ 1 1000-0 f v',
    'XLEN s',
    'XTRIM s MAXLEN ~ 0',
    'XINFO STREAM s',
  ],

  'streams: nodes of many bytes': [
    ...entries(40, (number) => `field ${'x'.repeat(61 * (number % 9))} "" ${-(9 ** number)}`),
    ...entries(40, () => `other ${'x'.repeat(65)}`).map((line) =>
      line.replace(/ (\d+)-0/, ' 40-$1'),
    ),
    'XINFO STREAM s',
    'XTRIM s MAXLEN ~ 60',
    'XDEL s 40-1 40-2 40-3',
    'XTRIM s MINID ~ 40-30',
    'XINFO STREAM s',
    `XADD s 50-0 f ${'x'.repeat(5000)}`,
    'XADD s 51-0 f v',
    'XTRIM s MAXLEN ~ 1',
    'XINFO STREAM s',
  ],
}
