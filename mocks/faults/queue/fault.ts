// Faults of a queue server: replacements of methods of its features.

import type { Queue } from '../../queue/queue.js'
import type { Replace } from '../../replace.js'
import type { Fault } from '../fault.js'
import {
  breaking as breakingSame,
  written,
  type WrittenFault,
  type Title,
  type Written,
} from '../written.js'

type Part = Exclude<keyof Queue, 'token' | 'replaced' | 'unit'>

/** A member of a part of the queue, as in `dlq.bury`. */
type Path = { [Name in Part]: `${Name}.${keyof Queue[Name] & string}` }[Part]

type Member<Of> = Of extends `${infer Name extends Part}.${infer Key}`
  ? Queue[Name][Key & keyof Queue[Name]]
  : never

/** New members, each made from the original and the whole queue. */
export type Replacements = {
  readonly [Of in Path]?: (original: Member<Of>, queue: Queue) => Member<Of>
}

export type QueueFault = Written<Replacements>

/** Faults by their titles. */
export type Table = Readonly<Record<Title, WrittenFault<Replacements>>>

/** Returns the faults of a table. */
export const faults = written<Replacements>

/** Returns faults that break the same rules. */
export const breaking = breakingSame<Replacements>

/** Returns a function that replaces one member. */
export const replacing =
  <Of extends Path>(path: Of) =>
  (replace: (original: Member<Of>, queue: Queue) => Member<Of>): Replacements => ({
    [path]: replace,
  })

/** Returns the replacements of a fault for one queue. */
export const replacementsOf = (replace: QueueFault['replace']): readonly Replacements[] =>
  replace.map((each) => (typeof each === 'function' ? each() : each))

/** Returns a fault that can be applied to a queue. */
export const queueFault = ({ replace, withStatus, ...fault }: QueueFault): Fault<Queue> => ({
  ...fault,
  ...(withStatus && { withStatus: (status) => queueFault(withStatus(status)) }),
  apply: (queue) => queue.replaced(...replacementsOf(replace).flatMap(byPart)),
})

const byPart = (replacements: Replacements): readonly Replace<Queue>[] =>
  Object.entries(replacements).map(([path, replace]) => {
    const [part, member] = path.split('.') as [Part, string]
    return { [part]: { [member]: replace } }
  })
