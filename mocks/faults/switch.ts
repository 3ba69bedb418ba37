// How faults are turned on and off while a server serves.

import type { ControlRoutes } from '../control.js'
import { admitTo, inTwoSteps, type Handler } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Fault } from './fault.js'

export interface FaultSwitch {
  /** The names of the faults that there are. */
  readonly names: readonly string[]
  /** The names of those that are on. */
  readonly on: () => readonly string[]
  /** Turns on the faults of these names, and all others off. */
  readonly set: (names: readonly string[]) => void
}

/** A handler of parts in which `known` faults can be turned on; `initial` are on from the start. */
export function switchable<Parts>(
  parts: Parts,
  handlerOf: (parts: Parts) => Handler,
  known: readonly Fault<Parts>[],
  initial: readonly Fault<Parts>[] = [],
): {
  readonly handler: Handler
  /** The parts as they are now. */
  readonly parts: () => Parts
  readonly faults: FaultSwitch
} {
  const partsWith = (faults: readonly Fault<Parts>[]) =>
    faults.reduce((parts, fault) => fault.apply(parts), parts)

  let on = initial
  let current = partsWith(on)
  let handler = handlerOf(current)
  return {
    handler: inTwoSteps((head) => admitTo(handler, head)),
    parts: () => current,
    faults: {
      names: known.map(({ name }) => name),
      on: () => on.map(({ name }) => name),
      set(names) {
        on = known.filter(({ name }) => names.includes(name))
        current = partsWith(on)
        handler = handlerOf(current)
      },
    },
  }
}

/** The control routes of some switches, as if they were one. */
export function faultControls(switches: readonly FaultSwitch[]): ControlRoutes {
  const names = switches.flatMap(({ names }) => names)
  const isFault = (name: unknown): name is string => names.some((fault) => fault === name)
  return {
    'GET /faults': () => ({ faults: names, on: switches.flatMap((each) => each.on()) }),

    /** `{"on": [names]}`: these, and no others. */
    'POST /faults'({ input: { on } }) {
      if (!Array.isArray(on) || !on.every(isFault)) {
        throw new Refusal(400, `expected {"on": [names]} with names of ${JSON.stringify(names)}`)
      }
      switches.forEach((each) => each.set(on))
      return { on }
    },
  }
}
