// The report on a terminal or in a file.

import type { Reporter } from '../../conformance/report/reporters/reporter.js'
import { text } from '../../conformance/report/reporters/text.js'

/** Prints with colours and progress on a terminal, plain elsewhere. */
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
