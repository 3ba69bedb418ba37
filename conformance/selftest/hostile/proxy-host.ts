// The proxy as the campaign attacks it: the built command before a target whose answers are hostile too.
// Bytes must pass unchanged in both directions, whatever they are.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { hostileAnswer, type HostileAnswer } from './answers.js'
import type { Host } from './attack.js'
import { writesOf, type Conversation } from './conversation.js'
import type { Stage } from './converse.js'
import { startResponder } from './probe.js'
import type { Random } from './random.js'
import { cli, startTarget } from './target.js'

/** What one connection is to carry, both ways. */
interface Passage {
  readonly sent: string
  readonly answer: HostileAnswer
  /** What has not passed as it was sent. */
  problem?: string
}

/** Bytes of what is sent again and again. */
const MOST_AGAIN = 512 * 1024

/** Starts the proxy before a target that answers when the client has said all. */
export async function startProxyHost(): Promise<Host> {
  const passages = new Map<number, Passage>()
  let passed = 0
  const far = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    serve(socket, passages),
  )
  far.listen(0, '127.0.0.1')
  await once(far, 'listening')
  const responder = await startResponder()
  const host = `127.0.0.1:${(far.address() as AddressInfo).port}`
  const target = await startTarget([
    ...[
      cli,
      'proxy',
      '--json',
      '--kv-port',
      '0',
      '--queue-port',
      '0',
      '--kv-url',
      `http://${host}`,
    ],
    ...['--queue-url', `http://127.0.0.1:${responder.port}`],
  ])
  const { kv, queue } = target.ready as Readonly<Record<'kv' | 'queue', { readonly url: string }>>
  const port = Number(new URL(kv.url).port)
  const health = 'GET /v2/flowControl/probe HTTP/1.1\r\nHost: a\r\n\r\n'
  await target.probe([{ port: Number(new URL(queue.url).port), request: health }])

  return {
    target,
    portOf: () => port,
    surroundings: {
      ...{ host, kvToken: 'proxied-token', readOnlyToken: 'proxied-read-only-token' },
      ...{ queueToken: 'proxied-queue-token', destination: 'http://127.0.0.1:9/' },
    },
    converse(conversation, stage, random) {
      const n = passed++
      const first = `GET /passage/${n} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
      const parts = [first, ...conversation.parts]
      const passage = { sent: parts.join(''), answer: answerOf(conversation, random) }
      passages.set(n, passage)
      return pass({ ...conversation, parts }, passage, stage).finally(() => passages.delete(n))
    },
    async serves() {
      const response = await fetch(`${queue.url}/v2/flowControl/a`).catch(String)
      return typeof response === 'string' ? response : undefined
    },
    reset: async () => {},
    // Most of what it is answered breaks the contract.
    ends: ['exit 0', 'exit 1', 'exit 3'],
    async close() {
      far.close()
      await responder.stop()
    },
  }
}

/** Half of the time every request is answered as it should be. */
function answerOf({ parts }: Conversation, random: Random): HostileAnswer {
  const body = '{"result":1}'
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
  const one = `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  return random.chance(0.5)
    ? hostileAnswer(random)
    : { start: one.repeat(parts.length + 1), ending: 'end' }
}

/** The target: takes what comes to its end, compares it, and answers. */
function serve(socket: Socket, passages: ReadonlyMap<number, Passage>): void {
  const chunks: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', () => {
    const received = Buffer.concat(chunks).toString('latin1')
    const passage = passages.get(Number(/^GET \/passage\/(\d+) /.exec(received)?.[1]))
    if (passage === undefined) return void socket.destroy()
    if (withoutHosts(received) !== withoutHosts(passage.sent))
      passage.problem = `the target received other bytes: ${difference(withoutHosts(received), withoutHosts(passage.sent))}`
    const { ending } = passage.answer
    socket.write(bytesOf(passage.answer), () => {
      if (ending === 'reset') socket.resetAndDestroy()
      else socket.end()
    })
  })
}

/** The values of `Host` lines are the one thing that the proxy changes. */
const withoutHosts = (bytes: string) => bytes.replace(/^(host:)[^\r\n]*/gim, '$1')

function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40))
  return `${around(one)} for ${around(other)}, of ${one.length} and ${other.length}`
}

function bytesOf({ start, again }: HostileAnswer): Buffer {
  const more = again === undefined ? '' : again.repeat(Math.ceil(MOST_AGAIN / again.length))
  return Buffer.from(start + more, 'latin1')
}

/** The client: sends all, half-closes, and compares what comes back. */
function pass(conversation: Conversation, passage: Passage, stage: Stage) {
  const { ending } = conversation
  const writes = writesOf(conversation)
  return new Promise<string | undefined>((resolve) => {
    const socket = connect({
      ...{ host: '127.0.0.1', port: stage.portOf(conversation), allowHalfOpen: true },
      noDelay: true,
    })
    const chunks: Buffer[] = []
    let broken: string | undefined
    const timer = setTimeout(() => {
      passage.problem ??= `it did not pass within ${stage.patienceMs} ms`
      socket.resetAndDestroy()
    }, stage.patienceMs)
    const over = () => {
      clearTimeout(timer)
      resolve(passage.problem)
    }
    if (ending === 'unread') socket.pause()
    else socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => socket.end())
    socket.on('error', (error: NodeJS.ErrnoException) => (broken = error.code ?? error.message))
    socket.on('close', () => {
      const received = Buffer.concat(chunks)
      const whole = bytesOf(passage.answer)
      const isReset = ending === 'reset' || ending === 'unread' || passage.answer.ending === 'reset'
      if (broken === 'ECONNREFUSED') passage.problem ??= 'the connection was refused'
      else if (
        isReset ? !whole.subarray(0, received.length).equals(received) : !whole.equals(received)
      )
        passage.problem ??= `the client received other bytes (${broken ?? 'closed'}): ${difference(
          received.toString('latin1', 0, 10_000),
          whole.toString('latin1', 0, 10_000),
        )}`
      over()
    })
    const write = (n: number) => {
      if (socket.destroyed) return
      const bytes = Buffer.from(writes[n] ?? '', 'latin1')
      socket.write(bytes, () => {
        if (n < writes.length - 1) return void setImmediate(write, n + 1)
        if (ending === 'reset') socket.resetAndDestroy()
        else if (ending === 'unread') {
          stage.unread.push(socket.end())
          if (stage.unread.length > MOST_UNREAD) stage.unread.shift()?.resetAndDestroy()
          over()
        } else socket.end()
      })
    }
    socket.on('connect', () => write(0))
  })
}

const MOST_UNREAD = 24
