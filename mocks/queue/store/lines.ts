// Lines of waiting messages, one line per flow-control key. A message waits in a line until the
// limits of the key allow an attempt.

import { createAgenda, type Agenda, type Appointment } from '../structures/agenda.js'
import type { FlowControl, FlowLimits } from '../flow-control/limits.js'

/** A line of messages. The agenda has an entry for the time when the first message may start. */
export interface WaitingLine {
  /** Removes the first message and returns its id. */
  take(now: number): string
}

interface InLine {
  readonly id: string
  readonly due: number
}

/** Creates lines that add their own entries to `agenda`. */
export function createLines(agenda: Agenda<string | WaitingLine>) {
  const lines = new Map<string, ReturnType<typeof createLine>>()
  let many = 1000

  function lineOf(key: string) {
    const line = lines.get(key) ?? createLine(agenda)
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

function createLine(agenda: Agenda<string | WaitingLine>) {
  const waiting = createAgenda<Waiting>()
  const members = new Set<Waiting>()
  let underWay = 0
  /** The start times of attempts within the longest period. */
  const entered: number[] = []
  let longestPeriod = 0
  let appointment: Appointment | undefined

  /** Returns the time when one more message may start, or `Infinity` if an attempt must end first. */
  function opens({ parallelism = Infinity, rate = Infinity, period }: FlowLimits): number {
    if (underWay >= parallelism) return Infinity
    const last = entered[entered.length - rate]
    return last === undefined ? -Infinity : last + period
  }

  /** Returns the number of messages that may start now. */
  function room({ parallelism = Infinity, rate = Infinity, period }: FlowLimits, now: number) {
    const ofPeriod = entered.filter((moment) => moment + period > now).length
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
      arrange()
      return {
        takeOff() {
          members.delete(member)
          own.takeOff()
          arrange()
        },
      }
    },

    enter({ rate, period }: FlowControl, now: number): Appointment {
      underWay++
      if (rate !== undefined) longestPeriod = Math.max(longestPeriod, period)
      while (entered.length > 0 && entered[0]! + longestPeriod <= now) entered.shift()
      entered.push(now)
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

    isIdle: (now: number): boolean =>
      underWay === 0 && members.size === 0 && (entered.at(-1) ?? 0) + longestPeriod <= now,
  }
}

interface Waiting extends InLine {
  readonly flow: FlowControl
}
