// Prints the report on a terminal or to a file.

import { UsageError } from '../../conformance/core/usage-error.js'
import {
  text,
  type Detail,
  type TextOptions,
  type TextReporter,
} from '../../conformance/report/reporters/text.js'
import type { Options, Values } from './verb.js'

/** Returns true for a terminal that understands escape sequences. */
const isCapable = ({ isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>): boolean =>
  isTTY && process.env['TERM'] !== 'dumb'

/**
 * Returns true for a terminal, or any output with `FORCE_COLOR`, as the logs of CI systems need it.
 * `NO_COLOR` wins.
 */
export function hasColours(stream: Pick<NodeJS.WriteStream, 'isTTY'>): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '' } = process.env
  const isForced = FORCE_COLOR !== '' && FORCE_COLOR !== '0'
  return NO_COLOR === '' && (isForced || isCapable(stream))
}

/**
 * Returns a reporter. It uses colours and shows progress on a terminal, and prints plain text
 * otherwise.
 */
export const reporterOn = (
  stream: NodeJS.WriteStream,
  total: number,
  {
    progress = isCapable(stream),
    detail = 'normal',
    page,
  }: Partial<Pick<TextOptions, 'progress' | 'detail' | 'page'>> = {},
): TextReporter =>
  text((words) => stream.write(words), {
    colour: hasColours(stream),
    progress,
    total,
    // Some terminals have 0 columns, for example those of containers.
    columns: () => stream.columns || 80,
    detail,
    page,
  })

/** The options that select the amount of text. */
export const detailOptions = {
  verbose: { about: 'print every rule and every failure in full' },
  quiet: { about: 'print three lines if there is no failure' },
} as const satisfies Options

export function detailOf({ verbose, quiet }: Values<typeof detailOptions>): Detail {
  if (verbose === true && quiet === true)
    throw new UsageError('--verbose and --quiet exclude each other; remove one of them')
  if (verbose === true) return 'verbose'
  return quiet === true ? 'quiet' : 'normal'
}
