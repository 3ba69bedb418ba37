// Connections to one Redis server: a single connection, or a link that reconnects.

import { realClock } from '../../clock.js'
import { HungUp, type ConnectionOptions, RedisConnection } from '../redis/connection.js'
import type { Bytes, Reply } from '../reply.js'
import { refusalOf, unavailable } from './redis-problem.js'

export interface RedisLink {
  /**
   * Sends commands together and resolves to one reply for each. Rejects with `Unavailable`, or with a
   * `ReplyError` if the server is too busy for SELECT.
   */
  readonly send: (commands: readonly (readonly Bytes[])[]) => Promise<Reply[]>
  readonly close: () => void
}

/** A connection that reconnects when it is lost. Until then, it refuses commands. */
export interface Link extends RedisLink {
  /** Settles with the first attempt to connect. If that attempt fails, more attempts follow. */
  readonly ready: Promise<void>
}

export type LinkOptions = Required<Pick<ConnectionOptions, 'ms' | 'among'>>

const clock = realClock()

/** The pauses between attempts, in milliseconds. */
const PAUSES = { first: 50, longest: 2_000 }

/**
 * Connects once. Rejects with the errors of `send`, or with a `ReplyError` if the server refuses the
 * user.
 */
export async function openOnce(url: string, options: ConnectionOptions): Promise<RedisLink> {
  const connection = new RedisConnection(url, options)
  await connection.ready.catch((why: Error) => {
    throw refusalOf(url, why)
  })
  return lineOver(url, connection)
}

export function openLink(url: string, options: LinkOptions): Link {
  /** The open connection. Undefined while the server cannot be reached. */
  let line: RedisLink | undefined
  let connection: RedisConnection
  /**
   * The error for commands while the server cannot be reached. Undefined during the first attempt after
   * a loss.
   */
  let away: Error | undefined
  let failures = 0
  let hasServed = false
  let isClosed = false
  const again = clock.alarm(() => void (ready = connect()))
  /** Settles with the current attempt to connect. */
  let ready = connect()

  function connect(): Promise<void> {
    const opened = new RedisConnection(url, { ...options, whenLost: lost })
    connection = opened
    const attempt = opened.ready.then(
      () => {
        line = lineOver(url, opened)
        away = undefined
        failures = 0
        hasServed = false
      },
      (why: Error) => {
        lost(why)
        throw why
      },
    )
    attempt.catch(() => {})
    return attempt
  }

  function lost(why: Error): void {
    // Reconnects at once, because a server may close an idle connection and accept a new one.
    const isHopeful = hasServed && why instanceof HungUp
    line = undefined
    hasServed = false
    if (isClosed) return
    if (isHopeful) return void (ready = connect())
    away = refusalOf(url, why)
    again.set(clock.after(Math.min(PAUSES.first * 2 ** failures++, PAUSES.longest)))
  }

  async function send(commands: readonly (readonly Bytes[])[]): Promise<Reply[]> {
    if (line === undefined && away === undefined) await ready.catch(() => {})
    if (line === undefined) throw away ?? unavailable(url, new Error('the mock is closed'))
    const replies = await line.send(commands)
    hasServed = true
    return replies
  }

  return {
    ready,
    send,
    close() {
      isClosed = true
      again.set(Infinity)
      connection.close()
    },
  }
}

const lineOver = (url: string, { send, close }: RedisConnection): RedisLink => ({
  send: (commands) =>
    send(commands).catch((why: Error) => {
      throw unavailable(url, why, true)
    }),
  close,
})
