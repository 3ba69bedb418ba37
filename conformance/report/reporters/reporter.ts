// A reporter receives results during a run and writes them as text.

import type { Report, ScenarioResult } from '../report.js'

export interface Reporter {
  /** Called at the end of each scenario. */
  result?(result: ScenarioResult): void
  /** Called at the end of the run. */
  end(report: Report): void
}

/** Creates a reporter that writes through `write`. */
export type MakeReporter = (write: (text: string) => void) => Reporter
