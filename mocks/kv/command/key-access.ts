// Finds the keys and channels that a command uses, to check the permissions of ACL users.

import type { Touched } from '../engine/acl/selector.js'
import { ReplyError, type Bytes, type Command } from '../reply.js'
import type { CommandInfo } from './command-info.js'
import type { Facts, KeyAccess } from './facts.js'
import type { Parameter } from './parameters.js'
import { hasKeys } from './syntax.js'
import { hasKeyword, Words } from './words.js'

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
): KeyAccess[] {
  const keywords = facts.valuesOf('rwWith') ?? []
  const options = parameters.reduce((sum, { least }) => sum + least, 1)
  if (hasKeyword(command.slice(options), ...keywords)) return ['rw']
  return (facts.valuesOf('keys') ?? [write ? 'w' : 'r']) as KeyAccess[]
}

export const channelsOf = ({ facts }: Definition, [, ...args]: Command): readonly Bytes[] =>
  facts.has('publishes') ? args.slice(0, 1) : []
