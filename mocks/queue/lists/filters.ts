// Lists that are read page by page, and their filters: tables with one row per filter. Query
// parameters, bulk filters and faults are created from the rows.

import type { RuleId } from '#generated/rules.js'
import { number } from '../request/query.js'
import type { ListPosition } from '../structures/listed.js'

export interface Row<Item, Value> {
  readonly rule?: RuleId | undefined
  /**
   * Parses the query parameter with the name of the row. Undefined if there is no such parameter.
   */
  readonly read?: ((name: string, given: string) => Value) | undefined
  /** Returns a function that tests if an item matches the wanted value. */
  readonly fits: (wanted: Value) => (item: Item) => boolean
}

/** A table of filters with any types of values. */
type Table<Item> = Readonly<
  Record<
    string,
    {
      readonly read?: ((name: string, given: string) => unknown) | undefined
      readonly fits: (wanted: never) => (item: Item) => boolean
    }
  >
>

/** The wanted value of each filter. An item must match all wanted values. */
export type FilterOf<Rows> = {
  readonly [Name in keyof Rows]?:
    (Rows[Name] extends Row<never, infer Value> ? Value : never) | undefined
}

/** Returns a function that tests if an item matches all values of a filter. */
export function selectorOf<Item>(
  table: Table<Item>,
  filter: Readonly<Record<string, unknown>>,
): (item: Item) => boolean {
  const tests = Object.entries(filter)
    .filter(([, wanted]) => wanted !== undefined)
    .map(([name, wanted]) => table[name]!.fits(wanted as never))
  return (item) => tests.every((fits) => fits(item))
}

/** Parses the query parameters that a table defines. */
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

/**
 * Returns a function that creates rows. Each row compares a field of an item with the wanted value.
 */
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

/** Matches items whose field equals the wanted string. */
export const text = comparing(asText, (value: Maybe<string>, wanted: string) => value === wanted)

/** Matches items whose field equals the wanted number. */
export const numeric = comparing(number, (value: Maybe<number>, wanted: number) => value === wanted)

/** Matches items whose time is the wanted time or later. */
export const since = comparing(number, (value: number, wanted: number) => value >= wanted)

/** Matches items whose time is the wanted time or earlier. */
export const until = comparing(number, (value: number, wanted: number) => value <= wanted)

/** Matches items whose list of strings contains the wanted string. */
export const among = comparing(asText, (value: readonly string[], wanted: string) =>
  value.includes(wanted),
)

/**
 * Matches items whose field starts with the wanted string. There is no query parameter for this
 * filter.
 */
export const prefix = comparing(
  undefined,
  (value: Maybe<string>, wanted: string) => value?.startsWith(wanted) ?? wanted === '',
)

/**
 * Matches items whose field is one of the wanted strings. There is no query parameter for this
 * filter. A set holds the strings, because a request body may list a million.
 */
export const oneOf = <Item>(of: (item: Item) => string): Row<Item, readonly string[]> => ({
  fits(wanted) {
    const texts = new Set(wanted)
    return (item) => texts.has(of(item))
  },
})

export type { Page, PageFrom, ListPosition } from '../structures/listed.js'

export interface List<Item> {
  readonly name: 'dlq' | 'runs' | 'messageLogs' | 'bulk'
  /** The default and the maximum number of items on a page. */
  readonly pageSize: number
  readonly placeOf: (item: Item) => ListPosition
}
