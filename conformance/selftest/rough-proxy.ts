// A proxy that makes connections as rough as HTTP allows. It delays bytes, cuts them anywhere and
// reorders headers. Every request has a separate connection.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../proxy/listen.js'

/** The most pieces of one chunk of bytes. */
const mostCuts = 200

/** Starts a proxy in front of `target`. `random` returns numbers from 0 to less than 1. */
export async function startRoughProxy(target: string, random: () => number) {
  const { hostname: host, port } = new URL(target)
  const server = await listen('127.0.0.1', 0, (near) => {
    const far = connect({ host, port: Number(port), allowHalfOpen: true })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket
        .setNoDelay()
        .on('error', () => socket.destroy())
        .on('close', () => other.destroy())
    void pass(near, far, closing)
    void pass(far, near, (lines) => lines)
  })

  /** Forwards a message: the head with reordered lines, then the rest. */
  async function pass(
    from: Socket,
    to: Socket,
    change: (lines: readonly string[]) => readonly string[],
  ): Promise<void> {
    let head = ''
    let isBody = false
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (isBody) {
          await roughly(to, chunk)
          continue
        }
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) continue
        isBody = true
        const [first = '', ...lines] = head.slice(0, end).split('\r\n')
        const text = [first, ...reordered(change(lines)), '', head.slice(end + 4)].join('\r\n')
        await roughly(to, Buffer.from(text, 'latin1'))
      }
      to.end()
    } catch {
      to.destroy()
    }
  }

  /**
   * Reorders header lines. Lines with the same name keep their order, because their order has a
   * meaning.
   */
  function reordered(lines: readonly string[]): readonly string[] {
    const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase()
    const places = new Map(lines.map((line) => [nameOf(line), random()]))
    return lines.toSorted((a, b) => places.get(nameOf(a))! - places.get(nameOf(b))!)
  }

  async function roughly(to: Socket, bytes: Buffer): Promise<void> {
    if (random() < 0.3) await sleep(Math.floor(random() * 5))
    // A small message may be cut after every byte. A large message is cut at most `mostCuts` times,
    // so that an unlucky number does not delay it by seconds.
    const shortest = Math.ceil(bytes.length / mostCuts)
    const longest = shortest + Math.floor(random() * Math.max(40, bytes.length / 4))
    for (let at = 0; at < bytes.length; at += longest) {
      if (!to.write(bytes.subarray(at, at + longest))) await once(to, 'drain')
      if (random() < 0.1) await sleep(1)
    }
  }

  return { url: server.origin, close: () => server.close() }
}

/**
 * Makes the connection end with the response, so that the proxy need not find the end of a message.
 */
const closing = (lines: readonly string[]) => [
  ...lines.filter((line) => !/^connection:/i.test(line)),
  'Connection: close',
]
