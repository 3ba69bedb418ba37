// What a fault of a queue server is: methods of its features, replaced.

import type { Queue } from '../../queue/queue.js'
import type { Replace } from '../../replace.js'
import type { Fault } from '../fault.js'
import { shape, type Title, type Written } from '../written.js'

type Part = Exclude<keyof Queue, 'token' | 'replaced'>

/** A member of a part of the queue, as in `dlq.bury`. */
type Path = { [Name in Part]: `${Name}.${keyof Queue[Name] & string}` }[Part]

type Member<Of> = Of extends `${infer Name extends Part}.${infer Key}`
  ? Queue[Name][Key & keyof Queue[Name]]
  : never

/** What is put in the place of members, each made of the original and of the whole queue. */
export type Replacements = {
  readonly [Of in Path]?: (original: Member<Of>, queue: Queue) => Member<Of>
}

/** Replacements, or what makes them for one queue, where they keep something. */
export type Replacing = Replacements | (() => Replacements)

/** A fault as it is written down. */
export type QueueFault = Written<Replacing | readonly Replacing[]>

export const fault = shape((replace: QueueFault['replace']) => replace)

/** A server that is as right as the mock. */
export const variant = (title: Title, replace: QueueFault['replace']): QueueFault =>
  fault(title, [], replace)

/** Faults that replace one member. */
export const replacing = <Of extends Path>(path: Of) =>
  shape((replace: (original: Member<Of>, queue: Queue) => Member<Of>): Replacements => ({
    [path]: replace,
  }))

/** What a fault puts into one queue. */
export const replacementsOf = (replace: QueueFault['replace']): readonly Replacements[] =>
  [replace].flat().map((each) => (typeof each === 'function' ? each() : each))

/** The same as it is put into a queue. */
export const queueFault = ({ replace, ...fault }: QueueFault): Fault<Queue> => ({
  ...fault,
  apply: (queue) => queue.replaced(...replacementsOf(replace).flatMap(byPart)),
})

const byPart = (replacements: Replacements): readonly Replace<Queue>[] =>
  Object.entries(replacements).map(([path, replace]) => {
    const [part, member] = path.split('.') as [Part, string]
    return { [part]: { [member]: replace } }
  })
