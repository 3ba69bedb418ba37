// Checks the permissions of ACL users in the embedded engine, and adds denials to the ACL log.

import { callOf, noPermission } from '../command/call.js'
import type { CommandEntry } from '../command/command.js'
import type { CommandTable } from '../command/table.js'
import {
  type Acl,
  DEFAULT_USER,
  type Ongoing,
  type AclLog,
  type Denied,
} from '../engine/acl/acl.js'
import type { CommandCall, Denial } from '../engine/acl/selector.js'
import { ReplyError, type Bytes, type Command } from '../reply.js'
import type { Follower, Login, Sender, Stop } from './backend.js'

export class Permissions {
  readonly #acl: Acl
  readonly #log: AclLog

  constructor(acl: Acl, log: AclLog) {
    this.#acl = acl
    this.#log = log
  }

  verify({ name, password }: Login): boolean {
    const accepted = this.#acl.user(name)?.accepts(password) ?? false
    if (!accepted) {
      this.#log.add({ reason: 'auth', context: 'toplevel', object: 'AUTH', user: name })
    }
    return accepted
  }

  /**
   * Returns the denial of a call, or undefined if the user has the permission. The backend's own user
   * has all permissions.
   */
  denial(user: Bytes, call: CommandCall, context: Denied['context']): Denial | undefined {
    if (user === DEFAULT_USER) return undefined
    // A user who was deleted has no permissions.
    const nobody: Denial = { reason: 'command', object: call.name }
    const found = this.#acl.user(user)
    const denial = found ? found.refusal(call) : nobody
    if (denial) this.#log.add({ ...denial, context, user })
    return denial
  }

  /**
   * Returns the refusal of a transaction, if any command is denied. MULTI and EXEC need permissions
   * too.
   */
  refusalOfAny(
    table: CommandTable<CommandEntry>,
    commands: readonly Command[],
    user: Bytes,
  ): ReplyError | undefined {
    const entered = commands.map((command) => {
      const entry = table.lookup(command)
      return entry instanceof ReplyError ? entry : callOf(entry, command)
    })
    for (const call of [frame('multi'), ...entered, frame('exec')]) {
      if (call instanceof ReplyError) return call
      const denied = this.denial(user, call, 'toplevel')
      if (denied) return noPermission(denied)
    }
    return undefined
  }

  /** Throws a refusal if the sender lacks the permission for a stream. */
  checkStream(name: string, sender: Sender | undefined, channels: readonly Bytes[] = []): void {
    if (sender?.login === undefined) return
    const call = { ...frame(name), args: channels, channels, arePatterns: name === 'psubscribe' }
    const denied = this.denial(sender.login.name, call, 'toplevel')
    if (denied) throw noPermission(denied)
  }

  /**
   * Ends a stream when its user is deleted or loses the permission for the channel. Redis closes the
   * connection in this case.
   */
  whileAllowed(
    sender: Sender | undefined,
    { end }: Pick<Follower<never>, 'end'>,
    stop: Stop,
    may: Ongoing['may'] = () => true,
  ): Stop {
    if (sender?.login === undefined) return stop
    const release = this.#acl.hold(sender.login.name, { may, end })
    return () => {
      release()
      stop()
    }
  }
}

const frame = (name: string): CommandCall => ({ name, args: [], keys: () => [], channels: [] })
