// All commands, grouped by the categories of the contract.

import { acl } from './acl.js'
import { administration, persistence } from './administration.js'
import { bitmap } from './bitmap.js'
import type { CommandEntry } from '../command/command.js'
import { cluster } from './cluster.js'
import { connection } from './connection.js'
import { functions } from './functions.js'
import { generic } from './generic.js'
import { geo } from './geo.js'
import { hash } from './hash.js'
import { hashExpiry } from './hash-expiry.js'
import { hyperLogLog } from './hyper-log-log.js'
import { json } from './json/json.js'
import { list } from './list.js'
import { pubsub } from './pubsub.js'
import { scripting } from './scripting.js'
import { server } from './server.js'
import { set } from './set.js'
import { sortedSet } from './sorted-set.js'
import { stream } from './stream/stream.js'
import { sort } from './sort.js'
import { string } from './string.js'
import { CommandTable } from '../command/table.js'

/** The commands by category, in the order of the contract (`kv.commands.categories`). */
export const commandsByCategory: Readonly<Record<string, readonly CommandEntry[]>> = {
  String: string,
  Bitmap: bitmap,
  Hash: [...hash, ...hashExpiry],
  List: list,
  Set: set,
  SortedSet: sortedSet,
  Geo: geo,
  HyperLogLog: hyperLogLog,
  Transactions: [],
  Generic: [...generic, ...sort],
  Server: [...server, ...acl, ...administration, ...cluster, ...persistence],
  Scripting: [...scripting, ...functions],
  'Pub/Sub': pubsub,
  Connection: connection,
  JSON: json,
  Streams: stream,
  Cluster: [],
}

export const commands = new CommandTable(Object.values(commandsByCategory).flat())
