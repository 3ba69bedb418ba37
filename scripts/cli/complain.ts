// Writes error messages to the error stream, and as annotations under GitHub Actions.

import { printableLines } from '../../conformance/core/printable.js'
import { annotationCommand } from '../../conformance/report/reporters/workflow-command.js'

export function complain(sentence: string): void {
  console.error(`svc-contract: ${printableLines(sentence)}`)
  if (process.env['GITHUB_ACTIONS'] === 'true')
    process.stdout.write(
      annotationCommand({ kind: 'error', title: 'svc-contract', message: sentence }),
    )
}
