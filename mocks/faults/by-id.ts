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
export const faultsOf = <Fault extends { readonly id: string }>(
  given: readonly (Fault | string)[] = [],
  all: readonly Fault[],
): readonly Fault[] => given.map((each) => (typeof each === 'string' ? faultOf(each, all) : each))

function faultOf<Fault extends { readonly id: string }>(id: string, all: readonly Fault[]): Fault {
  const fault = all.find((each) => each.id === id)
  if (fault !== undefined) return fault
  const other = faults.find((each) => each.id === id)?.interface
  throw new RangeError(
    other === undefined ? unknownFault(id) : `"${id}" is a fault of the ${other} interface`,
  )
}
