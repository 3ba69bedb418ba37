// The ACL users that a scenario makes: each has a name and a password that nobody else has, and is
// deleted afterwards.

import { randomUUID } from 'node:crypto'
import { given, NotApplicable } from '../judgement.js'
import type { Abilities } from '../provider.js'
import { executed, failed } from './matchers.js'
import type { KvClient } from './world.js'

export interface AclUser {
  readonly name: string
  readonly password: string
}

export interface AclUsers {
  /** Makes a user who is on, under further rules as ACL SETUSER takes them. */
  create(kv: KvClient, rules: readonly string[]): Promise<AclUser>
  /** Deletes those that were made. */
  remove(kv: KvClient): Promise<void>
}

/** The users of one scenario, made by the provider where it can, else by ACL SETUSER. */
export function aclUsers(id: string, provided: Abilities['aclUser']): AclUsers {
  const names: string[] = []
  const removals: (() => Promise<unknown>)[] = []

  return {
    async create(kv, rules) {
      const user = { name: `${id}-user-${removals.length + names.length}`, password: randomUUID() }
      const all = ['on', `>${user.password}`, ...rules]
      if (provided) {
        removals.push(await provided(user.name, all))
        return user
      }
      // Named before it is made: an answer that comes too late has made it all the same.
      names.push(user.name)
      const reply = await kv.command(['ACL', 'SETUSER', user.name, ...all])
      if (reply.failure === undefined && reply.status < 500 && failed()(reply) === undefined) {
        // Whoever refuses everything has not said anything of this command.
        given(await kv.command(['PING']), executed())
        names.pop()
        throw new NotApplicable('the target refuses ACL SETUSER, and the provider makes no user')
      }
      given(reply, executed())
      return user
    },
    async remove(kv) {
      if (names.length > 0) await kv.command(['ACL', 'DELUSER', ...names])
      await Promise.allSettled(removals.map(async (remove) => remove()))
    },
  }
}
