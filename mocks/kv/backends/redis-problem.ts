// Error messages for a Redis that cannot be used. They describe the problem and what to do.

import { HungUp, Refused, Silent } from '../redis-connection.js'
import { UnreadableReply } from '../redis-replies.js'
import { parseRedisUrl } from '../redis-url.js'
import { ReplyError } from '../reply.js'
import { Unavailable } from './backend.js'

interface Problem {
  readonly what: string
  readonly advice: string
}

/** Returns the error for a user who gave the URL of a Redis that cannot be used. */
export function unusable(url: string, cause: unknown): Error {
  const { what, advice } = problemOf(cause)
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
      : `no connection to Redis at ${place}: ${why instanceof Refused ? 'it refuses us' : problemOf(why).what}`
  const more = sent ? '; a command that was under way may have run' : ''
  return new Unavailable(`ERR ${away}${more}`, { cause: why })
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

function problemOf(cause: unknown): Problem {
  if (cause instanceof Silent) return silent(cause)
  if (cause instanceof HungUp) return hungUp
  if (cause instanceof UnreadableReply) return unreadable(cause)
  if (cause instanceof Refused) return refused(cause)
  if (cause instanceof ReplyError) return { what: `it answers ${cause.message}`, advice: START }
  const { code = '', message } = cause as NodeJS.ErrnoException
  const [, known] = CODES.find(([codes]) => codes.test(code)) ?? []
  return known ? { ...known, what: `${known.what} (${code})` } : { what: message, advice: START }
}

const silent = ({ missing, message }: Silent): Problem => {
  if (missing === 'connection') return { what: message, advice: START }
  if (missing === 'TLS')
    return { what: message, advice: 'A server without TLS is named by redis://.' }
  return { what: `it accepts connections and does not answer: ${message}`, advice: WHICH }
}

const hungUp: Problem = {
  what: 'it closed the connection',
  advice: 'Is a Redis there? One that wants TLS is named by rediss://.',
}

const unreadable = ({ message }: UnreadableReply): Problem =>
  message.startsWith('\x15\x03')
    ? { what: 'it answers in TLS', advice: 'Name it by rediss://.' }
    : { what: `it is no Redis, and answers ${JSON.stringify(message)}`, advice: START }

function refused({ command, message }: Refused): Problem {
  if (message.startsWith('NOAUTH')) return { what: 'it wants a password', advice: CREDENTIALS }
  if (/^DENIED|^ERR max number/.test(message))
    return { what: `it refuses us: ${firstSentence(message)}`, advice: 'Change its settings.' }
  if (command === 'AUTH')
    return { what: `it refused the user or the password: ${message}`, advice: CREDENTIALS }
  if (command === 'SELECT')
    return { what: `it refused the database: ${message}`, advice: 'Correct the end of the URL.' }
  return { what: `it answers ${message}`, advice: START }
}

const firstSentence = (text: string): string => text.split('. ', 1)[0]!

const CODES: readonly (readonly [codes: RegExp, problem: Problem])[] = [
  [/^ECONNREFUSED$/, { what: 'nothing listens there', advice: START }],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    { what: 'its name cannot be found', advice: 'Correct the host of the URL.' },
  ],
  [/^E(?:HOST|NET)(?:UNREACH|DOWN)$|^ETIMEDOUT$/, { what: 'it cannot be reached', advice: START }],
  [
    /^ERR_SSL_|^EPROTO$/,
    { what: 'it does not speak TLS', advice: 'A server without TLS is named by redis://.' },
  ],
  [
    /CERT|^UNABLE_TO_|^ERR_TLS_/,
    {
      what: 'its certificate is not trusted',
      advice: 'Name the file of its authority in NODE_EXTRA_CA_CERTS.',
    },
  ],
]
