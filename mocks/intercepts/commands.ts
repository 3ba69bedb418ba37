// Intercepts of requests with commands of the key-value interface.

import { splitTarget, type Request } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Kv } from '../kv/decisions.js'
import { ReplyError, type Command } from '../kv/reply.js'
import { endpointOf } from '../kv/request.js'
import { matcherOf, type KvMatch, type Subject, type Unmet } from './match.js'

/**
 * Returns the conditions of an intercept as a function of requests. The command that meets most of them
 * counts. `kvNow` returns the server with the faults that are on.
 */
export function commandMatcher(match: KvMatch, kvNow: () => Kv): Unmet<Request> {
  const unmet = matcherOf('kv', match)
  const readsCommands = match.command !== undefined || match.key !== undefined
  return (request) => {
    const commands = readsCommands ? commandsIn(kvNow(), request) : undefined
    const [fewest] = subjectsOf(request, kvNow, commands)
      .map(unmet)
      .toSorted((one, other) => one.length - other.length)
    // A request without commands has no subject.
    return fewest ?? unmet(subjectsOf(request, kvNow)[0]!)
  }
}

/** Returns one subject for each command of a request, or one without `commands`. */
export function subjectsOf(
  { method, target }: Pick<Request, 'method' | 'target'>,
  kvNow: () => Kv,
  commands?: readonly Command[],
): readonly Subject[] {
  const { path } = splitTarget(target)
  const ofRequest: Readonly<Record<string, readonly string[]>> = { method: [method], path: [path] }
  if (commands === undefined) return [(name) => ofRequest[name] ?? []]
  const kv = kvNow()
  return commands.map(
    (command) => (name) =>
      ofRequest[name] ??
      (name === 'key' ? keysOf(kv, command) : name === 'command' ? namesOf(command) : []),
  )
}

/** Returns the commands of a request. A request that the server would refuse has none. */
export function commandsIn(kv: Kv, request: Request): readonly Command[] {
  try {
    const endpoint = endpointOf(request)
    switch (endpoint) {
      case 'path':
        return [kv.commandInPath(request)]
      case 'body':
        return [kv.commandInBody(request)]
      case 'pipeline':
      case 'transaction':
        return kv.batchInBody(request, endpoint)
      case 'monitor':
      case 'subscribe':
      case 'psubscribe':
        return []
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof ReplyError) return []
    throw error
  }
}

/** Returns the name of a command, and its name with the subcommand, for example `CONFIG SET`. */
const namesOf = ([name = '', subcommand]: Command): readonly string[] =>
  subcommand === undefined ? [name] : [name, `${name} ${subcommand}`]

function keysOf(kv: Kv, command: Command): readonly string[] {
  const info = kv.lookup(command)
  const { keys, allKeys } = info instanceof ReplyError ? NO_KEYS : info
  const { first, last, step } = keys
  if (first === 0) return command.slice(1).map(text)
  const end = last < 0 ? command.length + last : last
  const fixed = command.filter((_, at) => at >= first && at <= end && (at - first) % step === 0)
  return [...fixed, ...(allKeys?.(command) ?? [])].map(text)
}

const NO_KEYS = { keys: { first: 0, last: 0, step: 0 }, allKeys: undefined }

/** Converts the bytes of an argument to text. */
const text = (bytes: string): string => Buffer.from(bytes, 'latin1').toString()
