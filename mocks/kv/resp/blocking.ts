// The commands that wait for a key. Each is built on commands that do not wait.

import type { CommandInfo } from '../command/table.js'
import { syntaxError } from '../command/refusals.js'
import { shapeOf, type ShapeName } from '../command/resp3.js'
import { streamOptions } from '../command/words.js'
import type { Type } from '../engine/core/database.js'
import { parseInt64 } from '../engine/core/int64.js'
import { type Bytes, type Command, NIL_ARRAY, type Reply, ReplyError } from '../reply.js'

/** No keys, so that the checks of keys in requests skip these commands. */
export const NO_KEYS: CommandInfo['keys'] = { first: 0, last: 0, step: 0 }

/** Runs a command that does not wait. */
type Execute = (command: Command) => Reply

/** A parsed command, with the functions that run it now or when a key changes. */
interface Wait {
  /** Runs the command. Returns undefined if the command has to wait. */
  readonly now: () => Reply | undefined
  readonly keys: readonly Bytes[]
  readonly type: Type | 'zset' | 'stream'
  /**
   * Serves the command from a changed key of the right type. Returns undefined if the command has to
   * wait longer.
   */
  readonly at: (key: Bytes) => Reply | undefined
  /** The reply when a key no longer has the type. Undefined for a command that waits on. */
  readonly lost?: Reply | undefined
  /** The time limit in milliseconds. 0 means no limit. */
  readonly timeout: number
  /** The reply inside a transaction, in which no command waits. */
  readonly none: Reply
}

export interface BlockingCommand extends CommandInfo {
  /** Parses the command. Throws a `ReplyError`. */
  readonly read: (command: Command, execute: Execute) => Wait
}

export const blocking: readonly BlockingCommand[] = [
  pop('blpop', 'list', 'LPOP'),
  pop('brpop', 'list', 'RPOP'),
  pop('bzpopmin', 'zset', 'ZPOPMIN', 'poppedOne'),
  pop('bzpopmax', 'zset', 'ZPOPMAX', 'poppedOne'),

  move('brpoplpush', 4, ([, source, target]) => ['RPOPLPUSH', source!, target!]),
  move('blmove', 6, ([, source, target, from, to]) => {
    if (!isEnd(from!) || !isEnd(to!)) throw syntaxError()
    return ['LMOVE', source!, target!, from!, to!]
  }),

  multiplePop('blmpop', 'list', 'LMPOP'),
  multiplePop('bzmpop', 'zset', 'ZMPOP', 'poppedFrom'),

  streamRead('xread', -4, false),
  streamRead('xreadgroup', -7, true),
]

/** Returns true if the command may wait. XREAD without BLOCK does not. */
export function isBlocking({ name }: BlockingCommand, command: Command): boolean {
  return !name.startsWith('x') || streamOptions(command).block >= 0
}

/** Defines BLPOP and similar commands: keys, then a timeout. */
function pop(name: string, type: Wait['type'], base: string, resp3?: ShapeName): BlockingCommand {
  return {
    name,
    arity: -3,
    write: true,
    keys: NO_KEYS,
    shape: shapeOf(resp3),
    read(command, execute) {
      const keys = command.slice(1, -1)
      const at = (key: Bytes): Reply | undefined => {
        const reply = found(execute([base, key]))
        if (reply === undefined || reply instanceof ReplyError) return reply
        const parts: readonly Reply[] = Array.isArray(reply) ? reply : [reply]
        return [key, ...parts]
      }
      const timeout = secondsIn(command.at(-1)!)
      return { keys, type, timeout, at, now: () => first(keys, at), none: NIL_ARRAY }
    },
  }
}

/** Defines BLMOVE and BRPOPLPUSH: one source, and a timeout at the end. */
function move(name: string, arity: number, base: (command: Command) => Command): BlockingCommand {
  return {
    name,
    arity,
    write: true,
    keys: NO_KEYS,
    read(command, execute) {
      const moving = base(command)
      const at = () => found(execute(moving))
      const timeout = secondsIn(command.at(-1)!)
      return { keys: [command[1]!], type: 'list', timeout, at, now: at, none: null }
    },
  }
}

