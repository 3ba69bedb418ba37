// Output for GitHub Actions: annotations, and the summary of the step.

import { randomUUID } from 'node:crypto'
import { reporters, written } from '../../../conformance/report/reporters/index.js'
import { commandsOff, commandsOn } from '../../../conformance/report/reporters/workflow-command.js'
import type { Report } from '../../../conformance/index.js'
import { obstacleTo, type Output } from './reports.js'

export interface Surroundings {
  /** Files in addition to those of the options. */
  readonly outputs: readonly Output[]
  /** Printed before any text of the target. */
  readonly before: string
  /** Printed after it: the report, if any. */
  readonly after: (report?: Report) => string
}

const elsewhere: Surroundings = { outputs: [], before: '', after: () => '' }

export function surroundingsOf(environment: NodeJS.ProcessEnv): Surroundings {
  if (environment['GITHUB_ACTIONS'] !== 'true') return elsewhere
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? ''
  // Printed text of a target must not act as a command.
  const secret = randomUUID()
  return {
    outputs:
      // In a container the variable may be set without the file.
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
