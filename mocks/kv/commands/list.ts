// The List commands, but those that block.

import type { Database } from '../engine/database.js'
import type { End, List } from '../engine/list.js'
import { parseInt64 } from '../engine/int64.js'
import { NIL_ARRAY, OK, ReplyError, type Bytes } from '../reply.js'
import type { Answer } from './answer.js'
import { read, write } from './command.js'
import {
  atLeast,
  count,
  counted,
  element,
  index,
  key,
  keyword,
  many,
  optional,
  options,
  signed,
  unread,
} from './parameters.js'

const end = keyword('LEFT', 'RIGHT')

const rank = signed

export const list = [
  write('LPUSH', [key, many(element)], (db, key, elements) => push(db, key, 'left', elements)),
  write('RPUSH', [key, many(element)], (db, key, elements) => push(db, key, 'right', elements)),

  write('LPUSHX', [key, many(element)], (db, key, elements) =>
    db.view('list', key) ? push(db, key, 'left', elements) : 0,
  ),
  write('RPUSHX', [key, many(element)], (db, key, elements) =>
    db.view('list', key) ? push(db, key, 'right', elements) : 0,
  ),

  write('LPOP', [key, optional(count, 'arity')], (db, key, count) => pop(db, key, 'left', count)),
  write('RPOP', [key, optional(count, 'arity')], (db, key, count) => pop(db, key, 'right', count)),

  write(
    'LMPOP',
    [
      counted(
        atLeast(1, NO_KEYS, NO_KEYS),
        key,
        'ERR syntax error',
      ),
      end,
      options({ COUNT: atLeast(1, NO_COUNT, NO_COUNT) }),
    ],
    (db, keys, end, { COUNT = 1 }) => {
      const key = keys.find((key) => db.view('list', key))
      return key === undefined ? NIL_ARRAY : [key, pop(db, key, end, COUNT)]
    },
  ),
]
