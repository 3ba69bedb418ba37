// The Sorted set commands except those that block.

import {
  difference,
  intersection,
  intersectionSize,
  union,
  type Scores,
  type Weighted,
} from '../engine/sorted-set/combination.js'
import type { Database, DatabaseView } from '../engine/core/database.js'
import { formatDouble, formatPacked, parseDouble } from '../engine/core/double.js'
import { NOT_AN_INTEGER } from '../engine/core/int64.js'
import { SortedSet, type Scored } from '../engine/sorted-set/sorted-set.js'
import { NIL_ARRAY, ReplyError, type Bytes } from '../reply.js'
import { paired, type CommandResult } from '../command/answer.js'
import { family, read, write } from '../command/command.js'
import type { Facts } from '../command/facts.js'
import {
  atLeast,
  count,
  draws,
  index,
  key,
  keyword,
  checkPairs,
  member,
  score,
} from '../command/one-word.js'
import {
  counted,
  deferred,
  depending,
  exactly,
  flags,
  groups,
  many,
  optional,
  options,
  pair,
  word,
  type ValueOf,
} from '../command/parameters.js'
import { interval, selection, type By, type RangeSelection } from '../command/range.js'
import { syntaxError } from '../command/refusals.js'
import { popOptions, poppedKeys } from './list.js'
import { cursor, NOTHING, scan, scanOptions } from '../command/scan.js'

const addFlags = ['NX', 'XX', 'GT', 'LT', 'CH', 'INCR'] as const

type AddFlags = { readonly [F in (typeof addFlags)[number]]?: true }

/** The increment of ZINCRBY. A flag of ZADD in this position is a syntax error. */
const increment = word('score', (word) => {
  if (addFlags.some((flag) => flag === word.toUpperCase())) throw syntaxError()
  return parseDouble(word)
})

const bound = word('bound', (word) => word)
const rankBound = word('integer', (word) => word)
const scoreBound = word('score-bound', (word) => word)
const nameBound = word('name-bound', (word) => word)

const limit = { LIMIT: pair(index, index) }
const withScores = { WITHSCORES: true } as const

const rangeOptions = { BYSCORE: true, BYLEX: true, REV: true, ...limit } as const
const rangeRules = {
  exclusive: [['BYSCORE', 'BYLEX']],
  once: ['BYSCORE', 'BYLEX', 'REV'],
} as const

const anyRange = options({ ...rangeOptions, ...withScores }, rangeRules)

/** The number of input keys, then the keys. */
const inputs = (name: string) =>
  counted(
    atLeast(1, `ERR at least 1 input key is needed for '${name}' command`, NOT_AN_INTEGER),
    key,
    'ERR syntax error',
  )

const weight = word('score', (word) => parseDouble(word, 'ERR weight value is not a float'))

/** The options of ZUNION and similar commands. WEIGHTS has one weight per key. */
const combining = (keys = 1) => ({
  WEIGHTS: exactly(keys, weight),
  AGGREGATE: keyword('SUM', 'MIN', 'MAX'),
})

const end = keyword('MIN', 'MAX')

