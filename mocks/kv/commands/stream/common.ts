// Functions that several Stream commands share: the current time, and elements of their replies.

import type { Database } from '../../engine/core/database.js'
import { printId } from '../../engine/stream/stream-id.js'
import type { StreamEntry } from '../../engine/stream/stream-node.js'
import { ReplyError, type Bytes } from '../../reply.js'
import type { CommandResult } from '../../command/answer.js'
import { printed } from '../../command/refusals.js'

/** Returns the time in whole milliseconds since 1970, because ids contain whole milliseconds. */
export const now = ({ clock }: Database): number => Math.floor(clock.now())

export const shown = ({ id, pairs }: StreamEntry): CommandResult => [printId(id), pairs]

export function* first<T>(some: Iterable<T>, count = Infinity): Generator<T> {
  if (count <= 0) return
  let taken = 0
  for (const one of some) {
    yield one
    if (++taken >= count) return
  }
}

/** Returns the error for a missing stream or group. `where` is appended to the message. */
export const noGroup = (key: Bytes, group: Bytes, where = '') =>
  new ReplyError(
    `NOGROUP No such key '${printed(key)}' or consumer group '${printed(group)}'${where}`,
  )

export const noGroupInStream = (key: Bytes, group: Bytes) =>
  new ReplyError(
    `NOGROUP No such consumer group '${printed(group)}' for key name '${printed(key)}'`,
  )
