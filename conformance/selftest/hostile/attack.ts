// Attacks a process with families of hostile input, watches it meanwhile, and finds the input that causes
// a failure.

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

/** A process under attack, and where its ports are. */
export interface Host {
  readonly target: Target
  readonly portOf: (conversation: Conversation) => number
  readonly surroundings: Surroundings
  /** Holds a conversation in another way than a client of the target does. */
  readonly converse?: (
    conversation: Conversation,
    stage: Stage,
    random: Random,
  ) => Promise<string | undefined>
  /** How it may end when it is stopped; `exit 0` if omitted. */
  readonly exits?: readonly string[]
  /** Returns why it no longer serves, or undefined. */
  readonly serves: () => Promise<string | undefined>
  /** Deletes all state. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Limits of the process. */
export interface Bounds {
  readonly stallMs: number
  /** Bytes of resident memory beyond those at the start: at any moment, and after a reset. */
  readonly peakBytes: number
  readonly leftBytes: number
  /** Milliseconds without requests before memory is compared; V8 needs 8 seconds to release all. */
  readonly restMs: number
}

export interface Failure {
  readonly family: string
  readonly seed: number
  /** The cases that cause it together; one if they could be separated. */
  readonly numbers: readonly number[]
  readonly problem: string
  readonly reproduction: string
}

interface Case {
  readonly n: number
  readonly conversation: Conversation
}

/** Failures of the process after which a family is abandoned, and failures of one kind that are kept. */
const MOST_CRASHES = 3
const MOST_OF_A_KIND = 2

/** Finished cases that are suspects beside the running ones. */
const RECENT = 128

/** A process that has not answered for so long, in processor time or by the clock, is killed. */
const DEAD_MS = 3_000
const DEAD_CLOCK_MS = 20_000

const WATCH_MS = 200

export interface Attack {
  /** Sends `requests` requests of a family. Never rejects because of the process. */
  run(family: Family, seed: number, requests: number): Promise<Figures>
  /** Repeats these cases. */
  replay(family: Family, seed: number, numbers: readonly number[]): Promise<void>
  /** Resets the process and compares its memory with that at the start; returns both in bytes. */
  settle(seed: number): Promise<{ readonly start: number; readonly left: number }>
  readonly failures: readonly Failure[]
  close(): Promise<void>
}

/** A host with its limits, and the list for its failures. */
interface Watched {
  readonly host: Host
  /** Bytes of resident memory at its start. */
  readonly startBytes: number
  readonly bounds: Bounds
  readonly keep: (failure: Failure) => void
}

/** Returns what the process itself has done wrong, or undefined. */
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

/** Holds conversations with the host until `next` returns no more or the process fails. */
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

  /** Checks the process until every conversation is over, and once more then. */
  async function watch() {
    for (let isLast = false; crash === undefined && !isLast;) {
      isLast = isDone
      await pause(WATCH_MS)
      let seen = await host.target.seen()
      stallMs = Math.max(stallMs, seen.stallMs)
      waitMs = Math.max(waitMs, seen.waitMs)
      peakBytes = Math.max(peakBytes, seen.peakBytes)
      crash = crashOf(watched, seen)
      // Measures a stall to its end, but not for minutes.
      while (crash?.startsWith('a stall') && seen.waitingMs > 0 && seen.waitingMs < DEAD_MS) {
        if (host.target.ended !== undefined) break
        await pause(WATCH_MS)
        seen = await host.target.seen()
        crash = crashOf(watched, seen) ?? crash
      }
      // Problems just before a crash are consequences of it.
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

/** Starts a host with `start`, and another one whenever that has failed. */
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

  /** Runs cases; if they crash the host, starts another one and returns why. */
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

/** The fewest items that still fail, as far as halving finds them. */
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
