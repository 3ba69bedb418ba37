// Parses the URL of a Redis server. The error messages never contain the password.

import { bytesOf, type Bytes } from '../reply.js'

interface RedisUrl {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** Host and port, for messages. */
  readonly place: string
  readonly user: Bytes
  /** The arguments of AUTH, or undefined without user and password. */
  readonly login?: readonly Bytes[]
  readonly database: number
}

const FORM =
  'the URL of a Redis, redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS'

/**
 * Parses `redis[s]://[[user][:password]@]host[:port][/database]`. Throws a RangeError for an invalid
 * URL.
 */
export function parseRedisUrl(text: string): RedisUrl {
  // Calls `canParse` first, because an error of `new URL` would contain the password.
  const url = URL.canParse(text) ? new URL(text) : undefined
  const rest = url && url.pathname + url.search + url.hash
  if (!/^rediss?:\/\//.test(text)) throw wrong(withoutScheme(text))
  if (url === undefined || rest?.includes('@'))
    throw wrong('one that cannot be read: in a password / is %2F, ? is %3F and # is %23')
  if (url.hostname === '') throw wrong('one without a host')
  if (url.port === '0') throw wrong('the port 0')
  if (url.search !== '' || url.hash !== '') throw wrong('one with a query or a fragment')
  const database = url.pathname.replace(/^\//, '')
  if (!/^\d{0,9}$/.test(database)) throw wrong(`the database "${database}", which is no number`)
  const [username, password] = [url.username, url.password].map(decoded) as [Bytes, Bytes]
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 6379),
    secure: url.protocol === 'rediss:',
    place: url.host,
    user: username || 'default',
    ...(username + password !== '' && {
      login: username === '' ? [password] : [username, password],
    }),
    database: Number(database),
  }
}

/**
 * Describes a text without the scheme. Only a host, with a port or without, is repeated, because any
 * other text may contain a password.
 */
const withoutScheme = (text: string): string =>
  HOST.test(text)
    ? `"${text}", which does not begin with redis://; did you mean redis://${text}?`
    : 'a text that does not begin with redis:// or rediss://'

/** A host with a port, or a name or an address that cannot be a bare password. */
const HOST = /^(?:[\w.-]+:\d{1,5}|localhost|\d{1,3}(?:\.\d{1,3}){3})$/i

const wrong = (got: string) => new RangeError(`expected ${FORM}, got ${got}`)

function decoded(part: string): Bytes {
  try {
    return bytesOf(decodeURIComponent(part))
  } catch {
    throw wrong('a user or password with a % that is not written %25')
  }
}
