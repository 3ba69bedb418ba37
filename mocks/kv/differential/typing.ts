// Commands and replies as one types and reads them.

import { inspect } from 'node:util'
import { ReplyError, type Command, type Reply } from '../reply.js'

/** Words as one types them; in double quotes as JSON, where a byte may be written `\u00ff`. */
export const parse = (line: string): Command => {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
  return words.map((word) =>
    word.startsWith('"') ? (JSON.parse(word) as string) : word,
  ) as unknown as Command
}

export const typed = (command: Command): string =>
  command.map((word) => (/^[!-~]+$/.test(word) ? word : JSON.stringify(word))).join(' ')

export const shown = (reply: Reply): string =>
  reply instanceof ReplyError ? `(error) ${reply.message}` : inspect(reply)
