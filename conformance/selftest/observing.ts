// Runs the scenarios with observations against mocks that some variants change.

import type { DialectName } from '#generated/dialects.js'
import type { Observations } from '#generated/observed.js'
import type { Interface } from '#generated/rules.js'
import type { Fault } from '../../mocks/faults/fault.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { likenessOf } from '../../mocks/faults/like.js'
import type { Report } from '../index.js'
import { differences } from '../report/diff.js'
import { isFailure } from '../report/report.js'
import { Random } from './hostile/random.js'
import { failuresIn, judgeKv, judgeQueue } from './judge.js'

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
  { dialect = 'svc', ids }: { dialect?: DialectName; ids?: ReadonlySet<string> | undefined } = {},
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

const isFailed = ({ verdict }: Report['scenarios'][number]) => isFailure(verdict)

/** True for a variant, except the one that combines others. */
export const isSingleVariant = ({ id, breaks }: AnyFault): boolean =>
  breaks.length === 0 && id !== 'all-other-readings'

/**
 * Runs the suite on a mock with as many variants as `size`, which the seed draws, then on the mock that
 * the report of this run describes. Returns the failures of only the second run, the share of the observations
 * that are equal, and the observations that differ although the mock does not name them.
 */
export async function imitation(seed: string, size: number, ids?: ReadonlySet<string>) {
  const random = new Random('imitation', seed)
  const all = faults.filter(isSingleVariant)
  const on = new Set<AnyFault>()
  while (on.size < size) on.add(random.pick(all))
  const reports = async (variants: readonly AnyFault[]) => {
    const both = [
      await judgeWith('kv', variants, { ids }),
      await judgeWith('queue', variants, { ids }),
    ]
    return { ...both[0]!, scenarios: both.flatMap(({ scenarios }) => scenarios) }
  }
  const service = await reports([...on])
  const likeness = likenessOf(service)
  const mock = await reports(likeness.variants)
  const { observations } = differences(service, mock)
  // Variants of one mixture can disturb each other, so that the service itself fails.
  const wrong = new Set(service.scenarios.filter(isFailed).map(({ id }) => id))
  const passes = (id: string) => !wrong.has(id)
  const isNamed = ({ id, what }: (typeof observations)[number]) =>
    likeness.missed.some((each) => each.scenario === id && each.what === what)
  const total = Object.values(observationsOf(service)).flatMap(Object.keys).length
  return {
    drawn: [...on].map(({ id }) => id),
    likeness,
    failures: failuresIn({ ...mock, scenarios: mock.scenarios.filter(({ id }) => passes(id)) }),
    share: 1 - observations.length / total,
    unnamed: observations.filter((each) => !isNamed(each)),
  }
}
