// Lines of waiting messages, one line per flow-control key. A message waits in a line until the
// limits of the key allow an attempt.

import { createAgenda, type Agenda, type Appointment } from '../../structures/agenda.js'
import {
  pinnedLimits,
  type FlowControl,
  type FlowLimits,
  type FlowSettings,
} from '../../flow-control/limits.js'
import type { FlowState, Messages } from '../store.js'

/** A line of messages. The agenda has an entry for the time when the first message may start. */
export interface WaitingLine {
  /** Removes the first message and returns its id. */
  take(now: number): string
}

/** The settings of flow-control keys, and the attempts that count for their limits. */
export interface SavedLines {
  readonly settings: readonly (readonly [key: string, settings: FlowSettings])[]
  readonly lines: readonly (readonly [key: string, line: SavedLine])[]
}

interface SavedLine extends SavedAttempts {
  readonly latest: FlowLimits | undefined
}

interface SavedAttempts {
  readonly starts: readonly number[]
  readonly longestPeriod: number
  readonly resetAt: number
}

interface InLine {
  readonly id: string
  readonly due: number
}

/** Creates lines that add their own entries to `agenda`. `settings` are those of the keys. */
export function createLines(
  agenda: Agenda<string | WaitingLine>,
  settings: Map<string, FlowSettings> = new Map<string, FlowSettings>(),
) {
  const lines = new Map<string, ReturnType<typeof createLine>>()
  let many = 1000

  function lineOf(key: string) {
    const line = lines.get(key) ?? createLine(agenda, () => settings.get(key))
    lines.set(key, line)
    return line
  }

  return {
    /** Adds a message. The message waits until it is due and the limits allow an attempt. */
    wait: (message: InLine, flow: FlowControl): Appointment => lineOf(flow.key).wait(message, flow),
    /** Counts an attempt as in progress until the returned appointment is removed. */
    enter: (flow: FlowControl, now: number): Appointment => lineOf(flow.key).enter(flow, now),

    /** The operations of the store on one flow-control key. */
    ofKey: {
      heldUp: async (key, now) => lines.get(key)?.heldUp(now) ?? 0,

      flowSettings: async (key) => settings.get(key) ?? { isPaused: false },

      async setFlow(key, changed) {
        const { isPaused, parallelism, rate } = changed
        if (isPaused || (parallelism ?? rate) !== undefined) settings.set(key, changed)
        else settings.delete(key)
        lines.get(key)?.arrange()
      },

      flowState: async (key, now) => lines.get(key)?.state(now),

      resetRate: async (key, now) => lines.get(key)?.resetRate(now),
    } satisfies Pick<Messages, 'heldUp' | 'flowSettings' | 'setFlow' | 'flowState' | 'resetRate'>,

    get size() {
      return lines.size
    },

    /** Deletes lines without messages and attempts if there are many lines. */
    tidy(now: number): void {
      if (lines.size < many) return
      for (const [key, line] of lines) if (line.isIdle(now)) lines.delete(key)
      many = Math.max(1000, 2 * lines.size)
    },

    save: (): SavedLines => ({
      settings: Array.from(settings),
      lines: Array.from(lines, ([key, line]) => [key, line.save()]),
    }),

    load(saved: SavedLines): void {
      for (const [key, each] of saved.settings) settings.set(key, each)
      for (const [key, each] of saved.lines) lineOf(key).load(each)
    },

    clear() {
      lines.clear()
      settings.clear()
    },
  }
}

