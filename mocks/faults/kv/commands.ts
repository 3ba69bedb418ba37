// Mistakes under the heading: Commands.

import { Refusal } from '../../http/refusal.js'
import { type Bytes, type Command, NIL_ARRAY, OK, Status } from '../../kv/reply.js'
import { given, result, shape } from '../written.js'
import { fault, replacing, type KvFault, type Replacements } from './fault.js'
import { answering, isNamed, without } from './parts.js'

/** A server that runs a command with other arguments, when it comes alone. */
const misreading = shape(
  (name: string, read: (args: readonly Bytes[]) => readonly Bytes[]): Replacements => ({
    command: given((command, session) => {
      const [spelled, ...args] = command
      return [isNamed(command, [name]) ? [spelled, ...read(args)] : command, session]
    }),
  }),
)

/** A server that runs the blocking form of a command, and finds nothing as long as it waits. */
const waitingInVain = shape((name: string): Replacements => ({
  command: (original, kv) => (command, session) =>
    isNamed(command, [name]) && kv.isExcluded(command) ? NIL_ARRAY : original(command, session),
}))

const XREAD = 'kv.commands.blocking-xread-excluded'
const XREADGROUP = 'kv.commands.blocking-xreadgroup-excluded'

/** What the interface leaves out of Redis. */
const LEFT_OUT = [
  'kv.commands.blocking-lists-excluded',
  'kv.commands.blocking-sorted-sets-excluded',
  'kv.commands.transaction-commands-excluded',
  XREAD,
  XREADGROUP,
  'kv.commands.connection-excluded',
] as const

export const commandsFaults: readonly KvFault[] = [
  misreading(
    'setex-arguments-swapped: SETEX: expects the value before the seconds',
    ['kv.commands.wire-protocol'],
    'SETEX',
    ([key = '', seconds = '', value = '']) => [key, value, seconds],
  ),
  misreading(
    'lpush-wrong-order: LPUSH: pushes several elements in the wrong order',
    ['kv.commands.wire-protocol'],
    'LPUSH',
    ([key = '', ...elements]) => [key, ...elements.reverse()],
  ),
  fault(
    'lower-case-refused-in-body: command in body: rejects lower-case command names',
    ['kv.commands.lower-case'],
    {
      commandInBody: result((command) => {
        if (/^[a-z]+$/.test(command[0])) throw new Refusal(400, 'ERR unknown command')
        return command
      }),
    },
  ),
  fault(
    'echo-upper-case-refused: command by path: rejects ECHO in upper case',
    ['kv.commands.upper-case'],
    {
      commandInPath: result((command) => {
        if (command[0] === 'ECHO') throw new Refusal(400, 'ERR unknown command')
        return command
      }),
    },
  ),
  answering(
    'blocking-lists-accepted: answers blocking list commands with null',
    ['kv.commands.blocking-lists-excluded'],
    ['BLPOP', 'BRPOP', 'BRPOPLPUSH'],
    NIL_ARRAY,
  ),
  answering(
    'blocking-sorted-sets-accepted: answers blocking sorted-set commands with null',
    ['kv.commands.blocking-sorted-sets-excluded'],
    ['BZPOPMAX', 'BZPOPMIN'],
    NIL_ARRAY,
  ),
  answering(
    'transaction-commands-accepted: answers WATCH, UNWATCH and DISCARD with OK',
    ['kv.commands.transaction-commands-excluded'],
    ['WATCH', 'UNWATCH', 'DISCARD'],
    OK,
  ),
  waitingInVain('xread-block-accepted: answers XREAD with BLOCK with null', [XREAD], 'XREAD'),
  waitingInVain(
    'xreadgroup-block-accepted: answers XREADGROUP with BLOCK with null',
    [XREADGROUP],
    'XREADGROUP',
  ),
  without('xread-refused: rejects XREAD even without BLOCK', [XREAD], 'XREAD'),
  without('xreadgroup-refused: rejects XREADGROUP even without BLOCK', [XREADGROUP], 'XREADGROUP'),
  fault(
    'xreadgroup-block-argument-refused: rejects XREADGROUP if any argument is "BLOCK"',
    [XREADGROUP],
    {
      isExcluded: (original) => (command) =>
        (isNamed(command, ['XREADGROUP']) && command.some((word) => /^block$/i.test(word))) ||
        original(command),
    },
  ),
  answering(
    'connection-commands-accepted: answers AUTH, SELECT and other connection commands with OK',
    ['kv.commands.connection-excluded'],
    ['AUTH', 'CLIENT', 'HELLO', 'QUIT', 'RESET', 'SELECT'],
    OK,
  ),
  replacing('pipeline')(
    'pipeline-accepts-excluded: pipeline: answers excluded commands with OK',
    [...LEFT_OUT, 'kv.pipeline.unsupported-command'],
    (original, kv) => async (commands, session) => {
      const replies = await original(commands, session)
      return replies.map((reply, index) => (kv.isExcluded(commands[index]!) ? OK : reply))
    },
  ),
  replacing('transaction')(
    'transaction-skips-excluded: transaction: runs PING in place of excluded commands',
    [
      ...LEFT_OUT,
      'kv.transaction.unsupported-command-discards',
      'kv.transaction.discard-is-one-error-envelope',
    ],
    (original, kv) => (commands, session) => {
      const others = commands.map((each): Command => (kv.isExcluded(each) ? ['PING'] : each))
      return original(others, session)
    },
  ),
  answering(
    'ping-ignores-message: PING: returns PONG instead of the given message',
    ['kv.commands.ping'],
    ['PING'],
    new Status('PONG'),
  ),
  misreading(
    'echo-first-word: ECHO: returns only the first word',
    ['kv.commands.echo'],
    'ECHO',
    (args) => args.map((text) => text.replace(/ .*/s, '')),
  ),
]
