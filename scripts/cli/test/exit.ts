// Determines the exit code of a run and explains it.

import {
  couldNotJudge,
  problemsOf,
  whyUnjudged,
  type Judged,
} from '../../../conformance/report/unjudged.js'
import { CouldNotJudge } from './could-not-judge.js'

/** The exit codes of `test`. `usage` and `harnessError` have the same meaning for every verb. */
export const exit = {
  fine: 0,
  violated: 1,
  usage: 2,
  couldNotJudge: 3,
  harnessError: 4,
  stale: 5,
} as const

/** The report of a run, and problems outside the report. */
export interface EndedTest {
  readonly report: Judged
  readonly interrupted: boolean
  /** Messages about expectations that are no longer true. */
  readonly stale: readonly string[]
  /** Messages about files that could not be written. */
  readonly unwritten: readonly string[]
  /** Sentences from the start of the run, which may explain a violation. */
  readonly doubts?: readonly string[]
}

export interface ExitReason {
  readonly code: (typeof exit)[keyof typeof exit]
  /** Messages for the user that are not in a report. */
  readonly because: readonly string[]
}

/**
 * Returns the ending with the worst exit code. A report that could not be written does not hide the
 * verdict.
 */
export const endingOf = ({ unwritten, ...ended }: EndedTest): ExitReason =>
  withUnwritten(verdictOf(ended), unwritten)

/** Adds messages about files that could not be written. */
export const withUnwritten = (
  { code, because }: ExitReason,
  unwritten: readonly string[],
): ExitReason => ({
  code: code === exit.fine && unwritten.length > 0 ? exit.usage : code,
  because: [...unwritten, ...because],
})

function verdictOf({
  report,
  interrupted,
  stale,
  doubts = [],
}: Omit<EndedTest, 'unwritten'>): ExitReason {
  const why = whyUnjudged({ ...report, interrupted })
  if (why !== undefined) return unjudged(why)
  const { summary } = report
  const because = problemsOf({ ...report, stale }).map(({ message }) => message)
  if (summary.harnessErrors > 0) return { code: exit.harnessError, because }
  if (summary.violated + summary.blocked > 0)
    return { code: exit.violated, because: [...because, ...doubts] }
  return { code: stale.length > 0 ? exit.stale : exit.fine, because }
}

/** Returns the ending of a run that could not check its target. */
export const unjudged = (why: string): ExitReason => ({
  code: exit.couldNotJudge,
  because: [couldNotJudge(why)],
})

/** Returns the ending of a run that could not check its target. Throws any other error. */
export function endingOfError(error: unknown): ExitReason {
  if (error instanceof CouldNotJudge) return unjudged(error.message)
  throw error
}
