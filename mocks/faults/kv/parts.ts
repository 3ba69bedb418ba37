// Replacements that several faults of the key-value server share.

import type { Request, Response } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { unknownCommand } from '../../kv/command/refusals.js'
import type { Kv } from '../../kv/kv.js'
import { kvHandler } from '../../kv/server.js'
import { whenThere } from '../../soon.js'
import type { Endpoint } from '../../kv/decisions.js'
import {
  type Bytes,
  bytesOf,
  type Command,
  type Reply,
  ReplyError,
  textOf,
} from '../../kv/reply.js'
import { given, result } from '../written.js'
import { type Replacements } from './fault.js'

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

/** Treats an endpoint as a command by path. */
export const withoutEndpoint = (name: Endpoint): Replacements => ({
  endpoint: (original) => (request) => {
    const endpoint = original(request)
    return endpoint === name ? 'path' : endpoint
  },
})

/** Omits the first event of a stream, by its beginning. */
export const withoutFirstEvent = (beginning: string): Replacements => ({
  eventLines: (original) => (event) => (event.startsWith(beginning) ? '' : original(event)),
})

/** Breaks the lines of events after a number of characters. */
export const brokenAfter = (characters: number): Replacements => ({
  eventLines: (original) => (event) =>
    original(event.replace(new RegExp(`.{${characters}}(?=.)`, 'gs'), '$&\n')),
})

/** Changes some responses. */
export const changingResponse = (which: Which, change: Partial<Response>): Replacements => ({
  preflight: (_, kv) => {
    const handle = kvHandler(kv)
    return () => (request) =>
      whenThere(handle(request), (answer) =>
        which(request, answer, kv) ? { ...answer, ...change } : answer,
      )
  },
})

/** Handles a copy of some requests too, changed if `change` is given, after the response is ready. */
export const runningToo = (
  which: Which,
  change: (request: Request, kv: Kv) => Partial<Request> = () => ({}),
): Replacements => ({
  preflight: (_, kv) => {
    const handle = kvHandler(kv)
    return () => (request) =>
      whenThere(handle(request), (answer) =>
        which(request, answer, kv)
          ? whenThere(handle({ ...request, ...change(request, kv) }), () => answer)
          : answer,
      )
  },
})

type Which = (request: Request, answer: Response, kv: Kv) => boolean

/** Rejects a method with 405. */
export const refusing = (method: string): Replacements => ({
  checkMethod: (original) => (request) => {
    if (request.method === method) throw new Refusal(405, 'ERR method not allowed')
    return original(request)
  },
})

/** Allows the Read Only token one more command. */
export const allowing = (name: string): Replacements => ({
  isDeniedToReadOnly: (original) => (info) => info.name !== name && original(info),
})

/** Rejects some commands with another status; only outside of batches. */
export const statusFor = (
  which: (command: Command, kv: Kv) => boolean,
  status: number,
): Replacements => ({
  command: (original, kv) => (command, session) => {
    if (which(command, kv)) throw new Refusal(status, 'ERR unknown command')
    return original(command, session)
  },
})

/** Replaces the class word ERR of some errors. */
export const classed = (which: RegExp, word: string): Replacements => ({
  wording: (original) => (error) =>
    which.test(error) ? error.replace(/^ERR/, word) : original(error),
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

export const firstHundred = given<Batch>((commands, session) => [commands.slice(0, 100), session])

export const lastFirst = result<Batch>((replies) => replies.toReversed())

/** Moves the results after the first 500 before them. */
export const partsSwapped = result<Batch>((replies) => [
  ...replies.slice(500),
  ...replies.slice(0, 500),
])

export const errorsLast = result<Batch>((replies) =>
  replies.toSorted((one, other) => Number(isError(one)) - Number(isError(other))),
)

/** Returns the connection of a request. */
export const connectionOf = ({ remoteAddress, remotePort }: Request): string =>
  `${remoteAddress}:${remotePort}`

export const formatHeader = ({ dialect }: Kv, { headers }: Request) =>
  headers[`${dialect.headerPrefix}Response-Format`.toLowerCase()]

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
