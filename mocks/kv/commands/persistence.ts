// The commands about saving and replication, of which the mock does neither; and LOLWUT.

import { parseInt64 } from '../engine/core/int64.js'
import { OK, Status } from '../reply.js'
import { family, read, run } from '../command/command.js'
import { any, keyword, optional, value } from '../command/parameters.js'

const VERSION = '7.0.15'

export const persistence = family({ group: 'server' }, [
  // Nothing is ever saved: what is there was there from the start.
  run(
    'LASTSAVE',
    [],
    { since: '1.0.0', fast: true, loading: true, categories: ['admin'], varies: true },
    ({ startedAt }) => Math.floor(startedAt / 1000),
  ),
  run(
    'SAVE',
    [],
    { since: '1.0.0', admin: true, noScript: true, flags: ['no_async_loading', 'no_multi'] },
    () => OK,
  ),
  run(
    'BGSAVE',
    [optional(keyword('SCHEDULE'), 'syntax')],
    { since: '1.0.0', admin: true, noScript: true, flags: ['no_async_loading'] },
    () => new Status('Background saving started'),
  ),
  run(
    'BGREWRITEAOF',
    [],
    { since: '1.0.0', admin: true, noScript: true, flags: ['no_async_loading'] },
    () => new Status('Background append only file rewriting started'),
  ),

  run(
    'ROLE',
    [],
    { since: '2.8.12', fast: true, noScript: true, loading: true, categories: ['admin'] },
    () => ['master', 0, []],
  ),

  read('LOLWUT', [any(value)], { since: '5.0.0', fast: true }, (_, [version, number]) => {
    if (version?.toUpperCase() === 'VERSION' && number !== undefined) parseInt64(number)
    return `Redis ver. ${VERSION}\n`
  }),
])
