// The stream of executed commands. Others may be at work on the target, so that every scenario looks
// for the events that show a name of its own.

import { headerOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable } from '../../core/judgement.js'
import { mediaType, status } from '../../core/matchers.js'
import type { StreamEvent } from '../../wire/stream.js'
import { envelopes, event, eventClient, eventCommand, eventTime } from '../fixtures/matchers.js'
import { eventTimeBetween, eventWith } from '../fixtures/matchers.js'
import { executed, executedInBatch, oneDataLine, result } from '../fixtures/matchers.js'
import { monitoring, showing, subscribed } from '../fixtures/streams.js'
import { supported } from '../fixtures/support.js'
import type { Command } from '../fixtures/client.js'
import { observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'

/** The ways to send a command; each of these has the scenario's key in it. */
const forms: readonly { what: string; ask: Ask }[] = [
  { what: 'a command in the body', ask: ({ kv, key }) => kv.command(['SET', key, 'value']) },
  { what: 'a command that reads', ask: ({ kv, key }) => kv.command(['GET', key]) },
  { what: 'a command without a key', ask: ({ kv, key }) => kv.command(['ECHO', key]) },
  { what: 'a command by path', ask: ({ kv, key }) => kv.path(['SET', key, 'value']) },
  {
    what: 'a command by path with a body',
    ask: ({ kv, key }) => kv.path(['SET', key], { body: 'value' }),
  },
  { what: 'a published message', ask: ({ kv, key }) => kv.publish(key, 'message') },
]

const batches: readonly {
  what: string
  ask: (world: KvWorld, commands: readonly Command[]) => Promise<Exchange>
}[] = [
  { what: 'a pipeline', ask: ({ kv }, commands) => kv.pipeline(commands) },
  { what: 'a transaction', ask: ({ kv }, commands) => kv.transaction(commands) },
]

const long = 'x'.repeat(20_000)

/**
 * Commands on the scenario's key, and what is shown after it. How quotes, backslashes and whatever
 * is not printable ASCII are shown is open.
 */
const shown: readonly {
  what: string
  ask: Ask
  name: string
  args: readonly string[]
}[] = [
  {
    what: 'a command of one argument',
    ask: ({ kv, key }) => kv.command(['GET', key]),
    name: 'GET',
    args: [],
  },
  {
    what: 'its arguments in their order',
    ask: ({ kv, key }) => kv.command(['RPUSH', key, 'c', 'a', 'b', 'a']),
    name: 'RPUSH',
    args: ['c', 'a', 'b', 'a'],
  },
  {
    what: 'a number',
    ask: ({ kv, key }) => kv.command(['RPUSH', key, 12]),
    name: 'RPUSH',
    args: ['12'],
  },
  {
    what: 'an empty argument',
    ask: ({ kv, key }) => kv.command(['RPUSH', key, '', 'a']),
    name: 'RPUSH',
    args: ['', 'a'],
  },
  {
    what: 'spaces and punctuation',
    ask: ({ kv, key }) => kv.command(['RPUSH', key, ' a,  b ', '[0 a] %41 data: b']),
    name: 'RPUSH',
    args: [' a,  b ', '[0 a] %41 data: b'],
  },
  {
    what: 'path segments, decoded',
    ask: ({ kv, key }) => kv.path(['RPUSH', key, 'a b', 'c/d', 'e?f']),
    name: 'RPUSH',
    args: ['a b', 'c/d', 'e?f'],
  },
  {
    what: 'a body and the option that follows it',
    ask: ({ kv, key }) => kv.path(['RPUSH', key], { body: 'a', query: 'b=c' }),
    name: 'RPUSH',
    args: ['a', 'b', 'c'],
  },
  {
    what: 'a long argument',
    ask: ({ kv, key }) => kv.command(['SET', key, long]),
    name: 'SET',
    args: [long],
  },
]

/** Seconds by which the clock of whoever shows events may differ from that of TIME. */
const clockSkew = 10

/** The seconds that TIME answers. */
function secondsIn(time: Exchange): number {
  const answer = memberOf(time, 'result')
  const seconds = Array.isArray(answer) ? Number(answer[0]) : NaN
  if (Number.isNaN(seconds)) throw new NotApplicable('TIME does not answer seconds')
  return seconds
}

/** Arguments of which the document does not say how they are shown. */
const unclear: readonly (readonly [what: string, argument: string | Uint8Array])[] = [
  ['a quote', 'a"b'],
  ['a backslash', 'a\\b'],
  ['an apostrophe', "a'b"],
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['a tab', 'a\tb'],
  ['a zero', 'a\0b'],
  ['two bytes of UTF-8', 'ü'],
  ['four bytes of UTF-8', '🚀'],
  ['a byte that is no UTF-8', Uint8Array.of(0xff)],
]

export const monitorScenarios = [
  scenario('the monitor is answered with an event stream', {
    rule: 'kv.monitor.event-stream',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.monitor(), status(200), mediaType('text/event-stream'))
    },
  }),
  observation('what the monitor answers who asks for no event stream', {
    rule: 'kv.monitor.accept-missing',
    async run({ kv, note }) {
      for (const accept of [undefined, '*/*', 'application/json']) {
        const headers = accept === undefined ? [] : [['Accept', accept] as const]
        const stream = await kv.monitor({ headers })
        note(
          `Accept: ${accept ?? '(none)'}`,
          `${stream.status} ${headerOf(stream, 'content-type')}`,
        )
        stream.close()
      }
    },
  }),

  scenario('each event is one line of data', {
    rule: 'kv.monitor.one-line-per-event',
    async run(world) {
      const { kv, id, key } = world
      given(await kv.command(['ECHO', id]), result(id))
      const stream = given(await kv.monitor(), status(200))

      must(given(await stream.next()), oneDataLine())
      given(await kv.command(['RPUSH', key, 'a', 'b c', long]), result(3))
      must(given(await stream.next(showing(key))), oneDataLine())
    },
  }),

  scenario('the first event says OK', {
    rule: 'kv.monitor.first-event',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))
      const stream = given(await kv.monitor(), status(200))
      must(await stream.next(), event('"OK"'))

      const beside = given(await kv.monitor(), status(200))
      must(await beside.next(), event('"OK"'))
    },
  }),
  scenario('the first event says OK while others watch and work', {
    rule: 'kv.monitor.first-event',
    async run(world) {
      const { kv, id } = world
      const other = await monitoring(world)
      const [echo, stream] = await Promise.all([kv.command(['ECHO', id]), kv.monitor()])
      given(echo, result(id))
      given(await other.next(showing(id)))

      must(stream, status(200))
      must(await stream.next(), event('"OK"'))
    },
  }),

  ...forms.map(({ what, ask }) =>
    scenario(`${what} is shown`, {
      rule: 'kv.monitor.each-executed-command',
      async run(world) {
        const stream = await monitoring(world)
        given(await ask(world), executed())

        must(await stream.next(showing(world.key)))
      },
    }),
  ),
  ...batches.map(({ what, ask }) =>
    scenario(`every command of ${what} is shown`, {
      rule: 'kv.monitor.each-executed-command',
      async run(world) {
        const { id } = world
        const words = ['first', 'second', 'third'].map((word) => `${id}-${word}`)
        const stream = await monitoring(world)
        const commands = words.map((word) => ['ECHO', word] as const)
        given(await ask(world, commands), envelopes(...words))

        const events: StreamEvent[] = []
        while (events.length < words.length) {
          const next = await stream.next(showing(id))
          must(next)
          events.push(next)
        }
        // In which order they were executed is not for this rule to say.
        for (const word of words) must(events.find(showing(word)) ?? events[0]!, eventWith(word))
      },
    }),
  ),
  scenario('a command of the Read Only token is shown', {
    rule: 'kv.monitor.each-executed-command',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, key, keyOf, provide } = world
      const token = await provide.readOnlyToken()
      const stream = await monitoring(world)
      given(await kv.command(['GET', key]), result(null))
      given(await stream.next(showing(key)))
      given(await kv.command(['GET', keyOf('other')], { token }), result(null))

      must(await stream.next(showing(keyOf('other'))))
    },
  }),
  scenario('a command is shown once', {
    rule: 'kv.monitor.each-executed-command',
    async run(world) {
      const { kv, id, key } = world
      const stream = await monitoring(world)
      given(await kv.command(['SET', key, 'value']), result('OK'))
      given(await kv.pipeline([['GET', key]]), envelopes('value'))
      given(await kv.transaction([['EXISTS', key]]), envelopes(1))
      given(await kv.command(['ECHO', `${id}-end`]), result(`${id}-end`))

      for (const name of ['SET', 'GET', 'EXISTS', 'ECHO'])
        must(await stream.next(showing(id)), event(new RegExp(`"${name}"`, 'i')))
    },
  }),
  scenario('a command that is executed three times is shown three times', {
    rule: 'kv.monitor.each-executed-command',
    async run(world) {
      const { kv, id, key } = world
      const stream = await monitoring(world)
      given(await kv.command(['INCR', key]), result(1))
      given(await kv.pipeline(Array(2).fill(['INCR', key])), envelopes(2, 3))
      given(await kv.command(['ECHO', `${id}-end`]), result(`${id}-end`))

      for (let count = 0; count < 3; count++) must(await stream.next(showing(id)), eventWith(key))
      must(await stream.next(showing(id)), eventWith(`${id}-end`))
    },
  }),
  scenario('commands are shown in the order of their execution', {
    rule: 'kv.monitor.each-executed-command',
    async run(world) {
      const { kv, id } = world
      const words = Array.from({ length: 20 }, (_, index) => `${id}-${index}-`)
      const stream = await monitoring(world)
      for (const word of words) given(await kv.command(['ECHO', word]), result(word))

      for (const word of words) must(await stream.next(showing(id)), eventWith(word))
    },
  }),
  scenario('two monitors show the same command', {
    rule: 'kv.monitor.each-executed-command',
    async run(world) {
      const { kv, id } = world
      const streams = [await monitoring(world), await monitoring(world)]
      given(await kv.command(['ECHO', id]), result(id))

      for (const stream of streams) must(await stream.next(showing(id)))
    },
  }),
  scenario('a monitor goes on when another has left', {
    rule: 'kv.monitor.each-executed-command',
    async run(world) {
      const { kv, id } = world
      const [leaving, stream] = [await monitoring(world), await monitoring(world)]
      given(await kv.command(['ECHO', `${id}-before`]), executed())
      given(await leaving.next(showing(`${id}-before`)))
      given(await stream.next(showing(`${id}-before`)))
      leaving.close()
      given(await kv.command(['ECHO', `${id}-after`]), executed())

      must(await stream.next(showing(`${id}-after`)))
    },
  }),
  scenario('a message is shown to a monitor and delivered to a subscriber', {
    rule: 'kv.monitor.each-executed-command',
    async run(world) {
      const { kv, id } = world
      const [monitor, subscriber] = [await monitoring(world), await subscribed(world, id)]
      given(await kv.publish(id, `${id}-message`), executed())
      given(await subscriber.next())

      must(await monitor.next(showing(id)))
    },
  }),

  scenario('an event begins with seconds and microseconds', {
    rule: 'kv.monitor.event-time',
    async run(world) {
      const { kv, id } = world
      const stream = await monitoring(world)
      // A fraction that ends in zeros is a short number, but a text as long as any other.
      for (let count = 0; count < 10; count++) {
        const word = `${id}-${count}`
        given(await kv.command(['ECHO', word]), result(word))
        must(given(await stream.next(showing(word))), eventTime())
      }
    },
  }),
  scenario('the time of an event is that of its command', {
    rule: 'kv.monitor.event-time',
    async run(world) {
      const { kv, id } = world
      await supported(world, 'TIME')
      const stream = await monitoring(world)
      const before = secondsIn(given(await kv.command(['TIME']), executed()))
      given(await kv.command(['ECHO', id]), result(id))
      const seen = given(await stream.next(showing(id)))
      const after = secondsIn(given(await kv.command(['TIME']), executed()))

      must(seen, eventTimeBetween(before - clockSkew, after + clockSkew))
    },
  }),
  scenario('an event has the database and the client in brackets', {
    rule: 'kv.monitor.event-client',
    async run(world) {
      const { kv, id } = world
      const stream = await monitoring(world)
      given(await kv.command(['ECHO', id]), result(id))

      must(given(await stream.next(showing(id))), eventClient())
    },
  }),
  ...batches.map(({ what, ask }) =>
    scenario(`an event of ${what} has the database and the client in brackets`, {
      rule: 'kv.monitor.event-client',
      async run(world) {
        const { id } = world
        const stream = await monitoring(world)
        given(await ask(world, [['ECHO', id]]), envelopes(id))

        must(given(await stream.next(showing(id))), eventClient())
      },
    }),
  ),

  ...shown.map(({ what, ask, name, args }) =>
    scenario(`an event shows ${what}`, {
      rule: 'kv.monitor.event-command',
      async run(world) {
        const { kv, key } = world
        for (const arg of args) given(await kv.command(['ECHO', arg]), result(arg))
        const stream = await monitoring(world)
        given(await ask(world), executed())
        // What becomes an argument, and where, is for other rules to say.
        if (name === 'RPUSH') given(await kv.command(['LRANGE', key, '0', '-1']), result(args))

        must(given(await stream.next(showing(key))), eventCommand(name, key, ...args))
      },
    }),
  ),
  ...batches.map(({ what, ask }) =>
    scenario(`the events of ${what} show each command by itself`, {
      rule: 'kv.monitor.event-command',
      async run(world) {
        const { key, keyOf } = world
        const stream = await monitoring(world)
        const commands = [
          ['APPEND', key, 'a b'],
          ['MGET', key, keyOf('other')],
        ] as const
        given(await ask(world, commands), executedInBatch())

        for (const [name, ...args] of commands) {
          const named = (each: StreamEvent) =>
            showing(key)(each) && each.data.toUpperCase().includes(name)
          must(given(await stream.next(named)), eventCommand(name, ...args))
        }
      },
    }),
  ),

  observation('how a command name is shown', {
    rule: 'kv.monitor.command-case',
    async run(world) {
      const { kv, id, note } = world
      const stream = await monitoring(world)
      for (const name of ['echo', 'ECHO', 'eChO']) {
        given(await kv.command([name, id]), executed())
        const { data } = given(await stream.next(showing(id)))
        note(name, /"(echo)"/i.exec(data)?.[1] ?? 'not shown')
      }
    },
  }),
  observation('how a command name of two words is shown', {
    rule: 'kv.monitor.command-case',
    async run(world) {
      const { kv, key, note } = world
      await supported(world, 'XGROUP')
      given(await kv.command(['XADD', key, '1-1', 'field', 'value']), executed())
      const stream = await monitoring(world)
      given(await kv.command(['XGROUP', 'CREATE', key, 'group', '0']), executed())
      const { data } = given(await stream.next(showing(key)))
      note('XGROUP CREATE', /"xgroup.*create"/i.exec(data)?.[0] ?? 'not shown')
    },
  }),
  observation('how an argument is shown that is no plain text', {
    rule: 'kv.monitor.argument-escapes',
    async run(world) {
      const { kv, id, note } = world
      const stream = await monitoring(world)
      for (const [index, [what, argument]] of unclear.entries()) {
        const name = `${id}-${index}-`
        given(await kv.path(['PUBLISH', name], { body: argument }), executed())
        const { data } = given(await stream.next(showing(name)))
        note(what, data.split(`"${name}" `).at(-1))
      }
    },
  }),
  observation('what is shown of a transaction', {
    rule: 'kv.monitor.transactions',
    async run(world) {
      const { kv, id, note } = world
      const stream = await monitoring(world)
      await kv.transaction([['ECHO', `${id}-begin`]])
      await kv.transaction([['ECHO', `${id}-discarded`], ['UNWATCH']])
      await kv.command(['ECHO', `${id}-end`])
      const names: string[] = []
      for (let ended = false; !ended;) {
        const { data } = given(await stream.next())
        ended = data.includes(`${id}-end`)
        const own = data.includes(id)
        // What frames it has no name of ours; somebody else's may be among them.
        if (own || /"(multi|exec|discard)"/i.test(data))
          names.push(/"([^"]*)"/.exec(data)?.[1] ?? '')
      }
      note('commands', names)
    },
  }),
  observation('whether a monitor shows requests for streams', {
    rule: 'kv.monitor.own-requests',
    async run(world) {
      const { kv, id, note } = world
      const stream = await monitoring(world)
      const subscription = await subscribed(world, `${id}-subscription`)
      subscription.close()
      given(await kv.command(['ECHO', `${id}-end`]), executed())
      const { data } = given(await stream.next(showing(id)))
      note('a subscription', data.includes(`${id}-subscription`) ? 'shown' : 'not shown')
    },
  }),
]
