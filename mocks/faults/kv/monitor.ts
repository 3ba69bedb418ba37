// Faults of the heading Monitor.

import { json } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import type { Session } from '../../kv/decisions.js'
import type { Executed } from '../../kv/backends/backend.js'
import type { Kv } from '../../kv/kv.js'
import { each, firstTime, given, prefixed, result } from '../written.js'
import { breaking, faults, type Replacements, replacing } from './fault.js'
import { brokenAfter, isWrite, withoutEndpoint, withoutFirstEvent } from './parts.js'

/** The same session without the client, so that monitors do not show its commands. */
const unseen = ({ login, readOnly }: Session): Session => ({ readOnly, ...(login && { login }) })

/** Replaces text in monitor events. */
const inEvents = ([from, to]: readonly [RegExp, string]): Replacements => ({
  monitorEvent: result((event) => event.replace(from, to)),
})

/** Changes the text of a command in monitor events, after the time and the client. */
const withCommand = (shown: (words: readonly string[], kv: Kv) => string): Replacements => ({
  monitorEvent: (_, kv) => (executed) =>
    `${kv.eventTime(executed.at)} [0 ${executed.client}] ${shown(executed.command, kv)}`,
})

/** Changes the words of a command in monitor events. */
const withWords = (change: (words: readonly string[]) => readonly string[]) =>
  withCommand((words, kv) =>
    change(words)
      .map((word) => kv.quoted(word))
      .join(' '),
  )

const FIRST_EVENT = 'kv.monitor.first-event'
const COMMAND = 'kv.monitor.event-command'
const EACH_COMMAND = 'kv.monitor.each-executed-command'
const CLIENT = 'kv.monitor.event-client'
const EVENT_STREAM = 'kv.monitor.event-stream'

