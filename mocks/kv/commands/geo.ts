// The Geo commands. They store positions as the scores of sorted sets.

import type { Database, DatabaseView } from '../engine/core/database.js'
import { formatFixed, formatHuman, parseDouble } from '../engine/core/double.js'
import {
  distance,
  type Area,
  type Circle,
  type Rectangle,
  findWithin,
  type Found,
} from '../engine/geo/geo-area.js'
import { decode, encode, geohash, world, type Position } from '../engine/geo/geohash.js'
import { NOT_AN_INTEGER } from '../engine/core/int64.js'
import { sortBefore } from '../engine/sorted-set/partial-sort.js'
import { SortedSet } from '../engine/sorted-set/sorted-set.js'
import { NIL_ARRAY, ReplyError, type Bytes } from '../reply.js'
import type { CommandResult } from '../command/answer.js'
import { family, read, write } from '../command/command.js'
import { atLeast, key, member, nameAsTyped } from '../command/one-word.js'
import {
  any,
  deferred,
  depending,
  flags,
  groups,
  mapped,
  optional,
  options,
  pair,
  word,
  type ValueOf,
} from '../command/parameters.js'
import { syntaxError } from '../command/refusals.js'
import { add } from './sorted-set.js'

const longitude = word('longitude', (word) => parseDouble(word))
const latitude = word('latitude', (word) => parseDouble(word))

const position = mapped(pair(longitude, latitude), ([longitude, latitude]): Position => {
  const isOn = (map: { min: number; max: number }, value: number) =>
    value >= map.min && value <= map.max
  if (!isOn(world.longitude, longitude) || !isOn(world.latitude, latitude)) {
    const [x, y] = [formatFixed(longitude, 6), formatFixed(latitude, 6)]
    throw new ReplyError(`ERR invalid longitude,latitude pair ${x},${y}`)
  }
  return { longitude, latitude }
})

const units: Readonly<Record<string, number>> = { M: 1, KM: 1000, FT: 0.3048, MI: 1609.34 }

const unit = word('unit', (word) => {
  const name = word.replace(/\0.*$/s, '').toUpperCase()
  if (!Object.hasOwn(units, name)) {
    throw new ReplyError('ERR unsupported unit provided. please use M, KM, FT, MI')
  }
  return units[name]!
})

const length = (what: string) =>
  word('length', (word) => parseDouble(word, `ERR need numeric ${what}`))

const radius = mapped(length('radius'), (radius): Circle => {
  if (radius < 0) throw new ReplyError('ERR radius cannot be negative')
  return { radius }
})

const rectangle = mapped(pair(length('width'), length('height')), ([width, height]): Rectangle => {
  if (width < 0 || height < 0) throw new ReplyError('ERR height or width cannot be negative')
  return { width, height }
})

const circle = pair(radius, unit)
const box = pair(rectangle, unit)

const commonOptions = {
  WITHCOORD: true,
  WITHDIST: true,
  WITHHASH: true,
  ASC: true,
  DESC: true,
  COUNT: atLeast(1, 'ERR COUNT must be > 0', NOT_AN_INTEGER),
  ANY: true,
} as const

/** The options of GEORADIUS_RO and GEORADIUSBYMEMBER_RO, which cannot store the result. */
const readOptions = options(commonOptions, { latest: [['ASC', 'DESC']] })
type SearchOptions = ValueOf<typeof readOptions>

const storeOptions = options(
  { ...commonOptions, STORE: key, STOREDIST: key },
  {
    latest: [
      ['ASC', 'DESC'],
      ['STORE', 'STOREDIST'],
    ],
  },
)

/** The options of searches that give the area as an option. */
const areaOptions = {
  FROMLONLAT: position,
  BYRADIUS: circle,
  BYBOX: box,
  ...commonOptions,
} as const

const areaRules = {
  exclusive: [
    ['FROMMEMBER', 'FROMLONLAT'],
    ['BYRADIUS', 'BYBOX'],
  ],
  latest: [['ASC', 'DESC']],
} as const

type Find = (member: Bytes) => Position

const anywhere: Find = () => ({ longitude: 0, latitude: 0 })

/** The smallest number of words of a search. */
const LEAST_SEARCH = 5

