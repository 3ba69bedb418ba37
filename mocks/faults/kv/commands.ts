// Faults of the heading Commands.

import { Refusal } from '../../http/refusal.js'
import { type Bytes, type Command, NIL_ARRAY, OK, Status } from '../../kv/reply.js'
import { given, result } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { answering, isNamed, without } from './parts.js'

/** Runs a command with other arguments; only outside of batches. */
const misreading = (
  name: string,
  read: (args: readonly Bytes[]) => readonly Bytes[],
): Replacements => ({
  command: given((command, session) => {
    const [spelled, ...args] = command
    return [isNamed(command, [name]) ? [spelled, ...read(args)] : command, session]
  }),
})

/** Accepts the blocking form of a command and returns null. */
const waitingInVain = (name: string): Replacements => ({
  command: (original, kv) => (command, session) =>
    isNamed(command, [name]) && kv.isExcluded(command) ? NIL_ARRAY : original(command, session),
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
  'setex-arguments-swapped: SETEX: swaps the arguments seconds and value': {
    breaks: ['kv.commands.wire-protocol'],
    ...misreading('SETEX', ([key = '', seconds = '', value = '']) => [key, value, seconds]),
  },
  'lpush-wrong-order: LPUSH key a b: stores the list [a, b] instead of [b, a]': {
    breaks: ['kv.commands.wire-protocol'],
    ...misreading('LPUSH', ([key = '', ...elements]) => [key, ...elements.reverse()]),
  },
  'lower-case-refused-in-body: command in body: rejects command names in lower case': {
    breaks: ['kv.commands.lower-case'],
    commandInBody: result((command) => {
      if (/^[a-z]+$/.test(command[0])) throw new Refusal(400, 'ERR unknown command')
      return command
    }),
  },
  'echo-upper-case-refused: command by path: rejects ECHO if in upper case': {
    breaks: ['kv.commands.upper-case'],
    commandInPath: result((command) => {
      if (command[0] === 'ECHO') throw new Refusal(400, 'ERR unknown command')
      return command
    }),
  },
  'upper-case-refused-in-body: command in body: rejects command names in upper case': {
    breaks: ['kv.commands.upper-case'],
    blocks: ['kv.*'],
    commandInBody: result((command) => {
      if (/^[A-Z]+$/.test(command[0])) throw new Refusal(400, 'ERR unknown command')
      return command
    }),
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
    'xreadgroup-block-argument-refused: rejects XREADGROUP of a stream or group named BLOCK': {
      isExcluded: (original) => (command) =>
        (isNamed(command, ['XREADGROUP']) && command.some((word) => /^block$/i.test(word))) ||
        original(command),
    },
  }),
  'connection-commands-accepted: AUTH, SELECT, HELLO, QUIT etc.: return OK, not an error': {
    breaks: ['kv.commands.connection-excluded'],
    ...answering(['AUTH', 'CLIENT', 'HELLO', 'QUIT', 'RESET', 'SELECT'], OK),
  },
  'pipeline-accepts-excluded: pipeline: returns OK for unsupported commands (BLPOP, AUTH)': {
    breaks: [...LEFT_OUT, 'kv.pipeline.unsupported-command'],
    pipeline: (original, kv) => async (commands, session) => {
      const replies = await original(commands, session)
      return replies.map((reply, index) => (kv.isExcluded(commands[index]!) ? OK : reply))
    },
  },
  'transaction-skips-excluded: transaction: runs PING in place of an unsupported command': {
    breaks: [
      ...LEFT_OUT,
      'kv.transaction.unsupported-command-discards',
      'kv.transaction.discard-is-one-error-envelope',
    ],
    transaction: (original, kv) => (commands, session) => {
      const others = commands.map((each): Command => (kv.isExcluded(each) ? ['PING'] : each))
      return original(others, session)
    },
  },
  'ping-ignores-message: PING with a message: returns PONG, not the message': {
    breaks: ['kv.commands.ping'],
    ...answering(['PING'], new Status('PONG')),
  },
  'echo-first-word: ECHO: returns only the first word of the message': {
    breaks: ['kv.commands.echo'],
    ...misreading('ECHO', (args) => args.map((text) => text.replace(/ .*/s, ''))),
  },
})
