// Attacks a process with hostile input, watches the process, and finds the input that causes a
// failure. A family is one kind of hostile input.

import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { reproduction, type Conversation } from './conversation.js'
import { converse, type Stage } from './converse.js'
import type { Family } from './families.js'
import { added, megabytes, noFigures, type Figures } from './figures.js'
import type { Seen } from './probe.js'
import { randomOf, type Random } from './random.js'
import type { Surroundings } from './requests.js'
import type { Target } from './target.js'

/** A process that is attacked, and its ports. */
export interface Host {
  readonly target: Target
  readonly portOf: (conversation: Conversation) => number
  readonly surroundings: Surroundings
  /**
   * Replaces the normal way to hold a conversation, the requests and responses of one connection.
   */
  readonly converse?: (
    conversation: Conversation,
    stage: Stage,
    random: Random,
  ) => Promise<string | undefined>
  /** The allowed ways to end after being stopped, `exit 0` by default. */
  readonly exits?: readonly string[]
  /** Returns the reason why the process no longer serves requests, or undefined. */
  readonly serves: () => Promise<string | undefined>
  /** Deletes all state. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Limits for the attacked process. */
export interface Bounds {
  readonly stallMs: number
  /**
   * The most bytes of resident memory above those at the start: `peakBytes` at any time,
   * `leftBytes` after a reset.
   */
  readonly peakBytes: number
  readonly leftBytes: number
  /**
   * The milliseconds without requests before the memory is compared. V8 needs 8 seconds to release
   * all memory.
   */
  readonly restMs: number
}

export interface Failure {
  readonly family: string
  readonly seed: number
  /**
   * The numbers of the cases that cause the failure together. One number if a single case causes
   * it.
   */
  readonly numbers: readonly number[]
  readonly problem: string
  readonly reproduction: string
}

interface Case {
  readonly n: number
  readonly conversation: Conversation
}

/**
 * The number of crashes after which a family is abandoned, and the most failures of one kind that
 * are kept.
 */
const MOST_CRASHES = 3
const MOST_OF_A_KIND = 2

/**
 * The number of finished cases that may have caused a failure, in addition to the running cases.
 */
const RECENT = 128

/**
 * A process that sends no response for this long is killed: in milliseconds of processor time, and
 * by the clock.
 */
const DEAD_MS = 3_000
const DEAD_CLOCK_MS = 20_000

const WATCH_MS = 200

export interface Attack {
  /** Sends `requests` requests of a family. Failures of the process do not make this reject. */
  run(family: Family, seed: number, requests: number): Promise<Figures>
  /** Repeats the cases with these numbers. */
  replay(family: Family, seed: number, numbers: readonly number[]): Promise<void>
  /**
   * Resets the process and compares its memory with its memory at the start. Returns both in bytes.
   */
  settle(seed: number): Promise<{ readonly start: number; readonly left: number }>
  readonly failures: readonly Failure[]
  close(): Promise<void>
}

/** A process with its limits and the list of its failures. */
interface Watched {
  readonly host: Host
  /** The resident memory of the process at its start, in bytes. */
  readonly startBytes: number
  readonly bounds: Bounds
  readonly keep: (failure: Failure) => void
}

/** Returns the crash, stall or memory growth of the process itself, or undefined. */
function crashOf(
  { host: { target }, startBytes, bounds }: Watched,
  seen: Seen,
): string | undefined {
  const more = seen.peakBytes - startBytes
  const stallMs = Math.max(seen.waitingMs, seen.stallMs)
  if (target.ended !== undefined) return `the process ended: ${target.ended}\n${target.stderr()}`
  if (target.stderr() !== '') return `it wrote to its standard error: ${target.stderr()}`
  if (stallMs > bounds.stallMs) return `a stall of ${Math.round(stallMs)} ms of processor time`
  if (seen.waitingClockMs > DEAD_CLOCK_MS) return 'it no longer answers, and computes nothing'
  if (more > bounds.peakBytes) return `${megabytes(more)} MB more than at the start`
  return undefined
}

/** Holds conversations with the process until `next` returns no more cases or the process fails. */
async function roundOf(
  watched: Watched,
  family: Family,
  seed: number,
  next: () => Case | undefined,
) {
  const { host, keep } = watched
  const statuses = new Map<number, number>()
  const unread: Socket[] = []
  const running = new Set<number>()
  const recent: number[] = []
  let problems: readonly Failure[] = []
  let [requests, connections, stallMs, waitMs, peakBytes] = [0, 0, 0, 0, 0]
  let crash: string | undefined
  let isDone = false
  const stage: Stage = {
    ...{ portOf: host.portOf, unread },
    countStatus: (status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
  }

  async function lane() {
    for (let one = next(); one !== undefined && crash === undefined; one = next()) {
      const { n, conversation } = one
      running.add(n)
      const random = randomOf(seed, family.name, n, 'other')
      const problem = await (host.converse ?? converse)(conversation, stage, random)
      running.delete(n)
      if (recent.push(n) > RECENT) recent.shift()
      if (problem !== undefined) {
        const text = reproduction(conversation)
        const failure = { family: family.name, seed, numbers: [n], problem, reproduction: text }
        problems = [...problems, failure]
      }
      requests += conversation.parts.length
      connections++
    }
  }

  /** Checks the process until every conversation has ended, and then once more. */
  async function watch() {
    for (let isLast = false; crash === undefined && !isLast;) {
      isLast = isDone
      await pause(WATCH_MS)
      let seen = await host.target.seen()
      stallMs = Math.max(stallMs, seen.stallMs)
      waitMs = Math.max(waitMs, seen.waitMs)
      peakBytes = Math.max(peakBytes, seen.peakBytes)
      crash = crashOf(watched, seen)
      // Waits for the end of a stall to measure it, but at most `DEAD_MS` milliseconds.
      while (crash?.startsWith('a stall') && seen.waitingMs > 0 && seen.waitingMs < DEAD_MS) {
        if (host.target.ended !== undefined) break
        await pause(WATCH_MS)
        seen = await host.target.seen()
        crash = crashOf(watched, seen) ?? crash
      }
      // Problems just before a crash are dropped, because the crash causes them.
      if (crash === undefined) problems.forEach(keep)
      problems = []
    }
  }

  const watching = watch()
  const lanes = Promise.all(Array.from({ length: family.concurrency }, lane))
  await Promise.race([lanes, watching])
  isDone = true
  await watching
  const suspects = [...recent, ...running]
  for (const socket of unread) socket.resetAndDestroy()
  if (crash !== undefined) {
    await host.target.kill()
    await host.close()
    // Connections that are still open end with the process.
    await lanes
  }
  const figures = { requests, connections, seconds: 0, statuses, stallMs, waitMs, peakBytes }
  return { ...figures, crash, suspects }
}

/** Starts a process with `start`. Starts another process each time the current one has failed. */
export async function startAttack(start: () => Promise<Host>, bounds: Bounds): Promise<Attack> {
  const failures: Failure[] = []
  const isKnown = (family: string, problem: string) => {
    const kind = (of: string) => of.replace(/\d+/g, '#').slice(0, 60)
    const isAlike = (each: Failure) =>
      each.family === family && kind(each.problem) === kind(problem)
    return failures.filter(isAlike).length >= MOST_OF_A_KIND
  }
  const keep = (failure: Failure) => {
    if (!isKnown(failure.family, failure.problem)) failures.push(failure)
  }
  let host = await start()
  const startBytes = await host.target.resident(bounds.restMs)
  const restart = async () => {
    host = await start()
  }
  const caseOf = ({ name, make }: Family, seed: number, n: number): Case => ({
    n,
    conversation: make(randomOf(seed, name, n), host.surroundings),
  })
  const round = (family: Family, seed: number, next: () => Case | undefined) =>
    roundOf({ host, startBytes, bounds, keep }, family, seed, next)

  /** Runs cases. If they crash the process, starts another one and returns the reason. */
  async function crashFrom(family: Family, seed: number, cases: readonly Case[]) {
    const left = [...cases]
    const { crash } = await round(family, seed, () => left.shift())
    if (crash !== undefined) await restart()
    return crash
  }

  /** Finds the fewest cases that cause the crash. */
  async function diagnose(
    family: Family,
    seed: number,
    suspects: readonly number[],
    problem: string,
  ) {
    const fails = async (cases: readonly Case[]) =>
      (await crashFrom(family, seed, cases)) !== undefined
    const all = suspects.map((n) => caseOf(family, seed, n))
    const isRepeatable = await fails(all)
    const cases = isRepeatable ? await narrowed(all, fails) : all
    const text = cases.slice(-3).map(({ conversation }) => reproduction(conversation))
    if (!isRepeatable) text.unshift('not reproduced alone; the last cases:')
    const numbers = cases.map(({ n }) => n)
    keep({ family: family.name, seed, numbers, problem, reproduction: text.join('\n') })
  }

  return {
    failures,
    async run(family, seed, wanted) {
      const startedAt = performance.now()
      let figures = noFigures
      let n = 0
      for (let crashes = 0; figures.requests < wanted && crashes < MOST_CRASHES; crashes++) {
        let left = wanted - figures.requests
        const done = await round(family, seed, () => {
          if (left <= 0) return undefined
          const one = caseOf(family, seed, n++)
          left -= one.conversation.parts.length
          return one
        })
        figures = added(figures, done)
        if (done.crash === undefined) break
        await restart()
        if (!isKnown(family.name, done.crash))
          await diagnose(family, seed, done.suspects, done.crash)
      }
      const why = await host.serves()
      if (why !== undefined) {
        const problem = `it no longer serves: ${why}`
        keep({ family: family.name, seed, numbers: [], problem, reproduction: '' })
        await host.target.kill()
        await host.close()
        await restart()
      }
      return { ...figures, seconds: (performance.now() - startedAt) / 1000 }
    },

    async replay(family, seed, numbers) {
      const cases = numbers.map((n) => caseOf(family, seed, n))
      const problem = await crashFrom(family, seed, cases)
      if (problem !== undefined)
        keep({ family: family.name, seed, numbers, problem, reproduction: '' })
    },

    async settle(seed) {
      await host.reset()
      const left = await host.target.resident(bounds.restMs)
      const problem = `${megabytes(left - startBytes)} MB more after a reset`
      if (left - startBytes > bounds.leftBytes)
        keep({ family: 'memory', seed, numbers: [], problem, reproduction: '' })
      return { start: startBytes, left }
    },

    async close() {
      const exit = await host.target.stop()
      const problem = `it ended with ${exit}\n${host.target.stderr()}`
      if (!(host.exits ?? ['exit 0']).includes(exit))
        keep({ family: 'end', seed: 0, numbers: [], problem, reproduction: '' })
      await host.close()
    },
  }
}

/**
 * Returns the fewest items that still fail. Finds them by repeatedly leaving out half of the items.
 */
async function narrowed<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (items.length < 2) return items
  const half = Math.ceil(items.length / 2)
  for (const part of [items.slice(half), items.slice(0, half)])
    if (await fails(part)) return narrowed(part, fails)
  return items
}
