// A proxy that makes responses as unusual as HTTP allows: late, with white space around header values and
// with a header in UTF-8. Every request has a separate connection.

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../proxy/listen.js'

export interface Unusual {
  /** The milliseconds after which each response begins. */
  readonly delayMs?: number
  /** True for white space around the values of headers. */
  readonly whiteSpace?: boolean
}

const HEAD_END = '\r\n\r\n'

/** Starts a proxy in front of `target`. */
export async function startUnusualProxy(target: string, { delayMs = 0, whiteSpace }: Unusual) {
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
    void pass(near, far, (lines) => [
      ...lines.filter((line) => !/^connection:/i.test(line)),
      'Connection: close',
    ])
    void pass(far, near, whiteSpace ? spaced : (lines) => lines, delayMs)
  })
  return { url: server.origin, close: () => server.close() }
}

const spaced = (lines: readonly string[]): readonly string[] => [
  ...lines.map((line) => `${line.replace(/: */, ': \t ')} \t`),
  Buffer.from('X-Served-By: é').toString('latin1'),
]

/** Forwards a message with changed header lines. */
async function pass(
  from: Socket,
  to: Socket,
  change: (lines: readonly string[]) => readonly string[],
  delayMs = 0,
): Promise<void> {
  let head: string | undefined = ''
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (head === undefined) {
        to.write(chunk)
        continue
      }
      head += chunk.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end < 0) continue
      const [first = '', ...lines] = head.slice(0, end).split('\r\n')
      const text = [first, ...change(lines), '', head.slice(end + HEAD_END.length)].join('\r\n')
      head = undefined
      if (delayMs > 0) await sleep(delayMs)
      to.write(Buffer.from(text, 'latin1'))
    }
    to.end()
  } catch {
    to.destroy()
  }
}
