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
    'SETEX takes the value before the seconds',
    ['kv.commands.wire-protocol'],
    'SETEX',
    ([key = '', seconds = '', value = '']) => [key, value, seconds],
  ),
  misreading(
    'LPUSH pushes its elements as one block',
    ['kv.commands.wire-protocol'],
    'LPUSH',
    ([key = '', ...elements]) => [key, ...elements.reverse()],
  ),
  fault('names in lower case are not known in a body', ['kv.commands.lower-case'], {
    commandInBody: result((command) => {
      if (/^[a-z]+$/.test(command[0])) throw new Refusal(400, 'ERR unknown command')
      return command
    }),
  }),
  fault('ECHO is known by path in lower case alone', ['kv.commands.upper-case'], {
    commandInPath: result((command) => {
      if (command[0] === 'ECHO') throw new Refusal(400, 'ERR unknown command')
      return command
    }),
  }),
  answering(
    'blocking list commands wait in vain',
    ['kv.commands.blocking-lists-excluded'],
    ['BLPOP', 'BRPOP', 'BRPOPLPUSH'],
    NIL_ARRAY,
  ),
  answering(
    'blocking sorted-set commands wait in vain',
    ['kv.commands.blocking-sorted-sets-excluded'],
    ['BZPOPMAX', 'BZPOPMIN'],
    NIL_ARRAY,
  ),
  answering(
    'transaction commands are accepted and do nothing',
    ['kv.commands.transaction-commands-excluded'],
    ['WATCH', 'UNWATCH', 'DISCARD'],
    OK,
  ),
  waitingInVain('XREAD waits in vain', [XREAD], 'XREAD'),
  waitingInVain('XREADGROUP waits in vain', [XREADGROUP], 'XREADGROUP'),
  ...(['XREAD', 'XREADGROUP'] as const).map((name): KvFault =>
    without(`${name} is refused in every form`, [name === 'XREAD' ? XREAD : XREADGROUP], name),
  ),
  fault('XREADGROUP is refused wherever a word of it is BLOCK', [XREADGROUP], {
    isExcluded: (original) => (command) =>
      (isNamed(command, ['XREADGROUP']) && command.some((word) => /^block$/i.test(word))) ||
      original(command),
  }),
  answering(
    'connection commands are accepted and do nothing',
    ['kv.commands.connection-excluded'],
    ['AUTH', 'CLIENT', 'HELLO', 'QUIT', 'RESET', 'SELECT'],
    OK,
  ),
  replacing('pipeline')(
    'what is left out is accepted in a pipeline and does nothing',
    [...LEFT_OUT, 'kv.pipeline.unsupported-command'],
    (original, kv) => async (commands, session) => {
      const replies = await original(commands, session)
      return replies.map((reply, index) => (kv.isExcluded(commands[index]!) ? OK : reply))
    },
  ),
  replacing('transaction')(
    'what is left out is passed over in a transaction',
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
    'PING answers PONG whatever it is sent',
    ['kv.commands.ping'],
    ['PING'],
    new Status('PONG'),
  ),
  misreading('ECHO answers the first word of its message', ['kv.commands.echo'], 'ECHO', (args) =>
    args.map((text) => text.replace(/ .*/s, '')),
  ),
]
