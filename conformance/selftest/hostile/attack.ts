// Attacks a process with one family of hostile input after the other, watches it all the time, and finds
// the input that a failure comes from.

import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { reproduction, withParts, type Conversation } from './conversation.js'
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
  /** Decides on the status of an answer; without it no 5xx but 503 may be answered. */
  readonly judge?: (status: number) => string | undefined
  /** Holds a conversation in another way than a client of the target does. */
  readonly converse?: (
    conversation: Conversation,
    stage: Stage,
    random: Random,
  ) => Promise<string | undefined>
  /** How it may end when it is told to; `exit 0` unless given. */
  readonly ends?: readonly string[]
  /** Returns what it no longer does of what it is for; undefined while it serves. */
  readonly serves: () => Promise<string | undefined>
  /** Has it forget all state. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What the process may do at most. */
export interface Bounds {
  readonly stallMs: number
  /** Bytes resident beyond those of the start: at any moment, and after a reset. */
  readonly peakBytes: number
  readonly leftBytes: number
  /** Milliseconds without requests before memory is compared; V8 needs 8 seconds to give all back. */
  readonly restMs: number
}

export interface Failure {
  readonly family: string
  readonly seed: number
  /** The cases that it comes from, together; one where they could be told apart. */
  readonly numbers: readonly number[]
  readonly problem: string
  readonly reproduction: string
}

interface Case {
  readonly n: number
  readonly conversation: Conversation
}

/** After so many failures of the process a family is given up, and of one kind so many are kept. */
const MOST_TROUBLES = 3
const MOST_OF_A_KIND = 2

/** How many finished cases are suspects beside those under way. */
const RECENT = 128

/** A process that has not answered for so long, of its own time and by the clock, is stopped. */
const DEAD_MS = 3_000
const DEAD_CLOCK_MS = 20_000

const WATCH_MS = 200

export interface Attack {
  /** Makes so many requests of a family. Never rejects for what the process does. */
  run(family: Family, seed: number, requests: number): Promise<Figures>
  /** Makes these cases again. */
  replay(family: Family, seed: number, numbers: readonly number[]): Promise<void>
  /** Resets the process, and compares its memory with that at the start; returns both in bytes. */
  settle(seed: number): Promise<{ readonly start: number; readonly left: number }>
  readonly failures: readonly Failure[]
  close(): Promise<void>
}

/** The failures that are kept: of one kind no more than a few. */
function failureBook() {
  const failures: Failure[] = []

  function keep(
    family: string,
    seed: number,
    numbers: readonly number[],
    problem: string,
    text: string,
  ) {
    if (!isKnown(family, problem))
      failures.push({ family, seed, numbers, problem, reproduction: text })
  }

  function isKnown(family: string, problem: string): boolean {
    const kind = (of: string) => of.replace(/\d+/g, '#').slice(0, 60)
    const isAlike = (each: Failure) =>
      each.family === family && kind(each.problem) === kind(problem)
    return failures.filter(isAlike).length >= MOST_OF_A_KIND
  }

  return { failures, keep, isKnown }
}

/** The case number `n` of a family. */
const made = ({ name, make }: Family, seed: number, n: number, around: Surroundings) =>
  make(randomOf(seed, name, n), around)

/** A host, and what is watched of it. */
interface Watched {
  readonly host: Host
  /** Bytes resident at its start. */
  readonly startBytes: number
  readonly bounds: Bounds
  readonly keep: ReturnType<typeof failureBook>['keep']
}

/** What the process itself has done wrong; undefined while all is well. */
function troubleOf(
  { host: { target }, startBytes, bounds }: Watched,
  seen: Seen,
): string | undefined {
  const more = seen.peakBytes - startBytes
  if (target.ended !== undefined) return `the process ended: ${target.ended}\n${target.stderr()}`
  if (target.stderr() !== '') return `it wrote to its standard error: ${target.stderr()}`
  if (Math.max(seen.waitingMs, seen.stallMs) > bounds.stallMs)
    return `a stall of ${Math.round(Math.max(seen.waitingMs, seen.stallMs))} ms of processor time`
  if (seen.waitingClockMs > DEAD_CLOCK_MS) return 'it no longer answers, and computes nothing'
  if (more > bounds.peakBytes) return `${megabytes(more)} MB more than at the start`
  return undefined
}