const searchOptions = (find: Find = anywhere) =>
  options({ FROMMEMBER: mapped(member, find), ...areaOptions }, areaRules)
type Search = ValueOf<ReturnType<typeof searchOptions>>

const search = depending(searchOptions, LEAST_SEARCH)

const searchToStore = depending(
  (find: Find = anywhere) =>
    options({ FROMMEMBER: mapped(member, find), ...areaOptions, STOREDIST: true }, areaRules),
  LEAST_SEARCH,
)

const byPosition = [key, deferred(position), deferred(circle)] as const
const byMember = [key, member, deferred(circle)] as const

export const geo = family({ group: 'geo', category: 'geo' }, [
  write(
    'GEOADD',
    [key, flags('NX', 'XX', 'CH'), groups(pair(position, member))],
    ['3.2.0'],
    (db, key, given, members) => {
      if (given.NX && given.XX) throw syntaxError()
      const scored = members.read().map(([position, member]) => [encode(position), member] as const)
      return add(db, key, given, scored)
    },
  ),

  read('GEOPOS', [key, any(member)], ['3.2.0', 'resp3:positions'], (db, key, members) =>
    positionsOf(db, key, members).map((found) => (found ? coordinates(found) : NIL_ARRAY)),
  ),

  read(
    'GEODIST',
    [key, member, member, optional(unit, 'syntax')],
    ['3.2.0'],
    (db, key, from, to, unit = 1) => {
      const [a, b] = positionsOf(db, key, [from, to])
      return a && b && formatFixed(distance(a, b) / unit, DISTANCE_DECIMALS)
    },
  ),

  read('GEOHASH', [key, any(member)], ['3.2.0'], (db, key, members) =>
    positionsOf(db, key, members).map((found) => found && geohash(found)),
  ),

  read(
    'GEOSEARCH',
    [nameAsTyped, key, search],
    ['6.2.0', 'resp3:located'],
    (db, name, key, given) => {
      const set = db.view('zset', key)
      const asked = given(positionsIn(set))
      const area = areaOf(name, asked)
      return shown(set, area, asked)
    },
  ),

  write(
    'GEOSEARCHSTORE',
    [nameAsTyped, key, key, searchToStore],
    ['6.2.0', 'keys:w,r'],
    (db, name, target, key, given) => {
      const set = db.view('zset', key)
      const asked = given(positionsIn(set))
      refuseDetails(asked, 'GEOSEARCHSTORE')
      const area = areaOf(name, asked)
      return store(db, target, found(set, area, asked), asked.STOREDIST && area)
    },
  ),

  write(
    'GEORADIUS',
    [...byPosition, deferred(storeOptions)],
    ['3.2.0', 'keys:r,w', 'resp3:located'],
    (db, key, position, circle, given) =>
      shownOrStored(db, ...aroundPosition(db, key, position, circle), given()),
  ),
  read(
    'GEORADIUS_RO',
    [...byPosition, deferred(readOptions)],
    ['3.2.10', 'resp3:located'],
    (db, key, position, circle, given) =>
      shown(...aroundPosition(db, key, position, circle), given()),
  ),
  write(
    'GEORADIUSBYMEMBER',
    [...byMember, deferred(storeOptions)],
    ['3.2.0', 'keys:r,w', 'resp3:located'],
    (db, key, member, circle, given) =>
      shownOrStored(db, ...aroundMember(db, key, member, circle), given()),
  ),
  read(
    'GEORADIUSBYMEMBER_RO',
    [...byMember, deferred(readOptions)],
    ['3.2.10', 'resp3:located'],
    (db, key, member, circle, given) => shown(...aroundMember(db, key, member, circle), given()),
  ),
])

const DISTANCE_DECIMALS = 4

function positionsOf(db: DatabaseView, key: Bytes, members: readonly Bytes[]) {
  const set = db.view('zset', key)
  return members.map((member) => {
    const score = set?.get(member)
    return score === undefined ? undefined : decode(score)
  })
}

const coordinates = ({ longitude, latitude }: Position): Bytes[] => [
  formatHuman(longitude),
  formatHuman(latitude),
]

/** Finds the position of a member. In a missing key, every member has one, so there is no error. */
const positionsIn =
  (set: SortedSet | undefined): Find =>
  (member) => {
    if (set === undefined) return anywhere(member)
    const score = set.get(member)
    if (score === undefined) throw new ReplyError('ERR could not decode requested zset member')
    return decode(score)
  }

