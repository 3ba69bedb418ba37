// The figures of an attack. They are counted during the attack, added over its seeds, and printed.

export interface Figures {
  readonly requests: number
  readonly connections: number
  readonly seconds: number
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The longest stall in processor time and the longest wait by the clock, in milliseconds. */
  readonly stallMs: number
  readonly waitMs: number
  /** The highest resident memory in bytes. */
  readonly peakBytes: number
}

export const noFigures: Figures = {
  ...{ requests: 0, connections: 0, seconds: 0, statuses: new Map() },
  ...{ stallMs: 0, waitMs: 0, peakBytes: 0 },
}

/** Adds counts. For stalls, waits and memory, returns the maximum. */
export function added(one: Figures, other: Figures): Figures {
  const statuses = new Map(one.statuses)
  for (const [status, count] of other.statuses)
    statuses.set(status, (statuses.get(status) ?? 0) + count)
  return {
    requests: one.requests + other.requests,
    connections: one.connections + other.connections,
    seconds: one.seconds + other.seconds,
    statuses,
    stallMs: Math.max(one.stallMs, other.stallMs),
    waitMs: Math.max(one.waitMs, other.waitMs),
    peakBytes: Math.max(one.peakBytes, other.peakBytes),
  }
}

export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

export function lineOf(figures: Figures): string {
  const { requests, connections, seconds, statuses, stallMs, waitMs, peakBytes } = figures
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([of, count]) => `${of}×${count}`)
  return [
    `${requests} requests on ${connections} connections in ${seconds.toFixed(1)} s`,
    `${Math.round(requests / seconds)}/s`,
    `longest stall ${Math.round(stallMs)} ms of processor time (${Math.round(waitMs)} ms by the clock)`,
    `peak ${megabytes(peakBytes)} MB`,
    ...(counts.length === 0 ? [] : [`responses ${counts.join(' ')}`]),
  ].join(', ')
}
