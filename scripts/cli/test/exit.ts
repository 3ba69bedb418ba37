// How a run is judged: the code that others rely on, and why.

import type { Report, ScenarioResult } from '../../../conformance/index.js'
import { isFailure } from '../../../conformance/report.js'
import { unreachedInWords } from '../../../conformance/reporters/words.js'

/** The codes of `test`; those of usage and of our own bugs are the same for every verb. */
export const exit = {
  fine: 0,
  violated: 1,
  usage: 2,
  couldNotJudge: 3,
  harnessError: 4,
  stale: 5,
} as const

/** What a run came to. */
export interface Ended {
  readonly report: Pick<Report, 'scenarios' | 'summary' | 'undelivered' | 'shards'>
  readonly interrupted: boolean
  /** What is no longer true of the lists of expectations, in words. */
  readonly stale: readonly string[]
  /** The files that could not be written, in words. */
  readonly unwritten: readonly string[]
}

export interface Ending {
  readonly code: (typeof exit)[keyof typeof exit]
  /** What is to be said of it that no report says. */
  readonly because: readonly string[]
}

/** The worse comes first: what says least about the target. A lost report hides no verdict. */
export function endingOf({ unwritten, ...ended }: Ended): Ending {
  const { code, because } = verdictOf(ended)
  return {
    code: code === exit.fine && unwritten.length > 0 ? exit.usage : code,
    because: [...unwritten, ...because],
  }
}

function verdictOf({ report, interrupted, stale }: Omit<Ended, 'unwritten'>): Ending {
  const { scenarios, summary, undelivered, shards } = report
  const because = stale.map((line) => `stale expectation: ${line}`)
  if (interrupted) return unjudged('the run was interrupted')
  if (summary.harnessErrors > 0) return { code: exit.harnessError, because }
  if (scenarios.length === 0) return unjudged(nothingSelected)
  if (summary.violated + summary.blocked > 0) {
    return undelivered !== undefined && scenarios.every(isOfQueueOrFine)
      ? unjudged(`${unreachedInWords(undelivered)}; see --sink-url, and svc-contract doctor`)
      : { code: exit.violated, because }
  }
  if (noneRan(scenarios)) return unjudged('no scenario of this selection could run')
  // Of a part of a run that says nothing: another part may have more of that interface.
  const silent = interfaces.filter((each) => shards === undefined && noneRan(of(each, scenarios)))
  if (silent.length > 0)
    return unjudged(
      `no scenario of ${silent.join(' and ')} in this selection could run; svc-contract doctor says why`,
    )
  return { code: stale.length > 0 ? exit.stale : exit.fine, because }
}

/** Of a run, and of a plan of one. */
export const nothingSelected =
  'patterns, --skip, --level and --shard together leave no scenario; "svc-contract list scenarios" prints their ids'

const interfaces = ['kv', 'queue'] as const

const of = (name: (typeof interfaces)[number], scenarios: readonly ScenarioResult[]) =>
  scenarios.filter((each) => each.interface === name)

/**
 * Whether there were scenarios and they say nothing of the target: where something must hold, what is
 * noted of open points beside it is no word about that.
 */
function noneRan(scenarios: readonly ScenarioResult[]): boolean {
  const must = scenarios.filter(({ level }) => level === 'must')
  const decisive = must.length > 0 ? must : scenarios
  return decisive.length > 0 && decisive.every(({ verdict }) => verdict === 'not-applicable')
}

/** What fails at the queue says nothing of it where nothing it sends arrives. */
const isOfQueueOrFine = ({ interface: of, verdict, expected }: ScenarioResult) =>
  of === 'queue' || expected === true || !isFailure(verdict)

/** The ending of a run that says nothing about its target. */
export const unjudged = (why: string): Ending => ({
  code: exit.couldNotJudge,
  because: [`could not judge: ${why}`],
})
