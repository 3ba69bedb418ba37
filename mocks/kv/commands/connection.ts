// PING and ECHO: the Connection commands that make sense without a connection.

import { Status } from '../reply.js'
import { family, run } from '../command/command.js'
import { value } from '../command/one-word.js'
import { optional } from '../command/parameters.js'

export const connection = family({ group: 'connection', category: 'connection' }, [
  run(
    'PING',
    [optional(value, 'arity')],
    ['1.0.0', 'fast', 'request:all_shards', 'response:all_succeeded'],
    (_, message) => message ?? new Status('PONG'),
  ),

  run('ECHO', [value], ['1.0.0', 'fast', 'loading'], (_, message) => message),
])
