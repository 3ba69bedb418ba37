// Replacements that several faults of the key-value server share.

import { realClock } from '../../clock.js'
import type { Request } from '../../http/message.js'
import { Outbox } from '../../http/outbox.js'
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
import { type Distortion, type Json, otherwise } from './boundary.js'
import { events } from './distortions.js'
import { type Replacements } from './fault.js'
import { at, channelOf, type Seen, type Where } from './where.js'

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

/** Denies a command to every token. */
export const denying = (name: string): Replacements => ({
  lookup: (original) => (command) =>
    isNamed(command, [name])
      ? new ReplyError(`NOPERM no permission to run ${name}`)
      : original(command),
})

/** Handles the request as a command by path. */
export const asCommand: Distortion = { request: () => ({ method: 'GET' }) }

/** Omits events whose text matches. */
export const dropping = (which: RegExp): Distortion => ({
  events: () => (text) => (which.test(text) ? [] : text),
})

/** Changes message events. */
export const messages = (
  change: (payload: string, channel: string) => string | readonly string[],
): Distortion => ({
  events(seen) {
    const channel = channelOf(seen)
    const start = `message,${channel},`
    return (text) => (text.startsWith(start) ? change(text.slice(start.length), channel) : text)
  },
})

/** Changes the text of a command in events, after the time and the client. */
export const shownCommand = (shown: (words: readonly string[]) => string) =>
  events(/(?<=^\S+ \[0 \S+\] ).*/s, (words) =>
    shown(words.slice(1, -1).split('" "').map(unescaped)),
  )

/** Calls `opened` with each new stream and the open ones of the same key, which it then joins. */
export const amongStreams = (
  keyOf: (seen: Seen) => string,
  opened: (own: Outbox, others: ReadonlySet<Outbox>, seen: Seen) => void,
  joins: Where = () => true,
): Distortion => ({
  make: (streams = new Map<string, Set<Outbox>>()) => ({
    stream({ body }, seen) {
      const others = streams.get(keyOf(seen)) ?? new Set()
      streams.set(keyOf(seen), others)
      if (!(body instanceof Outbox)) return {}
      body.whenOver(() => others.delete(body))
      opened(body, others, seen)
      if (joins(seen)) others.add(body)
      return {}
    },
  }),
})

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

/** Allows the Read Only token one more command. */
export const allowing = (name: string): Replacements => ({
  isDeniedToReadOnly: (original) => (info) => info.name !== name && original(info),
})

/** Stops a batch at its first error. */
export const untilAnError =
  <Rest extends unknown[]>(run: (command: Command, ...rest: Rest) => Reply | Promise<Reply>) =>
  async (commands: readonly Command[], ...rest: Rest) => {
    const replies: Reply[] = []
    for (const command of commands) {
      const ended = replies.some(isError)
      replies.push(ended ? new ReplyError('ERR not run') : await run(command, ...rest))
    }
    return replies
  }

export const isError = (reply: unknown): reply is ReplyError => reply instanceof ReplyError

export function isWrite(kv: Kv, command: Command): boolean {
  const info = kv.lookup(command)
  return !(info instanceof ReplyError) && info.write
}

type Batch = Kv['pipeline']

/** Checks other limits in one kind of batch. */
export const lenient =
  (batch: 'pipeline' | 'transaction') =>
  (limits: (kv: Kv, commands: readonly Command[]) => Partial<Kv>): Replacements => ({
    [batch]:
      (_: Batch, kv: Kv): Batch =>
      (commands, session) =>
        ({ ...kv, ...limits(kv, commands) })[batch](commands, session),
  })

/** Runs the reads of a batch before its writes. */
export const readingFirst =
  (run: Batch, kv: Kv): Batch =>
  async (commands, session) => {
    const writes = (index: number) => isWrite(kv, commands[index]!)
    const order = [...commands.keys()].toSorted((a, b) => Number(writes(a)) - Number(writes(b)))
    const replies = await run(
      order.map((index) => commands[index]!),
      session,
    )
    return commands.map((_, index) => replies[order.indexOf(index)]!)
  }

/** Runs a batch in reverse order, and returns its results in the right order. */
export const fromTheEnd =
  (run: Batch): Batch =>
  async (commands, session) =>
    (await run(commands.toReversed(), session)).toReversed()

/** Runs the commands 501 and up of a batch before the first 500. */
export const latePartFirst =
  (run: Batch): Batch =>
  async (commands, session) => {
    const last = await run(commands.slice(500), session)
    return [...(await run(commands.slice(0, 500), session)), ...last]
  }

export const firstHundred: Distortion = { batch: (commands) => commands.slice(0, 100) }

/** Changes the order of the envelopes of a batch. */
export const reordering = (
  change: (envelopes: readonly Envelope[]) => readonly Json[],
): Distortion => ({
  json: (body) => (Array.isArray(body) ? change(body as readonly Envelope[]) : body),
})

type Envelope = { readonly [name: string]: Json }

export const lastFirst = reordering((envelopes) => envelopes.toReversed())

/** Moves the results after the first 500 before them. */
export const partsSwapped = reordering((envelopes) => [
  ...envelopes.slice(500),
  ...envelopes.slice(0, 500),
])

export const errorsLast = reordering((envelopes) =>
  envelopes.toSorted((one, other) => Number('error' in one) - Number('error' in other)),
)

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
