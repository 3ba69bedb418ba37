// Writes the output for GitHub Actions: annotations and the summary of the step.

import { randomUUID } from 'node:crypto'
import { reporters } from '../../../conformance/report/reporters/index.js'
import { failureAnnotations } from '../../../conformance/report/reporters/github.js'
import { commandsOff, commandsOn } from '../../../conformance/report/reporters/workflow-command.js'
import type { Report } from '../../../conformance/index.js'
import { obstacleTo, type Output } from './reports.js'

export interface GithubEnvironment {
  /** The files to write in addition to those of the options. */
  readonly outputs: readonly Output[]
  /** The text to print before any text from the target. */
  readonly before: string
  /**
   * Returns the text to print after all text from the target. `report` is undefined if there is no
   * report. `complaints` is the number of messages that `complain` will write.
   */
  readonly after: (report?: Report, complaints?: number) => string
}

const elsewhere: GithubEnvironment = { outputs: [], before: '', after: () => '' }

export function surroundingsOf(environment: NodeJS.ProcessEnv): GithubEnvironment {
  if (environment['GITHUB_ACTIONS'] !== 'true') return elsewhere
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? ''
  // The secret token stops GitHub from executing commands in the text of a target.
  const secret = randomUUID()
  return {
    outputs:
      // The file is checked, because in a container the variable may be set although the file does
      // not exist.
      summary === '' || obstacleTo(summary) !== undefined
        ? []
        : [
            {
              file: summary,
              textOf: reporters.markdown,
              appended: true,
            },
          ],
    before: commandsOff(secret),
    after: (report, complaints = 0) =>
      commandsOn(secret) + (report ? failureAnnotations(report, complaints) : ''),
  }
}
