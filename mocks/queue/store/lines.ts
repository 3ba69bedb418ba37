// Messages that wait for others of their flow-control key: one line per key.

import { createAgenda, type Agenda, type Appointment } from '../structures/agenda.js'
import type { FlowControl, FlowLimits } from '../flow-control/limits.js'

/** A line is on the agenda at the time when its first message may start. */
export interface Line {
  /** Removes the first message and returns its id. */
  take(now: number): string
}

interface InLine {
  readonly id: string
  readonly due: number
}

/** Lines that put themselves on `agenda`. */
export function createLines(agenda: Agenda<string | Line>) {
  const lines = new Map<string, ReturnType<typeof createLine>>()
  let many = 1000

  function lineOf(key: string) {
    const line = lines.get(key) ?? createLine(agenda)
    lines.set(key, line)
    return line
  }

  return {
    /** Adds a message that waits until it is due and may start. */
    wait: (message: InLine, flow: FlowControl): Appointment => lineOf(flow.key).wait(message, flow),
    /** Counts an attempt as in progress until the appointment is taken off. */
    enter: (flow: FlowControl, now: number): Appointment => lineOf(flow.key).enter(flow, now),
    /** The number of due messages that may not start. */
    heldUp: (key: string, now: number): number => lines.get(key)?.heldUp(now) ?? 0,

    get size() {
      return lines.size
    },

    /** Drops idle lines when there are many. */
    tidy(now: number): void {
      if (lines.size < many) return
      for (const [key, line] of lines) if (line.isIdle(now)) lines.delete(key)
      many = Math.max(1000, 2 * lines.size)
    },

    clear: () => lines.clear(),
  }
}

function createLine(agenda: Agenda<string | Line>) {
  const waiting = createAgenda<Waiting>()
  const members = new Set<Waiting>()
  let underWay = 0
  /** The start times of attempts, as far back as the longest period. */
  const entered: number[] = []
  let longestPeriod = 0
  let appointment: Appointment | undefined

  /** When one more may start; `Infinity` if that depends on other attempts. */
  function opens({ parallelism = Infinity, rate = Infinity, period }: FlowLimits): number {
    if (underWay >= parallelism) return Infinity
    const last = entered[entered.length - rate]
    return last === undefined ? -Infinity : last + period
  }

  /** The number that may start now. */
  function room({ parallelism = Infinity, rate = Infinity, period }: FlowLimits, now: number) {
    const ofPeriod = entered.filter((moment) => moment + period > now).length
    return Math.max(0, Math.min(parallelism - underWay, rate - ofPeriod))
  }

  /** Puts the line on the agenda again after a change. */
  function arrange(): void {
    appointment?.takeOff()
    const first = waiting.head()
    const moment = first && Math.max(first.due, opens(first.item.flow))
    appointment = moment === undefined || moment === Infinity ? undefined : agenda.add(moment, line)
  }

  const line: Line = {
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
