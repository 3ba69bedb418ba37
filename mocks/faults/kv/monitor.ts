// Mistakes under the heading: Monitor.

import { json } from '../../http/message.js'
import type { Session } from '../../kv/decisions.js'
import type { Executed } from '../../kv/backends/backend.js'
import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'
import { brokenAfter, isWrite, withoutEndpoint, withoutFirstEvent } from './parts.js'

export const monitorFaults: readonly Fault<Kv>[] = [
  {
    name: 'the monitor is not known',
    breaks: ['kv.monitor.event-stream'],
    blocks: ['kv.monitor.*'],
    apply: withoutEndpoint('monitor'),
  },
  {
    name: 'the monitor is answered as JSON',
    breaks: ['kv.monitor.event-stream', 'kv.monitor.first-event'],
    blocks: ['kv.monitor.*'],
    apply: (kv) => ({ ...kv, monitor: async () => json(200, { result: 'OK' }) }),
  },
  {
    name: 'event streams are sent as plain text',
    breaks: ['kv.monitor.event-stream', 'kv.subscribe.event-stream'],
    apply: (kv) => ({
      ...kv,
      answerEvents(events) {
        const answer = kv.answerEvents(events)
        return { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }
      },
    }),
  },

  {
    name: 'each word of a monitored command is a line of its own',
    breaks: ['kv.monitor.one-line-per-event', 'kv.monitor.event-command'],
    apply: (kv) => ({
      ...kv,
      monitorEvent: (executed) => kv.monitorEvent(executed).replaceAll('" "', '"\n"'),
    }),
  },
  {
    name: 'the lines of events are no longer than a kilobyte',
    breaks: [
      ...(['kv.monitor.one-line-per-event', 'kv.monitor.event-command'] as const),
      ...(['kv.subscribe.one-line-per-event', 'kv.subscribe.message-event'] as const),
    ],
    apply: brokenAfter(1000),
  },

  {
    name: 'the monitor has no first event',
    breaks: ['kv.monitor.first-event'],
    blocks: ['kv.monitor.*'],
    apply: withoutFirstEvent('"OK"'),
  },
  {
    name: 'the monitor says OK without quotes',
    breaks: ['kv.monitor.first-event'],
    apply: (kv) => ({ ...kv, firstMonitorEvent: () => 'OK' }),
  },
  {
    name: 'the monitor says OK as Redis does',
    breaks: ['kv.monitor.first-event'],
    apply: (kv) => ({ ...kv, firstMonitorEvent: () => '+OK' }),
  },
  {
    name: 'only the first monitor is told OK',
    breaks: ['kv.monitor.first-event'],
    apply: (kv) => ({
      ...kv,
      firstMonitorEvent: () => (kv.openStreams.size > 0 ? '"WAIT"' : kv.firstMonitorEvent()),
    }),
  },

  {
    name: 'the monitor shows only commands that write',
    breaks: ['kv.monitor.each-executed-command'],
    blocks: ['kv.monitor.event-time', 'kv.monitor.event-client'],
    apply: (kv) => ({
      ...kv,
      isShown: (executed) => isWrite(kv, executed.command) && kv.isShown(executed),
    }),
  },
  {
    name: 'the monitor does not show pipelines',
    breaks: ['kv.monitor.each-executed-command'],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) => kv.pipeline(commands, unseen(session)),
    }),
  },
  {
    name: 'the monitor does not show transactions',
    breaks: ['kv.monitor.each-executed-command'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) => kv.transaction(commands, unseen(session)),
    }),
  },
  {
    name: 'the monitor does not show commands of the Read Only token',
    breaks: ['kv.monitor.each-executed-command'],
    apply: (kv) => ({
      ...kv,
      command: (command, session) =>
        kv.command(command, session.readOnly ? unseen(session) : session),
    }),
  },
  {
    name: 'the monitor shows only the first command of a batch',
    breaks: ['kv.monitor.each-executed-command'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const first = await kv.pipeline(commands.slice(0, 1), session)
        return [...first, ...(await kv.pipeline(commands.slice(1), unseen(session)))]
      },
    }),
  },
  {
    name: 'the monitor does not show published messages',
    breaks: ['kv.monitor.each-executed-command'],
    apply: (kv) => ({
      ...kv,
      isShown: (executed) => !/^publish$/i.test(executed.command[0]) && kv.isShown(executed),
    }),
  },
  {
    name: 'the monitor shows each command when it begins and when it ends',
    breaks: ['kv.monitor.each-executed-command'],
    apply: (kv) => ({
      ...kv,
      watch: ({ next, end }) =>
        kv.watch({
          next(executed) {
            next(executed)
            next(executed)
          },
          end,
        }),
    }),
  },
  {
    name: 'the monitor shows a command that was shown before no more',
    breaks: ['kv.monitor.each-executed-command'],
    apply: (kv) => ({
      ...kv,
      watch({ next, end }) {
        const seen = new Set<string>()
        return kv.watch({
          next(executed) {
            const words = executed.command.join()
            if (!seen.has(words)) next(executed)
            seen.add(words)
          },
          end,
        })
      },
    }),
  },

  {
    name: 'the time of a monitored command is in milliseconds',
    breaks: ['kv.monitor.event-time'],
    apply: (kv) => ({ ...kv, eventTime: (at) => String(Math.floor(at / 1000)) }),
  },
  {
    name: 'the time of a monitored command is in whole seconds',
    breaks: ['kv.monitor.event-time'],
    apply: (kv) => ({ ...kv, eventTime: (at) => String(Math.floor(at / 1_000_000)) }),
  },
  {
    name: 'the time of a monitored command ends before its zeros',
    breaks: ['kv.monitor.event-time'],
    apply: (kv) => ({ ...kv, eventTime: (at) => String(at / 1_000_000) }),
  },
  {
    name: 'the time of a monitored command is a date',
    breaks: ['kv.monitor.event-time'],
    apply: (kv) => ({ ...kv, eventTime: (at) => new Date(at / 1000).toISOString() }),
  },

  {
    name: 'the time of a monitored command is that of another time zone',
    breaks: ['kv.monitor.event-time'],
    apply: (kv) => ({ ...kv, eventTime: (at) => kv.eventTime(at + 3_600_000_000) }),
  },
  {
    name: 'the time of a monitored command is always the same',
    breaks: ['kv.monitor.event-time'],
    apply: (kv) => ({ ...kv, eventTime: () => '1700000000.123456' }),
  },

  {
    name: 'a monitored command has no database',
    breaks: ['kv.monitor.event-client'],
    apply: inEvents(/\[0 /, '['),
  },
  {
    name: 'a monitored command has no client',
    breaks: ['kv.monitor.event-client'],
    apply: inEvents(/ \[0 \S+\]/, ' [0]'),
  },
  {
    name: 'the client of a monitored command is undefined',
    breaks: ['kv.monitor.event-client'],
    apply: inEvents(/ \[0 \S+\]/, ' [0 undefined:undefined]'),
  },
  {
    name: 'a monitored command has no brackets',
    breaks: ['kv.monitor.event-client'],
    apply: inEvents(/ \[(0 \S+)\]/, ' $1'),
  },
  {
    name: 'the commands of a transaction have no client',
    breaks: ['kv.monitor.event-client'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) => kv.transaction(commands, { ...session, client: '?' }),
    }),
  },

  {
    name: 'a monitored command is an array of JSON',
    breaks: ['kv.monitor.event-command'],
    apply: withCommand((words) => JSON.stringify(words)),
  },
  {
    name: 'a monitored command has no quotes',
    breaks: ['kv.monitor.event-command', 'kv.monitor.each-executed-command'],
    apply: withCommand((words) => words.join(' ')),
  },
  {
    name: 'a monitored command has apostrophes',
    breaks: ['kv.monitor.event-command', 'kv.monitor.each-executed-command'],
    apply: withCommand((words) => words.map((word) => `'${word}'`).join(' ')),
  },
  {
    name: 'numbers in a monitored command have no quotes',
    breaks: ['kv.monitor.event-command'],
    apply: (kv) => ({
      ...kv,
      quoted: (word) => (/^\d+$/.test(word) ? word : kv.quoted(word)),
    }),
  },
  {
    name: 'a monitored command has commas between its arguments',
    breaks: ['kv.monitor.event-command'],
    apply: inEvents(/" "/g, '", "'),
  },
  {
    name: 'only the key of a monitored command is shown',
    breaks: ['kv.monitor.event-command'],
    apply: withWords((words) => words.slice(0, 2)),
  },
  {
    name: 'long arguments of a monitored command are cut',
    breaks: ['kv.monitor.event-command'],
    apply: withWords((words) => words.map((word) => word.slice(0, 128))),
  },
  {
    name: 'empty arguments of a monitored command are left out',
    breaks: ['kv.monitor.event-command'],
    apply: withWords((words) => words.filter((word) => word !== '')),
  },
  {
    name: 'the arguments of a monitored command are trimmed',
    breaks: ['kv.monitor.event-command'],
    apply: withWords((words) => words.map((word) => word.trim())),
  },
  {
    name: 'the options of a monitored command come before its values',
    breaks: ['kv.monitor.event-command'],
    apply: withWords(([name, key, ...rest]) => [name!, key!, ...rest.toReversed()]),
  },
]

/** The same session, of whose commands no monitor hears. */
const unseen = ({ login, readOnly }: Session): Session => ({
  readOnly,
  ...(login && { login }),
})

/** A server whose monitor events are changed as they are written. */
function inEvents(from: RegExp, to: string) {
  return (kv: Kv): Kv => ({
    ...kv,
    monitorEvent: (executed) => kv.monitorEvent(executed).replace(from, to),
  })
}

/** A server that shows a command in another way, after the time and the client. */
function withCommand(shown: (words: readonly string[]) => string) {
  return (kv: Kv): Kv => ({
    ...kv,
    monitorEvent({ at, client, command }: Executed) {
      return `${kv.eventTime(at)} [0 ${client}] ${shown(command)}`
    },
  })
}

/** A server that shows other words than those of the command. */
function withWords(change: (words: readonly string[]) => readonly string[]) {
  return (kv: Kv): Kv => {
    const shown = (words: readonly string[]) => change(words).map((word) => kv.quoted(word))
    return withCommand((words) => shown(words).join(' '))(kv)
  }
}
