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
  readonly report: Pick<Report, 'scenarios' | 'summary' | 'undelivered'>
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
  const { scenarios, summary, undelivered } = report
  if (interrupted) return unjudged('the run was interrupted')
  if (summary.harnessErrors > 0) return { code: exit.harnessError, because: [] }
  if (scenarios.every(({ verdict }) => verdict === 'not-applicable'))
    return unjudged('no scenario of this selection could run')
  if (summary.violated + summary.blocked > 0) {
    return undelivered !== undefined && scenarios.every(isOfQueueOrFine)
      ? unjudged(`${unreachedInWords(undelivered)}; see --sink-url, and svc-contract doctor`)
      : { code: exit.violated, because: [] }
  }
  return {
    code: stale.length > 0 ? exit.stale : exit.fine,
    because: stale.map((line) => `stale expectation: ${line}`),
  }
}

/** What fails at the queue says nothing of it where nothing it sends arrives. */
const isOfQueueOrFine = ({ interface: of, verdict, expected }: ScenarioResult) =>
  of === 'queue' || expected === true || !isFailure(verdict)

/** The ending of a run that says nothing about its target. */
export const unjudged = (why: string): Ending => ({
  code: exit.couldNotJudge,
  because: [`could not judge: ${why}`],
})
