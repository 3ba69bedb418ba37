// LOLWUT, and the commands for saving and replication, which the mock does not do.

import { parseInt64 } from '../engine/core/int64.js'
import { OK, Status, type Bytes } from '../reply.js'
import { family, read, run } from '../command/command.js'
import { keyword, value } from '../command/one-word.js'
import { any, optional } from '../command/parameters.js'

const VERSION = '7.0.15'

export const persistence = family({ group: 'server' }, [
  // The mock never saves. So the time of the last save is the start of the server.
  run('LASTSAVE', [], '1.0.0 fast loading in:admin varies', ({ startedAt }) =>
    Math.floor(startedAt / 1000),
  ),
  run('SAVE', [], '1.0.0 admin noscript no_async_loading no_multi', () => OK),
  run(
    'BGSAVE',
    [optional(keyword('SCHEDULE'), 'syntax')],
    '1.0.0 admin noscript no_async_loading',
    () => new Status('Background saving started'),
  ),
  run(
    'BGREWRITEAOF',
    [],
    '1.0.0 admin noscript no_async_loading',
    () => new Status('Background append only file rewriting started'),
  ),

  run('ROLE', [], '2.8.12 fast noscript loading in:admin', () => ['master', 0, []]),

  read('LOLWUT', [any(value)], '5.0.0 fast resp3:verbatim', (_, words) => {
    for (const number of numbersIn(words)) parseInt64(number)
    return `Redis ver. ${VERSION}\n`
  }),
])

/** The number of numbers that the drawing of a version has. Other versions draw nothing. */
const DRAWING_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['5', 3],
  ['6', 2],
])

/** Returns the words of LOLWUT that must be numbers. */
function numbersIn(words: readonly Bytes[]): readonly Bytes[] {
  const [option, version, ...rest] = words
  if (option?.toUpperCase() !== 'VERSION' || version === undefined) return []
  return [version, ...rest.slice(0, DRAWING_NUMBERS.get(version) ?? 0)]
}
