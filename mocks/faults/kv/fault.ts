// What a fault of a key-value server is: members of its record, replaced.

import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'
import { shape, type Title, type Written } from '../written.js'

/** What is put in the place of members, each made of the original and of the record as it was. */
export type Replacements = {
  readonly [Name in keyof Kv]?: (original: Kv[Name], kv: Kv) => Kv[Name]
}

/** Replacements, or what makes them for one server, where several share something. */
type Replacing = Replacements | (() => Replacements)

/** A fault as it is written down. */
export type KvFault = Written<Replacing>

export const fault = shape((replace: Replacing) => replace)

/** A server that is as right as the mock. */
export const variant = (title: Title, replace: Replacing): KvFault => fault(title, [], replace)

/** Faults that replace one member. */
export const replacing = <Name extends keyof Kv>(name: Name) =>
  shape((replace: NonNullable<Replacements[Name]>): Replacements => ({ [name]: replace }))

/** The same as it is put into a server. */
export const kvFault = ({ replace, ...fault }: KvFault): Fault<Kv> => ({
  ...fault,
  apply(kv) {
    const replacements = Object.entries(typeof replace === 'function' ? replace() : replace)
    const replaced = replacements.map(([name, member]) => {
      const original: unknown = kv[name as keyof Kv]
      const bound: unknown = typeof original === 'function' ? original.bind(kv) : original
      return [name, (member as (original: unknown, kv: Kv) => unknown)(bound, kv)]
    })
    return { ...kv, ...(Object.fromEntries(replaced) as Partial<Kv>) }
  },
})
