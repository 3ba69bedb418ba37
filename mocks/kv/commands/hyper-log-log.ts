// The HyperLogLog commands.

import type { Database, DatabaseView } from '../engine/core/database.js'
import { estimate, HyperLogLog, union } from '../engine/hyper-log-log/hyper-log-log.js'
import { OK, ReplyError, Status, type Bytes } from '../reply.js'
import type { CommandResult } from '../command/answer.js'
import { family, run, write } from '../command/command.js'
import { element, key } from '../command/one-word.js'
import { any, many, word } from '../command/parameters.js'
import { printed } from '../command/refusals.js'

const views: Readonly<Record<string, (value: HyperLogLog) => CommandResult>> = {
  getreg(value) {
    value.makeDense()
    return value.registers()
  },
  decode(value) {
    if (value.encoding === 'dense') throw new ReplyError('ERR HLL encoding is not sparse')
    return Array.from(value.runs, shownRun).join(' ')
  },
  encoding: (value) => new Status(value.encoding),
  todense(value) {
    const changes = value.encoding === 'sparse'
    value.makeDense()
    return changes
  },
}

const subcommand = word('pfdebug', (word) => word)

export const hyperLogLog = family({ group: 'hyperloglog', category: 'hyperloglog' }, [
  write('PFADD', [key, any(element)], ['2.8.9', 'fast'], (db, key, elements) => {
    const present = find(db, key)
    const value = present ?? new HyperLogLog(undefined, db.sizes)
    const changed = elements.filter((element) => value.add(element)).length > 0
    if (present && !changed) return false
    value.invalidate()
    keep(db, key, value)
    return true
  }),

  // Redis counts PFCOUNT as a read, but it stores the estimate in the value for the next call.
  run('PFCOUNT', [many(key)], ['2.8.9', 'readonly', 'replicates'], ({ db }, keys) => {
    if (keys.length > 1) return estimate(union(findAll(db, keys)))
    const value = find(db, keys[0]!)
    if (value === undefined) return 0
    if (value.kept === undefined) {
      value.keep(estimate(value.registers()))
      keep(db, keys[0]!, value)
    }
    return value.kept
  }),

  write('PFMERGE', [key, any(key)], ['2.8.9', 'keys:rw,r'], (db, to, keys) => {
    const all = [to, ...keys]
    const registers = union(findAll(db, all))
    const merged = find(db, to) ?? new HyperLogLog(undefined, db.sizes)
    if ([...new Set(all)].some((key) => find(db, key)?.encoding === 'dense')) merged.makeDense()
    for (const [index, value] of registers.entries()) if (value > 0) merged.raise(index, value)
    merged.invalidate()
    keep(db, to, merged)
    return OK
  }),

  write('PFDEBUG', [subcommand, key], ['2.8.9', 'admin', 'keys:r'], (db, word, key) => {
    const value = find(db, key)
    if (value === undefined) throw new ReplyError('ERR The specified key does not exist')
    const view = Object.hasOwn(views, word.toLowerCase()) ? views[word.toLowerCase()] : undefined
    if (!view) throw new ReplyError(`ERR Unknown PFDEBUG subcommand '${printed(word)}'`)
    const { encoding } = value
    const answer = view(value)
    if (value.encoding !== encoding) keep(db, key, value)
    return answer
  }),

  // Redis would test its own implementation here.
  run('PFSELFTEST', [], ['2.8.9', 'admin'], () => OK),
])

function find(db: DatabaseView, key: Bytes): HyperLogLog | undefined {
  const text = db.view('string', key)
  return text === undefined ? undefined : new HyperLogLog(text, db.sizes)
}

/** Yields the values in the order of the keys, so that the error is about the first invalid key. */
function* findAll(db: DatabaseView, keys: readonly Bytes[]): Generator<HyperLogLog> {
  for (const key of keys) {
    const value = find(db, key)
    if (value) yield value
  }
}

const keep = (db: Database, key: Bytes, value: HyperLogLog): void =>
  db.rewrite(key, value.toString(), 'raw')

function shownRun({ value, length }: { value: number; length: number }): string {
  if (value > 0) return `v:${value},${length}`
  return length > 64 ? `Z:${length}` : `z:${length}`
}
