// How a run is judged: the code that others rely on, and why.

import { whyUnjudged, type Judged } from '../../../conformance/report/unjudged.js'

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
  readonly report: Judged
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
  const why = whyUnjudged({ ...report, interrupted })
  if (why !== undefined) return unjudged(why)
  const { summary } = report
  const because = stale.map((line) => `stale expectation: ${line}`)
  if (summary.harnessErrors > 0) return { code: exit.harnessError, because }
  if (summary.violated + summary.blocked > 0) return { code: exit.violated, because }
  return { code: stale.length > 0 ? exit.stale : exit.fine, because }
}

/** The ending of a run that says nothing about its target. */
export const unjudged = (why: string): Ending => ({
  code: exit.couldNotJudge,
  because: [`could not judge: ${why}`],
})
