// One request for every way of being refused, each beside an accepted sibling that lacks only the
// offence.

import type { Ask } from './world.js'

export const refusals: readonly { what: string; accepted: Ask; refused: Ask }[] = [
  {
    what: 'a failing command',
    accepted: ({ kv, key }) => kv.command(['SET', key, 'text']),
    refused: ({ kv, key }) => kv.command(['INCR', key]),
  },
  {
    what: 'a failing command by path',
    accepted: ({ kv, key }) => kv.path(['SET', key, 'text']),
    refused: ({ kv, key }) => kv.path(['INCR', key]),
  },
  {
    what: 'a command on a value of another type',
    accepted: ({ kv, key }) => kv.command(['RPUSH', key, 'element']),
    refused: ({ kv, key }) => kv.command(['GET', key]),
  },
  {
    what: 'a command that does not exist',
    accepted: ({ kv, id }) => kv.command(['ECHO', id]),
    refused: ({ kv, id }) => kv.command(['NOSUCHCOMMAND', id]),
  },
  {
    what: 'a body that is no JSON',
    accepted: ({ kv, id }) => kv.post('/', `["ECHO","${id}"]`),
    refused: ({ kv, id }) => kv.post('/', `["ECHO","${id}"`),
  },
  {
    what: 'a transaction that is discarded',
    accepted: ({ kv, id }) => kv.transaction([['ECHO', id]]),
    refused: ({ kv, id }) => kv.transaction([['ECHO', id], ['UNWATCH']]),
  },
  {
    what: 'an unknown response format',
    accepted: ({ kv, id }) => kv.command(['ECHO', id], { format: 'json' }),
    refused: ({ kv, id }) => kv.command(['ECHO', id], { format: 'xml' }),
  },
  {
    what: 'a command by path that does not exist',
    accepted: ({ kv, id }) => kv.path(['ECHO', id]),
    refused: ({ kv, id }) => kv.path(['NOSUCHCOMMAND', id]),
  },
  {
    what: 'a command with too few arguments',
    accepted: ({ kv, id }) => kv.command(['ECHO', id]),
    refused: ({ kv }) => kv.command(['ECHO']),
  },
  {
    what: 'an unsupported command',
    accepted: ({ kv, key }) => kv.command(['LPOP', key]),
    refused: ({ kv, key }) => kv.command(['BLPOP', key, 1]),
  },
  {
    what: 'a body that is no array',
    accepted: ({ kv, id }) => kv.post('/', `["ECHO","${id}"]`),
    refused: ({ kv, id }) => kv.post('/', `{"ECHO":"${id}"}`),
  },
  {
    what: 'a transaction that is no JSON',
    accepted: ({ kv, id }) => kv.post('/multi-exec', `[["ECHO","${id}"]]`),
    refused: ({ kv, id }) => kv.post('/multi-exec', `[["ECHO","${id}"]`),
  },
  {
    what: 'an invalid token',
    accepted: ({ kv, id }) => kv.command(['ECHO', id]),
    refused: ({ kv, id }) => kv.command(['ECHO', id], { token: 'not-a-token-of-this-database' }),
  },
  {
    what: 'a missing token',
    accepted: ({ kv, id }) => kv.command(['ECHO', id]),
    refused: ({ kv, id }) => kv.command(['ECHO', id], { token: null }),
  },
  {
    what: 'a method that is not allowed',
    accepted: ({ kv, id }) => kv.path(['ECHO', id]),
    refused: ({ kv, id }) => kv.path(['ECHO', id], { method: 'DELETE' }),
  },
]
