// Watches a process under attack. Requests its health every 100 ms and measures the processor time
// of its threads until the response. Processor time is used so that a busy machine does not look
// like a stall.

import { Worker } from 'node:worker_threads'

/** A request that is sent repeatedly. */
export interface Probed {
  readonly port: number
  readonly request: string
}

/** Measurements since the previous call. */
export interface Seen {
  /** The most processor time that a thread used before a response, in milliseconds. */
  readonly stallMs: number
  /** The longest time before a response by the clock, in milliseconds. */
  readonly waitMs: number
  /**
   * The processor time and the clock time, in milliseconds, of requests that have no response yet.
   */
  readonly waitingMs: number
  readonly waitingClockMs: number
  /** The highest resident memory in bytes. */
  readonly peakBytes: number
}

export interface Probe {
  take(): Promise<Seen>
  stop(): Promise<void>
}

/**
 * A program that runs in a separate thread, because the generator of input keeps the main thread
 * busy.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { readdirSync, readFileSync } = require('node:fs')
const { connect } = require('node:net')
const { pid, probed, everyMs } = workerData
const numberIn = (file, pattern) => {
  try { return Number(pattern.exec(readFileSync('/proc/' + pid + '/' + file, 'latin1'))?.[1] ?? 0) }
  catch { return 0 }
}
// Any thread may be the one that serves.
const cpu = () => {
  try {
    const threads = readdirSync('/proc/' + pid + '/task')
    return new Map(threads.map((id) => [id, numberIn('task/' + id + '/schedstat', /^(\\d+)/) / 1e6]))
  } catch { return new Map() }
}
const cpuSince = (before) =>
  Math.max(0, ...[...cpu()].map(([id, now]) => now - (before.get(id) ?? 0)))
const fresh = () => ({ stallMs: 0, waitMs: 0, peakBytes: 0 })
let seen = fresh()
const unanswered = new Map()
const look = () => {
  seen.peakBytes = Math.max(seen.peakBytes, numberIn('status', /VmRSS:\\s*(\\d+)/) * 1024)
}
setInterval(look, 50)
for (const { port, request } of probed) {
  const open = () => {
    let since
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = () => {
      since ??= { clock: performance.now(), cpu: cpu() }
      unanswered.set(port, since)
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('data', () => {
      if (since === undefined) return
      const wait = performance.now() - since.clock
        seen.stallMs = Math.max(seen.stallMs, cpuSince(since.cpu))
      seen.waitMs = Math.max(seen.waitMs, wait)
      since = undefined
      unanswered.delete(port)
      setTimeout(send, Math.max(0, everyMs - wait))
    })
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(open, everyMs))
  }
  open()
}
parentPort.on('message', () => {
  look()
  const now = performance.now()
  const waiting = [...unanswered.values()]
  parentPort.postMessage({
    ...seen,
    waitingMs: Math.max(0, ...waiting.map((since) => cpuSince(since.cpu))),
    waitingClockMs: Math.max(0, ...waiting.map((since) => now - since.clock)),
  })
  seen = fresh()
})
`

export function startProbe(pid: number, probed: readonly Probed[]): Probe {
  const worker = new Worker(program, { eval: true, workerData: { pid, probed, everyMs: 100 } })
  return {
    take: () =>
      new Promise((resolve) => {
        worker.once('message', resolve)
        worker.postMessage('take')
      }),
    stop: async () => void (await worker.terminate()),
  }
}

/** A server that runs in a separate thread, for a process that is probed through a proxy. */
const responder = `
const { parentPort } = require('node:worker_threads')
const answer = 'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nContent-Type: application/json\\r\\n\\r\\n{}'
const server = require('node:net').createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {}).on('data', () => socket.write(answer))
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

/** Starts a server that responds with 200 to every packet. */
export async function startResponder(): Promise<{ port: number; stop: () => Promise<void> }> {
  const worker = new Worker(responder, { eval: true })
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  return { port, stop: async () => void (await worker.terminate()) }
}
