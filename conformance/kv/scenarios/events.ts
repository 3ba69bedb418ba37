// Rules of both event streams: how a line begins, and which events there are.

import { textOf } from '../../wire/exchange.js'
import { given, givenBy, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { event, eventWith, executed, prefixed, result } from '../fixtures/matchers.js'
import { monitoring, receivedOn, showing, subscribed } from '../fixtures/streams.js'
import { observation, scenario, type KvWorld, whereEchoWorks } from '../fixtures/world.js'

/** Messages with line breaks, or that are not UTF-8. */
const unclear: readonly (readonly [what: string, message: string | Uint8Array])[] = [
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['a carriage return and a line feed', 'a\r\nb'],
  ['an empty line', 'a\n\nb'],
  ['a line feed at the end', 'a\n'],
  ['a zero', 'a\0b'],
  ['a byte that is not UTF-8', Buffer.from('a\xffb', 'latin1')],
]

/** Both streams, and a request that causes an event on each. */
const streams = [
  {
    what: 'message',
    rule: 'kv.subscribe.event-stream',
    of: 'subscribe: the event of a message',
    open: ({ kv, id }: KvWorld) => kv.subscribe(id),
    act: ({ kv, id }: KvWorld) => kv.command(['PUBLISH', id, 'hello']),
  },
  {
    what: 'command',
    rule: 'kv.monitor.event-stream',
    of: 'monitor: the event of a command',
    open: ({ kv }: KvWorld) => kv.monitor(),
    act: ({ kv, id }: KvWorld) => kv.command(['ECHO', id]),
  },
] as const

/** A monitor's event begins with a time, in any form. */
const beginsWithATime = /^\d/

export const eventScenarios = [
  ...streams.map(({ what, rule, of, open, act }) =>
    scenario(`${of} is a line that begins with \`data: \``, {
      id: `kv.events.data-prefix/${what}`,
      run: whereEchoWorks(async (world) => {
        const stream = givenBy(rule, await open(world), status(200))

        must(given(await stream.next()), prefixed())
        given(await act(world), executed())
        must(given(await stream.next(showing(world.id))), prefixed())
      }),
    }),
  ),

  scenario('subscribe: no event for SET, other channels and other subscribers', {
    id: 'kv.events.no-others/subscription',
    async run({ kv, id, key }) {
      const stream = await subscribed(kv, id)
      given(await kv.command(['PUBLISH', id, 'first']), executed())
      given(await receivedOn(stream), event(/first/))
      // Subscribers receive no event about any of these.
      const other = await subscribed(kv, id)
      const monitor = await kv.monitor()
      given(await kv.command(['SET', key, id]), result('OK'))
      given(await kv.command(['PUBLISH', `other-${id}`, 'foreign']), executed())
      other.close()
      monitor.close()
      given(await kv.command(['PUBLISH', id, 'second']), executed())

      // A message that arrives twice breaks another rule.
      const next = await receivedOn(stream, (each) => !showing('first')(each))
      must(next, event(/second/))
    },
  }),
  scenario('monitor: after "OK", every event is a command, not a channel message', {
    id: 'kv.events.no-others/monitor',
    async run({ kv, id, key }) {
      const stream = await monitoring(kv)
      const subscription = await subscribed(kv, key)
      given(await kv.command(['PUBLISH', key, 'hello']), executed())
      given(await receivedOn(subscription), eventWith('hello'))
      given(await kv.command(['SET', key, 'value']), result('OK'))
      given(await kv.command(['ECHO', id]), result(id))

      for (let ended = false; !ended;) {
        const next = given(await stream.next())
        must(next, event(beginsWithATime))
        ended = /"echo"/i.test(next.data) && showing(id)(next)
      }
    },
  }),

  observation('observes line ends, comments, event names, ids of the subscribe stream', {
    id: 'kv.events.line-ends/line-ends',
    async run({ kv, id, note }) {
      const stream = await subscribed(kv, id)
      given(await kv.command(['PUBLISH', id, 'hello']), executed())
      given(await stream.next())
      const text = textOf(stream)
      note('the bytes of two events', text.replaceAll(id, '<channel>'))
      note(
        'line ends',
        [...new Set(text.match(/\r\n|\r|\n/g))].map((end) => JSON.stringify(end)),
      )
      note('comments', /^:/m.test(text))
      note('event names', /^event:/m.test(text))
      note('ids', /^id:/m.test(text))
    },
  }),
  observation('observes subscribe events of messages with line breaks or invalid UTF-8', {
    id: 'kv.events.line-breaks-in-payload/line-breaks-and-bytes',
    async run({ kv, id, note }) {
      const stream = await subscribed(kv, id)
      // Each message begins with its number, to find its lines.
      for (const [index, [, message]] of unclear.entries()) {
        const body = Buffer.concat([Buffer.from(`#${index}:`), Buffer.from(message)])
        given(await kv.path(['PUBLISH', id], { body }), executed())
      }
      given(await kv.command(['PUBLISH', id, '#end']), executed())
      await stream.next(({ data }) => data.includes('#end'))
      const parts = textOf(stream)
        .replaceAll(id, '<channel>')
        .split(/#(?:\d+:|end)/)
      for (const [index, [what]] of unclear.entries()) note(what, parts[index + 1])
    },
  }),
]
