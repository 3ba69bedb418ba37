// What a reporter is: it hears of a run as it goes and writes text somewhere.

import type { Report, ScenarioResult } from '../report.js'

export interface Reporter {
  /** A scenario has ended. */
  result?(result: ScenarioResult): void
  /** The run has ended. */
  end(report: Report): void
}

/** Makes a reporter that writes through `write`, which adds nothing. */
export type MakeReporter = (write: (text: string) => void) => Reporter
