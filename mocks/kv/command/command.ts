// Defines commands by a name, parameters, facts and a body, from which everything else is derived.

import type { Acl, AclLog } from '../engine/acl/acl.js'
import type { Channels } from '../engine/core/channels.js'
import type { Database, DatabaseView } from '../engine/core/database.js'
import { ReplyError, Status, type Bytes, type Command, type Reply } from '../reply.js'
import type { Busy } from '../scripting/busy.js'
import type { Functions } from '../scripting/functions.js'
import type { Scripts } from '../scripting/scripts.js'
import type { CommandResult } from './answer.js'
import { value } from './one-word.js'
import { any, exactly, type Parameter, type ValueOf } from './parameters.js'
import {
  categoriesOf,
  flagsOf,
  laterReleaseOf,
  mayGrow,
  tipsOf,
  valuesOf,
  type Category,
  type Fact,
  type Facts,
  type Flag,
  type CommandGroup,
  type LaterRelease,
  type Release,
} from './facts.js'
import type { ServerSettings } from './settings/settings.js'
import type { Statistics } from './statistics.js'
import type { CommandTable, CommandInfo } from './table.js'
import { keyAccessOf } from './call.js'
import { syntaxError } from './refusals.js'
import { hasMovableKeys } from './syntax.js'
import { shapeOf } from './resp3.js'
import { Words } from './words.js'

/** The objects that the body of a command may use, and the user who sent the command. */
export interface Server {
  readonly db: Database
  readonly channels: Channels
  /** The shard channels. The mock has only one shard. */
  readonly shardChannels: Channels
  readonly commands: CommandTable<CommandEntry>
  readonly scripts: Scripts
  readonly functions: Functions
  /** The script that has paused, if there is one. */
  readonly busy: Busy
  readonly acl: Acl
  readonly aclLog: AclLog
  readonly settings: ServerSettings
  readonly statistics: Statistics
  readonly startedAt: number
  readonly user: Bytes
  readonly inScript: boolean
  /**
   * Runs a command that a script calls, for the user of the script. The checks are those of any
   * command, except the checks of HTTP requests. A refusal has the text that Redis uses for scripts.
   * `allowsOom` skips the check of the memory.
   */
  call(command: Command, allowsOom?: boolean): Reply
}

/** A command as its source file defines it. */
export interface Definition extends CommandInfo {
  readonly parameters: Parameters
  readonly facts: Facts
  /** Runs the command. The number of words must fit the arity. Throws a refusal. */
  run(server: Server, command: Command): CommandResult
}

/** A command with everything that is derived from its definition. */
export interface CommandEntry extends Definition {
  /** A small number that is different for each entry, to find data of the entry in an array. */
  readonly ordinal: number
  readonly group: CommandGroup
  /** The release after Redis 7.0, or the module, that added the command. */
  readonly laterRelease: LaterRelease | undefined
  readonly categories: readonly Category[]
  readonly flags: readonly Flag[]
  readonly commandTips: readonly string[]
  readonly mayGrow: boolean
}

type Parameters = readonly Parameter<unknown>[]

type CommandBody<S, P extends Parameters> = (
  subject: S,
  ...values: { [I in keyof P]: ValueOf<P[I]> }
) => CommandResult

type UntypedBody<S> = (subject: S, ...values: unknown[]) => CommandResult

/** Returns a function that defines commands whose bodies receive one subject, such as the database. */
const defining =
  <S>(subjectOf: (server: Server) => S, ...access: Fact[]) =>
  <const P extends Parameters>(
    title: string,
    parameters: P,
    ownFacts: Facts,
    body: CommandBody<S, P>,
  ): Definition => {
    const name = title.toLowerCase().replace(' ', '|')
    const offset = title.split(' ').length
    const facts: Facts = [...ownFacts, ...access]
    return {
      name,
      arity: arityOf(parameters, offset),
      write: facts.includes('write'),
      parameters,
      facts,
      keys: keysOf(parameters, offset),
      run: compile(name, offset, parameters, body as UntypedBody<S>, subjectOf),
      shape: shapeOf(valuesOf(facts, 'resp3')?.[0]),
    }
  }

/**
 * Defines a command that only reads keys, so that a Read Only token may run it. Its body cannot change
 * the database. The name of a subcommand has two words.
 */
