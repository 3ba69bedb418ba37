// Holds a conversation with a target and reports problems of the replies.

import { connect, type Socket } from 'node:net'
import type { Conversation } from './conversation.js'
import { httpAnswers, type Answers } from './http-answers.js'
import { respAnswers } from './resp-answers.js'

export interface Stage {
  readonly portOf: (conversation: Conversation) => number
  /** Connections whose responses are not read, the oldest first. */
  readonly unread: Socket[]
  /**
   * Replaces the normal reader of replies. Only for a target that responds after the client has
   * half-closed.
   */
  readonly answers?: Answers
}

const MOST_UNREAD = 24

/** The milliseconds after which a connection must have ended or been refused. */
const PATIENCE_MS = 15_000

/**
 * Returns a problem for every 5xx status except 503, because input must never cause a server error.
 */
const isServerError = (status: number) =>
  status >= 500 && status !== 503 ? `the response is ${status}` : undefined

function writesOf({ parts, cut }: Conversation): readonly string[] {
  const bytes = parts.join('')
  if (cut === 'bytes') return [...bytes]
  const at = Math.floor((cut ?? 0) * bytes.length)
  return at === 0 ? [bytes] : [bytes.slice(0, at), bytes.slice(at)]
}

const methodOf = (part: string) => part.slice(0, part.indexOf(' '))

/** Resolves with a problem, or undefined. Never rejects. */
export function converse(conversation: Conversation, stage: Stage): Promise<string | undefined> {
  const { port, parts, answered, ending } = conversation
  const { unread } = stage
  const writes = writesOf(conversation)
  const answers =
    stage.answers ??
    (port === 'resp' ? respAnswers() : httpAnswers(parts.map(methodOf), isServerError))

  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: stage.portOf(conversation),
      allowHalfOpen: true,
      noDelay: true,
    })
    let problem: string | undefined
    let error: string | undefined
    let written = false
    const progress = () =>
      `${answers.count} of ${answered} expected responses, the last ${JSON.stringify(answers.last)}`
    const timer = setTimeout(() => {
      problem ??= `neither ended nor refused within ${PATIENCE_MS} ms: ${progress()}`
      socket.resetAndDestroy()
    }, PATIENCE_MS)

    function over() {
      clearTimeout(timer)
      resolve(problem)
    }

    /** Ends the client's side of the connection when the client waits for no more replies. */
    function proceed() {
      if (!written) return
      if (ending === 'reset') return void socket.resetAndDestroy()
      const isDone = ending === 'finish' && answers.count >= answered
      if (stage.answers !== undefined || ending === 'half-close' || isDone) socket.end()
      if (ending !== 'unread') return
      if (unread.push(socket) > MOST_UNREAD) unread.shift()?.resetAndDestroy()
      over()
    }

    if (ending === 'unread') socket.pause()
    else
      socket.on('data', (chunk) => {
        problem ??= answers.read(chunk)
        if (problem !== undefined) socket.resetAndDestroy()
        else if (ending === 'finish') proceed()
      })
    socket.on('end', () => socket.end())
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => (error = code ?? message))
    socket.on('close', () => {
      if (error === 'ECONNREFUSED') problem ??= 'the connection was refused'
      // The last response may be incomplete in other cases: node:http ends a connection that its
      // client half-closes, and cuts a chunked response short.
      const isWhole = ending === 'answered' || port === 'resp'
      if (isWhole && error === undefined) problem ??= answers.end()
      const mustAnswer = ending === 'answered' || (ending === 'finish' && error === undefined)
      if (mustAnswer && answers.count < answered)
        problem ??= `it ended (${error ?? 'closed'}) after ${progress()}`
      over()
    })

    const write = (n: number) => {
      if (socket.destroyed) return
      const done = () => {
        if (n < writes.length - 1) return void setImmediate(write, n + 1)
        written = true
        proceed()
      }
      const bytes = Buffer.from(writes[n] ?? '', 'latin1')
      // The write may never finish, because the target may not accept bytes of a client that does
      // not read.
      if (ending !== 'unread') return void socket.write(bytes, done)
      socket.write(bytes)
      done()
    }
    socket.on('connect', () => write(0))
  })
}
