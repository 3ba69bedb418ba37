// The ways to one server, for commands: a connection for as long as it lasts, or one after the other
// for as long as the mock runs.

import { realClock } from '../../clock.js'
import {
  HungUp,
  openRedis,
  type ConnectionOptions,
  type RedisConnection,
} from '../redis-connection.js'
import type { Bytes, Reply } from '../reply.js'
import { refusalOf, unavailable } from './redis-problem.js'

/** The way to a server. */
export interface Line {
  /**
   * Sends some commands at once; resolves to one reply a command. Rejects with `Unavailable` when the
   * server is away, and with its own `ReplyError` where it is too busy to choose the database.
   */
  readonly send: (commands: readonly (readonly Bytes[])[]) => Promise<Reply[]>
  readonly close: () => void
}

/** One that does not end: what is lost is opened again, and meanwhile commands are refused at once. */
export interface Link extends Line {
  /** Settles with the first connection, or with why there is none; others are tried all the same. */
  readonly ready: Promise<void>
}

/** `ms` are the milliseconds that a server has for each reply, `among` is where connections are kept. */
export type LinkOptions = Required<Pick<ConnectionOptions, 'ms' | 'among'>>

const clock = realClock()

/** The longest pause between two attempts, and the first. */
const PAUSES = { first: 50, longest: 2_000 }

/** Connects once. Rejects as `send` does, and with the `ReplyError` of a user who is refused. */
export async function openOnce(url: string, options: ConnectionOptions): Promise<Line> {
  const connection = openRedis(url, options)
  await connection.ready.catch((why: Error) => {
    throw refusalOf(url, why)
  })
  return lineOver(url, connection)
}

export function openLink(url: string, options: LinkOptions): Link {
  /** What is open; absent while the server is away. */
  let line: Line | undefined
  let connection: RedisConnection
  /** Why commands are refused; nothing while there is hope that they are not. */
  let away: Error | undefined
  let failures = 0
  let hasServed = false
  let isClosed = false
  const again = clock.alarm(() => void (ready = connect()))
  /** Settles with the attempt to connect that is under way. */
  let ready = connect()

  function connect(): Promise<void> {
    const opened = openRedis(url, { ...options, whenLost: lost })
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
    // A server that hangs up may do so on one connection, and be there for another.
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

const lineOver = (url: string, { send, close }: RedisConnection): Line => ({
  send: (commands) =>
    send(commands).catch((why: Error) => {
      throw unavailable(url, why, true)
    }),
  close,
})
