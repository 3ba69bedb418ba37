// Replaces tabs at the ends of header lines by spaces. HTTP allows both there, but the parser of Node
// rejects a tab after the value of Content-Length or Transfer-Encoding.

import type { Socket } from 'node:net'

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20]

/** The sockets, each with true while the head of a response is expected. */
const inHead = new WeakMap<Socket, boolean>()

/** Prepares a socket for the next response. Must be called for each request, before its response. */
export function allowHeaderSpace(socket: Socket): void {
  const isNew = !inHead.has(socket)
  inHead.set(socket, true)
  if (!isNew) return
  const push = socket.push.bind(socket)
  socket.push = (chunk: unknown, ...rest) => {
    if (inHead.get(socket) === true && Buffer.isBuffer(chunk)) {
      const end = headEnd(chunk)
      inHead.set(socket, end < 0)
      replaceTabs(end < 0 ? chunk : chunk.subarray(0, end))
    }
    return push(chunk, ...rest)
  }
}

/** Returns the end of the empty line after a head, or -1. The head of an interim response goes on. */
function headEnd(chunk: Buffer): number {
  let end = -1
  for (;;) {
    const next = chunk.indexOf('\r\n\r\n', Math.max(end, 0))
    if (next < 0) return -1
    const isInterim = /^HTTP\/1\.\d 1/.test(
      chunk.toString('latin1', Math.max(end, 0), Math.max(end, 0) + 10),
    )
    end = next + 4
    if (!isInterim) return end
  }
}

function replaceTabs(head: Buffer): void {
  let isAtEnd = false
  for (let at = head.length - 1; at >= 0; at--) {
    const byte = head[at]
    if (byte === CR || byte === LF) isAtEnd = true
    else if (byte === TAB && isAtEnd) head[at] = SPACE
    else if (byte !== SPACE) isAtEnd = false
  }
}
