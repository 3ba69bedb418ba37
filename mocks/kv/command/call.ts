// The part of a command that ACL permissions are checked against, with its keys and channels, and Redis's
// messages for denied commands.

import type { CommandCall, Denial, Touched } from '../engine/acl/selector.js'
import { ReplyError, type Command, type Bytes } from '../reply.js'
import type { CommandInfo } from './table.js'
import { valuesOf, type Facts, type KeyAccess } from './facts.js'
import type { Parameter } from './parameters.js'
import { hasKeys } from './syntax.js'
import { hasKeyword, Words } from './words.js'

export const callOf = (entry: Definition, command: Command): CommandCall => ({
  name: entry.name,
  args: command.slice(entry.name.split('|').length),
  keys: () => keyAccessOf(entry, command),
  channels: channelsOf(entry, command),
})

export const noPermission = ({ reason, object }: Denial): ReplyError =>
  new ReplyError(
    'NOPERM this user has no permissions to ' +
      (reason === 'command'
        ? `run the '${object}' command`
        : `access one of the ${reason}s used as arguments`),
  )

export const noPermissionInScript = ({ reason }: Denial): ReplyError =>
  new ReplyError(
    'ERR The user executing the script ' +
      {
        command: "can't run this command or subcommand",
        key: "can't access at least one of the keys mentioned in the command arguments",
        channel: "can't publish to the channel mentioned in the command",
      }[reason],
  )

/** The part of a command's definition that says which of its words are keys. */
interface Definition extends Pick<CommandInfo, 'name' | 'write'> {
  readonly parameters: readonly Parameter<unknown>[]
  readonly facts: Facts
}

/** Returns the keys of a command, with the access to each. The number of words must fit the arity. */
export function keyAccessOf(entry: Definition, command: Command): readonly Touched[] {
  const { name, parameters } = entry
  const access = accessByParameter(entry, command)
  const touched: Touched[] = []
  const keys: Bytes[] = []
  const words = new Words(command, name, name.split('|').length, keys)
  let nth = 0
  try {
    for (const parameter of parameters) {
      const from = keys.length
      parameter.take(words)
      const does = access[Math.min(nth, access.length - 1)]!
      for (const key of keys.slice(from)) {
        touched.push({ key, read: does.includes('r'), write: does.includes('w') })
      }
      if (hasKeys(parameter.syntax)) nth++
    }
  } catch (error) {
    // Invalid arguments have no keys: the command runs only to report the error.
    if (!(error instanceof ReplyError)) throw error
  }
  return touched
}

function accessByParameter(
  { write, facts, parameters }: Definition,
  command: Command,
): readonly KeyAccess[] {
  const keywords = valuesOf(facts, 'rwWith') ?? []
  const options = parameters.reduce((sum, { least }) => sum + least, 1)
  if (hasKeyword(command.slice(options), ...keywords)) return ['rw']
  return valuesOf(facts, 'keys') ?? [write ? 'w' : 'r']
}

const channelsOf = ({ facts }: Definition, [, ...args]: Command): readonly Bytes[] =>
  facts.includes('publishes') ? args.slice(0, 1) : []
