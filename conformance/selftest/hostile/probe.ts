// Watches a process under attack. Requests its health every 100 ms and measures the processor time
// of its threads until the response. Processor time is used so that a busy machine does not look
// like a stall.

import { Worker } from 'node:worker_threads'

/** A request that is sent repeatedly. */
export interface Probed {
  readonly port: number
  readonly request: string
}

/** Measurements since the previous call. Requests without a response count as well. */
export interface Seen {
  /** The most processor time that a thread used before a response, in milliseconds. */
  readonly stallMs: number
  /** The longest time before a response by the clock, in milliseconds. */
  readonly waitMs: number
  /** The highest resident memory in bytes. */
  readonly peakBytes: number
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
const measure = (since) => {
  seen.stallMs = Math.max(seen.stallMs, cpuSince(since.cpu))
  seen.waitMs = Math.max(seen.waitMs, performance.now() - since.clock)
}
setInterval(look, 50)
for (const { port, request } of probed) {
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = () => {
      if (socket.destroyed) return
      unanswered.set(port, { clock: performance.now(), cpu: cpu() })
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('data', () => {
      const since = unanswered.get(port)
      if (since === undefined) return
      measure(since)
      unanswered.delete(port)
      setTimeout(send, Math.max(0, everyMs - (performance.now() - since.clock)))
    })
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(open, everyMs))
  }
  open()
}
parentPort.on('message', () => {
  look()
  for (const since of unanswered.values()) measure(since)
  parentPort.postMessage(seen)
  seen = fresh()
})
`

export function startProbe(pid: number, probed: readonly Probed[]) {
  const worker = new Worker(program, { eval: true, workerData: { pid, probed, everyMs: 100 } })
  return {
    take: () =>
      new Promise<Seen>((resolve) => {
        worker.once('message', resolve)
        worker.postMessage('take')
      }),
    stop: async () => void (await worker.terminate()),
  }
}