export const read = defining(({ db }): DatabaseView => db, 'readonly')

export const write = defining(({ db }) => db, 'write')

/** Defines a command whose body receives the whole server. Most of these commands use no key. */
export const run = defining((server) => server)

/** Defines a command that needs a subcommand. It is not in the ACL category of its group. */
export const container = (name: string, since: Release): Definition =>
  run(name, [value, any(value)], [since, 'in:'], () => undefined)

/** Defines a subcommand that always fails. `arity` is that of Redis. */
export const refused = (name: string, arity: number, facts: Facts, message: string): Definition => {
  const least = Math.abs(arity) - 2
  const words = [...(least > 0 ? [exactly(least, value)] : []), ...(arity < 0 ? [any(value)] : [])]
  return run(name, words, facts, () => {
    throw new ReplyError(message)
  })
}

/** The descriptions of subcommands by their syntax. */
type Subcommands = Readonly<Record<string, string | readonly string[]>>

/** Returns the reply to `X HELP`: the syntax of each subcommand followed by its description. */
export function helpFor(container: string, subcommands: Subcommands): Status[] {
  const lines = Object.entries({ ...subcommands, HELP: 'Prints this help.' }).flatMap(
    ([syntax, description]) => [syntax, ...[description].flat().map((line) => `    ${line}`)],
  )
  const title = `${container} <subcommand> [<arg> [value] [opt] ...]. Subcommands are:`
  return [title, ...lines].map((line) => new Status(line))
}

export const help = (container: string, facts: Facts, subcommands: Subcommands): Definition =>
  run(`${container} HELP`, [], [...facts, 'loading'], () => helpFor(container, subcommands))

/** The number of entries so far. */
let entries = 0

/** Completes the commands of one group. `category` is their ACL category, if any. */
export const family = (
  { group, category }: { readonly group: CommandGroup; readonly category?: Category },
  definitions: readonly Definition[],
): readonly CommandEntry[] =>
  definitions.map((definition) => {
    const { facts, parameters } = definition
    const laterRelease = laterReleaseOf(facts)
    const ordinal = entries++
    const syntaxes = parameters.map(({ syntax }) => syntax)
    const allKeys = syntaxes.some(hasMovableKeys) ? movableKeysOf(definition) : undefined
    const rest = { ...definition, allKeys, ordinal, group, laterRelease, mayGrow: mayGrow(facts) }
    // Redis 7.0 treats a command of a later release like a command of a module: only whether it reads
    // or writes is known.
    if (laterRelease) {
      const access = (['write', 'readonly'] as const).filter((access) => facts.includes(access))
      const known = ['nogrow', ...access] as const
      return derivedLazily(rest, {
        categories: () => categoriesOf(known),
        flags: () => flagsOf(known, [], []),
        commandTips: () => [],
      })
    }
    const categories = () => categoriesOf(facts, category)
    return derivedLazily(rest, {
      categories,
      flags: () => flagsOf(facts, categories(), syntaxes),
      commandTips: () => tipsOf(facts),
    })
  })

/** Adds properties that are computed at their first use, because most commands are never asked for them. */
function derivedLazily<Own extends object, Derived extends object>(
  own: Own,
  derivations: { readonly [Name in keyof Derived]: () => Derived[Name] },
): Own & Derived {
  for (const [name, derive] of Object.entries<() => unknown>(derivations)) {
    Object.defineProperty(own, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = derive()
        Object.defineProperty(own, name, { value })
        return value
      },
    })
  }
  return own as Own & Derived
}

const movableKeysOf =
  (definition: Definition): CommandInfo['allKeys'] =>
  (command) =>
    keyAccessOf(definition, command).map(({ key }) => key)

/**
 * Returns the function that runs a command. Most traffic is short commands without options. So commands
 * with at most two required words, all given, skip the general parser.
 */
function compile<S>(
  name: string,
  offset: number,
  parameters: Parameters,
  body: UntypedBody<S>,
  subjectOf: (server: Server) => S,
): Definition['run'] {
  const atLength: Definition['run'] = (server, command) => {
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

function keysOf(parameters: Parameters, offset: number): CommandInfo['keys'] {
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