export const sortedSet = family({ group: 'sorted-set', category: 'sortedset' }, [
  write(
    'ZADD',
    [key, flags(...addFlags), groups(pair(score, member))],
    ['1.2.0', 'fast', 'resp3:double'],
    (db, key, given, pairs) => {
      if (given.NX && given.XX) {
        throw new ReplyError('ERR XX and NX options at the same time are not compatible')
      }
      if ((given.NX && (given.GT || given.LT)) || (given.GT && given.LT)) {
        throw new ReplyError('ERR GT, LT, and/or NX options at the same time are not compatible')
      }
      if (given.INCR && pairs.length > 1) {
        throw new ReplyError('ERR INCR option supports a single increment-element pair')
      }
      return add(db, key, given, pairs.read())
    },
  ),

  write(
    'ZINCRBY',
    [key, increment, member],
    ['1.2.0', 'fast', 'keys:rw', 'resp3:double'],
    (db, key, delta, member) => add(db, key, { INCR: true }, [[delta, member]]),
  ),

  write('ZREM', [key, many(member)], ['1.2.0', 'fast', 'nogrow'], (db, key, members) =>
    db.edit('zset', key, (set) => members.filter((member) => set.delete(member)).length),
  ),

  read('ZCARD', [key], ['1.2.0', 'fast', 'keys:-'], (db, key) => db.view('zset', key)?.size ?? 0),

  read('ZSCORE', [key, member], ['1.2.0', 'fast', 'resp3:double'], (db, key, member) =>
    scoreIn(db.view('zset', key), member),
  ),

  read('ZMSCORE', [key, many(member)], ['6.2.0', 'fast', 'resp3:doubles'], (db, key, members) => {
    const set = db.view('zset', key)
    return members.map((member) => scoreIn(set, member))
  }),

  rank('ZRANK', (_, rank) => rank),
  rank('ZREVRANK', ({ size }, rank) => size - 1 - rank),

  sizeOf('ZCOUNT', ['2.0.0', 'fast'], 'score', scoreBound),
  sizeOf('ZLEXCOUNT', ['2.8.9', 'fast'], 'name', nameBound),

  read(
    'ZRANGE',
    [key, bound, bound, anyRange],
    ['1.2.0', 'resp3:range'],
    (db, key, first, last, given) =>
      shown(view(db, key, selected(first, last, given)), given.WITHSCORES),
  ),

  write(
    'ZRANGESTORE',
    [key, key, bound, bound, options(rangeOptions, rangeRules)],
    ['6.2.0', 'keys:w,r'],
    (db, target, source, first, last, given) => {
      const select = selected(first, last, given, db.dialect.limitByRank)
      return store(db, target, view(db, source, select))
    },
  ),

  range('ZREVRANGE', ['1.2.0'], 'rank', true, rankBound),
  range('ZRANGEBYSCORE', ['1.0.5'], 'score', false, scoreBound),
  range('ZREVRANGEBYSCORE', ['2.2.0'], 'score', true, scoreBound),
  range('ZRANGEBYLEX', ['2.8.9'], 'name', false, nameBound),
  range('ZREVRANGEBYLEX', ['2.8.9'], 'name', true, nameBound),
  remove('ZREMRANGEBYRANK', ['2.0.0', 'nogrow'], 'rank', rankBound),
  remove('ZREMRANGEBYSCORE', ['1.2.0', 'nogrow'], 'score', scoreBound),
  remove('ZREMRANGEBYLEX', ['2.8.9', 'nogrow'], 'name', nameBound),

  popFrom('ZPOPMIN', 'min'),
  popFrom('ZPOPMAX', 'max'),

  write(
    'ZMPOP',
    [poppedKeys, end, popOptions],
    ['7.0.0', 'nogrow', 'keys:rw', 'resp3:poppedFrom'],
    (db, keys, end, { COUNT = 1 }) => {
      const key = keys.find((key) => db.view('zset', key))
      if (key === undefined) return NIL_ARRAY
      const popped = pop(db, key, end, COUNT)
      return [key, popped.map(([member, score]) => [member, formatDouble(score)])]
    },
  ),

  read(
    'ZRANDMEMBER',
    [key, optional(draws), optional(keyword('WITHSCORES'))],
    ['6.2.0', 'varies', 'resp3:drawnMembers'],
    (db, key, count, withScores) => {
      if (withScores) checkPairs(count!)
      const set = db.view('zset', key)
      if (count === undefined) return set?.draw()
      const members = [...(set?.sample(count) ?? [])]
      return withScores ? paired(members, (member) => scoreIn(set, member)) : members
    },
  ),

  combine('ZUNION', union),
  combine('ZINTER', intersection),

  read(
    'ZDIFF',
    [inputs('zdiff'), deferred(options(withScores))],
    ['6.2.0', 'resp3:combined'],
    (db, keys, given) => {
      const scores = viewAll(db, keys)
      const { WITHSCORES } = given()
      return shown(difference(scores), WITHSCORES)
    },
  ),

  combineAndStore('ZUNIONSTORE', union),
  combineAndStore('ZINTERSTORE', intersection),

  write(
    'ZDIFFSTORE',
    [key, inputs('zdiffstore'), deferred(options({}))],
    ['6.2.0', 'keys:w,r'],
    (db, target, keys, given) => {
      const scores = viewAll(db, keys)
      given()
      return store(db, target, difference(scores))
    },
  ),

  read(
    'ZINTERCARD',
    [inputs('zintercard'), deferred(options({ LIMIT: atLeast(0, "ERR LIMIT can't be negative") }))],
    ['7.0.0'],
    (db, keys, given) => {
      const scores = viewAll(db, keys)
      const { LIMIT } = given()
      return intersectionSize(scores, LIMIT || Infinity)
    },
  ),

  read(
    'ZSCAN',
    [key, cursor, deferred(scanOptions)],
    ['2.8.0', 'varies'],
    (db, key, cursor, given) => {
      const set = db.view('zset', key)
      if (set === undefined) return NOTHING
      const format = set.encoding === 'listpack' ? formatPacked : formatDouble
      return scan(set, cursor, given(), (member) => [member, format(set.get(member)!)])
    },
  ),
])

