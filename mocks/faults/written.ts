// The form of faults: tables of titles, rules that fail, and replacements of members.

import type { RuleId } from '#generated/rules.js'
import type { Request } from '../http/message.js'
import type { Fault } from './fault.js'

/** The id and the name of a fault in one string: `pipeline-reads-first: pipeline: runs read commands …`. */
export type Title = `${string}: ${string}`

/** A fault in a table: the members that it replaces, beside the rules that fail. A variant has no rules. */
export type WrittenFault<Replacements> = Replacements & {
  readonly breaks?: readonly RuleId[]
  readonly blocks?: readonly string[]
  /** Makes replacements for each server. State that they keep stands in defaults of parameters. */
  readonly replace?: () => Replacements
  /** Makes the replacements of a variant that returns a status. Its title has the status. */
  readonly status?: (status: number) => Replacements
}

/** A fault with its replacements, before they become a function `apply`. */
export interface Written<Replacements> extends Omit<Fault<never>, 'apply' | 'withStatus'> {
  readonly replace: readonly (Replacements | (() => Replacements))[]
  readonly withStatus?: (status: number) => Written<Replacements>
}

/** Returns the faults of a table. */
export const written = <Replacements>(
  table: Readonly<Record<Title, WrittenFault<Replacements>>>,
): readonly Written<Replacements>[] =>
  Object.entries(table).map(([title, { breaks = [], blocks, replace, status, ...members }]) => {
    const [id, ...name] = title.split(': ') as [string, ...string[]]
    const own = id.slice(-3)
    const withStatus = (to: number) => ({
      id: id.replace(own, String(to)),
      name: name.join(': ').replace(own, String(to)),
      breaks,
      replace: [status!(to)],
    })
    return {
      id,
      name: name.join(': '),
      breaks,
      ...(blocks && { blocks }),
      replace: [
        members as Replacements,
        ...(replace ? [replace] : []),
        ...(status ? [status(Number(own))] : []),
      ],
      ...(status && { withStatus }),
    }
  })

const entriesOf = <Of>(table: Readonly<Record<Title, Of>>) => Object.entries(table) as [Title, Of][]

/** Returns a table with one fault for each value. */
export const mapped = <Value, Of>(
  values: readonly Value[],
  entry: (value: Value) => readonly [Title, Of],
): Readonly<Record<Title, Of>> => Object.fromEntries(values.map(entry))

/** A fault in a table of faults of one kind. */
type Row<Change> = readonly [
  breaks: RuleId | readonly RuleId[],
  change: Change,
  blocks?: readonly string[],
]

/** Replacements, or a function that makes them. */
type Made<Replacements> =
  Replacements | (() => Replacements) | { readonly status: (status: number) => Replacements }

/** Returns a table of faults that `make` makes, each from the value in its row. */
export const rows = <Change, Replacements extends object>(
  make: (change: Change) => Made<Replacements>,
  table: Readonly<Record<Title, Row<Change>>>,
): Readonly<Record<Title, WrittenFault<Replacements>>> =>
  mapped(entriesOf(table), ([title, [rules, change, blocks]]) => {
    const made = make(change)
    const members = typeof made === 'function' ? { replace: made } : made
    const breaks = [rules].flat()
    return [title, { breaks, ...(blocks && { blocks }), ...members } as WrittenFault<Replacements>]
  })

/** Returns a table of faults that `make` makes and that break the same rules. */
export const each = <Change, Replacements extends object>(
  make: (change: Change) => Made<Replacements>,
  breaks: readonly RuleId[],
  changes: Readonly<Record<Title, Change>>,
): Readonly<Record<Title, WrittenFault<Replacements>>> =>
  rows(
    make,
    mapped(entriesOf(changes), ([title, change]) => [title, [breaks, change]]),
  )

/** Returns a table of faults that break the same rules. */
export const breaking = <Replacements extends object>(
  breaks: readonly RuleId[],
  table: Readonly<Record<Title, Made<Replacements>>>,
): Readonly<Record<Title, WrittenFault<Replacements>>> => each((members) => members, breaks, table)

/** Returns a table with text before each id and each name. */
export const prefixed = <Of>(
  id: string,
  name: string,
  table: Readonly<Record<Title, Of>>,
): Readonly<Record<Title, Of>> =>
  mapped(entriesOf(table), ([title, entry]) => [
    `${id}-${title.replace(': ', `: ${name}: `)}` as Title,
    entry,
  ])

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

/** Returns a replacement of a method that does nothing for some arguments. */
export const skipping =
  <Original extends (...args: never) => Promise<void>>(
    isSkipped: (...args: Parameters<Original>) => boolean,
  ) =>
  (original: Original): Original => {
    const method = async (...args: Parameters<Original>) => {
      if (!isSkipped(...args)) await original(...(args as never))
    }
    return method as unknown as Original
  }

/** Returns a function that is true on its first call with each key. */
export function firstTime() {
  const seen = new Set<unknown>()
  return (key: unknown): boolean => {
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  }
}

/** Returns true for a request without `Content-Length`, whose body comes in chunks. */
export const isChunked = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined
