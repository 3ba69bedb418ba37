// What a list can be narrowed to, as a table: the reading of query parameters, the selection of items
// and the faults of both are made from its rows.

import type { RuleId } from '#generated/rules.js'
import { number } from '../request/parameters.js'

/** One filter of a list. */
export interface Row<Item, Value> {
  /** The statement of the document that has it. */
  readonly rule?: RuleId | undefined
  /** Reads a query parameter of its name; without this there is no such parameter. */
  readonly read?: ((name: string, given: string) => Value) | undefined
  /** Says of items whether they are those asked for. */
  readonly fits: (wanted: Value) => (item: Item) => boolean
}

/** Rows by their names, whatever values they take. */
type Table<Item> = Readonly<
  Record<
    string,
    {
      readonly read?: ((name: string, given: string) => unknown) | undefined
      readonly fits: (wanted: never) => (item: Item) => boolean
    }
  >
>

/** The values that items are asked for by; all that are given must fit. */
export type FilterOf<Rows> = {
  readonly [Name in keyof Rows]?:
    (Rows[Name] extends Row<never, infer Value> ? Value : never) | undefined
}

/** Says of items whether they fit all that a filter gives. */
export function selectorOf<Item>(
  table: Table<Item>,
  filter: Readonly<Record<string, unknown>>,
): (item: Item) => boolean {
  const tests = Object.entries(filter)
    .filter(([, wanted]) => wanted !== undefined)
    .map(([name, wanted]) => table[name]!.fits(wanted as never))
  return (item) => tests.every((fits) => fits(item))
}

/** The filter that query parameters ask for. */
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

/** Items of which a text is that asked for. */
export const text = <Item>(
  of: (item: Item) => string | undefined,
  rule?: RuleId,
): Row<Item, string> => ({
  rule,
  read: (_, given) => given,
  fits: (wanted) => (item) => of(item) === wanted,
})

/** Items of which a number is that asked for. */
export const numeric = <Item>(
  of: (item: Item) => number | undefined,
  rule?: RuleId,
): Row<Item, number> => ({ rule, read: number, fits: (wanted) => (item) => of(item) === wanted })

/** Items of that moment or a later one. */
export const since = <Item>(of: (item: Item) => number, rule?: RuleId): Row<Item, number> => ({
  rule,
  read: number,
  fits: (wanted) => (item) => of(item) >= wanted,
})

/** Items of that moment or an earlier one. */
export const until = <Item>(of: (item: Item) => number, rule?: RuleId): Row<Item, number> => ({
  rule,
  read: number,
  fits: (wanted) => (item) => of(item) <= wanted,
})

/** Items that have the text asked for among theirs. */
export const among = <Item>(
  of: (item: Item) => readonly string[],
  rule?: RuleId,
): Row<Item, string> => ({
  rule,
  read: (_, given) => given,
  fits: (wanted) => (item) => of(item).includes(wanted),
})

/** Items of which a text begins so; no query parameter. */
export const prefix = <Item>(of: (item: Item) => string | undefined): Row<Item, string> => ({
  fits: (wanted) => (item) => of(item)?.startsWith(wanted) ?? wanted === '',
})

/** Items of which a text is one of those asked for; no query parameter. */
export const oneOf = <Item>(of: (item: Item) => string): Row<Item, readonly string[]> => ({
  fits(wanted) {
    const texts = new Set(wanted)
    return (item) => texts.has(of(item))
  },
})