export const monitorFaults = faults({
  'monitor-missing: /monitor: runs MONITOR as a command instead of streaming': {
    breaks: [EVENT_STREAM],
    ...withoutEndpoint('monitor'),
  },
  'event-streams-as-plain-text: event streams: sends Content-Type text/plain': {
    breaks: [EVENT_STREAM, 'kv.subscribe.event-stream'],
    answerEvents: result((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
    })),
  },
  ...prefixed('monitor', 'monitor', {
    'json: returns JSON instead of an event stream': {
      breaks: [EVENT_STREAM],
      monitor: () => async () => json(200, { result: 'OK' }),
    },
    'argument-per-line: splits an event into one line per argument': {
      breaks: ['kv.monitor.one-line-per-event', COMMAND],
      monitorEvent: result((event) => event.replaceAll('" "', '"\n"')),
    },
    'no-first-event: omits the first event ("OK")': {
      breaks: [FIRST_EVENT],
      blocks: ['kv.monitor.*'],
      ...withoutFirstEvent('"OK"'),
    },
    ...each(replacing('firstMonitorEvent'), [FIRST_EVENT], {
      'ok-unquoted: first event is OK without double quotes': () => () => 'OK',
      'ok-with-plus: first event is +OK instead of OK in double quotes': () => () => '+OK',
      'second-not-ok: first event is "WAIT" if another stream is open': (original, kv) => () =>
        kv.openStreams.size > 0 ? '"WAIT"' : original(),
    }),
    'writes-only: shows only write commands': {
      breaks: [EACH_COMMAND],
      isShown: (original, kv) => (executed) => isWrite(kv, executed.command) && original(executed),
    },
    ...breaking([EACH_COMMAND], {
      'hides-pipelines: omits commands sent in pipelines': {
        pipeline: given((commands, session) => [commands, unseen(session)]),
      },
      'hides-transactions: omits commands sent in transactions': {
        transaction: given((commands, session) => [commands, unseen(session)]),
      },
      'first-of-pipeline: shows only the first command of a pipeline': {
        pipeline: (original) => async (commands, session) => {
          const first = await original(commands.slice(0, 1), session)
          return [...first, ...(await original(commands.slice(1), unseen(session)))]
        },
      },
      'hides-publish: omits PUBLISH commands': {
        isShown: (original) => (executed) =>
          !/^publish$/i.test(executed.command[0]) && original(executed),
      },
    }),
    'hides-read-only: omits commands sent with the Read Only token': {
      breaks: [EACH_COMMAND],
      command: given((command, session) => [command, session.readOnly ? unseen(session) : session]),
    },
    ...each(replacing('watch'), [EACH_COMMAND], {
      'shows-twice: sends the event of each command twice': given((follower, sender) => [
        {
          ...follower,
          next(executed) {
            follower.next(executed)
            follower.next(executed)
          },
        },
        sender,
      ]),
      'silent-after-100: sends nothing after 100 events': given((follower, sender) => {
        let left = 100
        const next = (executed: Executed) => {
          if (left-- > 0) follower.next(executed)
        }
        return [{ ...follower, next }, sender]
      }),
      'hides-repeated: omits a command equal to an earlier one': given((follower, sender) => {
        const isFirst = firstTime()
        const next = (executed: Executed) => {
          if (isFirst(executed.command.join())) follower.next(executed)
        }
        return [{ ...follower, next }, sender]
      }),
    }),
    ...each(replacing('eventTime'), ['kv.monitor.event-time'], {
      'time-in-milliseconds: shows the time in milliseconds, not seconds': () => (at) =>
        String(Math.floor(at / 1000)),
      'time-in-whole-seconds: shows the time in seconds without microseconds': () => (at) =>
        String(Math.floor(at / 1_000_000)),
      'time-zeros-dropped: drops trailing zeros of the time': () => (at) => String(at / 1_000_000),
      'time-as-date: shows the time as an ISO date, not Unix seconds': () => (at) =>
        new Date(at / 1000).toISOString(),
      'time-1h-ahead: shows the time 1 hour ahead': given((at) => [at + 3_600_000_000]),
      'time-constant: shows the same time for every command': () => () => '1700000000.123456',
    }),
    ...each(inEvents, [CLIENT], {
      'no-database: omits the database index': [/\[0 /, '['],
      'no-client: omits the client address': [/ \[0 \S+\]/, ' [0]'],
      'client-undefined: shows the client address as undefined:undefined': [
        / \[0 \S+\]/,
        ' [0 undefined:undefined]',
      ],
      'no-brackets: omits the brackets around database and address': [/ \[(0 \S+)\]/, ' $1'],
    }),
    'transaction-no-client: shows "?" as the client address of transactions': {
      breaks: [CLIENT],
      transaction: given((commands, session) => [commands, { ...session, client: '?' }]),
    },
    ...breaking([COMMAND], {
      'command-as-json: shows the command as a JSON array': withCommand((words) =>
        JSON.stringify(words),
      ),
      'numbers-unquoted: shows numeric arguments without quotes': {
        quoted: (original) => (word) => (/^\d+$/.test(word) ? word : original(word)),
      },
      'arguments-reversed: shows the arguments after the key in reverse order': withWords(
        (words) => [...words.slice(0, 2), ...words.slice(2).toReversed()],
      ),
    }),
    ...each(withCommand, [COMMAND, EACH_COMMAND], {
      'no-quotes: shows command and arguments without quotes': (words) => words.join(' '),
      'single-quotes: shows command and arguments in single quotes': (words) =>
        words.map((word) => `'${word}'`).join(' '),
    }),
    'commas: puts commas between command and arguments': {
      breaks: [COMMAND],
      ...inEvents([/" "/g, '", "']),
    },
    ...each(withWords, [COMMAND], {
      'key-only: shows only the command name and first argument': (words) => words.slice(0, 2),
      'long-arguments-cut: cuts arguments longer than 128 bytes': (words) =>
        words.map((word) => word.slice(0, 128)),
      'drops-empty-arguments: omits empty arguments of a command': (words) =>
        words.filter((word) => word !== ''),
      'arguments-in-lower-case: shows arguments in lower case': ([name = '', ...args]) => [
        name,
        ...args.map((arg) => arg.toLowerCase()),
      ],
      'arguments-trimmed: trims whitespace of arguments': (words) =>
        words.map((word) => word.trim()),
    }),
  }),
  'streams-leak: event streams: refuses a stream after 20 were opened': {
    breaks: [EVENT_STREAM, 'kv.subscribe.event-stream'],
    blocks: ['kv.monitor.*', 'kv.publish.*'],
    replace: (opened = { count: 0 }) => ({
      eventStream: (original) => (first, follow) => {
        if (++opened.count > 20) throw new Refusal(500, 'ERR max number of clients reached')
        return original(first, follow)
      },
    }),
  },
  'event-lines-limited-to-1000: event streams: breaks lines after 1000 characters': {
    breaks: [
      ...(['kv.monitor.one-line-per-event', COMMAND] as const),
      ...(['kv.subscribe.one-line-per-event', 'kv.subscribe.message-event'] as const),
    ],
    ...brokenAfter(1000),
  },
})
