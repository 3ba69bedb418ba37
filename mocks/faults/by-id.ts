// Finds faults by their ids. An unknown id is an error, because a test would pass without its fault.

import { didYouMean } from '../did-you-mean.js'
import { faults } from './index.js'

/** Returns a sentence about an id that no fault has. */
const unknownFault = (id: string): string =>
  `there is no fault "${id}"${didYouMean(
    id,
    faults.map((fault) => fault.id),
  )}; "svc-contract list faults" prints their ids`

/**
 * Replaces ids by the faults of `all` with these ids. Throws a RangeError for an unknown id, and for
 * a fault of the other interface.
 */
export const faultsOf = <Any extends AFault>(
  given: readonly (Any | string)[] = [],
  all: readonly Any[],
): readonly Any[] => given.map((each) => (typeof each === 'string' ? faultOf(each, all) : each))

interface AFault {
  readonly id: string
  readonly withStatus?: (status: number) => { readonly id: string }
}

/** True for ids that differ in a status of the same class. One of another class could break rules. */
export const isSibling = (id: string, other: string): boolean =>
  /-\d{3}$/.test(id) && id.slice(0, -2) === other.slice(0, -2)

/** Returns a variant with another status. */
export const withStatus = <Any extends AFault>(fault: Any, status: number): Any => ({
  ...fault,
  ...fault.withStatus?.(status),
})

function faultOf<Any extends AFault>(id: string, all: readonly Any[]): Any {
  const fault = all.find((each) => each.id === id)
  if (fault !== undefined) return fault
  const sibling = all.find((each) => each.withStatus && isSibling(id, each.id))
  if (sibling) return withStatus(sibling, Number(id.slice(-3)))
  const other = faults.find((each) => each.id === id)?.interface
  throw new RangeError(
    other === undefined ? unknownFault(id) : `"${id}" is a fault of the ${other} interface`,
  )
}
