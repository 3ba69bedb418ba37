// Mistakes under the heading: Commands.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { NIL_ARRAY, OK, Status, type Command } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { answering, isNamed, without } from './parts.js'

/** A server that runs the blocking form of a command, and finds nothing as long as it waits. */
const waitingInVain =
  (name: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    command: (command, session) =>
      isNamed(command, [name]) && kv.isExcluded(command) ? NIL_ARRAY : kv.command(command, session),
  })

export const commandsFaults: readonly Fault<Kv>[] = [
  {
    name: 'SETEX takes the value before the seconds',
    breaks: ['kv.commands.wire-protocol'],
    apply: (kv) => ({
      ...kv,
      command(command, session) {
        const [name, key = '', seconds = '', value = ''] = command
        return kv.command(
          isNamed(command, ['SETEX']) ? [name, key, value, seconds] : command,
          session,
        )
      },
    }),
  },
  {
    name: 'LPUSH pushes its elements as one block',
    breaks: ['kv.commands.wire-protocol'],
    apply: (kv) => ({
      ...kv,
      command(command, session) {
        const [name, key = '', ...elements] = command
        return kv.command(
          isNamed(command, ['LPUSH']) ? [name, key, ...elements.reverse()] : command,
          session,
        )
      },
    }),
  },
  {
    name: 'names in lower case are not known in a body',
    breaks: ['kv.commands.lower-case'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        const command = kv.commandInBody(request)
        if (/^[a-z]+$/.test(command[0])) throw new Refusal(400, 'ERR unknown command')
        return command
      },
    }),
  },
  {
    name: 'ECHO is known by path in lower case alone',
    breaks: ['kv.commands.upper-case'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        if (command[0] === 'ECHO') throw new Refusal(400, 'ERR unknown command')
        return command
      },
    }),
  },
  {
    name: 'blocking list commands wait in vain',
    breaks: ['kv.commands.blocking-lists-excluded'],
    apply: answering(['BLPOP', 'BRPOP', 'BRPOPLPUSH'], NIL_ARRAY),
  },
  {
    name: 'blocking sorted-set commands wait in vain',
    breaks: ['kv.commands.blocking-sorted-sets-excluded'],
    apply: answering(['BZPOPMAX', 'BZPOPMIN'], NIL_ARRAY),
  },
  {
    name: 'transaction commands are accepted and do nothing',
    breaks: ['kv.commands.transaction-commands-excluded'],
    apply: answering(['WATCH', 'UNWATCH', 'DISCARD'], OK),
  },
  {
    name: 'XREAD waits in vain',
    breaks: ['kv.commands.blocking-xread-excluded'],
    apply: waitingInVain('XREAD'),
  },
  {
    name: 'XREADGROUP waits in vain',
    breaks: ['kv.commands.blocking-xreadgroup-excluded'],
    apply: waitingInVain('XREADGROUP'),
  },
  ...(['XREAD', 'XREADGROUP'] as const).map((name): Fault<Kv> => ({
    name: `${name} is refused in every form`,
    breaks: [
      name === 'XREAD'
        ? 'kv.commands.blocking-xread-excluded'
        : 'kv.commands.blocking-xreadgroup-excluded',
    ],
    apply: without(name),
  })),
  {
    name: 'XREADGROUP is refused wherever a word of it is BLOCK',
    breaks: ['kv.commands.blocking-xreadgroup-excluded'],
    apply: (kv) => ({
      ...kv,
      isExcluded: (command) =>
        (isNamed(command, ['XREADGROUP']) && command.some((word) => /^block$/i.test(word))) ||
        kv.isExcluded(command),
    }),
  },
  {
    name: 'connection commands are accepted and do nothing',
    breaks: ['kv.commands.connection-excluded'],
    apply: answering(['AUTH', 'CLIENT', 'HELLO', 'QUIT', 'RESET', 'SELECT'], OK),
  },
  {
    name: 'what is left out is accepted in a pipeline and does nothing',
    breaks: [
      'kv.commands.blocking-lists-excluded',
      'kv.commands.blocking-sorted-sets-excluded',
      'kv.commands.transaction-commands-excluded',
      'kv.commands.blocking-xread-excluded',
      'kv.commands.blocking-xreadgroup-excluded',
      'kv.commands.connection-excluded',
      'kv.pipeline.unsupported-command',
    ],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        return replies.map((reply, index) => (kv.isExcluded(commands[index]!) ? OK : reply))
      },
    }),
  },
  {
    name: 'what is left out is passed over in a transaction',
    breaks: [
      'kv.commands.blocking-lists-excluded',
      'kv.commands.blocking-sorted-sets-excluded',
      'kv.commands.transaction-commands-excluded',
      'kv.commands.blocking-xread-excluded',
      'kv.commands.blocking-xreadgroup-excluded',
      'kv.commands.connection-excluded',
      'kv.transaction.unsupported-command-discards',
      'kv.transaction.discard-is-one-error-envelope',
    ],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) =>
        kv.transaction(
          commands.map((command): Command => (kv.isExcluded(command) ? ['PING'] : command)),
          session,
        ),
    }),
  },
  {
    name: 'PING answers PONG whatever it is sent',
    breaks: ['kv.commands.ping'],
    apply: answering(['PING'], new Status('PONG')),
  },
  {
    name: 'ECHO answers the first word of its message',
    breaks: ['kv.commands.echo'],
    apply: (kv) => ({
      ...kv,
      command([name, ...args], session) {
        const words = isNamed([name], ['ECHO'])
          ? args.map((text) => text.replace(/ .*/s, ''))
          : args
        return kv.command([name, ...words], session)
      },
    }),
  },
]
