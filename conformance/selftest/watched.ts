// Which parts of a mock are other than they were, and who asks for which: a mistake in a part can be
// seen by those alone who ask for it.

import type { Fault } from '../../mocks/faults/fault.js'
import type { Handler } from '../../mocks/http/message.js'
import type { Kv } from '../../mocks/kv/kv.js'
import type { Queue } from '../../mocks/queue/queue.js'
import type { Replace } from '../../mocks/replace.js'

/** A mock's record of decisions, before and after a mistake. */
export interface Watched<Parts> {
  /** To put into the mock: the mistake, if there is one, between two that change nothing. */
  readonly faults: readonly Fault<Parts>[]
  /** The names of the parts that are other than they were. */
  readonly changed: ReadonlySet<string>
  /** What answers by the parts as they are. */
  readonly handler: Handler
}

type Asked = (part: string) => void

/** How parts of one kind are watched. */
interface Watching<Parts> {
  /** The parts, and the names of those that are changed in what is made of them. */
  readonly seen: (parts: Parts) => {
    readonly parts: Parts
    readonly changedIn: (after: Parts) => Set<string>
  }
  /** The same parts; all that is asked for is heard. */
  readonly listening: (parts: Parts, asked: Asked) => Parts
}

/** Watches the parts of a mock that is yet to be started; `asked` hears of each that is asked for. */
export function watched<Parts extends object>(
  { seen, listening }: Watching<Parts>,
  handlerOf: (parts: Parts) => Handler,
  fault: Fault<Parts> | undefined,
  asked: Asked | undefined,
): Watched<Parts> {
  let changedIn: (after: Parts) => Set<string> = () => new Set()
  let changed: ReadonlySet<string> = new Set()
  let handler: Handler | undefined

  const first: Fault<Parts> = {
    id: 'watch-before',
    name: 'records the parts before the fault',
    breaks: [],
    apply(before) {
      const { parts, ...rest } = seen(before)
      changedIn = rest.changedIn
      return parts
    },
  }
  const last: Fault<Parts> = {
    id: 'watch-after',
    name: 'records the parts that the fault has changed',
    breaks: [],
    apply(parts) {
      changed = changedIn(parts)
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

/** Watches a record whose parts call each other through it. */
export const watchingRecord: Watching<Kv> = {
  seen: (before) => ({
    parts: before,
    changedIn(after) {
      const names = [before, after].flatMap((each) => Object.keys(each) as (keyof Kv)[])
      return new Set(names.filter((name) => before[name] !== after[name]))
    },
  }),
  listening: (parts, asked) =>
    new Proxy(parts, {
      get(target, name, receiver) {
        if (typeof name === 'string') asked(name)
        return Reflect.get(target, name, receiver) as unknown
      },
    }),
}

/** Watches a queue: its changed parts are the members that a mistake replaces. */
export const watchingQueue: Watching<Queue> = {
  seen(queue) {
    const changed = new Set<string>()
    const replaced = (...replacements: readonly Replace<Queue>[]) => {
      for (const [part, members] of replacements.flatMap((each) => Object.entries(each))) {
        for (const member of Object.keys(members)) changed.add(`${part}.${member}`)
      }
      return queue.replaced(...replacements)
    }
    return { parts: { ...queue, replaced }, changedIn: () => changed }
  },

  listening(queue, asked) {
    const parts = Object.entries(queue).filter(([, members]) => typeof members === 'object')
    const replacements = parts.map(([part, members]) => [
      part,
      Object.fromEntries(
        Object.entries(members as object)
          .filter(([, value]) => typeof value === 'function' || part === 'store')
          .map(([member]) => [
            member,
            (original: object) => heard(original, () => asked(`${part}.${member}`)),
          ]),
      ),
    ])
    return queue.replaced(Object.fromEntries(replacements) as Replace<Queue>)
  },
}

/** A function or an object that is heard when it is used. */
const heard = (value: object, hear: () => void): object =>
  new Proxy(value, {
    apply(target, self, values) {
      hear()
      return Reflect.apply(target as () => unknown, self, values) as unknown
    },
    get(target, name) {
      hear()
      return Reflect.get(target, name) as unknown
    },
  })
