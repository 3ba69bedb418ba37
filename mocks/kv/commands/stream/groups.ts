// The XGROUP commands.

import type { Database } from '../../engine/core/database.js'
import type { ConsumerGroup } from '../../engine/stream/stream-group.js'
import { type StreamId, ZERO_ID } from '../../engine/stream/stream-id.js'
import type { Stream } from '../../engine/stream/stream.js'
import { OK, ReplyError, type Bytes } from '../../reply.js'
import { container, write, help } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import {
  deferred,
  options,
  parameter,
  type Options,
  type ValueOf,
} from '../../command/parameters.js'
import {
  consumer,
  entriesRead,
  group,
  groupId,
  misuse,
  movedId,
  noGroupInStream,
  now,
} from './arguments.js'

/** Parses the options of XGROUP, whose number of words is limited. */
const groupOptions = <const O extends Options>(known: O) =>
  parameter(options(known).syntax, (words) => {
    const { left: length } = words
    const unknown = () => words.wrongSubcommand()
    return { length, given: options(known, { unknown }).take(words) }
  })

/** The largest number of option words of XGROUP CREATE and XGROUP SETID. */
const MOST_OPTIONS = { create: 3, setId: 2 }

export const streamGroups = [
  container('XGROUP', '5.0.0'),

  write(
    'XGROUP CREATE',
    [
      key,
      group,
      deferred(groupId),
      misuse,
      groupOptions({ MKSTREAM: true, ENTRIESREAD: entriesRead }),
    ],
    ['5.0.0'],
    (db, key, name, id, misuse, { length, given: { MKSTREAM, ENTRIESREAD } }) => {
      const present = db.view('stream', key)
      if (present === undefined && !MKSTREAM) throw keyRequired()
      if (length > MOST_OPTIONS.create) throw misuse()
      const lastId = resolved(id(), present)
      return db.edit('stream', key, (stream) => {
        if (stream.createGroup(name, lastId, ENTRIESREAD)) return OK
        throw new ReplyError('BUSYGROUP Consumer Group name already exists')
      })
    },
  ),

  write(
    'XGROUP SETID',
    [key, group, deferred(movedId), misuse, groupOptions({ ENTRIESREAD: entriesRead })],
    ['5.0.0', 'nogrow'],
    (db, key, name, id, misuse, { length, given: { ENTRIESREAD } }) =>
      editGroup(db, key, name, (group, stream) => {
        if (length > MOST_OPTIONS.setId) throw misuse()
        group.lastId = resolved(id(), stream)
        group.entriesRead = ENTRIESREAD
        return OK
      }),
  ),

  write('XGROUP DESTROY', [key, group], ['5.0.0', 'nogrow'], (db, key, name) => {
    if (db.view('stream', key) === undefined) throw keyRequired()
    return db.edit('stream', key, (stream) => stream.destroyGroup(name))
  }),

  write('XGROUP CREATECONSUMER', [key, group, consumer], ['6.2.0'], (db, key, name, consumer) =>
    editGroup(db, key, name, (group) => {
      if (group.consumer(consumer) !== undefined) return false
      group.seen(consumer, now(db))
      return true
    }),
  ),

  write(
    'XGROUP DELCONSUMER',
    [key, group, consumer],
    ['5.0.0', 'nogrow'],
    (db, key, name, consumer) =>
      editGroup(db, key, name, (group) => {
        const doomed = group.consumer(consumer)
        if (doomed === undefined) return 0
        group.removeConsumer(doomed)
        return doomed.pending.size
      }),
  ),

  help('XGROUP', ['5.0.0'], {
    'CREATE <key> <groupname> <id|$> [option]': [
      'Create a new consumer group. Options are:',
      '* MKSTREAM',
      '  Create the empty stream if it does not exist.',
      '* ENTRIESREAD entries_read',
      "  Set the group's entries_read counter (internal use).",
    ],
    'CREATECONSUMER <key> <groupname> <consumer>': 'Create a new consumer in the specified group.',
    'DELCONSUMER <key> <groupname> <consumer>': 'Remove the specified consumer.',
    'DESTROY <key> <groupname>': 'Remove the specified group.',
    'SETID <key> <groupname> <id|$> [ENTRIESREAD entries_read]':
      'Set the current group ID and entries_read counter.',
  }),
]

function editGroup<R>(
  db: Database,
  key: Bytes,
  name: Bytes,
  body: (group: ConsumerGroup, stream: Stream) => R,
): R {
  if (db.view('stream', key) === undefined) throw keyRequired()
  return db.edit('stream', key, (stream) => {
    const group = stream.group(name)
    if (group === undefined) throw noGroupInStream(key, name)
    return body(group, stream)
  })
}

const keyRequired = () =>
  new ReplyError(
    'ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to ' +
      'use the MKSTREAM option to create an empty stream automatically.',
  )

const resolved = (id: ValueOf<typeof groupId>, stream: Stream | undefined): StreamId =>
  id === 'end' ? (stream?.lastId ?? ZERO_ID) : id
