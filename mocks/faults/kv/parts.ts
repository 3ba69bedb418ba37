// Parts that several mistakes of a key-value server have in common.

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

/** A server that answers these commands, when they come alone, with a reply made up for them. */
export const answering = (names: readonly string[], reply: Reply): Replacements => ({
  command: (original) => (command, session) =>
    isNamed(command, names) ? reply : original(command, session),
})

/** A server that knows no commands of these names. */
export const without = (...names: readonly string[]): Replacements => ({
  lookup: (original) => (command) =>
    isNamed(command, names) ? unknownCommand(command) : original(command),
})

/** A server that takes an endpoint for a command by path. */
export const withoutEndpoint = (name: Endpoint): Replacements => ({
  endpoint: (original) => (request) => {
    const endpoint = original(request)
    return endpoint === name ? 'path' : endpoint
  },
})

/** A server that does not send the event that a stream begins with, which begins so. */
export const withoutFirstEvent = (beginning: string): Replacements => ({
  eventLines: (original) => (event) => (event.startsWith(beginning) ? '' : original(event)),
})

/** A server that breaks the lines of events after so many characters. */
export const brokenAfter = (characters: number): Replacements => ({
  eventLines: (original) => (event) =>
    original(event.replace(new RegExp(`.{${characters}}(?=.)`, 'gs'), '$&\n')),
})

/** A server that changes some answers once they are ready. */
export const answeredOtherwise = (which: Which, change: Partial<Response>): Replacements => ({
  preflight: (_, kv) => {
    const handle = kvHandler(kv)
    return (request) =>
      whenThere(handle(request), (answer) =>
        which(request, answer, kv) ? { ...answer, ...change } : answer,
      )
  },
})

/** A server that answers some requests, and runs what has become of them too. */
export const runningToo = (
  which: Which,
  change: (request: Request, kv: Kv) => Partial<Request>,
): Replacements => ({
  preflight: (_, kv) => {
    const handle = kvHandler(kv)
    return (request) =>
      whenThere(handle(request), (answer) =>
        which(request, answer, kv)
          ? whenThere(handle({ ...request, ...change(request, kv) }), () => answer)
          : answer,
      )
  },
})

type Which = (request: Request, answer: Response, kv: Kv) => boolean

/** A server that refuses a method. */
export const refusing = (method: string): Replacements => ({
  checkMethod: (original) => (request) => {
    if (request.method === method) throw new Refusal(405, 'ERR method not allowed')
    return original(request)
  },
})

/** A server that lets the Read Only token run one command more. */
export const allowing = (name: string): Replacements => ({
  isDeniedToReadOnly: (original) => (info) => info.name !== name && original(info),
})

/** A server that answers some commands, when they come alone, with another status. */
export const statusFor = (
  which: (command: Command, kv: Kv) => boolean,
  status: number,
): Replacements => ({
  command: (original, kv) => (command, session) => {
    if (which(command, kv)) throw new Refusal(status, 'ERR unknown command')
    return original(command, session)
  },
})

/** A server that has another class word for some errors. */
export const classed = (which: RegExp, word: string): Replacements => ({
  wording: (original) => (error) =>
    which.test(error) ? error.replace(/^ERR/, word) : original(error),
})

/** A batch that is run as far as its first error. */
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

/** A batch of which the commands that read are run before those that write. */
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

/** A batch that is run from its end. */
export const fromTheEnd =
  (run: Batch): Batch =>
  async (commands, session) =>
    (await run(commands.toReversed(), session)).toReversed()

/** A batch of which only the first hundred commands are run. */
export const firstHundred = given<Batch>((commands, session) => [commands.slice(0, 100), session])

/** A batch of which the last results come first. */
export const lastFirst = result<Batch>((replies) => replies.toReversed())

/** A batch of which the results after the first 500 come before them. */
export const partsSwapped = result<Batch>((replies) => [
  ...replies.slice(500),
  ...replies.slice(0, 500),
])

/** A batch whose errors come after its results. */
export const errorsLast = result<Batch>((replies) =>
  replies.toSorted((one, other) => Number(isError(one)) - Number(isError(other))),
)

export const formatHeader = ({ dialect }: Kv, { headers }: Request) =>
  headers[`${dialect.headerPrefix}Response-Format`.toLowerCase()]

/** Text in which each byte that is no UTF-8 has a U+FFFD of its own. */
export function replacedByteByByte(bytes: Bytes): string {
  return bytes.replace(
    /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|./gs,
    (sequence) => {
      const text = textOf(sequence)
      // What was a U+FFFD before is valid, and one character.
      return bytesOf(text) === sequence ? text : '\ufffd'.repeat(sequence.length)
    },
  )
}
