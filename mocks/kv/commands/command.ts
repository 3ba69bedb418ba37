// What a command is: a verb, a list of parameters and a body. Everything else that is known of
// a command (its arity, its access, where its keys are) follows from these.

import type { CommandInfo } from '../backends/backend.js'
import type { Acl } from '../engine/acl/acl.js'
import type { AclLog } from '../engine/acl/acl-log.js'
import type { Channels } from '../engine/core/channels.js'
import type { Database } from '../engine/core/database.js'
import type { Bytes, Command, Reply } from '../reply.js'
import type { Functions } from '../scripting/functions.js'
import type { Scripts } from '../scripting/scripts.js'
import type { Answer } from './answer.js'
import { any, type Parameter, value, type ValueOf } from './parameters.js'
import type { Settings } from './settings.js'
import type { CommandTable } from './table.js'
import { syntaxError } from './refusals.js'
import { Words } from './words.js'

/** Everything that a command may concern, and on whose behalf it runs. */
export interface Server {
  readonly db: Database
  readonly channels: Channels
  /** The channels of the shard that this server is. */
  readonly shardChannels: Channels
  readonly commands: CommandTable<Entry>
  readonly scripts: Scripts
  readonly functions: Functions
  readonly acl: Acl
  readonly aclLog: AclLog
  /** What CONFIG tells. */
  readonly settings: Settings
  /** Unix milliseconds. */
  readonly startedAt: number
  /** The user on whose behalf it runs. */
  readonly user: Bytes
  /**
   * Runs a command that a script calls, on behalf of the same user and after the same checks as
   * any command's, but for those of HTTP. What is refused is refused in a script's words.
   */
  call(command: Command): Reply
}

/** A command that can be run. */
export interface Entry extends CommandInfo {
  readonly verb: 'read' | 'write' | 'run'
  readonly parameters: Parameters
  /** What brought a command that Redis 7.0 does not have: a later release, or a module. */
  readonly since?: 'JSON' | '7.2' | '7.4' | '8.0' | '8.2' | undefined
  /** Runs it on as many words as its arity allows. Throws its refusal. */
  run(server: Server, command: Command): Answer
}

type Parameters = readonly Parameter<unknown>[]

/** What a command does: its values are those of its parameters. */
type Body<S, P extends Parameters> = (
  subject: S,
  ...values: { [I in keyof P]: ValueOf<P[I]> }
) => Answer

/** A command that only looks at keys. A subcommand's name is two words. */
export const read = <const P extends Parameters>(
  name: string,
  parameters: P,
  body: Body<Database, P>,
): Entry => define('read', name, parameters, body, ({ db }) => db)

/** A command that may change keys. */
export const write = <const P extends Parameters>(
  name: string,
  parameters: P,
  body: Body<Database, P>,
): Entry => define('write', name, parameters, body, ({ db }) => db)

/** A command that is about no key of its own; its body is given everything. */
export const run = <const P extends Parameters>(
  name: string,
  parameters: P,
  body: Body<Server, P>,
): Entry => define('run', name, parameters, body, (server) => server)

/** A command that is given everything, and may change keys. */
export const writing = (entry: Entry): Entry => ({ ...entry, write: true, verb: 'write' })

/** A command that is given everything, and only looks at keys. */
export const reading = (entry: Entry): Entry => ({ ...entry, verb: 'read' })

/** The same commands, marked as what Redis 7.0 does not have. */
export const since = (origin: Entry['since'], entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, since: origin }))

/** A command that is nothing without a subcommand. */
export const container = (name: string): Entry => run(name, [value, any(value)], () => undefined)

function define<S, P extends Parameters>(
  verb: Entry['verb'],
  title: string,
  parameters: P,
  body: Body<S, P>,
  subjectOf: (server: Server) => S,
): Entry {
  const name = title.toLowerCase().replace(' ', '|')
  const offset = title.split(' ').length
  return {
    name,
    arity: arityOf(parameters, offset),
    write: verb === 'write',
    verb,
    parameters,
    keys: keysOf(parameters, offset),
    run: compile(name, offset, parameters, body as UntypedBody<S>, subjectOf),
  }
}

type UntypedBody<S> = (subject: S, ...values: unknown[]) => Answer

/**
 * Short commands without an option are most of all traffic: those of up to two single words, and
 * then what may be left out, are run without a detour.
 */
function compile<S>(
  name: string,
  offset: number,
  parameters: Parameters,
  body: UntypedBody<S>,
  subjectOf: (server: Server) => S,
): Entry['run'] {
  const atLength: Entry['run'] = (server, command) => {
    const words = new Words(command, name, offset)
    const values = parameters.map((parameter) => parameter.take(words))
    if (words.left > 0) throw syntaxError()
    return body(subjectOf(server), ...values)
  }
  const count = parameters.filter(({ otherwise }) => otherwise === undefined).length
  const [a, b] = parameters.map(({ parse }) => parse)
  const [x, y, ...more] = parameters.slice(count).map(({ otherwise }) => otherwise?.value)
  const length = offset + count
  if (more.length > 0) return atLength
  if (count === 1 && a) {
    return (server, command) =>
      command.length === length
        ? body(subjectOf(server), a(command[offset]!), x, y)
        : atLength(server, command)
  }
  if (count === 2 && a && b) {
    return (server, command) =>
      command.length === length
        ? body(subjectOf(server), a(command[offset]!), b(command[offset + 1]!), x, y)
        : atLength(server, command)
  }
  return atLength
}

function arityOf(parameters: Parameters, offset: number): number {
  const least = parameters.reduce((sum, parameter) => sum + parameter.least, offset)
  return parameters.every(({ least, most }) => least === most) ? least : -least
}

function keysOf(parameters: Parameters, offset: number): Entry['keys'] {
  let keys = { first: 0, last: 0, step: 0 }
  let at = offset
  for (const [index, { keys: step, least, most }] of parameters.entries()) {
    if (step) {
      const after = parameters.slice(index + 1).reduce((sum, { least }) => sum + least, 0)
      keys = { first: keys.first || at, last: most === Infinity ? -1 - after : at, step }
    }
    at += least
  }
  return keys
}
