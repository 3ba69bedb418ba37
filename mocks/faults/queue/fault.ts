// What a fault of a queue server is: methods of its features, replaced.

import type { Queue } from '../../queue/queue.js'
import type { Replace } from '../../replace.js'
import type { Fault } from '../fault.js'

export type Replacements = Replace<Queue>

/** Replacements, or what makes them for one queue, where they keep something. */
export type Replacing = Replacements | (() => Replacements)

/** A fault as it is written down. */
export interface QueueFault extends Omit<Fault<Queue>, 'apply'> {
  readonly replace: Replacing | readonly Replacing[]
}

/** The same as it is put into a queue. */
export const queueFault = ({ replace, ...fault }: QueueFault): Fault<Queue> => ({
  ...fault,
  apply: (queue) =>
    queue.replaced(...[replace].flat().map((each) => (typeof each === 'function' ? each() : each))),
})
