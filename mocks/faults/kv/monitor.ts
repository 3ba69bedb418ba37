// Mistakes under the heading: Monitor.

import { json } from '../../http/message.js'
import type { Session } from '../../kv/decisions.js'
import type { Executed } from '../../kv/backends/backend.js'
import type { Kv } from '../../kv/kv.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type KvFault, type Replacements } from './fault.js'
import { brokenAfter, isWrite, withoutEndpoint, withoutFirstEvent } from './parts.js'

/** The same session, of whose commands no monitor hears. */
const unseen = ({ login, readOnly }: Session): Session => ({ readOnly, ...(login && { login }) })

/** A server whose monitor events are changed as they are written. */
const inEvents = shape((from: RegExp, to: string): Replacements => ({
  monitorEvent: result((event) => event.replace(from, to)),
}))

/** A server that shows a command in another way, after the time and the client. */
const commandShown = (shown: (words: readonly string[], kv: Kv) => string): Replacements => ({
  monitorEvent: (_, kv) => (executed) =>
    `${kv.eventTime(executed.at)} [0 ${executed.client}] ${shown(executed.command, kv)}`,
})

const withCommand = shape(commandShown)

/** A server that shows other words than those of the command. */
const withWords = shape((change: (words: readonly string[]) => readonly string[]) =>
  commandShown((words, kv) =>
    change(words)
      .map((word) => kv.quoted(word))
      .join(' '),
  ),
)

const FIRST_EVENT = 'kv.monitor.first-event'
const COMMAND = 'kv.monitor.event-command'
const EACH_COMMAND = 'kv.monitor.each-executed-command'
const CLIENT = 'kv.monitor.event-client'
const EVENT_STREAM = 'kv.monitor.event-stream'

export const monitorFaults: readonly KvFault[] = [
  withoutEndpoint(
    'the monitor is not known',
    { breaks: [EVENT_STREAM], blocks: ['kv.monitor.*'] },
    'monitor',
  ),
  fault(
    'the monitor is answered as JSON',
    { breaks: [EVENT_STREAM, FIRST_EVENT], blocks: ['kv.monitor.*'] },
    { monitor: () => async () => json(200, { result: 'OK' }) },
  ),
  fault('event streams are sent as plain text', [EVENT_STREAM, 'kv.subscribe.event-stream'], {
    answerEvents: result((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
    })),
  }),

  replacing('monitorEvent')(
    'each word of a monitored command is a line of its own',
    ['kv.monitor.one-line-per-event', COMMAND],
    result((event) => event.replaceAll('" "', '"\n"')),
  ),
  brokenAfter(
    'the lines of events are no longer than a kilobyte',
    [
      ...(['kv.monitor.one-line-per-event', COMMAND] as const),
      ...(['kv.subscribe.one-line-per-event', 'kv.subscribe.message-event'] as const),
    ],
    1000,
  ),

  withoutFirstEvent(
    'the monitor has no first event',
    { breaks: [FIRST_EVENT], blocks: ['kv.monitor.*'] },
    '"OK"',
  ),
  ...each(replacing('firstMonitorEvent'), [FIRST_EVENT], {
    'the monitor says OK without quotes': () => () => 'OK',
    'the monitor says OK as Redis does': () => () => '+OK',
    'only the first monitor is told OK': (original, kv) => () =>
      kv.openStreams.size > 0 ? '"WAIT"' : original(),
  }),

  replacing('isShown')(
    'the monitor shows only commands that write',
    { breaks: [EACH_COMMAND], blocks: ['kv.monitor.event-time', CLIENT] },
    (original, kv) => (executed) => isWrite(kv, executed.command) && original(executed),
  ),
  fault('the monitor does not show pipelines', [EACH_COMMAND], {
    pipeline: given((commands, session) => [commands, unseen(session)]),
  }),
  fault('the monitor does not show transactions', [EACH_COMMAND], {
    transaction: given((commands, session) => [commands, unseen(session)]),
  }),
  fault('the monitor does not show commands of the Read Only token', [EACH_COMMAND], {
    command: given((command, session) => [command, session.readOnly ? unseen(session) : session]),
  }),
  fault('the monitor shows only the first command of a batch', [EACH_COMMAND], {
    pipeline: (original) => async (commands, session) => {
      const first = await original(commands.slice(0, 1), session)
      return [...first, ...(await original(commands.slice(1), unseen(session)))]
    },
  }),
  fault('the monitor does not show published messages', [EACH_COMMAND], {
    isShown: (original) => (executed) =>
      !/^publish$/i.test(executed.command[0]) && original(executed),
  }),
  ...each(replacing('watch'), [EACH_COMMAND], {
    'the monitor shows each command when it begins and when it ends': given((follower) => [
      {
        ...follower,
        next(executed) {
          follower.next(executed)
          follower.next(executed)
        },
      },
    ]),
    'the monitor shows a command that was shown before no more': given((follower) => {
      const seen = new Set<string>()
      const next = (executed: Executed) => {
        const words = executed.command.join()
        if (!seen.has(words)) follower.next(executed)
        seen.add(words)
      }
      return [{ ...follower, next }]
    }),
  }),

  ...each(replacing('eventTime'), ['kv.monitor.event-time'], {
    'the time of a monitored command is in milliseconds': () => (at) =>
      String(Math.floor(at / 1000)),
    'the time of a monitored command is in whole seconds': () => (at) =>
      String(Math.floor(at / 1_000_000)),
    'the time of a monitored command ends before its zeros': () => (at) => String(at / 1_000_000),
    'the time of a monitored command is a date': () => (at) => new Date(at / 1000).toISOString(),
    'the time of a monitored command is that of another time zone': given((at) => [
      at + 3_600_000_000,
    ]),
    'the time of a monitored command is always the same': () => () => '1700000000.123456',
  }),

  inEvents('a monitored command has no database', [CLIENT], /\[0 /, '['),
  inEvents('a monitored command has no client', [CLIENT], / \[0 \S+\]/, ' [0]'),
  inEvents(
    'the client of a monitored command is undefined',
    [CLIENT],
    / \[0 \S+\]/,
    ' [0 undefined:undefined]',
  ),
  inEvents('a monitored command has no brackets', [CLIENT], / \[(0 \S+)\]/, ' $1'),
  fault('the commands of a transaction have no client', [CLIENT], {
    transaction: given((commands, session) => [commands, { ...session, client: '?' }]),
  }),

  withCommand('a monitored command is an array of JSON', [COMMAND], (words) =>
    JSON.stringify(words),
  ),
  ...each(withCommand, [COMMAND, EACH_COMMAND], {
    'a monitored command has no quotes': (words) => words.join(' '),
    'a monitored command has apostrophes': (words) => words.map((word) => `'${word}'`).join(' '),
  }),
  fault('numbers in a monitored command have no quotes', [COMMAND], {
    quoted: (original) => (word) => (/^\d+$/.test(word) ? word : original(word)),
  }),
  inEvents('a monitored command has commas between its arguments', [COMMAND], /" "/g, '", "'),
  ...each(withWords, [COMMAND], {
    'only the key of a monitored command is shown': (words) => words.slice(0, 2),
    'long arguments of a monitored command are cut': (words) =>
      words.map((word) => word.slice(0, 128)),
    'empty arguments of a monitored command are left out': (words) =>
      words.filter((word) => word !== ''),
    'the arguments of a monitored command are trimmed': (words) => words.map((word) => word.trim()),
    'the options of a monitored command come before its values': ([name, key, ...rest]) => [
      name!,
      key!,
      ...rest.toReversed(),
    ],
  }),
]
