// What a Redis tells of itself: its commands, and what kind of server it is.

import { CommandTable } from '../command/table.js'
import { type Bytes, ReplyError, type Status } from '../reply.js'
import type { CommandInfo } from '../command/command-info.js'
import type { Known } from './redis-cluster.js'
import type { Line } from './redis-link.js'

export interface KnownServer extends Known {
  readonly isCluster: boolean
  /** Whether it is a replica that refuses every write. */
  readonly isReadOnly: boolean
}

/**
 * A command as COMMAND tells it: name, arity, flags, the first and the last key and the step between
 * them, …, and after these its subcommands.
 */
type Told = readonly [Bytes, number, Status[], number, number, number, ...rest: unknown[]]

const SUBCOMMANDS = 9

/** What a server tells of its commands, and of itself. */
export async function told({ send }: Line): Promise<KnownServer> {
  const [commands, info] = await send([['COMMAND'], ['INFO']])
  if (commands instanceof ReplyError) throw commands
  if (!isList(commands)) throw new Error('its answer to COMMAND is no list of commands')
  const movable = new Set(commands.flatMap(movableIn))
  const says = (line: string) => typeof info === 'string' && info.includes(`\n${line}\r\n`)
  if (says('redis_mode:sentinel')) throw new Error('it is a Sentinel, which keeps no data')
  return {
    table: new CommandTable(commands.flatMap(infosOf)),
    hasMovableKeys: (name) => movable.has(name),
    isCluster: says('cluster_enabled:1'),
    isReadOnly: says('role:slave') && says('slave_read_only:1'),
  }
}

const isList = (reply: unknown): reply is readonly Told[] =>
  Array.isArray(reply) && reply.length > 0 && reply.every(isTold)

const isTold = (each: unknown): each is Told =>
  Array.isArray(each) && typeof each[0] === 'string' && Array.isArray(each[2])

/** The commands that say with a word of theirs where their keys are. */
function movableIn(told: Told): string[] {
  const [name, , flags] = told
  const subcommands = (told[SUBCOMMANDS] ?? []) as Told[]
  const own = flags.some(({ text }) => text === 'movablekeys') ? [name] : []
  return [...own, ...subcommands.flatMap(movableIn)]
}

/** A command and its subcommands, of which Redis 6 tells nothing. */
function infosOf(told: Told): CommandInfo[] {
  const [name, arity, flags, first, last, step] = told
  const write = flags.some(({ text }) => text === 'write')
  const subcommands = (told[SUBCOMMANDS] ?? []) as Told[]
  return [{ name, arity, write, keys: { first, last, step } }, ...subcommands.flatMap(infosOf)]
}
