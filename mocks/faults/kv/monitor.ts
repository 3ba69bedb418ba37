// Faults of the headings Monitor and Events.

import { json } from '../../http/message.js'
import type { Session } from '../../kv/decisions.js'
import { quoted } from '../../kv/reply.js'
import { each, given, prefixed } from '../written.js'
import { distort, wrongAt } from './boundary.js'
import { events } from './distortions.js'
import { breaking, faults } from './fault.js'
import { asCommand, dropping, isWrite, shownCommand } from './parts.js'
import { at } from './where.js'

/** The same session without the client, so that monitors do not show its commands. */
const unseen = ({ login, readOnly }: Session): Session => ({ readOnly, ...(login && { login }) })

/** Changes the time in events, in seconds. */
const time = (change: (time: string) => string) => events(/^\d+\.\d+/, change)

/** Changes the words of a command in events. */
const words = (change: (words: readonly string[]) => readonly string[]) =>
  shownCommand((words) => change(words).map(quoted).join(' '))

const FIRST_EVENT = 'kv.monitor.first-event'
const TIME = 'kv.monitor.event-time'
const COMMAND = 'kv.monitor.event-command'
const EACH_COMMAND = 'kv.monitor.each-executed-command'
const CLIENT = 'kv.monitor.event-client'
const EVENT_STREAM = 'kv.monitor.event-stream'
const BOTH_STREAMS = [EVENT_STREAM, 'kv.subscribe.event-stream'] as const

const inMonitor = wrongAt(at('monitor'))

export const monitorFaults = faults({
  ...each(inMonitor, [EVENT_STREAM], {
    'monitor-missing: /monitor: runs MONITOR as a command instead of streaming': asCommand,
  }),
  ...each(wrongAt(), BOTH_STREAMS, {
    'event-streams-as-plain-text: event streams: sends Content-Type text/plain': {
      stream: ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } }),
    },
  }),
  ...prefixed('monitor', 'monitor', {
    'no-first-event: omits the first event ("OK")': {
      breaks: [FIRST_EVENT],
      blocks: ['kv.monitor.*'],
      replace: inMonitor(dropping(/^"OK"$/)),
    },
    ...each(inMonitor, [FIRST_EVENT], {
      'ok-unquoted: first event is OK without double quotes': events(/^"OK"$/, 'OK'),
    }),
    ...each(inMonitor, ['kv.monitor.one-line-per-event', COMMAND], {
      'argument-per-line: splits an event into one line per argument': events(/" "/g, '"\n"'),
    }),
    ...each(inMonitor, [EACH_COMMAND], {
      'writes-only: shows only write commands': {
        events:
          ({ kv }) =>
          (text) => {
            const [, name] = /^\d\S+ \[0 \S+\] "([^"]*)"/.exec(text) ?? []
            return name === undefined || isWrite(kv, [name]) ? text : []
          },
      },
      'hides-publish: omits PUBLISH commands': dropping(/^\d\S+ \[0 \S+\] "publish"/i),
      'shows-twice: sends the event of each command twice': {
        events: () => (text) => (text === '"OK"' ? text : [text, text]),
      },
    }),
    ...breaking([EACH_COMMAND], {
      'hides-pipelines: omits commands sent in pipelines': {
        pipeline: given((commands, session) => [commands, unseen(session)]),
      },
      'hides-read-only: omits commands sent with the Read Only token': {
        command: given((command, session) => [
          command,
          session.readOnly ? unseen(session) : session,
        ]),
      },
    }),
    ...each(inMonitor, [TIME], {
      'time-in-milliseconds: shows the time in milliseconds, not seconds': () =>
        time((seconds) => seconds.replace('.', '').slice(0, -3)),
      'time-in-whole-seconds: shows the time in seconds without microseconds': () =>
        time((seconds) => seconds.replace(/\..*/, '')),
      'time-constant: shows the same time for every command': time(() => '1700000000.123456'),
    }),
    ...each(inMonitor, [CLIENT], {
      'no-client: omits the client address': events(/ \[0 \S+\]/, ' [0]'),
    }),
    'transaction-no-client: shows "?" as the client address of transactions': {
      breaks: [CLIENT],
      transaction: given((commands, session) => [commands, { ...session, client: '?' }]),
    },
    ...each(inMonitor, [COMMAND], {
      'long-arguments-cut: cuts arguments longer than 128 bytes': () =>
        words((all) => all.map((word) => word.slice(0, 128))),
      'drops-empty-arguments: omits empty arguments of a command': () =>
        words((all) => all.filter((word) => word !== '')),
    }),
    ...each(inMonitor, [COMMAND, EACH_COMMAND], {
      'no-quotes: shows command and arguments without quotes': shownCommand((all) => all.join(' ')),
    }),
  }),
  'streams-leak: event streams: refuses a stream after 20 were opened': {
    breaks: BOTH_STREAMS,
    blocks: ['kv.monitor.*', 'kv.publish.*'],
    replace: () =>
      distort({
        make: (opened = { streams: 0 }) => ({
          stream: () =>
            ++opened.streams > 20 ? json(500, { error: 'ERR max number of clients reached' }) : {},
        }),
      }),
  },
  ...each(
    wrongAt(),
    [
      ...(['kv.monitor.one-line-per-event', COMMAND] as const),
      ...(['kv.subscribe.one-line-per-event', 'kv.subscribe.message-event'] as const),
    ],
    {
      'event-lines-limited-to-1000: event streams: breaks lines after 1000 characters': () =>
        events(/.{1000}(?=.)/gs, '$&\n'),
    },
  ),
  ...each(wrongAt(), ['kv.events.data-prefix'], {
    'events-no-space-after-data: event streams: omits the space after "data:"': {
      lines: (lines) => lines.replace(/^data: /gm, 'data:'),
    },
  }),
  ...each(wrongAt(), ['kv.events.no-others'], {
    'events-followed-by-sent: event streams: adds "sent" after each message/command event': {
      events: () => (text) => (/^(message,|\d)/.test(text) ? [text, 'sent'] : text),
    },
  }),
})
