// Prints the report on a terminal or to a file.

import type { Reporter } from '../../conformance/report/reporters/reporter.js'
import { text } from '../../conformance/report/reporters/text.js'

/**
 * Returns a reporter. It uses colours and shows progress on a terminal, and prints plain text
 * otherwise.
 */
export const reporterOn = (
  stream: NodeJS.WriteStream,
  total: number,
  { progress = stream.isTTY } = {},
): Reporter =>
  text((words) => stream.write(words), {
    colour: stream.isTTY && (process.env['NO_COLOR'] ?? '') === '',
    progress,
    total,
  })
