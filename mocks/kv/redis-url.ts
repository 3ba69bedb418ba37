// What a URL of a Redis says, and what is wrong with one. A password in it is never repeated.

import { bytesOf, type Bytes } from './reply.js'

/** A server, and as whom to use which database there. */
export interface RedisUrl {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** Host and port as the URL writes them, for messages. */
  readonly place: string
  /** `default` where the URL names nobody. */
  readonly user: Bytes
  /** The words of AUTH; absent where the URL has neither user nor password. */
  readonly login?: readonly Bytes[]
  readonly database: number
}

const FORM = 'redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS'

/** Reads `redis[s]://[[user][:password]@]host[:port][/database]`. Throws a RangeError that says what is wrong. */
export function parseRedisUrl(text: string): RedisUrl {
  // An error of URL would have the text, and so the password, in it.
  const url = URL.canParse(text) ? new URL(text) : undefined
  const rest = url && url.pathname + url.search + url.hash
  if (!/^rediss?:\/\//.test(text)) throw wrong('another text')
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

const wrong = (got: string) => new RangeError(`expected ${FORM}, got ${got}`)

function decoded(part: string): Bytes {
  try {
    return bytesOf(decodeURIComponent(part))
  } catch {
    throw wrong('a user or password with a % that is not written %25')
  }
}
