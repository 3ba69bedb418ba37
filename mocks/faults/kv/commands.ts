// Faults of the heading Commands.

import { isExcluded } from '../../kv/excluded.js'
import { type Bytes, type Command, NIL_ARRAY, OK } from '../../kv/reply.js'
import { each } from '../written.js'
import { type Distortion, when, wrongAt } from './boundary.js'
import { refused } from './distortions.js'
import { breaking, faults, type Replacements } from './fault.js'
import { answering, isNamed, without } from './parts.js'
import { at, commandsOf, isSingle, named, type Where } from './where.js'

/** Runs the commands of this name with other arguments. */
const misreading = (
  name: string,
  read: (args: readonly Bytes[]) => readonly Bytes[],
): Distortion => ({
  command(command) {
    const [spelled, ...args] = command
    return isNamed(command, [name]) ? [spelled, ...read(args)] : command
  },
})

/** Matches commands of requests by the spelling of their name. */
const spelled =
  (name: RegExp): Where =>
  (seen) =>
    commandsOf(seen).some(([each]) => name.test(each))

const unknown = refused(400, 'ERR unknown command')

/** Accepts the blocking form of a command and returns null. */
const waitingInVain = (name: string): Replacements => ({
  command: (original) => (command, session) =>
    isNamed(command, [name]) && isExcluded(command) ? NIL_ARRAY : original(command, session),
})

const XREAD = 'kv.commands.blocking-xread-excluded'
const XREADGROUP = 'kv.commands.blocking-xreadgroup-excluded'

/** The rules about commands of Redis that the interface excludes. */
const LEFT_OUT = [
  'kv.commands.blocking-lists-excluded',
  'kv.commands.blocking-sorted-sets-excluded',
  'kv.commands.transaction-commands-excluded',
  XREAD,
  XREADGROUP,
  'kv.commands.connection-excluded',
] as const

export const commandsFaults = faults({
  ...each(wrongAt(isSingle), ['kv.commands.wire-protocol'], {
    'lpush-wrong-order: LPUSH key a b: stores the list [a, b] instead of [b, a]': () =>
      misreading('LPUSH', ([key = '', ...elements]) => [key, ...elements.reverse()]),
  }),
  ...each(wrongAt(at('body'), spelled(/^[a-z]+$/)), ['kv.commands.lower-case'], {
    'lower-case-refused-in-body: command in body: rejects command names in lower case': unknown,
  }),
  ...each(wrongAt(at('path'), spelled(/^ECHO$/)), ['kv.commands.upper-case'], {
    'echo-upper-case-refused: command by path: rejects ECHO if in upper case': unknown,
  }),
  'upper-case-refused-in-body: command in body: rejects command names in upper case': {
    breaks: ['kv.commands.upper-case'],
    blocks: ['kv.*'],
    replace: () => when(at('body'), spelled(/^[A-Z]+$/))(unknown),
  },
  'blocking-lists-accepted: BLPOP, BRPOP, BRPOPLPUSH: return null, not an error': {
    breaks: ['kv.commands.blocking-lists-excluded'],
    ...answering(['BLPOP', 'BRPOP', 'BRPOPLPUSH'], NIL_ARRAY),
  },
  'blocking-sorted-sets-accepted: BZPOPMAX, BZPOPMIN: return null, not an error': {
    breaks: ['kv.commands.blocking-sorted-sets-excluded'],
    ...answering(['BZPOPMAX', 'BZPOPMIN'], NIL_ARRAY),
  },
  'transaction-commands-accepted: WATCH, UNWATCH, DISCARD: return OK, not an error': {
    breaks: ['kv.commands.transaction-commands-excluded'],
    ...answering(['WATCH', 'UNWATCH', 'DISCARD'], OK),
  },
  ...breaking([XREAD], {
    'xread-block-accepted: XREAD with BLOCK: returns null, not an error': waitingInVain('XREAD'),
    'xread-refused: rejects every XREAD, not only those with BLOCK': without('XREAD'),
  }),
  ...breaking([XREADGROUP], {
    'xreadgroup-block-accepted: XREADGROUP with BLOCK: returns null, not an error':
      waitingInVain('XREADGROUP'),
    'xreadgroup-refused: rejects every XREADGROUP, not only those with BLOCK':
      without('XREADGROUP'),
  }),
  'connection-commands-accepted: AUTH, SELECT, HELLO, QUIT etc.: return OK, not an error': {
    breaks: ['kv.commands.connection-excluded'],
    ...answering(['AUTH', 'CLIENT', 'HELLO', 'QUIT', 'RESET', 'SELECT'], OK),
  },
  'pipeline-accepts-excluded: pipeline: returns OK for unsupported commands (BLPOP, AUTH)': {
    breaks: [...LEFT_OUT, 'kv.pipeline.unsupported-command'],
    pipeline: (original) => async (commands, session) => {
      const replies = await original(commands, session)
      return replies.map((reply, index) => (isExcluded(commands[index]!) ? OK : reply))
    },
  },
  'transaction-skips-excluded: transaction: runs PING in place of an unsupported command': {
    breaks: [
      ...LEFT_OUT,
      'kv.transaction.unsupported-command-discards',
      'kv.transaction.discard-is-one-error-envelope',
    ],
    transaction: (original) => (commands, session) => {
      const others = commands.map((each): Command => (isExcluded(each) ? ['PING'] : each))
      return original(others, session)
    },
  },
  ...each(wrongAt(isSingle, named('PING')), ['kv.commands.ping'], {
    'ping-ignores-message: PING with a message: returns PONG, not the message': {
      command: () => ['PING'],
    },
  }),
  ...each(wrongAt(isSingle), ['kv.commands.echo'], {
    'echo-first-word: ECHO: returns only the first word of the message': () =>
      misreading('ECHO', (args) => args.map((text) => text.replace(/ .*/s, ''))),
  }),
})