/** Counts the attempts of a key against the limits. */
function createAttempts(settings: () => FlowSettings | undefined) {
  let underWay = 0
  /** The times when attempts started, within the longest period. */
  let starts: number[] = []
  let longestPeriod = 0
  let resetAt = 0

  const inForce = (limits: FlowLimits) => pinnedLimits(limits, settings())

  function stateOf(given: FlowLimits, now: number): FlowState {
    const limits = inForce(given)
    const counted = starts.filter((start) => start + limits.period > now)
    const periodStart = counted[0] ?? resetAt
    return { limits, underWay, ofPeriod: counted.length, periodStart }
  }

  return {
    stateOf,

    /** Returns the time when one more may start, or `Infinity` if one in progress must end first. */
    opens(limits: FlowLimits): number {
      const { parallelism = Infinity, rate = Infinity, period } = inForce(limits)
      if (settings()?.isPaused || underWay >= parallelism) return Infinity
      const last = starts[starts.length - rate]
      return last === undefined ? -Infinity : last + period
    },

    /** Returns the number of attempts that may start now. */
    room(given: FlowLimits, now: number): number {
      if (settings()?.isPaused) return 0
      const { limits, ofPeriod } = stateOf(given, now)
      const { parallelism = Infinity, rate = Infinity } = limits
      return Math.max(0, Math.min(parallelism - underWay, rate - ofPeriod))
    },

    start(limits: FlowLimits, now: number): void {
      const { rate, period } = inForce(limits)
      if (rate !== undefined) longestPeriod = Math.max(longestPeriod, period)
      while (starts.length > 0 && starts[0]! + longestPeriod <= now) starts.shift()
      starts.push(now)
      underWay++
    },

    end(): void {
      underWay--
    },

    resetRate(now: number): void {
      starts = []
      resetAt = now
    },

    save: (): SavedAttempts => ({ starts: [...starts], longestPeriod, resetAt }),

    load(saved: SavedAttempts): void {
      starts = [...saved.starts]
      ;({ longestPeriod, resetAt } = saved)
    },

    isIdle: (now: number): boolean => underWay === 0 && (starts.at(-1) ?? 0) + longestPeriod <= now,
  }
}

function createLine(
  agenda: Agenda<string | WaitingLine>,
  settings: () => FlowSettings | undefined,
) {
  const waiting = createAgenda<Waiting>()
  const members = new Set<Waiting>()
  const attempts = createAttempts(settings)
  let appointment: Appointment | undefined
  /** The limits of the latest message. */
  let latest: FlowLimits | undefined

  /** Updates the agenda entry of the line after a change. */
  function arrange(): void {
    appointment?.takeOff()
    const first = waiting.head()
    const moment = first && Math.max(first.due, attempts.opens(first.item.flow))
    appointment = moment === undefined || moment === Infinity ? undefined : agenda.add(moment, line)
  }

  const line: WaitingLine = {
    take(now) {
      const { item } = waiting.take(now)!
      members.delete(item)
      return item.id
    },
  }

  return {
    wait(message: InLine, flow: FlowControl): Appointment {
      const member = { ...message, flow }
      const own = waiting.add(member.due, member)
      members.add(member)
      latest = flow
      arrange()
      return {
        takeOff() {
          members.delete(member)
          own.takeOff()
          arrange()
        },
      }
    },

    enter(flow: FlowControl, now: number): Appointment {
      attempts.start(flow, now)
      arrange()
      return {
        takeOff() {
          attempts.end()
          arrange()
        },
      }
    },

    heldUp(now: number): number {
      const first = waiting.head()
      if (first === undefined) return 0
      const due = Array.from(members).filter(({ due }) => due <= now)
      return Math.max(0, due.length - attempts.room(first.item.flow, now))
    },

    arrange,

    resetRate(now: number): void {
      attempts.resetRate(now)
      arrange()
    },

    /** Returns the state, or undefined before the first message. */
    state: (now: number): FlowState | undefined => latest && attempts.stateOf(latest, now),

    save: (): SavedLine => ({ ...attempts.save(), latest }),

    load(saved: SavedLine): void {
      attempts.load(saved)
      latest = saved.latest
    },

    isIdle: (now: number): boolean => members.size === 0 && attempts.isIdle(now),
  }
}

interface Waiting extends InLine {
  readonly flow: FlowControl
}
