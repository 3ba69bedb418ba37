// Lines of waiting messages, one line per flow-control key. A message waits in a line until the
// limits of the key allow an attempt.

import { createAgenda, type Agenda, type Appointment } from '../structures/agenda.js'
import {
  pinnedLimits,
  type FlowControl,
  type FlowLimits,
  type FlowSettings,
} from '../flow-control/limits.js'

/** A line of messages. The agenda has an entry for the time when the first message may start. */
export interface WaitingLine {
  /** Removes the first message and returns its id. */
  take(now: number): string
}

interface InLine {
  readonly id: string
  readonly due: number
}

/** The state of the limits of a flow-control key. */
export interface FlowState {
  /** The limits in force. */
  readonly limits: FlowLimits
  /** The number of attempts in progress. */
  readonly underWay: number
  /** The number of attempts that count for the rate. */
  readonly ofPeriod: number
  /** The time of the first attempt that counts for the rate, or of the last reset. */
  readonly periodStart: number
}

/** Creates lines that add their own entries to `agenda`. `settings` are those of the keys. */
export function createLines(
  agenda: Agenda<string | WaitingLine>,
  settings: ReadonlyMap<string, FlowSettings> = new Map(),
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
    /** Returns the number of due messages that the limits hold back. */
    heldUp: (key: string, now: number): number => lines.get(key)?.heldUp(now) ?? 0,

    /** Applies changed settings of a key. */
    arrange: (key: string): void => lines.get(key)?.arrange(),
    /** Forgets the attempts of a key that count for its rate. */
    resetRate: (key: string, now: number): void => lines.get(key)?.resetRate(now),
    state: (key: string, now: number): FlowState | undefined => lines.get(key)?.state(now),

    get size() {
      return lines.size
    },

    /** Deletes lines without messages and attempts if there are many lines. */
    tidy(now: number): void {
      if (lines.size < many) return
      for (const [key, line] of lines) if (line.isIdle(now)) lines.delete(key)
      many = Math.max(1000, 2 * lines.size)
    },

    clear: () => lines.clear(),
  }
}

/** Creates a list of the start times of attempts, for the rate of a key. */
function createStarts() {
  /** The times within the longest period. */
  let times: number[] = []
  let longestPeriod = 0
  let resetAt = 0
  return {
    /** Returns the time when one more attempt may start. */
    opens({ rate = Infinity, period }: FlowLimits): number {
      const last = times[times.length - rate]
      return last === undefined ? -Infinity : last + period
    },

    /** Returns the number of attempts that count for the rate, and the time of the first. */
    counted({ period }: FlowLimits, now: number) {
      const counted = times.filter((moment) => moment + period > now)
      return { ofPeriod: counted.length, periodStart: counted[0] ?? resetAt }
    },

    add({ rate, period }: FlowLimits, now: number): void {
      if (rate !== undefined) longestPeriod = Math.max(longestPeriod, period)
      while (times.length > 0 && times[0]! + longestPeriod <= now) times.shift()
      times.push(now)
    },

    reset(now: number): void {
      times = []
      resetAt = now
    },

    isIdle: (now: number): boolean => (times.at(-1) ?? 0) + longestPeriod <= now,
  }
}

function createLine(
  agenda: Agenda<string | WaitingLine>,
  settings: () => FlowSettings | undefined,
) {
  const waiting = createAgenda<Waiting>()
  const members = new Set<Waiting>()
  const starts = createStarts()
  let underWay = 0
  let appointment: Appointment | undefined
  /** The limits of the latest message. */
  let latest: FlowLimits | undefined

  const inForce = (limits: FlowLimits) => pinnedLimits(limits, settings())

  /** Returns the time when one more message may start, or `Infinity` if an attempt must end first. */
  function opens(limits: FlowLimits): number {
    const applied = inForce(limits)
    if (settings()?.isPaused || underWay >= (applied.parallelism ?? Infinity)) return Infinity
    return starts.opens(applied)
  }

  /** Returns the number of messages that may start now. */
  function room(limits: FlowLimits, now: number) {
    if (settings()?.isPaused) return 0
    const applied = inForce(limits)
    const { parallelism = Infinity, rate = Infinity } = applied
    const { ofPeriod } = starts.counted(applied, now)
    return Math.max(0, Math.min(parallelism - underWay, rate - ofPeriod))
  }

  /** Updates the agenda entry of the line after a change. */
  function arrange(): void {
    appointment?.takeOff()
    const first = waiting.head()
    const moment = first && Math.max(first.due, opens(first.item.flow))
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
      underWay++
      starts.add(inForce(flow), now)
      arrange()
      return {
        takeOff() {
          underWay--
          arrange()
        },
      }
    },

    heldUp(now: number): number {
      const first = waiting.head()
      if (first === undefined) return 0
      const due = Array.from(members).filter(({ due }) => due <= now)
      return Math.max(0, due.length - room(first.item.flow, now))
    },

    arrange,

    resetRate(now: number): void {
      starts.reset(now)
      arrange()
    },

    /** Returns the state, or undefined before the first message. */
    state(now: number): FlowState | undefined {
      const limits = latest && inForce(latest)
      return limits && { limits, underWay, ...starts.counted(limits, now) }
    },

    isIdle: (now: number): boolean => underWay === 0 && members.size === 0 && starts.isIdle(now),
  }
}

interface Waiting extends InLine {
  readonly flow: FlowControl
}
