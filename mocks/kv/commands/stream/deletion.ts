// XDELEX and XACKDEL of Redis 8.2, which delete depending on the groups that still need an entry.

import { readInt64 } from '../../engine/core/int64.js'
import { compareIds, type StreamId } from '../../engine/stream/stream-id.js'
import type { ConsumerGroup } from '../../engine/stream/stream-group.js'
import type { Stream } from '../../engine/stream/stream.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { write } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import { parameter } from '../../command/parameters.js'
import { syntaxError } from '../../command/refusals.js'
import { group, id } from './arguments.js'
import type { Words } from '../../command/words.js'

/**
 * The treatment of entries that are pending in a group: KEEPREF keeps them pending, DELREF removes them
 * from the group, ACKED deletes only entries that every group has acknowledged.
 */
const POLICIES = ['KEEPREF', 'DELREF', 'ACKED'] as const
type Policy = (typeof POLICIES)[number]

/** The results for an id: not found, deleted, or kept because a group still needs it. */
const NOT_FOUND = -1
const DELETED = 1
const NEEDED = 2

/** A policy before or after the ids. A number before the ids is their count. */
const deletion = parameter('[KEEPREF|DELREF|ACKED] IDS #id', (words) => {
  let policy: Policy | undefined
  let ids: readonly Bytes[] | undefined
  while (words.left > 0) {
    const option = words.next().toUpperCase()
    const found = POLICIES.find((name) => name === option)
    if (option === 'IDS' && words.left > 0) ids = counted(words)
    else if (policy === undefined && found) policy = found
    else throw syntaxError()
  }
  if (ids === undefined) throw new ReplyError('ERR IDS option is required')
  return { policy: policy ?? 'KEEPREF', ids }
})

function counted(words: Words): Bytes[] {
  const length = Number(readInt64(words.next()) ?? 0)
  if (length < 1) throw new ReplyError('ERR Number of IDs must be a positive integer')
  if (length > words.left) {
    throw new ReplyError('ERR The `numids` parameter must match the number of arguments')
  }
  return Array.from({ length }, () => words.next())
}

export const streamDeletion = [
  write('XDELEX', [key, deletion], ['8.2', 'nogrow'], (db, key, { policy, ids }) => {
    if (db.view('stream', key) === undefined) return ids.map(() => NOT_FOUND)
    const parsed = ids.map(id.parse)
    return db.edit('stream', key, (stream) =>
      parsed.map((id) => {
        const existed = stream.get(id) !== undefined
        const outcome = remove(stream, id, policy)
        return existed ? outcome : NOT_FOUND
      }),
    )
  }),

  write('XACKDEL', [key, group, deletion], ['8.2', 'nogrow'], (db, key, name, { policy, ids }) => {
    const group = db.view('stream', key)?.group(name)
    if (group === undefined) return ids.map(() => NOT_FOUND)
    const parsed = ids.map(id.parse)
    return db.edit('stream', key, (stream) =>
      parsed.map((id) =>
        group.acknowledge(id) ||
        (db.dialect.deletesAcknowledged && isAcknowledged(stream, group, id))
          ? remove(stream, id, policy)
          : NOT_FOUND,
      ),
    )
  }),
]

/** Deletes an entry if the policy allows it, and returns the result for its id. */
function remove(stream: Stream, id: StreamId, policy: Policy): number {
  if (policy === 'ACKED' && isNeeded(stream, id)) return NEEDED
  if (policy === 'DELREF') for (const group of stream.groups) group.acknowledge(id)
  stream.delete(id)
  return DELETED
}

/** Returns true if an entry, which is not pending in a group, was delivered to the group before. */
const isAcknowledged = (stream: Stream, { lastId }: ConsumerGroup, id: StreamId): boolean =>
  compareIds(id, lastId) <= 0 && stream.get(id) !== undefined

/** Returns true if a group has not yet received or acknowledged an entry. */
const isNeeded = (stream: Stream, id: StreamId): boolean =>
  stream.groups.some(
    ({ lastId, pending }) => compareIds(id, lastId) > 0 || pending.get(id) !== undefined,
  )