function areaOf(name: Bytes, search: Search): Area {
  const { FROMMEMBER, FROMLONLAT, BYRADIUS, BYBOX } = search
  const centre = FROMMEMBER ?? FROMLONLAT
  if (centre === undefined) {
    throw new ReplyError(`ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for ${name}`)
  }
  const size = BYRADIUS ?? BYBOX
  if (size === undefined) {
    throw new ReplyError(`ERR exactly one of BYRADIUS and BYBOX can be specified for ${name}`)
  }
  const [shape, unit] = size
  return { centre, shape, unit }
}

/** A sorted set, and the area to search in it. */
type Around = readonly [set: SortedSet | undefined, area: Area]

function aroundPosition(
  db: DatabaseView,
  key: Bytes,
  position: () => Position,
  circle: () => [Circle, number],
): Around {
  const set = db.view('zset', key)
  const centre = position()
  const [shape, unit] = circle()
  return [set, { centre, shape, unit }]
}

/** Returns the area around a member. If the key is missing, the radius is not parsed. */
function aroundMember(
  db: DatabaseView,
  key: Bytes,
  member: Bytes,
  circle: () => [Circle, number],
): Around {
  const set = db.view('zset', key)
  const centre = positionsIn(set)(member)
  const [shape, unit] = set === undefined ? NOWHERE : circle()
  return [set, { centre, shape, unit }]
}

const NOWHERE: [Circle, number] = [{ radius: 0 }, 1]

function shownOrStored(
  db: Database,
  set: SortedSet | undefined,
  area: Area,
  asked: ValueOf<typeof storeOptions>,
): CommandResult {
  const target = asked.STORE ?? asked.STOREDIST
  if (target === undefined) return shown(set, area, asked)
  refuseDetails(asked, 'STORE option in GEORADIUS')
  const by = asked.STOREDIST === undefined ? undefined : area
  return store(db, target, found(set, area, asked), by)
}

function refuseDetails({ WITHCOORD, WITHDIST, WITHHASH }: SearchOptions, what: string): void {
  if (WITHCOORD || WITHDIST || WITHHASH) {
    throw new ReplyError(
      `ERR ${what} is not compatible with WITHDIST, WITHHASH and WITHCOORD options`,
    )
  }
}

function found(
  set: SortedSet | undefined,
  area: Area,
  { COUNT, ANY, ASC, DESC }: SearchOptions,
): Found[] {
  if (ANY && COUNT === undefined) {
    throw new ReplyError('ERR the ANY argument requires COUNT argument')
  }
  const all = set ? findWithin(set, area, ANY && COUNT) : []
  // COUNT returns the nearest members.
  if (ASC || DESC || (COUNT !== undefined && !ANY)) {
    const sign = DESC ? -1 : 1
    const compare = (a: Found, b: Found) => sign * (a.metres - b.metres)
    // A search with a limit orders members at equal distances differently.
    if (COUNT !== undefined && COUNT < all.length) sortBefore(all, COUNT, compare)
    else all.sort(compare)
  }
  return all.slice(0, COUNT)
}

function shown(set: SortedSet | undefined, area: Area, asked: SearchOptions): CommandResult {
  const { WITHCOORD, WITHDIST, WITHHASH } = asked
  const members = found(set, area, asked)
  if (!WITHCOORD && !WITHDIST && !WITHHASH) return members.map(({ member }) => member)
  return members.map(({ member, metres, score, position }) => [
    member,
    ...(WITHDIST ? [formatFixed(metres / area.unit, DISTANCE_DECIMALS)] : []),
    ...(WITHHASH ? [BigInt(Math.trunc(score))] : []),
    ...(WITHCOORD ? [coordinates(position)] : []),
  ])
}

/** Stores the members in a sorted set. The scores are positions, or distances if `by` is given. */
function store(db: Database, key: Bytes, members: readonly Found[], by?: Area): number {
  const scored = members.map(
    ({ member, score, metres }) => [member, by ? metres / by.unit : score] as const,
  )
  db.put('zset', key, new SortedSet(scored, db.sizes))
  return members.length
}
