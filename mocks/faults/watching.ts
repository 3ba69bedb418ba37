// Observes which functions of a mock are used and which ones a fault replaces. A run that uses none of
// the replaced functions cannot show the fault.

import type { Kv } from '../kv/kv.js'
import type { Queue } from '../queue/queue.js'
import type { Replace } from '../replace.js'
import type { Fault } from './fault.js'

export type OnUse = (part: string) => void

/** Observes the functions of one interface. */
export interface Watching<Parts> {
  /**
   * Returns functions to which the fault is applied, and a function that returns the names of those
   * it has replaced.
   */
  readonly before: (parts: Parts) => {
    readonly parts: Parts
    readonly changedIn: (after: Parts) => ReadonlySet<string>
  }
  /** Returns the same functions, which also report each use. */
  readonly reporting: (parts: Parts, onUse: OnUse) => Parts
}

/** Returns the names of the functions that a fault replaces. */
export function changedBy<Parts>(
  { before }: Watching<Parts>,
  parts: Parts,
  { apply }: Fault<Parts>,
): ReadonlySet<string> {
  const observed = before(parts)
  return observed.changedIn(apply(observed.parts))
}

/** Observes which functions of a record are called and which ones a fault replaces. */
export const watchingRecord: Watching<Kv> = {
  before: (parts) => ({
    parts,
    changedIn(after) {
      const names = [parts, after].flatMap((each) => Object.keys(each) as (keyof Kv)[])
      return new Set(names.filter((name) => parts[name] !== after[name]))
    },
  }),
  reporting: (parts, onUse) =>
    new Proxy(parts, {
      get(target, name, receiver) {
        if (typeof name === 'string') onUse(name)
        return Reflect.get(target, name, receiver) as unknown
      },
    }),
}

/** Observes a queue, of which a fault replaces members. */
export const watchingQueue: Watching<Queue> = {
  before(queue) {
    const changed = new Set<string>()
    const replaced = (...replacements: readonly Replace<Queue>[]) => {
      for (const [part, members] of replacements.flatMap((each) => Object.entries(each)))
        for (const member of Object.keys(members)) changed.add(`${part}.${member}`)
      return queue.replaced(...replacements)
    }
    return { parts: { ...queue, replaced }, changedIn: () => changed }
  },

  reporting(queue, onUse) {
    const parts = Object.entries(queue).filter(([, members]) => typeof members === 'object')
    const replacements = parts.map(([part, members]) => [
      part,
      Object.fromEntries(
        Object.entries(members as object)
          .filter(
            ([, value]) =>
              typeof value === 'function' || (part === 'store' && typeof value === 'object'),
          )
          .map(([member]) => [
            member,
            (original: object) => withReport(original, () => onUse(`${part}.${member}`)),
          ]),
      ),
    ])
    return queue.replaced(Object.fromEntries(replacements) as Replace<Queue>)
  },
}

/** Returns the same function or object, which also reports each use. */
const withReport = (value: object, report: () => void): object =>
  new Proxy(value, {
    apply(target, self, values) {
      report()
      return Reflect.apply(target as () => unknown, self, values) as unknown
    },
    get(target, name) {
      report()
      const member = Reflect.get(target, name) as unknown
      // The methods of a Map work only on the Map itself.
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
