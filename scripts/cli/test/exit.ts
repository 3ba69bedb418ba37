// The exit code of a run, and why.

import { whyUnjudged, type Judged } from '../../../conformance/report/unjudged.js'

/** Exit codes of `test`; `usage` and `harnessError` are the same for every verb. */
export const exit = {
  fine: 0,
  violated: 1,
  usage: 2,
  couldNotJudge: 3,
  harnessError: 4,
  stale: 5,
} as const

/** The result of a run. */
export interface Ended {
  readonly report: Judged
  readonly interrupted: boolean
  /** Entries of the expectations that are no longer true, in words. */
  readonly stale: readonly string[]
  /** Files that could not be written, in words. */
  readonly unwritten: readonly string[]
}

export interface Ending {
  readonly code: (typeof exit)[keyof typeof exit]
  /** Messages for the user that no report contains. */
  readonly because: readonly string[]
}

/** The worst code wins; a lost report hides no verdict. */
export function endingOf({ unwritten, ...ended }: Ended): Ending {
  const { code, because } = verdictOf(ended)
  return {
    code: code === exit.fine && unwritten.length > 0 ? exit.usage : code,
    because: [...unwritten, ...because],
  }
}

function verdictOf({ report, interrupted, stale }: Omit<Ended, 'unwritten'>): Ending {
  const why = whyUnjudged({ ...report, interrupted })
  if (why !== undefined) return unjudged(why)
  const { summary } = report
  const because = stale.map((line) => `stale expectation: ${line}`)
  if (summary.harnessErrors > 0) return { code: exit.harnessError, because }
  if (summary.violated + summary.blocked > 0) return { code: exit.violated, because }
  return { code: stale.length > 0 ? exit.stale : exit.fine, because }
}

/** The ending of a run that shows nothing about its target. */
export const unjudged = (why: string): Ending => ({
  code: exit.couldNotJudge,
  because: [`could not judge: ${why}`],
})

/** Thrown if a run cannot judge its target; the message says why and what to do. */
export class CouldNotJudge extends Error {
  override readonly name = 'CouldNotJudge'
}
