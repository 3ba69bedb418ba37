// Connections to Redis as ACL users, so that what they may is Redis's own decision: one for each
// user, opened when there is something to ask, closed when it is refused, lost or idle for a while.

import { realClock, type Alarm } from '../../clock.js'
import { ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import { Unavailable, type Login } from './backend.js'

/** A connection on which commands keep their order. */
export interface Connection {
  readonly send: (command: readonly Bytes[]) => Promise<Reply>
  /** Runs commands in order; one reply a command. */
  readonly pipeline: (commands: readonly Command[]) => Promise<Reply[]>
  /** Runs a transaction where its keys are: what `transact` is answered there. */
  readonly transaction: (
    commands: readonly Command[],
    transact: Transact,
  ) => Promise<readonly Reply[]>
  readonly close: () => void
}

/** Sends a transaction: the replies to MULTI, to each command and to EXEC. */
export type Transact = (
  send: Connection['send'],
  commands: readonly Command[],
) => Promise<readonly Reply[]>

/** A Redis keeps its own time, which is real. */
const clock = realClock()

const IDLE = 30_000

interface Opened {
  /** The connection as that user, or Redis's refusal. */
  readonly connection: Promise<Connection | ReplyError>
  /** Rings when nobody has asked for it for a while. */
  readonly idle: Alarm
}

export class UserConnections {
  readonly #open: (whenLost: () => void) => Promise<Connection>
  readonly #opened = new Map<string, Opened>()

  /** `open` connects as anybody; what it is given is to be called when the connection is lost. */
  constructor(open: (whenLost: () => void) => Promise<Connection>) {
    this.#open = open
  }

  /** Whether the login is right now: a password may have been changed since a connection was opened. */
  async verify(login: Login): Promise<boolean> {
    const opened = this.#opened.get(nameOf(login))
    if (opened === undefined) return !((await this.of(login)) instanceof ReplyError)
    try {
      const connection = await opened.connection
      const refusal = connection instanceof ReplyError || (await connection.send(auth(login)))
      if (!(refusal instanceof ReplyError) && refusal !== true) return true
      this.#close(login, opened)
      return false
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      // Redis hangs up on a user it deletes, and who has been created again may log in again.
      this.#close(login, opened)
      return !((await this.of(login)) instanceof ReplyError)
    }
  }

  /** Does something on a connection that nobody else uses and that is closed afterwards. */
  async alone<T>(login: Login, act: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#login(login, () => {})
    if (connection instanceof ReplyError) throw connection
    return act(connection).finally(() => connection.close())
  }

  /** The connection of a user who has logged in, or Redis's refusal of the login. */
  of(login: Login): Promise<Connection | ReplyError> {
    const found = this.#opened.get(nameOf(login))
    if (found !== undefined) {
      found.idle.set(clock.now() + IDLE)
      return found.connection
    }
    const close = () => this.#close(login, opened)
    const opened: Opened = {
      connection: this.#login(login, close),
      idle: clock.alarm(close),
    }
    opened.idle.set(clock.now() + IDLE)
    this.#opened.set(nameOf(login), opened)
    return opened.connection
  }

  close(): void {
    for (const opened of this.#opened.values()) discard(opened)
    this.#opened.clear()
  }

  async #login(login: Login, close: () => void): Promise<Connection | ReplyError> {
    try {
      const connection = await this.#open(close)
      const reply = await connection.send(auth(login))
      if (!(reply instanceof ReplyError)) return connection
      connection.close()
      close()
      return reply
    } catch (error) {
      close()
      throw error
    }
  }

  #close(login: Login, opened: Opened): void {
    if (this.#opened.get(nameOf(login)) === opened) this.#opened.delete(nameOf(login))
    discard(opened)
  }
}

function discard({ connection, idle }: Opened): void {
  idle.set(Infinity)
  void connection.then(
    (open) => open instanceof ReplyError || open.close(),
    () => {},
  )
}

const auth = ({ name, password }: Login): readonly Bytes[] => ['AUTH', name, password]

/** Whoever comes with another password has another connection: it may be a wrong one. */
const nameOf = ({ name, password }: Login): string => JSON.stringify([name, password])
