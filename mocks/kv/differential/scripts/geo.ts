// Positions and searches all over the map, on both servers.

import type { Scripts } from './read.js'

/** Positions all over the map, and at its edges. */
const grid = ['-180', '-179.9', '-90', '-0.1', '0', '0.1', '45', '179.9', '180'].flatMap((x) =>
  ['-85.05112878', '-70', '-0.1', '0', '52.5', '82', '85.05112878'].map(
    (y) => `${x} ${y} ${x}/${y}`,
  ),
)

const areas = [
  'BYRADIUS 0 m',
  'BYRADIUS 100 m',
  'BYRADIUS 1000 km',
  'BYRADIUS 3000 mi',
  'BYRADIUS 6000 km',
  'BYRADIUS 20100 km',
  'BYRADIUS inf m',
  'BYBOX 0 0 m',
  'BYBOX 400 400 km',
  'BYBOX 9000 50 km',
  'BYBOX 50 9000 mi',
  'BYBOX 50000 50000 km',
  'BYBOX inf 1 ft',
]

const centres = [
  '0 0',
  '180 0',
  '-180 85.05112878',
  '13.4 52.5',
  '-90 -70',
  '45 82',
  '179.95 -0.05',
]

export const geo: Scripts = {
  'positions all over the map': [
    `GEOADD g ${grid.join(' ')}`,
    ...grid.map((line) => `GEOPOS g ${line.split(' ')[2]!}`),
    ...grid.map((line) => `GEOHASH g ${line.split(' ')[2]!}`),
    ...grid.map((line) => `GEODIST g 0/0 ${line.split(' ')[2]!}`),
    'ZRANGE g 0 -1 WITHSCORES',
    ...centres.flatMap((centre) =>
      areas.map((area) => `GEOSEARCH g FROMLONLAT ${centre} ${area} WITHDIST WITHHASH`),
    ),
  ],
}
