// Connections to Redis as ACL users, so that Redis checks their permissions: one for each user, opened
// for its first command, closed when it is refused, lost or idle.

import { realClock, type Alarm } from '../../clock.js'
import { ReplyError, type Command, type Reply } from '../reply.js'
import { Unavailable, type Login } from './backend.js'
import type { Line } from './redis-link.js'

/** A connection on which commands keep their order. */
export interface Connection {
  readonly pipeline: Pipeline
  /** Runs a transaction on the server of its keys. */
  readonly transaction: (
    commands: readonly Command[],
    transact: Transact,
  ) => Promise<readonly Reply[]>
  readonly close: () => void
}

export type Pipeline = (commands: readonly Command[]) => Promise<Reply[]>

/** Sends a transaction: the replies to MULTI, to each command and to EXEC. */
export type Transact = (
  pipeline: Pipeline,
  commands: readonly Command[],
) => Promise<readonly Reply[]>

const clock = realClock()

const IDLE = 30_000

interface UserOptions {
  /** Connects as a user. Rejects with Redis's refusal of the user. */
  readonly open: (login: Login, whenLost: () => void) => Promise<Connection>
  /** Opens a connection to a server on which passwords are checked. */
  readonly door: (url: string) => Line
  readonly urls: () => readonly string[]
}

export class UserConnections {
  readonly #options: UserOptions
  readonly #connections = new Kept<Connection>()
  /** One connection per server on which passwords are checked; no slow command runs there. */
  readonly #doors = new Kept<Line>()

  constructor(options: UserOptions) {
    this.#options = options
  }

  /** Checks a login now: the password may have changed since the connection was opened. */
  async verify(login: Login): Promise<boolean> {
    const reply = await firstThere(this.#options.urls(), (url) => this.#knock(url, login))
    if (!(reply instanceof ReplyError)) return true
    this.#connections.end(nameOf(login))
    return false
  }

  /** Opens a connection for one action, and closes it afterwards. */
  async alone<T>(login: Login, act: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#options.open(login, () => {})
    return act(connection).finally(connection.close)
  }

  /** Returns the connection of a user. Rejects with Redis's refusal of the login. */
  of(login: Login): Promise<Connection> {
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
      // Redis closes the connections of a deleted user, who may have used this one last.
      return knock()
    })
  }
}

/** Connections that are kept until they are lost or idle. */
class Kept<T extends { close(): void }> {
  readonly #kept = new Map<string, { readonly it: Promise<T>; readonly idle: Alarm }>()

  /** Returns the connection with a name, or opens it. */
  of(name: string, open: (whenLost: () => void) => Promise<T>): Promise<T> {
    const found = this.#kept.get(name)
    if (found !== undefined) {
      found.idle.set(clock.after(IDLE))
      return found.it
    }
    const end = () => {
      if (this.#kept.get(name)?.it === it) this.end(name)
    }
    const it = open(end)
    const idle = clock.alarm(end)
    idle.set(clock.after(IDLE))
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

  close(): void {
    for (const name of this.#kept.keys()) this.end(name)
  }
}

/** Tries one server after the other until one is there. Rejects with the error of the first. */
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

/** Another password needs another connection: it may be wrong. */
const nameOf = ({ name, password }: Login): string => JSON.stringify([name, password])
