// Prints the report on a terminal or to a file.

import { text, type TextReporter } from '../../conformance/report/reporters/text.js'

/**
 * Returns a reporter. It uses colours and shows progress on a terminal, and prints plain text
 * otherwise.
 */
export const reporterOn = (
  stream: NodeJS.WriteStream,
  total: number,
  { progress = stream.isTTY } = {},
): TextReporter =>
  text((words) => stream.write(words), {
    colour: stream.isTTY && (process.env['NO_COLOR'] ?? '') === '',
    progress,
    total,
  })
