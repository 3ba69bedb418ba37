// How faults are written. `fault` takes a title, the rules that fail, and replacements of members;
// `replacing` replaces one member. Similar faults share a `shape`, and `each` makes a table of them.

import type { RuleId } from '#generated/rules.js'
import type { Fault } from './fault.js'

/** The id and the name of a fault in one string: `pipeline-reads-first: pipeline: runs reads before …`. */
export type Title = `${string}: ${string}`

/** A fault with its replacements, before they become a function `apply`. */
export interface Written<Replacing> extends Omit<Fault<never>, 'apply'> {
  readonly replace: Replacing
}

/** The rules that fail, with patterns of those that cannot be checked any more, if any. */
type Marks = readonly RuleId[] | Pick<Fault<never>, 'breaks' | 'blocks'>

/** Returns a function that makes faults whose replacements `make` derives from its arguments. */
export const shape =
  <Change extends readonly unknown[], Replacing>(make: (...change: Change) => Replacing) =>
  (title: Title, marks: Marks, ...change: Change): Written<Replacing> => {
    const [id, ...name] = title.split(': ')
    return {
      ...{ id: id!, name: name.join(': ') },
      ...('breaks' in marks ? marks : { breaks: marks }),
      replace: make(...change),
    }
  }

/** Returns faults of one shape that break the same rules, from a table of titles and changes. */
export const each = <Change, Replacing>(
  fault: (title: Title, marks: Marks, change: Change) => Written<Replacing>,
  marks: Marks,
  changes: Readonly<Record<Title, Change>>,
): readonly Written<Replacing>[] =>
  Object.entries(changes).map(([title, change]) => fault(title as Title, marks, change))

/** Returns a function that puts text before the id and the name of a fault. */
export const prefixed =
  (id: string, name: string) =>
  <Of>(fault: Written<Of>): Written<Of> => ({
    ...fault,
    ...{ id: `${id}-${fault.id}`, name: `${name}: ${fault.name}` },
  })

/** Returns a name in camelCase as part of an id: `workflow-run-id`. */
export const kebab = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()

type Method = (...args: never) => unknown
type AnyMethod = (...args: readonly unknown[]) => unknown

/** Returns a replacement of a method that changes its result. */
export const result =
  <Original extends Method>(
    change: (
      right: Awaited<ReturnType<Original>>,
      ...args: Parameters<Original>
    ) => ReturnType<Original> | Awaited<ReturnType<Original>>,
  ) =>
  (original: Original): Original => {
    const changed = change as AnyMethod
    const method: AnyMethod = (...args) => {
      const right = (original as unknown as AnyMethod)(...args)
      return right instanceof Promise
        ? right.then((each) => changed(each, ...args))
        : changed(right, ...args)
    }
    return method as unknown as Original
  }

/** Returns a replacement of a method that changes its arguments. */
export const given =
  <Original extends Method>(change: (...args: Parameters<Original>) => [...Parameters<Original>]) =>
  (original: Original): Original => {
    const method = (...args: Parameters<Original>) => original(...(change(...args) as never))
    return method as unknown as Original
  }
