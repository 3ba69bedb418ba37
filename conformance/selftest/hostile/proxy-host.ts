// Attacks the proxy: the built command in front of a target with hostile responses. Bytes must pass
// unchanged in both directions, except for the value of the Host header.

import type { Socket } from 'node:net'
import { listen } from '../../proxy/listen.js'
import { hostileAnswer, type HostileAnswer } from './answers.js'
import type { Host } from './attack.js'
import type { Conversation } from './conversation.js'
import { converse } from './converse.js'
import type { Random } from './random.js'
import { cli, startTarget } from './target.js'

/** The bytes that one connection sends and receives. */
interface Passage {
  readonly sent: string
  readonly answer: HostileAnswer
  /** The problem if the target received different bytes. */
  problem?: string
}

/** The most bytes sent by repetition. */
const MOST_REPEATED = 512 * 1024

/** Starts the proxy in front of a target that responds when the client has sent all bytes. */
export async function startProxyHost(): Promise<Host> {
  const passages = new Map<number, Passage>()
  let passed = 0
  const far = await listen('127.0.0.1', 0, (socket) => serve(socket, passages))
  const { host } = new URL(far.origin)
  const target = await startTarget([
    cli,
    'proxy',
    '--json',
    '--kv-port',
    '0',
    '--queue-port',
    '0',
    // The generator of input keeps this process busy, so the proxy itself responds to the probe.
    '--kv-url',
    far.origin,
    '--queue-url',
    'http://127.0.0.1:9',
  ])
  const { kv, queue } = target.ready as Readonly<Record<'kv' | 'queue', { readonly url: string }>>
  const health = 'GET /v2/flowControl/probe HTTP/1.1\r\nHost: a\r\n\r\n'
  await target.probe([{ port: Number(new URL(queue.url).port), request: health }])

  return {
    target,
    portOf: () => Number(new URL(kv.url).port),
    surroundings: {
      host,
      kvToken: 'proxied-token',
      readOnlyToken: 'proxied-read-only-token',
      queueToken: 'proxied-queue-token',
      destination: 'http://127.0.0.1:9/',
    },
    async converse(conversation, stage, random) {
      const n = passed++
      const first = `GET /passage/${n} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
      const parts = [first, ...conversation.parts.map(withoutControls)]
      const passage: Passage = { sent: parts.join(''), answer: answerOf(conversation, random) }
      passages.set(n, passage)
      const chunks: Buffer[] = []
      const read = (chunk: Buffer) => void chunks.push(chunk)
      const answers = { count: 0, last: '', read, end: () => undefined }
      const problem = await converse({ ...conversation, parts, answered: 0 }, { ...stage, answers })
      passages.delete(n)
      return passage.problem ?? problem ?? received(Buffer.concat(chunks), passage, conversation)
    },
    async serves() {
      const response = await fetch(`${queue.url}/v2/flowControl/a`).catch(String)
      return typeof response === 'string' ? response : undefined
    },
    reset: async () => {},
    // Codes 1 and 3 are allowed because most responses violate the contract.
    exits: ['exit 0', 'exit 1', 'exit 3'],
    close: () => far.close(),
  }
}

/**
 * Returns the response to a conversation. For half of the conversations, it has a valid response to
 * every request.
 */
function answerOf({ parts }: Conversation, random: Random): HostileAnswer {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n'
  const valid = `${head}{"result":1}`.repeat(parts.length + 1)
  return random.chance(0.5) ? hostileAnswer(random) : { start: valid, ending: 'end' }
}

/** Acts as the target. When the client has ended, compares the received bytes and responds. */
function serve(socket: Socket, passages: ReadonlyMap<number, Passage>): void {
  const chunks: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', () => {
    const received = Buffer.concat(chunks).toString('latin1')
    const passage = passages.get(Number(/^GET \/passage\/(\d+) /.exec(received)?.[1]))
    if (passage === undefined) return void socket.destroy()
    const [own, theirs] = [withoutHosts(received), withoutHosts(passage.sent)]
    if (own !== theirs) passage.problem = `the target received ${difference(own, theirs)}`
    socket.write(bytesOf(passage.answer), () => {
      if (passage.answer.ending === 'reset') socket.resetAndDestroy()
      else socket.end()
    })
  })
}

/** The proxy refuses requests for control routes, whose bytes would not pass. */
const withoutControls = (part: string) => part.replaceAll('__mock', '__m0ck')

const withoutHosts = (bytes: string) => bytes.replace(/^(host:)[^\r\n]*/gim, '$1')

function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40))
  return `${around(one)} instead of ${around(other)} (${one.length} and ${other.length} bytes)`
}

function bytesOf({ start, repeated }: HostileAnswer): Buffer {
  const times = repeated === undefined ? 0 : Math.ceil(MOST_REPEATED / repeated.length)
  return Buffer.from(start + (repeated ?? '').repeat(times), 'latin1')
}

/** Checks that the client received the whole response, or its beginning after a reset. */
function received(bytes: Buffer, { answer }: Passage, { ending }: Conversation) {
  const whole = bytesOf(answer)
  const isReset = ending === 'reset' || ending === 'unread' || answer.ending === 'reset'
  const expected = isReset ? whole.subarray(0, bytes.length) : whole
  if (expected.equals(bytes)) return undefined
  const [own, theirs] = [bytes, whole].map((each) => each.toString('latin1', 0, 10_000))
  return `the client received ${difference(own!, theirs!)}`
}
