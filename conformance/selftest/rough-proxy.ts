// A way to a target as rough as HTTP allows: it delays, cuts bytes apart wherever it likes, and puts
// headers in another order. Every request has a connection of its own.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts a proxy before `target`; `random` makes numbers from 0 to before 1. */
export async function startRoughProxy(target: string, random: () => number) {
  const { hostname: host, port } = new URL(target)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay().on('close', () => sockets.delete(socket))
    // Whoever leaves, the other one leaves too.
    socket.on('error', () => socket.destroy())
    return socket
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host, port: Number(port), allowHalfOpen: true })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    void pass(keep(near), keep(far), closing)
    void pass(far, near, (lines) => lines)
  })

  /** Passes a message on: its head with the lines in another order, then whatever follows. */
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

  /** Lines of the same name keep their order, which means something. */
  function reordered(lines: readonly string[]): readonly string[] {
    const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase()
    const places = new Map(lines.map((line) => [nameOf(line), random()]))
    return lines.toSorted((a, b) => places.get(nameOf(a))! - places.get(nameOf(b))!)
  }

  async function roughly(to: Socket, bytes: Buffer): Promise<void> {
    if (random() < 0.3) await sleep(Math.floor(random() * 5))
    // A large message is cut a few times, a small one perhaps after every byte.
    const longest = 1 + Math.floor(random() * Math.max(40, bytes.length / 4))
    for (let at = 0; at < bytes.length; at += longest) {
      if (!to.write(bytes.subarray(at, at + longest))) await once(to, 'drain')
      if (random() < 0.1) await sleep(1)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Ends the connection with the answer: nothing has to be known of where a message ends. */
const closing = (lines: readonly string[]) => [
  ...lines.filter((line) => !/^connection:/i.test(line)),
  'Connection: close',
]
