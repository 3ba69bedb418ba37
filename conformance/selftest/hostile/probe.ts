// Watches a process while others attack it: requests its health every 100 ms, and compares that with
// the processor time of its threads, so that a busy machine does not look like a stall.

import { Worker } from 'node:worker_threads'

/** What to send again and again, and where. */
export interface Probed {
  readonly port: number
  /** Complete, and answered by at least one packet. */
  readonly request: string
}

/** What a probe has seen since it was last read. */
export interface Seen {
  /** How many requests were answered. */
  readonly answers: number
  /** The most milliseconds of processor time that one of its threads used before an answer came. */
  readonly stallMs: number
  /** The most milliseconds that it took by the clock. */
  readonly waitMs: number
  /** The same for the requests that are not answered yet. */
  readonly waitingMs: number
  readonly waitingClockMs: number
  /** The most bytes resident. */
  readonly peakBytes: number
}

export interface Probe {
  /** What it has seen since the last call. */
  take(): Promise<Seen>
  stop(): Promise<void>
}

/** A thread of its own: the generator keeps this one busy, which must not count. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { readdirSync, readFileSync } = require('node:fs')
const { connect } = require('node:net')
const { pid, probed, everyMs } = workerData
const numberIn = (file, pattern) => {
  try { return Number(pattern.exec(readFileSync('/proc/' + pid + '/' + file, 'latin1'))?.[1] ?? 0) }
  catch { return 0 }
}
// The thread that answers may be any: the command serves in one that is not the main thread.
const cpu = () => {
  try {
    const threads = readdirSync('/proc/' + pid + '/task')
    return new Map(threads.map((id) => [id, numberIn('task/' + id + '/schedstat', /^(\\d+)/) / 1e6]))
  } catch { return new Map() }
}
const cpuSince = (before) =>
  Math.max(0, ...[...cpu()].map(([id, now]) => now - (before.get(id) ?? 0)))
const fresh = () => ({ answers: 0, stallMs: 0, waitMs: 0, peakBytes: 0 })
let seen = fresh()
const asked = new Map()
const look = () => {
  seen.peakBytes = Math.max(seen.peakBytes, numberIn('status', /VmRSS:\\s*(\\d+)/) * 1024)
}
setInterval(look, 50)
for (const { port, request } of probed) {
  const open = () => {
    let since
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const ask = () => {
      since ??= { clock: performance.now(), cpu: cpu() }
      asked.set(port, since)
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('data', () => {
      if (since === undefined) return
      const wait = performance.now() - since.clock
      seen.answers++
      seen.stallMs = Math.max(seen.stallMs, cpuSince(since.cpu))
      seen.waitMs = Math.max(seen.waitMs, wait)
      since = undefined
      asked.delete(port)
      setTimeout(ask, Math.max(0, everyMs - wait))
    })
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(open, everyMs))
  }
  open()
}
parentPort.on('message', () => {
  look()
  const now = performance.now()
  const waiting = [...asked.values()]
  parentPort.postMessage({
    ...seen,
    waitingMs: Math.max(0, ...waiting.map((since) => cpuSince(since.cpu))),
    waitingClockMs: Math.max(0, ...waiting.map((since) => now - since.clock)),
  })
  seen = fresh()
})
`

/** Begins to watch. The process is asked at every one of these ports. */
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

/** A target on a thread of its own, for what must be probed through somebody else. */
const responder = `
const { parentPort } = require('node:worker_threads')
const answer = 'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nContent-Type: application/json\\r\\n\\r\\n{}'
const server = require('node:net').createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {}).on('data', () => socket.write(answer))
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

/** Answers every packet with 200. */
export async function startResponder(): Promise<{ port: number; stop: () => Promise<void> }> {
  const worker = new Worker(responder, { eval: true })
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  return { port, stop: async () => void (await worker.terminate()) }
}
