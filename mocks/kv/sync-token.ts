// The `Sync-Token` header, which the contract does not have. Clients send it back to read their own
// writes. The mock ignores it in requests, because every response is up to date.

import { randomUUID } from 'node:crypto'
import type { Response } from '../http/message.js'
import type { Kv, SyncTokens } from './decisions.js'
import { type Command, ReplyError } from './reply.js'

export function createSyncTokens(): SyncTokens {
  let current: string = randomUUID()
  /** The headers of the last response, with and without the token. */
  let plain: Response['headers'] | undefined
  let withToken: Response['headers'] = {}
  return {
    renew: () => {
      current = randomUUID()
      plain = undefined
    },

    // Most responses have the headers of the last one. An object for each response would cost time,
    // and memory as long as the journal keeps it.
    addTo(headers, name) {
      if (headers !== plain) {
        plain = headers
        withToken = { [name]: current, ...headers }
      }
      return withToken
    },
  }
}

/** Renews the token if one of the executed commands may have written. */
export function noteWrites(kv: Kv, commands: readonly Command[]): void {
  if (commands.some((command) => mayWrite(kv, command))) kv.syncTokens.renew()
}

/** Adds the token to the response of executed commands. The token stands for all writes so far. */
export function synced(kv: Kv, answer: Response, commands: readonly Command[]): Response {
  noteWrites(kv, commands)
  const headers = kv.syncTokens.addTo(answer.headers, kv.headers.syncToken.name)
  return { ...answer, headers }
}

/** Returns true if a command, or the script that the command runs, may change the data. */
function mayWrite(kv: Kv, command: Command): boolean {
  const info = kv.lookup(command)
  return !(info instanceof ReplyError) && (info.write || RUNS_OTHERS.has(info.name))
}

const RUNS_OTHERS: ReadonlySet<string> = new Set(['eval', 'evalsha', 'fcall'])
