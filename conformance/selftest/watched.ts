// Which parts of a mock are other than they were, and who asks for which: a mistake in a part can be
// seen by those alone who ask for it.

import type { Fault } from '../../mocks/faults/fault.js'
import type { Handler } from '../../mocks/http/message.js'

/** A mock's record of decisions, before and after a mistake. */
export interface Watched<Parts> {
  /** To put into the mock: the mistake, if there is one, between two that change nothing. */
  readonly faults: readonly Fault<Parts>[]
  /** The names of the parts that are other than they were. */
  readonly changed: ReadonlySet<string>
  /** What answers by the parts as they are. */
  readonly handler: Handler
}

/** Watches the parts of a mock that is yet to be started; `asked` hears of each that is asked for. */
export function watched<Parts extends object>(
  handlerOf: (parts: Parts) => Handler,
  fault: Fault<Parts> | undefined,
  asked: ((part: string) => void) | undefined,
): Watched<Parts> {
  let before: Partial<Parts> = {}
  let changed: ReadonlySet<string> = new Set()
  let handler: Handler | undefined

  const first: Fault<Parts> = {
    name: 'the parts are as they are, and seen',
    breaks: [],
    apply: (parts) => (before = parts) && parts,
  }
  const last: Fault<Parts> = {
    name: 'the parts are as the other fault left them, and seen',
    breaks: [],
    apply(parts) {
      changed = differing(before, parts)
      const shown = asked === undefined ? parts : listening(parts, asked)
      handler = handlerOf(shown)
      return shown
    },
  }
  return {
    faults: [first, ...(fault ? [fault] : []), last],
    get changed() {
      return changed
    },
    get handler() {
      if (handler === undefined) throw new Error('expected the mock to have been started')
      return handler
    },
  }
}

function differing<Parts extends object>(before: Partial<Parts>, after: Parts): Set<string> {
  const names = [before, after].flatMap((parts) => Object.keys(parts) as (keyof Parts & string)[])
  return new Set(names.filter((name) => before[name] !== after[name]))
}

/** The same parts; they call each other through the record, and so all that is asked for is heard. */
const listening = <Parts extends object>(parts: Parts, asked: (part: string) => void): Parts =>
  new Proxy(parts, {
    get(target, name, receiver) {
      if (typeof name === 'string') asked(name)
      return Reflect.get(target, name, receiver) as unknown
    },
  })
