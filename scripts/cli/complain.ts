// Saying what no report says: on the error stream, and where GitHub Actions listens, beside the run.

import { annotationCommand } from '../../conformance/report/reporters/workflow-command.js'

/** Tells the user one thing that went wrong, as a sentence. */
export function complain(sentence: string): void {
  console.error(`svc-contract: ${sentence}`)
  if (process.env['GITHUB_ACTIONS'] === 'true')
    process.stdout.write(
      annotationCommand({ kind: 'error', title: 'svc-contract', message: sentence }),
    )
}
