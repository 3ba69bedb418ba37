// Reads the commands and the role of a Redis server.

import { CommandTable } from '../command/table.js'
import { commands } from '../commands/index.js'
import { type Bytes, ReplyError, type Status } from '../reply.js'
import type { CommandInfo } from '../command/command-info.js'
import type { Known } from './redis-cluster.js'
import type { RedisLink } from './redis-link.js'

export interface KnownServer extends Known {
  readonly isCluster: boolean
  /** True for a replica that refuses all writes. */
  readonly isReadOnly: boolean
}

/** A row in the reply to COMMAND: name, arity, flags, first key, last key, step, …, subcommands. */
type CommandRow = readonly [Bytes, number, Status[], number, number, number, ...rest: unknown[]]

const SUBCOMMANDS = 9

export async function readServer({ send }: RedisLink): Promise<KnownServer> {
  const [rows, info] = await send([['COMMAND'], ['INFO']])
  if (rows instanceof ReplyError) throw rows
  if (!isList(rows)) throw new Error('its answer to COMMAND is no list of commands')
  const movable = new Set(rows.flatMap(movableIn))
  const says = (line: string) => typeof info === 'string' && info.includes(`\n${line}\r\n`)
  if (says('redis_mode:sentinel')) throw new Error('it is a Sentinel, which keeps no data')
  return {
    table: new CommandTable(rows.flatMap(infosOf)),
    hasMovableKeys: (name) => movable.has(name),
    isCluster: says('cluster_enabled:1'),
    isReadOnly: says('role:slave') && says('slave_read_only:1'),
  }
}

const isList = (reply: unknown): reply is readonly CommandRow[] =>
  Array.isArray(reply) && reply.length > 0 && reply.every(isRow)

const isRow = (each: unknown): each is CommandRow =>
  Array.isArray(each) && typeof each[0] === 'string' && Array.isArray(each[2])

/** Returns the commands in a row whose key positions depend on the arguments. */
function movableIn(row: CommandRow): string[] {
  const [name, , flags] = row
  const subcommands = (row[SUBCOMMANDS] ?? []) as CommandRow[]
  const own = flags.some(({ text }) => text === 'movablekeys') ? [name] : []
  return [...own, ...subcommands.flatMap(movableIn)]
}

/** Returns the command of a row and its subcommands. Redis 6 does not list subcommands. */
function infosOf(row: CommandRow): CommandInfo[] {
  const [name, arity, flags, first, last, step] = row
  const write = flags.some(({ text }) => text === 'write')
  const subcommands = (row[SUBCOMMANDS] ?? []) as CommandRow[]
  const own = commands.lookup([name])
  const allKeys = own instanceof ReplyError ? undefined : own.allKeys
  const info = { name, arity, write, keys: { first, last, step }, allKeys }
  return [info, ...subcommands.flatMap(infosOf)]
}
