// Hostile responses. The mock receives them as the sender of deliveries. The proxy and the client
// of the suite receive them as clients.

import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { listen, type Listening } from '../../proxy/listen.js'
import { grammar } from './grammar.js'
import { many, mutated, type Random } from './random.js'

export interface HostileAnswer {
  /** The bytes that are sent first, as latin1. */
  readonly start: string
  /**
   * The bytes that are sent repeatedly after `start`, up to a limit or until the client closes the
   * connection.
   */
  readonly repeated?: string
  readonly ending: 'end' | 'reset' | 'hold'
}

const bomb = gzipSync(Buffer.alloc(20_000_000)).toString('latin1')

interface Kind {
  readonly weight: number
  readonly start?: () => string
  readonly repeated?: string
  /** The possible endings, `end` by default. */
  readonly endings?: readonly HostileAnswer['ending'][]
}

export function hostileAnswer(random: Random): HostileAnswer {
  const expand = grammar('answer', random)
  const whole = (body: string, headers = '', status = '200 OK') => {
    const text = expand(body)
    const start = expand(`HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}`)
    return `${start}Content-Length: ${text.length}\r\n\r\n${text}`
  }
  const result = '{"result":"OK"}'
  const any = ['end', 'reset', 'hold'] as const
  const kinds: readonly Kind[] = [
    { weight: 20, start: () => whole(result) },
    { weight: 4, start: () => whole('«body»') },
    { weight: 4, start: () => whole('', '', '«status»') },
    { weight: 2, start: () => whole('{}', '«header»\r\n') },
    { weight: 3, start: () => expand('«head»') },
    { weight: 2, start: () => expand('«ok»Content-Length: «length»\r\n\r\nabc'), endings: any },
    { weight: 3, start: () => expand('«chunked»«chunk»'), endings: any },
    { weight: 1, start: () => whole(bomb, 'Content-Encoding: «encoding»\r\n') },
    // Responses without an end
    ...endless.map(([start, repeated]) => ({
      weight: 0.3,
      start: () => expand(start),
      repeated: expand(repeated),
    })),
    { weight: 0.3, repeated: whole('{"result":1}') },
    // Incomplete or missing responses
    { weight: 1, endings: any },
    { weight: 2, start: () => expand('«bytes:300»'), endings: ['end', 'reset'] },
    { weight: 4, start: () => mutated(whole(result, 'A: b\r\n'), random) },
    { weight: 1, start: () => whole('{}').slice(0, random.below(80)), endings: any },
  ]
  const kind = random.weighted(kinds.map((each) => [each.weight, () => each]))
  const { start = () => '', repeated, endings = ['end'] } = kind
  return {
    start: start(),
    ...(repeated !== undefined && { repeated }),
    ending: random.pick(endings),
  }
}

const endless = [
  ['«chunked»', '1\r\na\r\n'],
  ['«ok»\r\n', '«a^1000»'],
  ['«ok»', 'A: b\r\n'],
  ['«ok»Long: ', 'x'],
  ['', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['', 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'],
  ['«chunked»0\r\n', 'T: u\r\n'],
  ['«chunked»3;', 'x'],
  ['HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n', '«event»'],
] as const

/** The most bytes sent by repetition, and the most connections that are held open. */
const MOST_REPEATED = 96 * 1024 * 1024
const MOST_HELD = 24

/**
 * Starts a server that sends one of `answer()` on each connection after the first bytes have
 * arrived.
 */
export function startHostileServer(answer: () => HostileAnswer): Promise<Listening> {
  const held: Socket[] = []

  async function send(socket: Socket, { start, repeated, ending }: HostileAnswer): Promise<void> {
    socket.write(start, 'latin1')
    if (repeated !== undefined) {
      const block = Buffer.from(repeated.repeat(Math.ceil(65_536 / repeated.length)), 'latin1')
      const blocks = many(Math.ceil(MOST_REPEATED / block.length), () => block)
      // The pipeline fails if the client closes the connection first.
      await pipeline(blocks, socket, { end: false }).catch(() => {})
    }
    if (ending === 'end') socket.end()
    else if (ending === 'reset') socket.resetAndDestroy()
    else if (held.push(socket) > MOST_HELD) held.shift()?.resetAndDestroy()
  }

  return listen('127.0.0.1', 0, (socket) => {
    socket.setNoDelay().on('error', () => {})
    socket.on('end', () => socket.end())
    socket.once('data', () => {
      socket.on('data', () => {})
      void send(socket, answer())
    })
  })
}
