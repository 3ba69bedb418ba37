// The Connection commands: the two that make sense without a connection.

import { Status } from '../reply.js'
import { run } from './command.js'
import { optional, value } from './parameters.js'

export const connection = [
  run('PING', [optional(value, 'arity')], (_, message) => message ?? new Status('PONG')),

  run('ECHO', [value], (_, message) => message),
]
