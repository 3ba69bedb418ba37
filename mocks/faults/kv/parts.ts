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

export const isNamed = ([name]: Command, names: readonly string[]) =>
  names.includes(name.toUpperCase())

/** A server that answers these commands, when they come alone, with a reply made up for them. */
export const answering =
  (names: readonly string[], reply: Reply) =>
  (kv: Kv): Kv => ({
    ...kv,
    command: (command, session) => (isNamed(command, names) ? reply : kv.command(command, session)),
  })

/** A server that knows no commands of these names. */
export const without =
  (...names: readonly string[]) =>
  (kv: Kv): Kv => ({
    ...kv,
    lookup: (command) => (isNamed(command, names) ? unknownCommand(command) : kv.lookup(command)),
  })

/** A server that takes an endpoint for a command by path. */
export const withoutEndpoint =
  (name: Endpoint) =>
  (kv: Kv): Kv => ({
    ...kv,
    endpoint(request) {
      const endpoint = kv.endpoint(request)
      return endpoint === name ? 'path' : endpoint
    },
  })

/** A server that does not send the event that a stream begins with, which begins so. */
export const withoutFirstEvent =
  (beginning: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    eventLines: (event) => (event.startsWith(beginning) ? '' : kv.eventLines(event)),
  })

/** A server that breaks the lines of events after so many characters. */
export const brokenAfter =
  (characters: number) =>
  (kv: Kv): Kv => ({
    ...kv,
    eventLines: (event) =>
      kv.eventLines(event.replace(new RegExp(`.{${characters}}(?=.)`, 'gs'), '$&\n')),
  })

/** A server that changes some answers once they are ready. */
export const answeredOtherwise =
  (which: (request: Request, answer: Response) => boolean, change: Partial<Response>) =>
  (kv: Kv): Kv => {
    const handle = kvHandler(kv)
    return {
      ...kv,
      preflight: (request) =>
        whenThere(handle(request), (answer) =>
          which(request, answer) ? { ...answer, ...change } : answer,
        ),
    }
  }

/** A server that answers some requests, and runs what has become of them too. */
export const runningToo =
  (which: (request: Request, answer: Response) => boolean, change: Change) =>
  (kv: Kv): Kv => {
    const handle = kvHandler(kv)
    return {
      ...kv,
      preflight: (request) =>
        whenThere(handle(request), (answer) =>
          which(request, answer)
            ? whenThere(handle({ ...request, ...change(request, kv) }), () => answer)
            : answer,
        ),
    }
  }

type Change = (request: Request, kv: Kv) => Partial<Request>

/** A server that refuses a method. */
export const refusing =
  (method: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    checkMethod(request) {
      if (request.method === method) throw new Refusal(405, 'ERR method not allowed')
      return kv.checkMethod(request)
    },
  })

/** A server that lets the Read Only token run one command more. */
export const allowing =
  (name: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    isDeniedToReadOnly: (info) => info.name !== name && kv.isDeniedToReadOnly(info),
  })

/** A server that answers some commands, when they come alone, with another status. */
export const statusFor =
  (which: (command: Command, kv: Kv) => boolean, status: number) =>
  (kv: Kv): Kv => ({
    ...kv,
    command(command, session) {
      if (which(command, kv)) throw new Refusal(status, 'ERR unknown command')
      return kv.command(command, session)
    },
  })

/** A server that has another class word for some errors. */
export const classed =
  (which: RegExp, word: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    wording: (error) => (which.test(error) ? error.replace(/^ERR/, word) : kv.wording(error)),
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

/** A batch of which the commands that read are run before those that write. */
export const readingFirst =
  (kv: Kv, run: Kv['pipeline']): Kv['pipeline'] =>
  async (commands, session) => {
    const writes = (index: number) => isWrite(kv, commands[index]!)
    const order = [...commands.keys()].toSorted((a, b) => Number(writes(a)) - Number(writes(b)))
    const replies = await run(
      order.map((index) => commands[index]!),
      session,
    )
    return commands.map((_, index) => replies[order.indexOf(index)]!)
  }

/** The replies that are not so, and after them those that are. */
export const sortedBy = (isSo: (reply: Reply) => boolean, replies: readonly Reply[]) =>
  replies.toSorted((one, other) => Number(isSo(one)) - Number(isSo(other)))

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

export const changeArguments = (
  [name, ...args]: Command,
  change: (argument: Bytes) => Bytes,
): Command => [name, ...args.map(change)]
