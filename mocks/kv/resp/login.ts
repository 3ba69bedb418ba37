// Who a client may say it is: the tokens of the interface are the passwords here.

import { type Bytes, ReplyError } from '../reply.js'
import type { Kv, Session } from '../decisions.js'
import type { Connection } from './connection.js'

export const WRONGPASS = new ReplyError(
  'WRONGPASS invalid username-password pair or user is disabled.',
)

/**
 * Logs a client in: with a token alone, as the user whose token it is, or as an ACL user. Says
 * whether it is; who was logged in before stays so when it is not.
 */
export async function login(
  connection: Connection,
  password: Bytes,
  user?: Bytes,
): Promise<boolean> {
  const { kv } = connection.home
  const session = (await holderOf(kv, password, user)) ?? (await userOf(kv, password, user))
  if (session === undefined) return false
  connection.session = { ...session, client: connection.peer.address }
  connection.user = nameOf(session)
  return true
}

/** Who holds a token, if that is the user it is said to be. */
async function holderOf(kv: Kv, token: Bytes, user?: Bytes): Promise<Session | undefined> {
  const session = await kv.sessionOf(token)
  return session && (user === undefined || user === nameOf(session)) ? session : undefined
}

async function userOf(kv: Kv, password: Bytes, name?: Bytes): Promise<Session | undefined> {
  if (name === undefined) return undefined
  const login = { name, password }
  return (await kv.verify(login)) ? { readOnly: false, login } : undefined
}

const nameOf = ({ login, readOnly }: Session): Bytes =>
  login?.name ?? (readOnly ? 'readonly' : 'default')
