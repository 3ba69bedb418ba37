// Error messages for a Redis that cannot be used. They describe the problem and what to do.

import { HungUp, Refused, Silent } from '../redis/connection.js'
import { UnreadableReply } from '../redis/replies.js'
import { parseRedisUrl } from '../redis/url.js'
import { ReplyError } from '../reply.js'
import { Unavailable } from './backend.js'

type Problem = readonly [what: string, advice: string]

/** Returns the error for a user who gave the URL of a Redis that cannot be used. */
export function unusable(url: string, cause: unknown): Error {
  const [what, advice] = problemOf(cause)
  const sentence = what.replace(/\.$/, '')
  return new Error(`cannot use Redis at ${parseRedisUrl(url).place}: ${sentence}. ${advice}`, {
    cause,
  })
}

/**
 * Returns the error of a command while Redis cannot be reached. `sent` is true if the command may have
 * run.
 */
export function unavailable(url: string, why: unknown, sent = false): Unavailable {
  const { place } = parseRedisUrl(url)
  const away =
    why instanceof Silent
      ? `Redis at ${place} does not answer: ${why.message}`
      : `no connection to Redis at ${place}: ${why instanceof Refused ? 'it refuses us' : problemOf(why)[0]}`
  return new Unavailable(`ERR ${away}`, { cause: why, mayHaveRun: sent })
}

/**
 * Returns the error of a command whose connection could not be opened. An error that Redis itself
 * returned stays unchanged.
 */
export const refusalOf = (url: string, why: unknown): Error =>
  why instanceof ReplyError ? why : unavailable(url, why)

const CREDENTIALS = 'The URL takes them as redis://user:password@host.'
const START = 'Start redis-server there, or correct the URL.'
const WHICH = 'Is a Redis there, and is it at work?'
const NO_TLS = 'A server without TLS is named by redis://.'

function problemOf(cause: unknown): Problem {
  if (cause instanceof Silent) return silent(cause)
  if (cause instanceof HungUp) {
    return [
      'it closed the connection',
      'Is a Redis there? One that wants TLS is named by rediss://.',
    ]
  }
  if (cause instanceof UnreadableReply) return unreadable(cause)
  if (cause instanceof Refused) return refused(cause)
  if (cause instanceof ReplyError) return [`it answers ${cause.message}`, START]
  const { code = '', message } = cause as NodeJS.ErrnoException
  const [, what, advice] = CODES.find(([codes]) => codes.test(code)) ?? []
  return what === undefined ? [message, START] : [`${what} (${code})`, advice ?? START]
}

function silent({ missing, message }: Silent): Problem {
  if (missing === 'connection') return [message, START]
  if (missing === 'TLS') return [message, NO_TLS]
  return [`it accepts connections and does not answer: ${message}`, WHICH]
}

const unreadable = ({ message }: UnreadableReply): Problem =>
  message.startsWith('\x15\x03')
    ? ['it answers in TLS', 'Name it by rediss://.']
    : [`it is no Redis, and answers ${JSON.stringify(message)}`, START]

function refused({ command, message }: Refused): Problem {
  if (message.startsWith('NOAUTH')) return ['it wants a password', CREDENTIALS]
  if (/^DENIED|^ERR max number/.test(message))
    return [`it refuses us: ${message.split('. ', 1)[0]!}`, 'Change its settings.']
  if (command === 'AUTH')
    return [`it refused the user or the password: ${message.replace(/[.?]+$/, '')}`, CREDENTIALS]
  if (command === 'SELECT')
    return [`it refused the database: ${message}`, 'Correct the end of the URL.']
  return [`it answers ${message}`, START]
}

const AUTHORITY = 'Name the file of its authority in NODE_EXTRA_CA_CERTS.'

const CODES: readonly (readonly [codes: RegExp, what: string, advice: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there', START],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be found', 'Correct the host of the URL.'],
  [/^E(?:HOST|NET)(?:UNREACH|DOWN)$|^ETIMEDOUT$/, 'it cannot be reached', START],
  [/^ERR_SSL_|^EPROTO$/, 'it does not speak TLS', NO_TLS],
  [/CERT|^UNABLE_TO_|^ERR_TLS_/, 'its certificate is not trusted', AUTHORITY],
]
