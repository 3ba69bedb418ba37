// What GitHub Actions gets of a run without being asked for: annotations among what is printed, and
// the summary of the step.

import { randomUUID } from 'node:crypto'
import { reporters, written } from '../../../conformance/report/reporters/index.js'
import { commandsOff, commandsOn } from '../../../conformance/report/reporters/workflow-command.js'
import type { Report } from '../../../conformance/index.js'
import { obstacleTo, type Output } from './reports.js'

/** How a run is told to the place it runs in. */
export interface Surroundings {
  /** Files that are written beside those asked for. */
  readonly outputs: readonly Output[]
  /** What is printed before anything of the target is. */
  readonly before: string
  /** What is printed after it: the report, where there is one. */
  readonly after: (report?: Report) => string
}

const elsewhere: Surroundings = { outputs: [], before: '', after: () => '' }

/** What the environment says about where the run is. */
export function surroundingsOf(environment: NodeJS.ProcessEnv): Surroundings {
  if (environment['GITHUB_ACTIONS'] !== 'true') return elsewhere
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? ''
  // What a target answers is printed: it must not be obeyed.
  const secret = randomUUID()
  return {
    outputs:
      // In a container the variable may be there, and the file not.
      summary === '' || obstacleTo(summary) !== undefined
        ? []
        : [
            {
              file: summary,
              textOf: (report) => written(reporters.markdown, report),
              appended: true,
            },
          ],
    before: commandsOff(secret),
    after: (report) => commandsOn(secret) + (report ? written(reporters.github, report) : ''),
  }
}
