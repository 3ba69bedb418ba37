// Connections to Redis as ACL users, so that Redis checks their permissions. Each user has one
// connection. It opens for the first command of the user, and closes when Redis refuses the user, when
// it is lost, or when it is idle.

import { realClock, type Alarm } from '../../clock.js'
import { ReplyError, type Command, type Reply } from '../reply.js'
import { Unavailable, type Login } from './backend.js'
import type { RedisLink } from './redis-link.js'

/** A connection that runs commands in the order in which they are sent. */
export interface UserConnection {
  readonly pipeline: Pipeline
  /** Runs a transaction on the server that owns its keys. */
  readonly transaction: (
    commands: readonly Command[],
    transact: Transact,
  ) => Promise<readonly Reply[]>
  readonly close: () => void
}

export type Pipeline = (commands: readonly Command[]) => Promise<Reply[]>

/** Sends a transaction. Resolves to the replies to MULTI, to each command and to EXEC. */
export type Transact = (
  pipeline: Pipeline,
  commands: readonly Command[],
) => Promise<readonly Reply[]>

const clock = realClock()

const IDLE = 30_000

interface UserOptions {
  /** Connects as a user. Rejects with the error of Redis if Redis refuses the user. */
  readonly open: (login: Login, whenLost: () => void) => Promise<UserConnection>
  /** Opens a connection to a server for checking passwords. */
  readonly door: (url: string) => RedisLink
  readonly urls: () => readonly string[]
}

export class UserConnections {
  readonly #options: UserOptions
  readonly #connections = new Kept<UserConnection>(IDLE)
  /** The connections for checking passwords, one per server. No slow command runs on them. */
  readonly #doors = new Kept<RedisLink>(IDLE)

  constructor(options: UserOptions) {
    this.#options = options
  }

  /**
   * Checks a login with Redis each time, because the password may have changed since the user's
   * connection was opened.
   */
  async verify(login: Login): Promise<boolean> {
    const reply = await firstThere(this.#options.urls(), (url) => this.#knock(url, login))
    if (!(reply instanceof ReplyError)) return true
    this.#connections.end(nameOf(login))
    return false
  }

  /** Opens a connection for one action and closes it afterwards. */
  async alone<T>(login: Login, act: (connection: UserConnection) => Promise<T>): Promise<T> {
    const connection = await this.#options.open(login, () => {})
    return act(connection).finally(connection.close)
  }

  /** Returns the connection of a user. Rejects with the error of Redis if Redis refuses the login. */
  of(login: Login): Promise<UserConnection> {
    return this.#connections.of(nameOf(login), (whenLost) => this.#options.open(login, whenLost))
  }

  close(): void {
    this.#connections.close()
    this.#doors.close()
  }

  async #knock(url: string, { name, password }: Login): Promise<Reply> {
    const knock = async () => {
      const door = await this.#doors.of(url, async () => this.#options.door(url))
      return (await door.send([['AUTH', name, password]]))[0]!
    }
    return knock().catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error
      // Tries again, because the last user of this connection may have been deleted. Then Redis has
      // closed the connection.
      return knock()
    })
  }
}

/** Connections by name that stay open until they are lost, or idle for `most` milliseconds. */
export class Kept<T extends { close(): void }> {
  readonly #kept = new Map<string, { readonly it: Promise<T>; readonly idle: Alarm }>()
  readonly #most: number

  constructor(most = Infinity) {
    this.#most = most
  }

  /** Returns the connection with a name. Opens the connection if there is none. */
  of(name: string, open: (whenLost: () => void) => Promise<T>): Promise<T> {
    const found = this.#kept.get(name)
    if (found !== undefined) {
      found.idle.set(clock.after(this.#most))
      return found.it
    }
    const end = () => {
      if (this.#kept.get(name)?.it === it) this.end(name)
    }
    const it = open(end)
    const idle = clock.alarm(end)
    idle.set(clock.after(this.#most))
    this.#kept.set(name, { it, idle })
    it.catch(end)
    return it
  }

  end(name: string): void {
    const found = this.#kept.get(name)
    if (found === undefined) return
    this.#kept.delete(name)
    found.idle.set(Infinity)
    found.it.then(
      (it) => it.close(),
      () => {},
    )
  }

  /** Closes all connections except those with the given names. */
  close(except: readonly string[] = []): void {
    for (const name of this.#kept.keys()) if (!except.includes(name)) this.end(name)
  }
}

/**
 * Tries the servers one after the other until one can be reached. Rejects with the error of the first
 * server if none can.
 */
export async function firstThere<T>(
  urls: readonly string[],
  ask: (url: string) => Promise<T>,
): Promise<T> {
  let away: unknown
  for (const url of urls) {
    try {
      return await ask(url)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      away ??= error
    }
  }
  throw away
}

/**
 * Runs commands in order: each command for which `isAlone` is true by `alone`, and the commands between
 * them by `together`.
 */
export async function inParts(
  commands: readonly Command[],
  isAlone: (command: Command) => boolean,
  run: { readonly alone: (command: Command) => Promise<Reply>; readonly together: Pipeline },
): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let at = 0; at < commands.length;) {
    const end = commands.findIndex((command, index) => index >= at && isAlone(command))
    const part = commands.slice(at, end < 0 ? undefined : end)
    if (part.length > 0) replies.push(...(await run.together(part)))
    if (end >= 0) replies.push(await run.alone(commands[end]!))
    at += part.length + 1
  }
  return replies
}

/**
 * Returns the name of a login's connection. Another password has another connection, because it may be
 * wrong.
 */
const nameOf = ({ name, password }: Login): string => JSON.stringify([name, password])
