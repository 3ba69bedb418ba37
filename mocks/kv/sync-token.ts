// The `Sync-Token` header, which the contract does not have. Clients send it back to read their own
// writes. The mock ignores it in requests, because every response is up to date.

import { randomUUID } from 'node:crypto'
import type { Kv, Syncing, SyncTokens } from './decisions.js'
import { ReplyError } from './reply.js'

export function createSyncTokens(): SyncTokens {
  let current: string = randomUUID()
  return {
    get current() {
      return current
    },
    renew: () => void (current = randomUUID()),
  }
}

export const syncing: Syncing & ThisType<Kv> = {
  noteWrites(commands) {
    if (commands.some((command) => this.mayWrite(command))) this.syncTokens.renew()
  },

  synced(answer, commands) {
    this.noteWrites(commands)
    const { name } = this.headers.syncToken
    // Creates a new object in this order, because V8 does so much faster than it adds a property to a
    // copy.
    return { ...answer, headers: { [name]: this.syncTokens.current, ...answer.headers } }
  },

  mayWrite(command) {
    const info = this.lookup(command)
    return !(info instanceof ReplyError) && (info.write || RUNS_OTHERS.has(info.name))
  },
}

const RUNS_OTHERS: ReadonlySet<string> = new Set(['eval', 'evalsha', 'fcall'])
