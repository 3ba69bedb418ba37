// Rules of both event streams: how a line begins, and which events there are.

import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../../core/time.js'
import type { Abilities } from '../../provider/provider.js'
import { textOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { event, eventWith, executed, result } from '../fixtures/matchers.js'
import { eventsUntil, monitoring, receivedOn, showing, subscribed } from '../fixtures/streams.js'
import { observation, scenario } from '../fixtures/world.js'

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

/** The milliseconds for which nothing happens. Servers often send signs of life every second or two. */
const silence = seconds(4)

/** A monitor's event begins with a time, in any form. */
const beginsWithATime = /^\d/

export const eventScenarios = [
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

  scenario('a stream has no events while nothing happens', {
    id: 'kv.events.no-others/silence',
    waits: silence,
    async run({ kv, id, key, provide }) {
      const monitor = await monitoring(kv)
      const subscription = await subscribed(kv, id)
      const { clock } = provide as Abilities
      await (clock?.advance(silence) ?? sleep(silence))
      given(await kv.command(['PUBLISH', id, 'hello']), executed())
      given(await kv.command(['SET', key, 'value']), executed())
      // Other rules judge the parts of a message.
      must(await receivedOn(subscription), event(new RegExp(`message|hello|${id}`)))
      const { events, last } = await eventsUntil(monitor, key)
      for (const each of [...events, last]) must(each, event(beginsWithATime))
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
