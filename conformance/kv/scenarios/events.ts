// What both event streams have in common: how a line begins, and that nothing else is sent.

import { textOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { event, eventWith, executed, prefixed, result } from '../fixtures/matchers.js'
import { monitoring, showing, subscribed } from '../fixtures/streams.js'
import { observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Messages with line breaks, or that are no text. */
const unclear: readonly (readonly [what: string, message: string | Uint8Array])[] = [
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['both', 'a\r\nb'],
  ['an empty line', 'a\n\nb'],
  ['a line feed at the end', 'a\n'],
  ['a zero', 'a\0b'],
  ['a byte that is no UTF-8', Buffer.from('a\xffb', 'latin1')],
]

/** Both streams, and what makes an event on each. */
const streams = [
  {
    what: 'message',
    open: ({ kv, id }: KvWorld) => kv.subscribe(id),
    act: ({ kv, id }: KvWorld) => kv.command(['PUBLISH', id, 'hello']),
  },
  {
    what: 'command',
    open: ({ kv }: KvWorld) => kv.monitor(),
    act: ({ kv, id }: KvWorld) => kv.command(['ECHO', id]),
  },
]

/** What a monitor's event begins with: a time, however that is written. */
const beginsWithATime = /^\d/

export const eventScenarios = [
  ...streams.map(({ what, open, act }) =>
    scenario(`the line of a ${what} begins with \`data: \``, {
      id: `kv.events.data-prefix/${what}`,
      async run(world) {
        given(await world.kv.command(['ECHO', world.id]), result(world.id))
        const stream = given(await open(world), status(200))

        must(given(await stream.next()), prefixed())
        given(await act(world), executed())
        must(given(await stream.next(showing(world.id))), prefixed())
      },
    }),
  ),

  scenario('a subscription has no events but its first and messages', {
    id: 'kv.events.no-others/subscription',
    async run(world) {
      const { kv, id, key } = world
      const stream = await subscribed(world, id)
      given(await kv.command(['PUBLISH', id, 'first']), executed())
      given(await stream.next(), event(/first/))
      // What others may be told of, and subscribers are not.
      const other = await subscribed(world, id)
      const monitor = await kv.monitor()
      given(await kv.command(['SET', key, id]), result('OK'))
      given(await kv.command(['PUBLISH', `other-${id}`, 'foreign']), executed())
      other.close()
      monitor.close()
      given(await kv.command(['PUBLISH', id, 'second']), executed())

      // That a message comes more than once is not for this rule to say.
      const next = given(await stream.next((each) => !showing('first')(each)))
      must(next, event(/second/))
    },
  }),
  scenario('a monitor has no events but its first and commands', {
    id: 'kv.events.no-others/monitor',
    async run(world) {
      const { kv, id, key } = world
      const stream = await monitoring(world)
      const subscription = await subscribed(world, key)
      given(await kv.command(['PUBLISH', key, 'hello']), executed())
      given(await subscription.next(), eventWith('hello'))
      given(await kv.command(['SET', key, 'value']), result('OK'))
      given(await kv.command(['ECHO', id]), result(id))

      for (let ended = false; !ended;) {
        const next = given(await stream.next())
        must(next, event(beginsWithATime))
        ended = /"echo"/i.test(next.data) && showing(id)(next)
      }
    },
  }),

  observation('line ends, comments, event names and ids of a stream', {
    id: 'kv.events.line-ends/line-ends',
    async run(world) {
      const { kv, id, note } = world
      const stream = await subscribed(world, id)
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
  observation('messages with line breaks or bytes that are no text', {
    id: 'kv.events.line-breaks-in-payload/line-breaks-and-bytes',
    async run(world) {
      const { kv, id, note } = world
      const stream = await subscribed(world, id)
      // Each message begins with its number, so that its lines are found whatever they are.
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
