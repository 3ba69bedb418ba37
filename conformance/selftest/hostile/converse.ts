// Holds a conversation with a target, and reports what is wrong with what comes back.

import { connect, type Socket } from 'node:net'
import { writesOf, type Conversation } from './conversation.js'
import { httpAnswers } from './http-answers.js'
import { respAnswers } from './resp-answers.js'

export interface Stage {
  /** The port on loopback. */
  readonly portOf: (conversation: Conversation) => number
  /** Counts a status of an answer. */
  readonly count?: (status: number) => void
  /** Reports an answer that must not be; undefined where the status is fine. */
  readonly judge?: (status: number) => string | undefined
  /** Connections that nobody reads, the oldest first. */
  readonly unread: Socket[]
  /** How long a connection may neither end nor be refused, in milliseconds. */
  readonly patienceMs: number
}

/** The most connections that nobody reads at once. */
const MOST_UNREAD = 24

/** An answer with a 5xx but 503 is a bug: no input is the server's own fault. */
const isServerError = (status: number) =>
  status >= 500 && status !== 503 ? `it was answered ${status}` : undefined

const methodOf = (part: string) => part.slice(0, part.indexOf(' '))

/** Resolves with what is wrong, or undefined. Never rejects. */
export function converse(conversation: Conversation, stage: Stage): Promise<string | undefined> {
  const { port, parts, answered, ending } = conversation
  const writes = writesOf(conversation)
  const { judge = isServerError, count } = stage
  const answers =
    port === 'resp'
      ? respAnswers()
      : httpAnswers(parts.map(methodOf), (status) => {
          count?.(status)
          return judge(status)
        })

  return new Promise((resolve) => {
    const socket = connect({
      ...{ host: '127.0.0.1', port: stage.portOf(conversation), allowHalfOpen: true },
      noDelay: true,
    })
    let problem: string | undefined
    let broken: string | undefined
    let written = false
    let isOver = false
    const timer = setTimeout(() => {
      problem ??= `neither ended nor refused within ${stage.patienceMs} ms: ${progress()}`
      socket.resetAndDestroy()
    }, stage.patienceMs)
    const progress = () =>
      `${answers.count} of ${answered} expected answers, the last ${JSON.stringify(answers.last)}`

    function over(what: string | undefined) {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      resolve(what)
    }

    /** Half-closes once nothing more is waited for. */
    function proceed() {
      if (!written) return
      if (ending === 'reset') socket.resetAndDestroy()
      else if (ending === 'half-close') socket.end()
      else if (ending === 'finish' && answers.count >= answered) socket.end()
      else if (ending === 'unread') {
        stage.unread.push(socket)
        if (stage.unread.length > MOST_UNREAD) stage.unread.shift()?.resetAndDestroy()
        over(problem)
      }
    }

    if (ending === 'unread') socket.pause()
    else
      socket.on('data', (chunk) => {
        problem ??= answers.read(chunk)
        if (problem !== undefined) socket.resetAndDestroy()
        else if (ending === 'finish') proceed()
      })
    socket.on('end', () => socket.end())
    socket.on('error', (error: NodeJS.ErrnoException) => (broken = error.code ?? error.message))
    socket.on('close', () => {
      if (broken === 'ECONNREFUSED') problem ??= 'the connection was refused'
      // node:http ends a connection that its client half-closes, and cuts a chunked answer short.
      const isWhole = ending === 'answered' || port === 'resp'
      if (isWhole && broken === undefined) problem ??= answers.end()
      const mustAnswer = ending === 'answered' || (ending === 'finish' && broken === undefined)
      if (mustAnswer && answers.count < answered)
        problem ??= `it ended (${broken ?? 'closed'}) after ${progress()}`
      over(problem)
    })

    const write = (n: number) => {
      if (socket.destroyed) return
      const isLast = n >= writes.length - 1
      const done = () => {
        if (!isLast) return void setImmediate(write, n + 1)
        written = true
        proceed()
      }
      // What nobody reads may never be taken either.
      const bytes = Buffer.from(writes[n] ?? '', 'latin1')
      if (ending === 'unread') {
        socket.write(bytes)
        done()
      } else socket.write(bytes, done)
    }
    socket.on('connect', () => write(0))
  })
}
