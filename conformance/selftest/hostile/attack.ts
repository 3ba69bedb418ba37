// Attacks a process with hostile input of one family, and watches the process.

import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { described, type Conversation } from './conversation.js'
import { converse, type Stage } from './converse.js'
import type { Family } from './families.js'
import type { Seen } from './probe.js'
import { Random } from './random.js'
import type { RequestContext } from './requests.js'
import type { AttackedTarget } from './target.js'

/** A process that is attacked, and its ports. */
export interface Host {
  readonly target: AttackedTarget
  readonly portOf: (conversation: Conversation) => number
  readonly surroundings: RequestContext
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
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface AttackLimits {
  readonly stallMs: number
  readonly peakBytes: number
}

export interface Cases {
  readonly family: Family
  readonly seed: number
  readonly numbers: Iterable<number>
  /** The number of requests after which no further conversation begins. */
  readonly requests: number
}

export interface AttackOutcome {
  /** Descriptions of the failures, with the command that repeats them. */
  readonly failures: readonly string[]
  /** True if the process has failed and was killed. */
  readonly isDead: boolean
}

const MOST_FAILURES = 5

/** The number of the latest cases that may have caused a crash. */
const RECENT = 128

/** The milliseconds without a response after which a process counts as dead. */
const DEAD_MS = 20_000

/** The most milliseconds of a stall that are measured. */
const LONGEST_STALL_MS = 3_000

const WATCH_MS = 200

/** Holds the conversations with the process. Kills the process if it crashes, stalls or grows. */
export async function attack(
  host: Host,
  cases: Cases,
  limits: AttackLimits,
): Promise<AttackOutcome> {
  const { family, seed } = cases
  const unread: Socket[] = []
  const recent: number[] = []
  const failures: string[] = []
  const numbers = cases.numbers[Symbol.iterator]()
  let most: Seen = { stallMs: 0, waitMs: 0, peakBytes: 0 }
  let requests = 0
  let crash: string | undefined
  const stage: Stage = { portOf: host.portOf, unread }
  const failure = (problem: string, suspects: readonly number[]) =>
    `${family.name}, seed ${seed}: ${problem}\n` +
    `repeat: HOSTILE_CASE=${family.name}:${seed}:${suspects.join()} npx vitest run hostile`

  async function lane() {
    while (crash === undefined && requests < cases.requests) {
      const next = numbers.next()
      if (next.done === true) return
      const n = next.value
      const conversation = family.make(new Random(seed, family.name, n), host.surroundings)
      requests += conversation.parts.length
      if (recent.push(n) > RECENT) recent.shift()
      const random = new Random(seed, family.name, n, 'other')
      const problem = await (host.converse ?? converse)(conversation, stage, random)
      if (problem !== undefined && failures.length < MOST_FAILURES)
        failures.push(failure(`${problem}\n${described(conversation)}`, [n]))
    }
  }

  const lanes = Promise.all(Array.from({ length: family.concurrency }, lane)).then(() => true)
  for (let isOver = false; !isOver && crash === undefined;) {
    isOver = await Promise.race([lanes, pause(WATCH_MS, false)])
    most = highest(most, await host.target.seen())
    // The stall may go on.
    if (most.stallMs > limits.stallMs && host.target.ended === undefined) {
      await pause(LONGEST_STALL_MS)
      most = highest(most, await host.target.seen())
    }
    crash = crashOf(host.target, most, limits)
  }
  for (const socket of unread) socket.resetAndDestroy()
  if (crash !== undefined) {
    await host.target.kill()
    await host.close()
    // Connections that are still open end with the process.
    await lanes
  }
  return {
    // A crash causes other failures.
    failures: crash === undefined ? failures : [failure(crash, recent)],
    isDead: crash !== undefined,
  }
}

export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

const highest = (one: Seen, other: Seen): Seen => ({
  stallMs: Math.max(one.stallMs, other.stallMs),
  waitMs: Math.max(one.waitMs, other.waitMs),
  peakBytes: Math.max(one.peakBytes, other.peakBytes),
})

/** Returns the crash, stall or memory growth of the process itself, or undefined. */
function crashOf(
  { ended, stderr }: AttackedTarget,
  seen: Seen,
  limits: AttackLimits,
): string | undefined {
  const { stallMs, waitMs, peakBytes } = seen
  if (ended !== undefined) return `the process ended: ${ended}\n${stderr()}`
  if (stderr() !== '') return `it wrote to its standard error: ${stderr()}`
  if (stallMs > limits.stallMs) return `a stall of ${Math.round(stallMs)} ms of processor time`
  if (waitMs > DEAD_MS) return 'it no longer answers, and computes nothing'
  if (peakBytes > limits.peakBytes) return `${megabytes(peakBytes)} MB of memory`
  return undefined
}