/** Defines BLMPOP and BZMPOP: a timeout, then the arguments of the command that does not wait. */
function multiplePop(
  name: string,
  type: Wait['type'],
  base: string,
  resp3?: ShapeName,
): BlockingCommand {
  return {
    name,
    arity: -5,
    write: true,
    keys: NO_KEYS,
    shape: shapeOf(resp3),
    read([, time, ...words], execute) {
      const timeout = secondsIn(time!)
      const count = 1 + Number(words[0])
      return {
        keys: words.slice(1, count),
        type,
        timeout,
        none: NIL_ARRAY,
        now: () => found(execute([base, ...words])),
        at: (key) => found(execute([base, '1', key, ...words.slice(count)])),
      }
    },
  }
}

/** Defines XREAD and XREADGROUP: a timeout among the options, and keys and ids at the end. */
function streamRead(name: string, arity: number, write: boolean): BlockingCommand {
  return {
    name,
    arity,
    write,
    keys: NO_KEYS,
    shape: shapeOf('streams'),
    read(command, execute) {
      const { block, streams } = streamOptions(command)
      const timeout = millisecondsIn(command[block + 1] ?? '')
      const options = command.toSpliced(block, 2) as unknown as Command
      const words = streams < 0 ? [] : command.slice(streams + 1)
      const keys = words.slice(0, words.length / 2)
      const head = options.slice(0, streams - 1) as unknown as Command
      const ids = new Map(
        keys.map((key, at) => {
          const id = words[keys.length + at]!
          return [key, id === '$' ? lastIdOf(key, execute) : id]
        }),
      )
      return {
        keys,
        type: 'stream',
        timeout,
        none: NIL_ARRAY,
        ...(write && { lost: streamLost() }),
        now: () => found(execute(options)),
        at(key) {
          const reply = found(execute([...head, key, ids.get(key)!]))
          const lost = reply instanceof ReplyError && reply.message.startsWith('NOGROUP')
          return lost ? groupLost() : reply
        },
      }
    },
  }
}

const streamLost = () => new ReplyError('UNBLOCKED the stream key no longer exists')

const groupLost = () =>
  new ReplyError('NOGROUP the consumer group this client was blocked on no longer exists')

function lastIdOf(key: Bytes, execute: Execute): Bytes {
  const info = execute(['XINFO', 'STREAM', key])
  if (!Array.isArray(info)) return '0-0'
  return String(info[info.indexOf('last-generated-id') + 1])
}

/** Returns the reply, or undefined for an empty one. */
function found(reply: Reply): Reply | undefined {
  const nothing = reply === null || reply === NIL_ARRAY
  return nothing || (Array.isArray(reply) && reply.length === 0) ? undefined : reply
}

function first(keys: readonly Bytes[], at: (key: Bytes) => Reply | undefined): Reply | undefined {
  for (const key of keys) {
    const reply = at(key)
    if (reply !== undefined) return reply
  }
  return undefined
}

const isEnd = (word: Bytes) => ['LEFT', 'RIGHT'].includes(word.toUpperCase())

/** Parses a timeout in seconds and returns milliseconds. */
function secondsIn(word: Bytes): number {
  const seconds =
    /^[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|0x[0-9a-f]+|inf(?:inity)?)$/i.test(word)
      ? Number(word.replace(/inf(?:inity)?/i, 'Infinity'))
      : NaN
  if (Number.isNaN(seconds)) throw new ReplyError('ERR timeout is not a float or out of range')
  return notNegative(Math.ceil(seconds * 1000))
}

function millisecondsIn(word: Bytes): number {
  return notNegative(Number(parseInt64(word, 'ERR timeout is not an integer or out of range')))
}

/** Throws for a negative timeout. Redis treats a timeout beyond 64 bits as negative. */
function notNegative(milliseconds: number): number {
  if (milliseconds < 0 || milliseconds >= 2 ** 63) throw new ReplyError('ERR timeout is negative')
  return milliseconds
}
