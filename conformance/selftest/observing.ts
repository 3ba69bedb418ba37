// Runs the scenarios with observations against mocks that some variants change.

import type { DialectName } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import type { Fault } from '../../mocks/faults/fault.js'
import type { AnyFault } from '../../mocks/faults/index.js'
import type { Observations } from '../../mocks/like/like.js'
import type { Report } from '../index.js'
import { differences } from '../report/diff.js'
import { judgeKv, judgeQueue } from './judge.js'

/** Returns a fault that applies several faults of one interface, one after the other. */
const combined = (of: Interface, on: readonly AnyFault[]): AnyFault => {
  const own = on.filter((each) => each.interface === of) as readonly Fault<unknown>[]
  const apply = (parts: unknown) => own.reduce((changed, fault) => fault.apply(changed), parts)
  const fault = { interface: of, id: 'combined', name: 'several at once', breaks: [], apply }
  return fault as unknown as AnyFault
}

/** Judges the scenarios of an interface with these ids, or all, on a mock with faults. */
export const judgeWith = (
  of: Interface,
  on: readonly AnyFault[],
  { dialect = 'svc', ids }: { dialect?: DialectName; ids?: ReadonlySet<string> } = {},
): Promise<Report> =>
  (of === 'kv' ? judgeKv : judgeQueue)({
    dialect,
    fault: combined(of, on),
    judges: ({ id }) => ids?.has(id) ?? true,
  })

/** Returns the observations of a report by the id of their scenario. */
export const observationsOf = ({ scenarios }: Pick<Report, 'scenarios'>): Observations =>
  Object.fromEntries(
    scenarios.flatMap(({ id, observations }) => (observations ? [[id, observations]] : [])),
  )

/** Returns the observations of the second report that differ from those of the first. */
export function changedObservations(before: Report, after: Report): Observations {
  const changed: Record<string, Record<string, unknown>> = {}
  for (const { id, what, after: value } of differences(before, after).observations)
    (changed[id] ??= {})[what] = value
  return changed
}
