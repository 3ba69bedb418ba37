// The `Sync-Token` header, which the contract does not have. Clients send it back to read their own
// writes. The mock ignores it in requests, because every response is up to date.

import { randomUUID } from 'node:crypto'
import type { Response } from '../http/message.js'
import type { Kv, Syncing, SyncTokens } from './decisions.js'
import { ReplyError } from './reply.js'

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

export const syncing: Syncing & ThisType<Kv> = {
  noteWrites(commands) {
    if (commands.some((command) => this.mayWrite(command))) this.syncTokens.renew()
  },

  synced(answer, commands) {
    this.noteWrites(commands)
    const headers = this.syncTokens.addTo(answer.headers, this.headers.syncToken.name)
    return { ...answer, headers }
  },

  mayWrite(command) {
    const info = this.lookup(command)
    return !(info instanceof ReplyError) && (info.write || RUNS_OTHERS.has(info.name))
  },
}

const RUNS_OTHERS: ReadonlySet<string> = new Set(['eval', 'evalsha', 'fcall'])
