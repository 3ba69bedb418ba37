// Filters of lists, as tables. Query parameters, selection and faults are made from their rows.

import type { RuleId } from '#generated/rules.js'
import { number } from '../request/parameters.js'

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

/** Matches an equal text. */
export const text = <Item>(
  of: (item: Item) => string | undefined,
  rule?: RuleId,
): Row<Item, string> => ({
  rule,
  read: (_, given) => given,
  fits: (wanted) => (item) => of(item) === wanted,
})

/** Matches an equal number. */
export const numeric = <Item>(
  of: (item: Item) => number | undefined,
  rule?: RuleId,
): Row<Item, number> => ({ rule, read: number, fits: (wanted) => (item) => of(item) === wanted })

/** Matches times from this moment on. */
export const since = <Item>(of: (item: Item) => number, rule?: RuleId): Row<Item, number> => ({
  rule,
  read: number,
  fits: (wanted) => (item) => of(item) >= wanted,
})

/** Matches times up to this moment. */
export const until = <Item>(of: (item: Item) => number, rule?: RuleId): Row<Item, number> => ({
  rule,
  read: number,
  fits: (wanted) => (item) => of(item) <= wanted,
})

/** Matches items with the text among theirs. */
export const among = <Item>(
  of: (item: Item) => readonly string[],
  rule?: RuleId,
): Row<Item, string> => ({
  rule,
  read: (_, given) => given,
  fits: (wanted) => (item) => of(item).includes(wanted),
})

/** Matches texts with this prefix. No query parameter. */
export const prefix = <Item>(of: (item: Item) => string | undefined): Row<Item, string> => ({
  fits: (wanted) => (item) => of(item)?.startsWith(wanted) ?? wanted === '',
})

/** Matches any of these texts. No query parameter. */
export const oneOf = <Item>(of: (item: Item) => string): Row<Item, readonly string[]> => ({
  fits(wanted) {
    const texts = new Set(wanted)
    return (item) => texts.has(of(item))
  },
})