/** Adds members or changes their scores. Returns the number of members, or with INCR the new score. */
export function add(
  db: Database,
  key: Bytes,
  given: AddFlags,
  members: readonly (readonly [score: number, member: Bytes])[],
): CommandResult {
  return db.edit('zset', key, (set) => {
    let [added, changed] = [0, 0]
    let after: number | undefined
    for (const [score, member] of members) {
      const before = set.get(member)
      after = newScore(before, score, given)
      if (after === undefined || after === before) continue
      set.set(member, after)
      if (before === undefined) added++
      else changed++
    }
    if (given.INCR) return after === undefined ? undefined : formatDouble(after)
    return given.CH ? added + changed : added
  })
}

/** Returns the new score of a member, or undefined if the flags forbid a change. */
function newScore(before: number | undefined, given: number, flags: AddFlags): number | undefined {
  if (before === undefined) return flags.XX ? undefined : given
  if (flags.NX) return undefined
  const after = flags.INCR ? before + given : given
  if (Number.isNaN(after)) throw new ReplyError('ERR resulting score is not a number (NaN)')
  if ((flags.LT && after >= before) || (flags.GT && after <= before)) return undefined
  return after
}

function scoreIn(set: SortedSet | undefined, member: Bytes): Bytes | undefined {
  const score = set?.get(member)
  return score === undefined ? undefined : formatDouble(score)
}

/** Defines ZRANK and ZREVRANK. Redis 7.2 added the option WITHSCORE. */
function rank(name: string, shown: (set: SortedSet, rank: number) => number) {
  const parameters = [key, member, optional(keyword('WITHSCORE'), 'arity')] as const
  return read(
    name,
    parameters,
    ['2.0.0', 'fast', 'resp3:rankAndScore'],
    (db, key, member, withScore) => {
      const set = db.view('zset', key)
      const rank = set?.rankOf(member)
      if (set === undefined || rank === undefined) return withScore ? NIL_ARRAY : undefined
      return withScore ? [shown(set, rank), scoreIn(set, member)] : shown(set, rank)
    },
  )
}

function sizeOf(name: string, facts: Facts, by: 'score' | 'name', bound: typeof scoreBound) {
  return read(name, [key, bound, bound], facts, (db, key, min, max) => {
    const wanted = interval(by, min, max)
    const { start, end } = db.view('zset', key)?.ranksIn(wanted) ?? { start: 0, end: 0 }
    return end - start
  })
}

/** Defines the older range commands. Each supports one kind of range. */
function range(name: string, facts: Facts, by: By, reverse: boolean, bound: typeof scoreBound) {
  const known = options({ ...limit, ...withScores })
  return read(
    name,
    [key, bound, bound, known],
    [...facts, 'resp3:range'],
    (db, key, first, last, given) => {
      const select = checked({ by, reverse, first, last, limit: given.LIMIT }, given.WITHSCORES)
      return shown(view(db, key, select), given.WITHSCORES)
    },
  )
}

function remove(name: string, facts: Facts, by: By, bound: typeof scoreBound) {
  return write(name, [key, bound, bound], facts, (db, key, first, last) => {
    const select = selection({ by, first, last })
    return db.edit('zset', key, (set) => {
      const doomed = select(set)
      for (const [member] of doomed) set.delete(member)
      return doomed.length
    })
  })
}

