// Filters of lists, as tables. Query parameters, selection and faults are made from their rows.

import type { RuleId } from '#generated/rules.js'
import { number } from '../request/query.js'

export interface Row<Item, Value> {
  readonly rule?: RuleId | undefined
  /** Parses the query parameter with the name of the row; undefined if there is none. */
  readonly read?: ((name: string, given: string) => Value) | undefined
  /** Returns a test of items for a value. */
  readonly fits: (wanted: Value) => (item: Item) => boolean
}

/** Rows with any values. */
type Table<Item> = Readonly<
  Record<
    string,
    {
      readonly read?: ((name: string, given: string) => unknown) | undefined
      readonly fits: (wanted: never) => (item: Item) => boolean
    }
  >
>

/** The values of filters. An item must match all of them. */
export type FilterOf<Rows> = {
  readonly [Name in keyof Rows]?:
    (Rows[Name] extends Row<never, infer Value> ? Value : never) | undefined
}

/** Returns a test of items for all values of a filter. */
export function selectorOf<Item>(
  table: Table<Item>,
  filter: Readonly<Record<string, unknown>>,
): (item: Item) => boolean {
  const tests = Object.entries(filter)
    .filter(([, wanted]) => wanted !== undefined)
    .map(([name, wanted]) => table[name]!.fits(wanted as never))
  return (item) => tests.every((fits) => fits(item))
}

/** Parses the query parameters of a table. */
export function filterIn<Rows extends Table<never>>(
  table: Rows,
  asked: { readonly [Name in keyof Rows]?: string | undefined },
): FilterOf<Rows> {
  const read = Object.entries(table).map(([name, row]) => {
    const given = asked[name]
    return [name, given === undefined ? undefined : row.read?.(name, given)]
  })
  return Object.fromEntries(read) as FilterOf<Rows>
}

const asText = (_name: string, given: string) => given

/** Makes rows that compare a field of items with the wanted value. */
const comparing =
  <Of, Value>(
    read: ((name: string, given: string) => Value) | undefined,
    matches: (value: Of, wanted: Value) => boolean,
  ) =>
  <Item>(of: (item: Item) => Of, rule?: RuleId): Row<Item, Value> => ({
    rule,
    read,
    fits: (wanted) => (item) => matches(of(item), wanted),
  })

type Maybe<T> = T | undefined

/** Matches an equal text. */
export const text = comparing(asText, (value: Maybe<string>, wanted: string) => value === wanted)

/** Matches an equal number. */
export const numeric = comparing(number, (value: Maybe<number>, wanted: number) => value === wanted)

/** Matches times from this moment on. */
export const since = comparing(number, (value: number, wanted: number) => value >= wanted)

/** Matches times up to this moment. */
export const until = comparing(number, (value: number, wanted: number) => value <= wanted)

/** Matches items with the text among theirs. */
export const among = comparing(asText, (value: readonly string[], wanted: string) =>
  value.includes(wanted),
)

/** Matches texts with this prefix. No query parameter. */
export const prefix = comparing(
  undefined,
  (value: Maybe<string>, wanted: string) => value?.startsWith(wanted) ?? wanted === '',
)

/** Matches any of these texts. No query parameter. A set, because a body may list a million. */
export const oneOf = <Item>(of: (item: Item) => string): Row<Item, readonly string[]> => ({
  fits(wanted) {
    const texts = new Set(wanted)
    return (item) => texts.has(of(item))
  },
})
