// Replacements that several faults of the key-value server share.

import { realClock } from '../../clock.js'
import type { Request } from '../../http/message.js'
import type { Backend, Executed, Follower, Sender } from '../../kv/backends/backend.js'
import { unknownCommand } from '../../kv/command/refusals.js'
import { check } from '../../kv/execute.js'
import type { Kv } from '../../kv/kv.js'
import {
  type Bytes,
  bytesOf,
  type Command,
  type Reply,
  ReplyError,
  textOf,
  unescaped,
} from '../../kv/reply.js'
import { result } from '../written.js'
import { type Distortion, otherwise } from './boundary.js'
import { events } from './distortions.js'
import { type Replacements } from './fault.js'
import { at } from './where.js'

export const isNamed = ([name]: Command, names: readonly string[]) =>
  names.includes(name.toUpperCase())

/** Returns a fixed reply to these commands; only outside of batches. */
export const answering = (names: readonly string[], reply: Reply): Replacements => ({
  command: (original) => (command, session) =>
    isNamed(command, names) ? reply : original(command, session),
})

/** Treats these commands as unknown. */
export const without = (...names: readonly string[]): Replacements => ({
  lookup: (original) => (command) =>
    isNamed(command, names) ? unknownCommand(command) : original(command),
})

/** Handles the request as a command by path. */
export const asCommand: Distortion = { request: () => ({ method: 'GET' }) }

/** Omits events whose text matches. */
export const dropping = (which: RegExp): Distortion => ({
  events: () => (text) => (which.test(text) ? [] : text),
})

/** Changes the text of a command in events, after the time and the client. */
export const shownCommand = (shown: (words: readonly string[]) => string) =>
  events(/(?<=^\S+ \[0 \S+\] ).*/s, (words) =>
    shown(words.slice(1, -1).split('" "').map(unescaped)),
  )

/** Shows commands in the monitor that the backend does not: `change` returns methods that show them. */
export const alsoShown =
  (
    names: readonly string[],
    change: (
      backend: Backend,
      show: (sender: Sender | undefined, command: Command) => void,
    ) => Partial<Backend>,
  ) =>
  (followers = new Set<Follower<Executed>>()): Replacements => ({
    isShown: (original) => (executed) => isNamed(executed.command, names) || original(executed),
    backend: (backend) => ({
      ...backend,
      async monitor(follower, sender) {
        const stop = await backend.monitor(follower, sender)
        followers.add(follower)
        return () => {
          followers.delete(follower)
          stop()
        }
      },
      ...change(backend, (sender, command) => {
        const { client } = sender ?? {}
        if (client === undefined) return
        followers.forEach(({ next }) => next({ at: realClock().now() * 1000, client, command }))
      }),
    }),
  })

/** Returns replies to commands of a pipeline that the server does not have. */
export const answeringInPipeline = (answers: Readonly<Record<string, Reply>>): Replacements => ({
  pipeline: result((replies, commands) =>
    replies.map((reply, index) => {
      const name = commands[index]![0].toUpperCase()
      return isError(reply) && Object.hasOwn(answers, name) ? answers[name]! : reply
    }),
  ),
})

/** Fails commands of a transaction in their place, if their refusal matches, and runs the others. */
export const refusedInPlace = (refusal: RegExp): Replacements =>
  otherwise(at('transaction'), (kv) => ({
    async transaction(commands, session) {
      const uncounted = { ...kv, exceedsDailyLimit: () => false }
      const refusals = commands.map((command) => {
        const refused = check(uncounted, command, session)
        return refused && refusal.test(refused.message) ? refused : undefined
      })
      const others = commands.filter((_, index) => !refusals[index])
      const replies = await kv.transaction(others, session)
      return refusals.map((refused) => refused ?? replies.shift()!)
    },
  }))

export const isError = (reply: unknown): reply is ReplyError => reply instanceof ReplyError

export function isWrite(kv: Kv, command: Command): boolean {
  const info = kv.lookup(command)
  return !(info instanceof ReplyError) && info.write
}

/** Returns the connection of a request. */
export const connectionOf = ({ remoteAddress, remotePort }: Request): string =>
  `${remoteAddress}:${remotePort}`

/** Decodes UTF-8, with one U+FFFD for each invalid byte. */
export function replacedByteByByte(bytes: Bytes): string {
  return bytes.replace(
    /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|./gs,
    (sequence) => {
      const text = textOf(sequence)
      // A U+FFFD in the input is valid and stays one character.
      return bytesOf(text) === sequence ? text : '\ufffd'.repeat(sequence.length)
    },
  )
}