/** One round of conversations with the host, until `next` gives no more or there is trouble. */
async function roundOf(
  watching: Watched,
  family: Family,
  seed: number,
  next: () => Case | undefined,
) {
  const { host: current, keep } = watching
  const statuses = new Map<number, number>()
  const unread: Socket[] = []
  const underWay = new Set<number>()
  const recent: number[] = []
  const problems: { readonly n: number; readonly problem: string }[] = []
  let [requests, connections, stallMs, waitMs, peakBytes] = [0, 0, 0, 0, 0]
  let trouble: string | undefined
  let isDone = false
  const stage: Stage = {
    ...{ portOf: current.portOf, unread, patienceMs: 15_000 },
    ...(current.judge && { judge: current.judge }),
    count: (status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
  }

  async function lane() {
    for (let one = next(); one !== undefined && trouble === undefined; one = next()) {
      const { n, conversation } = one
      underWay.add(n)
      const random = randomOf(seed, family.name, n, 'other')
      const hold = current.converse ?? converse
      const problem = await hold(conversation, stage, random)
      underWay.delete(n)
      if (recent.push(n) > RECENT) recent.shift()
      if (problem !== undefined && trouble === undefined) problems.push({ n, problem })
      requests += conversation.parts.length
      connections++
    }
  }

  /** Looks at the process until all is done, and a last time then. */
  async function watch() {
    for (let isLast = false; trouble === undefined && !isLast;) {
      isLast = isDone
      await pause(WATCH_MS)
      let seen = await current.target.seen()
      stallMs = Math.max(stallMs, seen.stallMs)
      waitMs = Math.max(waitMs, seen.waitMs)
      peakBytes = Math.max(peakBytes, seen.peakBytes)
      trouble = troubleOf(watching, seen)
      // How long it takes in the end is worth knowing, but not worth minutes.
      while (trouble?.startsWith('a stall') && seen.waitingMs > 0 && seen.waitingMs < DEAD_MS) {
        if (current.target.ended !== undefined) break
        await pause(WATCH_MS)
        seen = await current.target.seen()
        trouble = troubleOf(watching, seen) ?? trouble
      }
      if (trouble !== undefined) return
      // What was wrong before the process went down is put down to that.
      for (const { n, problem } of problems.splice(0))
        keep(
          family.name,
          seed,
          [n],
          problem,
          reproduction(made(family, seed, n, current.surroundings)),
        )
    }
  }

  const watched = watch()
  const lanes = Array.from({ length: family.concurrency }, lane)
  await Promise.race([Promise.all(lanes), watched])
  isDone = true
  await watched
  const suspects = [...recent, ...underWay]
  for (const socket of unread) socket.resetAndDestroy()
  if (trouble !== undefined) {
    await current.target.kill()
    await current.close()
    // What is still open ends with the process.
    await Promise.all(lanes)
  }
  const figures = { requests, connections, seconds: 0, statuses, stallMs, waitMs, peakBytes }
  return { ...figures, trouble, suspects }
}

/** Starts a host with `start`, and another one whenever that has failed. */
export async function startAttack(start: () => Promise<Host>, bounds: Bounds): Promise<Attack> {
  const { failures, keep, isKnown } = failureBook()
  let host = await start()
  const startBytes = await host.target.resident(bounds.restMs)
  const begin = async () => {
    host = await start()
  }
  const caseOf = (family: Family, seed: number, n: number) =>
    made(family, seed, n, host.surroundings)
  const round = (family: Family, seed: number, next: () => Case | undefined) =>
    roundOf({ host, startBytes, bounds, keep }, family, seed, next)

  /** The trouble that these cases make on the host, which is a fresh one afterwards. */
  async function troubleFrom(family: Family, seed: number, cases: readonly Case[]) {
    const left = [...cases]
    const { trouble } = await round(family, seed, () => left.shift())
    if (trouble !== undefined) await begin()
    return trouble
  }

  /** Finds the fewest cases that make trouble, and of one case the fewest parts. */
  async function diagnose(
    family: Family,
    seed: number,
    suspects: readonly number[],
    trouble: string,
  ) {
    const fails = async (cases: readonly Case[]) =>
      (await troubleFrom(family, seed, cases)) !== undefined
    const all = suspects.map((n) => ({ n, conversation: caseOf(family, seed, n) }))
    const { isAgain, cases, shown } = await smallest(all, fails)
    const text = shown.map(({ conversation }) => reproduction(conversation)).join('\n')
    keep(
      ...([family.name, seed, cases.map(({ n }) => n), trouble] as const),
      isAgain ? text : `not found again alone; the last cases:\n${text}`,
    )
  }

  return {
    failures,
    async run(family, seed, wanted) {
      const startedAt = performance.now()
      let figures = noFigures
      let n = 0
      for (let troubles = 0; figures.requests < wanted && troubles < MOST_TROUBLES;) {
        const before = figures.requests
        let made = 0
        const done = await round(family, seed, () => {
          if (before + made >= wanted) return undefined
          const conversation = caseOf(family, seed, n)
          made += conversation.parts.length
          return { n: n++, conversation }
        })
        figures = added(figures, done)
        if (done.trouble === undefined) break
        troubles++
        await begin()
        if (!isKnown(family.name, done.trouble))
          await diagnose(family, seed, done.suspects, done.trouble)
      }
      const serves = await host.serves()
      if (serves !== undefined) {
        keep(family.name, seed, [], `it no longer serves: ${serves}`, '')
        await host.target.kill()
        await host.close()
        await begin()
      }
      return { ...figures, seconds: (performance.now() - startedAt) / 1000 }
    },

    async replay(family, seed, numbers) {
      const cases = numbers.map((n) => ({ n, conversation: caseOf(family, seed, n) }))
      const trouble = await troubleFrom(family, seed, cases)
      if (trouble !== undefined) keep(family.name, seed, numbers, trouble, '')
    },

    async settle(seed) {
      await host.reset()
      const left = await host.target.resident(bounds.restMs)
      const more = left - startBytes
      if (more > bounds.leftBytes)
        keep('memory', seed, [], `${megabytes(more)} MB more after a reset`, '')
      return { start: startBytes, left }
    },

    async close() {
      const how = await host.target.stop()
      if (!(host.ends ?? ['exit 0']).includes(how))
        keep('end', 0, [], `it ended with ${how}\n${host.target.stderr()}`, '')
      await host.close()
    },
  }
}

/** The fewest cases that fail again, and of one case the fewest parts; the last ones where none do. */
async function smallest(
  all: readonly Case[],
  fails: (cases: readonly Case[]) => Promise<boolean>,
): Promise<{ isAgain: boolean; cases: readonly Case[]; shown: readonly Case[] }> {
  const isAgain = await fails(all)
  const cases = isAgain ? await narrowed(all, fails) : all
  const [only, ...others] = cases
  if (!isAgain || only === undefined || others.length > 0)
    return { isAgain, cases, shown: cases.slice(-3) }
  const { n, conversation } = only
  const withThese = (indices: readonly number[]): readonly Case[] => [
    { n, conversation: withParts(conversation, (index) => indices.includes(index)) },
  ]
  const indices = conversation.parts.map((_, index) => index)
  const parts = await narrowed(indices, (some) => fails(withThese(some)))
  return { isAgain, cases, shown: withThese(parts) }
}

/** The fewest of these that still fail, as far as halving finds them. */
async function narrowed<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = items
  for (let isSmaller = true; isSmaller && left.length > 1;) {
    const half = Math.ceil(left.length / 2)
    const [first, second] = [left.slice(0, half), left.slice(half)]
    if (await fails(second)) left = second
    else if (await fails(first)) left = first
    else isSmaller = false
  }
  return left
}