/** @param limitByRank true if a range of ranks may have a limit */
function selected(first: Bytes, last: Bytes, given: ValueOf<typeof anyRange>, limitByRank = false) {
  const by = given.BYSCORE ? 'score' : given.BYLEX ? 'name' : 'rank'
  const range = { by, reverse: given.REV, first, last, limit: given.LIMIT } as const
  return by === 'rank' && limitByRank ? selection(range) : checked(range, given.WITHSCORES)
}

/** Throws if the options contradict each other or a bound is invalid. */
function checked({ by, limit, ...rest }: RangeSelection, withScores?: true) {
  if (by === 'rank' && limit && limit[1] !== -1) {
    throw new ReplyError(
      'ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX',
    )
  }
  if (by === 'name' && withScores) {
    throw new ReplyError('ERR syntax error, WITHSCORES not supported in combination with BYLEX')
  }
  return selection({ by, limit: by === 'rank' ? undefined : limit, ...rest })
}

function view(db: DatabaseView, key: Bytes, select: (set: SortedSet) => Scored[]): Scored[] {
  const set = db.view('zset', key)
  return set ? select(set) : []
}

const shown = (members: readonly Scored[], withScores?: true): Bytes[] =>
  withScores
    ? members.flatMap(([member, score]) => [member, formatDouble(score)])
    : members.map(([member]) => member)

function store(db: Database, key: Bytes, members: readonly Scored[]): number {
  db.put('zset', key, new SortedSet(members, db.sizes))
  return members.length
}

function popFrom(name: string, end: 'min' | 'max') {
  const facts = ['5.0.0', 'fast', 'nogrow', 'keys:rw', 'resp3:popped'] as const
  return write(name, [key, optional(count, 'syntax')], facts, (db, key, count = 1) =>
    shown(pop(db, key, end, count), true),
  )
}

function pop(db: Database, key: Bytes, end: 'min' | 'max', count: number): Scored[] {
  return db.edit('zset', key, (set) => {
    const popped =
      end === 'min'
        ? set.slice({ start: 0, end: Math.min(count, set.size) })
        : set.slice({ start: Math.max(set.size - count, 0), end: set.size }).reverse()
    for (const [member] of popped) set.delete(member)
    return popped
  })
}

type Combine = (inputs: readonly Weighted[], aggregate: 'sum' | 'min' | 'max') => Scored[]

function combine(name: string, combine: Combine) {
  const known = depending((keys?: number) => options({ ...combining(keys), ...withScores }))
  return read(
    name,
    [inputs(name.toLowerCase()), known],
    ['6.2.0', 'resp3:combined'],
    (db, keys, given) => {
      const scores = viewAll(db, keys)
      const { WEIGHTS, AGGREGATE = 'sum', WITHSCORES } = given(keys.length)
      return shown(combine(weighted(scores, WEIGHTS), AGGREGATE), WITHSCORES)
    },
  )
}

function combineAndStore(name: string, combine: Combine) {
  const known = depending((keys?: number) => options(combining(keys)))
  const parameters = [key, inputs(name.toLowerCase()), known] as const
  return write(name, parameters, ['2.0.0', 'keys:w,r'], (db, target, keys, given) => {
    const scores = viewAll(db, keys)
    const { WEIGHTS, AGGREGATE = 'sum' } = given(keys.length)
    return store(db, target, combine(weighted(scores, WEIGHTS), AGGREGATE))
  })
}

const weighted = (scores: readonly Scores[], weights: readonly number[] = []): Weighted[] =>
  scores.map((scores, index) => ({ scores, weight: weights[index] ?? 1 }))

/** Reads every key before any is used, because one key of a wrong type refuses the whole command. */
const viewAll = (db: DatabaseView, keys: readonly Bytes[]): Scores[] =>
  keys.map((key) => viewScores(db, key) ?? new Map<Bytes, number>())

/** Returns the members and scores of a sorted set or a set. Each member of a set has the score 1. */
function viewScores(db: DatabaseView, key: Bytes): Scores | undefined {
  if (db.typeOf(key) !== 'set') return db.view('zset', key)
  const set = db.view('set', key)!
  return {
    size: set.size,
    get: (member) => (set.has(member) ? 1 : undefined),
    entries: () => Array.from(set.keys(), (member): Scored => [member, 1]),
  }
}
