// Connections to Redis as ACL users, so that what they may is Redis's own decision: one for each
// user, opened when there is something to ask, closed when it is refused, lost or idle for a while.

import { realClock, type Alarm } from '../../clock.js'
import { ReplyError, type Command, type Reply } from '../reply.js'
import { Unavailable, type Login } from './backend.js'
import type { Line } from './redis-link.js'

/** A connection on which commands keep their order. */
export interface Connection {
  /** Runs commands in order; one reply a command. Rejects with `Unavailable`. */
  readonly pipeline: Pipeline
  /** Runs a transaction where its keys are: what `transact` is answered there. */
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

/** A Redis keeps its own time, which is real. */
const clock = realClock()

const IDLE = 30_000

interface UserOptions {
  /** Connects as a user, and tells when the connection is lost. Rejects with Redis's refusal of the user. */
  readonly open: (login: Login, whenLost: () => void) => Promise<Connection>
  /** A way to a server on which nobody logs in for good. */
  readonly door: (url: string) => Line
  readonly urls: () => readonly string[]
}

export class UserConnections {
  readonly #options: UserOptions
  readonly #connections = new Kept<Connection>()
  /** Where passwords are tried, of each server: nothing runs there that could hold that up. */
  readonly #doors = new Kept<Line>()

  constructor(options: UserOptions) {
    this.#options = options
  }

  /** Whether the login is right now: a password may have been changed since a connection was opened. */
  async verify(login: Login): Promise<boolean> {
    const reply = await firstThere(this.#options.urls(), (url) => this.#knock(url, login))
    if (!(reply instanceof ReplyError)) return true
    this.#connections.end(nameOf(login))
    return false
  }

  /** Does something on a connection that nobody else uses and that is closed afterwards. */
  async alone<T>(login: Login, act: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#options.open(login, () => {})
    return act(connection).finally(connection.close)
  }

  /** The connection of a user. Rejects with Redis's refusal of the login. */
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
      // Redis hangs up on a user it deletes, who may have been the last at the door.
      return knock()
    })
  }
}

/** What is kept until it is lost, or nobody has asked for it for a while. */
class Kept<T extends { close(): void }> {
  readonly #kept = new Map<string, { readonly it: Promise<T>; readonly idle: Alarm }>()

  /** What is kept under a name, opened where there is nothing. */
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

/** Asks one server after the other, until one is there. Rejects with what was wrong with the first. */
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

/** Whoever comes with another password has another connection: it may be a wrong one. */
const nameOf = ({ name, password }: Login): string => JSON.stringify([name, password])
