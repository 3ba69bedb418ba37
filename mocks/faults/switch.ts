// Turns faults on and off while a server runs.

import { didYouMean } from '../did-you-mean.js'
import type { ControlRoutes } from '../control.js'
import { Refusal } from '../http/refusal.js'
import type { Fault } from './fault.js'

export interface FaultSwitch {
  /** The ids of all faults of the server. */
  readonly ids: readonly string[]
  /** The names of the faults by id. */
  readonly names: Readonly<Record<string, string>>
  /** Returns the ids of the faults that are on. */
  readonly on: () => readonly string[]
  /** Turns on the faults with these ids, and all others off. */
  readonly set: (ids: readonly string[]) => void
}

/** Returns a server whose faults can be switched; those of `initial` are on from the start. */
export function switchable<Parts>(
  parts: Parts,
  faults: readonly Fault<Parts>[],
  initial: readonly Fault<Parts>[] = [],
): {
  /** Returns the parts with the faults that are on. */
  readonly parts: () => Parts
  readonly faults: FaultSwitch
} {
  const partsWith = (applied: readonly Fault<Parts>[]) =>
    applied.reduce((parts, fault) => fault.apply(parts), parts)

  let on = initial
  let current = partsWith(on)
  return {
    parts: () => current,
    faults: {
      // Listed only when asked for, because there are a thousand.
      get ids() {
        return faults.map(({ id }) => id)
      },
      get names() {
        return Object.fromEntries(faults.map(({ id, name }) => [id, name]))
      },
      on: () => on.map(({ id }) => id),
      set(ids) {
        on = faults.filter(({ id }) => ids.includes(id))
        current = partsWith(on)
      },
    },
  }
}

/** Returns the control routes that list and switch the faults of several servers together. */
export function faultControls(switches: readonly FaultSwitch[]): ControlRoutes {
  const idsOf = () => switches.flatMap((each) => each.ids)
  return {
    /** Lists the ids of all faults, of those that are on, and the names of all by id. */
    'GET /faults': () => ({
      faults: idsOf(),
      on: switches.flatMap((each) => each.on()),
      names: Object.assign({}, ...switches.map((each) => each.names)) as object,
    }),

    /** Turns on the faults of `{"on": [ids]}`, and all others off. */
    'POST /faults'({ input: { on } }) {
      if (!Array.isArray(on)) {
        throw new Refusal(400, 'expected {"on": [ids of faults]}; GET /__mock/faults lists the ids')
      }
      const ids = idsOf()
      const isFault = (id: unknown): id is string => ids.some((each) => each === id)
      const unknown = on.find((id) => !isFault(id)) as unknown
      if (unknown !== undefined || !on.every(isFault)) {
        const hint = didYouMean(String(unknown), ids)
        const id = `${JSON.stringify(unknown)}${hint}`
        throw new Refusal(400, `there is no fault ${id}; GET /__mock/faults lists the ids`)
      }
      switches.forEach((each) => each.set(on))
      return { on }
    },
  }
}
