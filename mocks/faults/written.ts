// How faults are written down. `fault` takes a name, the rules that turn red, and the members that are
// replaced; `replacing` is for one member. Faults alike have a `shape`, and `each` makes a table of them.

import type { RuleId } from '#generated/rules.js'
import type { Fault } from './fault.js'

type Rules = Pick<Fault<never>, 'breaks' | 'blocks'>

/** A fault as it is written down: `replace` says what is put in the place of methods. */
export interface Written<Replacing> extends Rules {
  readonly name: string
  readonly replace: Replacing
}

/** The rules that turn red; with the patterns of those that can no longer be judged, if any. */
type Marks = readonly RuleId[] | Rules

/** Makes faults of one shape: of a name, the rules that turn red, and what `make` is to change. */
export const shape =
  <Change extends readonly unknown[], Replacing>(make: (...change: Change) => Replacing) =>
  (name: string, marks: Marks, ...change: Change): Written<Replacing> => ({
    name,
    ...('breaks' in marks ? marks : { breaks: marks }),
    replace: make(...change),
  })

/** Faults of one shape that break the same rules: what each changes, by its name. */
export const each = <Change, Replacing>(
  fault: (name: string, marks: Marks, change: Change) => Written<Replacing>,
  marks: Marks,
  changes: Readonly<Record<string, Change>>,
): readonly Written<Replacing>[] =>
  Object.entries(changes).map(([name, change]) => fault(name, marks, change))

type Method = (...asked: never) => unknown
type AnyMethod = (...asked: readonly unknown[]) => unknown

/** A method that returns something else, made of the right result. */
export const result =
  <Original extends Method>(
    other: (
      right: Awaited<ReturnType<Original>>,
      ...asked: Parameters<Original>
    ) => ReturnType<Original> | Awaited<ReturnType<Original>>,
  ) =>
  (original: Original): Original => {
    const changed = other as AnyMethod
    const method: AnyMethod = (...asked) => {
      const right = (original as unknown as AnyMethod)(...asked)
      return right instanceof Promise
        ? right.then((each) => changed(each, ...asked))
        : changed(right, ...asked)
    }
    return method as unknown as Original
  }

/** A method that is asked for something else. */
export const given =
  <Original extends Method>(other: (...asked: Parameters<Original>) => [...Parameters<Original>]) =>
  (original: Original): Original => {
    const method = (...asked: Parameters<Original>) => original(...(other(...asked) as never))
    return method as unknown as Original
  }
