// The XINFO commands.

import type { DatabaseView } from '../../engine/core/database.js'
import type { ConsumerGroup, Pending } from '../../engine/stream/stream-group.js'
import { bigEndian, GREATEST_ID, printId, ZERO_ID } from '../../engine/stream/stream-id.js'
import { type Stream, radixTreeNodes } from '../../engine/stream/stream.js'
import { type Bytes } from '../../reply.js'
import type { CommandResult } from '../../command/answer.js'
import { container, read, help } from '../../command/command.js'
import { index, key, value } from '../../command/one-word.js'
import { any, parameter } from '../../command/parameters.js'
import { noSuchKey } from '../../command/refusals.js'
import { group, misuse, first, noGroupInStream, now, shown } from './arguments.js'

const USUAL_COUNT = 10

/** The options of XINFO STREAM. They are checked after the key. */
const detail = parameter('[FULL [COUNT integer]]', any(value).take)

export const streamInfo = [
  container('XINFO', '5.0.0'),

  read(
    'XINFO STREAM',
    [key, misuse, detail],
    ['5.0.0', 'resp3:streamInfo'],
    (db, key, misuse, words) => {
      const stream = streamAt(db, key)
      if (words.length === 0) {
        const { groupCount: groups, first, last } = stream
        return record({
          ...properties(stream),
          groups,
          'first-entry': first && shown(first),
          'last-entry': last && shown(last),
        })
      }
      const [full = '', option = 'COUNT', count = String(USUAL_COUNT)] = words
      if (full.toUpperCase() !== 'FULL' || option.toUpperCase() !== 'COUNT') throw misuse()
      if (words.length !== 1 && words.length !== 3) throw misuse()
      return record({ ...properties(stream), ...contents(stream, index.parse(count)) })
    },
  ),

  read('XINFO GROUPS', [key], ['5.0.0', 'resp3:maps'], (db, key) => {
    const stream = streamAt(db, key)
    return stream.groups.map((group) =>
      record({
        name: group.name,
        consumers: group.consumerCount,
        pending: group.pending.size,
        ...progress(stream, group),
      }),
    )
  }),

  read('XINFO CONSUMERS', [key, group], ['5.0.0', 'varies', 'resp3:maps'], (db, key, name) => {
    const group = streamAt(db, key).group(name)
    if (group === undefined && db.dialect.noConsumersWithoutGroup) return []
    if (group === undefined) throw noGroupInStream(key, name)
    const time = now(db)
    return group.consumers.map(({ name, pending, seenAt }) =>
      record({ name, pending: pending.size, idle: Math.max(time - seenAt, 0) }),
    )
  }),

  help('XINFO', ['5.0.0'], {
    'CONSUMERS <key> <groupname>': 'Show consumers of <groupname>.',
    'GROUPS <key>': 'Show the stream consumer groups.',
    'STREAM <key> [FULL [COUNT <count>]': 'Show information about the stream.',
  }),
]

function streamAt(db: DatabaseView, key: Bytes): Stream {
  const stream = db.view('stream', key)
  if (stream === undefined) throw noSuchKey()
  return stream
}

/** Returns an array with each name followed by its value. */
const record = (properties: Readonly<Record<string, CommandResult>>): CommandResult[] =>
  Object.entries(properties).flat()

const properties = (stream: Stream) => ({
  length: stream.size,
  'radix-tree-keys': stream.nodes.length,
  'radix-tree-nodes': radixTreeNodes(stream.nodes.map(({ firstId }) => bigEndian(firstId))),
  'last-generated-id': printId(stream.lastId),
  'max-deleted-entry-id': printId(stream.maxDeletedId),
  'entries-added': stream.entriesAdded,
  'recorded-first-entry-id': printId(stream.first?.id ?? ZERO_ID),
})

/** Returns up to `given` entries, groups and pending entries, or all for 0. */
function contents(stream: Stream, given: number) {
  const count = given < 0 ? USUAL_COUNT : given || Infinity
  const pendingOf = (
    map: ConsumerGroup['pending'],
    row: (pending: Pending) => CommandResult[],
  ) => ({
    'pel-count': map.size,
    pending: Array.from(first(map.from(ZERO_ID), count), ([id, pending]) => [
      printId(id),
      ...row(pending),
    ]),
  })
  return {
    entries: Array.from(first(stream.range(ZERO_ID, GREATEST_ID), count), shown),
    groups: stream.groups.map((group) =>
      record({
        name: group.name,
        ...progress(stream, group),
        ...pendingOf(group.pending, ({ consumer, deliveredAt, deliveries }) => [
          consumer.name,
          deliveredAt,
          deliveries,
        ]),
        consumers: group.consumers.map(({ name, seenAt, pending }) =>
          record({
            name,
            'seen-time': seenAt,
            ...pendingOf(pending, ({ deliveredAt, deliveries }) => [deliveredAt, deliveries]),
          }),
        ),
      }),
    ),
  }
}

const progress = (stream: Stream, group: ConsumerGroup) => ({
  'last-delivered-id': printId(group.lastId),
  'entries-read': group.entriesRead,
  lag: stream.lag(group),
})
