// What no server knows, and wrong numbers of words, on both servers.

import type { Scripts } from './script.js'

export const refusals: Scripts = {
  'unknown commands and wrong numbers of arguments': [
    'nosuch',
    'NOSUCH a b',
    '"no\\r\\nsuch" "a\\r\\nb" "c\\u0000d"',
    `nosuch ${'y'.repeat(100)} ${'z'.repeat(100)} more`,
    `${'n'.repeat(200)} a`,
    'get',
    'GeT k k',
    'OBJECT',
    'object nosuch k',
    'object encoding',
    'OBJECT HELP',
    'object help k',
    'command nosuch',
    'command count k',
    'ping a b',
    'mset a',
    'hset h a 1 b',
  ],
}
