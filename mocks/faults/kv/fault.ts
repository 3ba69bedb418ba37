// Faults of a key-value server: replacements of members of its record.

import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'
import { breaking as breakingSame, written, type Written } from '../written.js'

/** New members, each made from the original and the whole record. */
export type Replacements = {
  readonly [Name in keyof Kv]?: (original: Kv[Name], kv: Kv) => Kv[Name]
}

export type KvFault = Written<Replacements>

/** Returns the faults of a table. */
export const faults = written<Replacements>

/** Returns faults that break the same rules. */
export const breaking = breakingSame<Replacements>

/** Returns a variant that returns the status in its title. */
export const ofStatus = (status: (status: number) => Replacements) => ({ status })

/** Returns a function that replaces one member. */
export const replacing =
  <Name extends keyof Kv>(name: Name) =>
  (replace: NonNullable<Replacements[Name]>): Replacements => ({ [name]: replace })

/** Returns a fault that can be applied to a server. */
export const kvFault = ({ replace, withStatus, ...fault }: KvFault): Fault<Kv> => ({
  ...fault,
  ...(withStatus && { withStatus: (status) => kvFault(withStatus(status)) }),
  apply(kv) {
    const members = replace.map((each) => (typeof each === 'function' ? each() : each))
    const replaced = members.flatMap(Object.entries).map(([name, member]) => {
      const original: unknown = kv[name as keyof Kv]
      const bound: unknown = typeof original === 'function' ? original.bind(kv) : original
      return [name, (member as (original: unknown, kv: Kv) => unknown)(bound, kv)]
    })
    return { ...kv, ...(Object.fromEntries(replaced) as Partial<Kv>) }
  },
})
