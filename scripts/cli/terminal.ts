// The report on a terminal, or on whatever stands in its place.

import type { Reporter } from '../../conformance/report/reporters/reporter.js'
import { text } from '../../conformance/report/reporters/text.js'

/** Text for people: with colours and progress on a terminal, plain elsewhere. */
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
