// The stream of executed commands. Other clients may use the target, so every scenario looks only for
// events that show a name of its own.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { KvClient } from '../fixtures/client.js'
import { event, eventCommand } from '../fixtures/matchers.js'
import { eventTimeBetween } from '../fixtures/matchers.js'
import { executed, named, result } from '../fixtures/matchers.js'
import { supported } from '../fixtures/scripts.js'
import { eventAmong, eventsUntil, monitoring, noteByAccept } from '../fixtures/streams.js'
import { onceAmong, showing, shownOn, subscribed } from '../fixtures/streams.js'
import { keysFor } from '../fixtures/tables.js'
import { observation, scenario } from '../fixtures/world.js'

/** The forms of a command, each with a word in it. */
const forms: Readonly<Record<string, (kv: KvClient, word: string) => Promise<Exchange>>> = {
  'a command in the body': (kv, word) => kv.command(['SET', word, 'value']),
  'a command that reads': (kv, word) => kv.command(['GET', word]),
  'a command without a key': (kv, word) => kv.command(['ECHO', word]),
  'a command by path': (kv, word) => kv.path(['SET', word, 'value']),
  'a command by path with a body': (kv, word) => kv.path(['SET', word], { body: 'value' }),
  'a published message': (kv, word) => kv.publish(word, 'message'),
}

const long = 'x'.repeat(20_000)

/** RPUSH of arguments, shown after the key; by default a command in the body. */
interface Push {
  readonly args: readonly string[]
  readonly ask?: (kv: KvClient, key: string) => Promise<Exchange>
}

/** The contract leaves open how quotes, backslashes and characters beyond printable ASCII are shown. */
const pushes: Readonly<Record<string, Push>> = {
  'arguments in their order': { args: ['c', 'a', 'b', 'a'] },
  'a number': { args: ['12'], ask: (kv, key) => kv.command(['RPUSH', key, 12]) },
  'an empty argument': { args: ['', 'a'] },
  'capital letters': { args: ['A', 'bC'] },
  'spaces and punctuation': { args: [' a,  b ', '[0 a] %41 data: b'] },
  'path segments, decoded': {
    args: ['a b', 'c/d', 'e?f'],
    ask: (kv, key) => kv.path(['RPUSH', key, 'a b', 'c/d', 'e?f']),
  },
  'a body and the option that follows it': {
    args: ['a', 'b', 'c'],
    ask: (kv, key) => kv.path(['RPUSH', key], { body: 'a', query: 'b=c' }),
  },
  'a long argument': { args: [long] },
}

/** Seconds by which the clock of the monitor may differ from the clock of TIME. */
const clockSkew = 10

/** The Unix seconds in the result of TIME. */
function secondsIn(time: Exchange): number {
  const answer = memberOf(time, 'result')
  const seconds = Array.isArray(answer) ? Number(answer[0]) : NaN
  if (Number.isNaN(seconds)) throw new NotApplicable('TIME does not return seconds')
  return seconds
}

/** Arguments for which the document does not say how they are shown. */
const unclear: readonly (readonly [what: string, argument: string])[] = [
  ['a quote', 'a"b'],
  ['a backslash', 'a\\b'],
  ['an apostrophe', "a'b"],
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['a tab', 'a\tb'],
  ['a zero', 'a\0b'],
  ['two bytes of UTF-8', 'ü'],
  ['four bytes of UTF-8', '🚀'],
]

export const monitorScenarios = [
  observation('observes the monitor response without `Accept: text/event-stream`', {
    id: 'kv.monitor.accept-missing/other-accept',
    run: ({ kv, note }) => noteByAccept(note, kv.monitor),
  }),

  scenario('monitor: a command in body or path and a /publish request appear once', {
    id: 'kv.monitor.each-executed-command/every-form',
    async run(world) {
      const { kv, id } = world
      const stream = await monitoring(kv)
      const { of } = keysFor(world, forms)
      for (const [name, ask] of Object.entries(forms))
        given(await ask(kv, of(name)), named(name, executed()))
      given(await kv.command(['ECHO', `${id}-end`]), result(`${id}-end`))
      const events = await eventsUntil(stream, `${id}-end`)

      await eachRow(forms, async (_, name) => {
        const isCommand = event(/"(SET|GET|ECHO|PUBLISH)"/i)
        must(eventAmong(events, of(name)), isCommand, onceAmong(events, of(name)))
      })
    },
  }),
  scenario('monitor: still shows commands after another monitor closes', {
    id: 'kv.monitor.each-executed-command/other-monitor-closes',
    async run({ kv, id }) {
      const [leaving, stream] = [await monitoring(kv), await monitoring(kv)]
      given(await kv.command(['ECHO', `${id}-before`]), executed())
      for (const each of [leaving, stream]) must(await each.next(showing(`${id}-before`)))
      leaving.close()
      given(await kv.command(['ECHO', `${id}-after`]), executed())

      must(await stream.next(showing(`${id}-after`)))
    },
  }),
  scenario('monitor: the time in an event is within 10 s of the server time (TIME)', {
    id: 'kv.monitor.event-time/time-of-the-command',
    async run(world) {
      const { kv, id } = await supported(world, 'TIME')
      const stream = await monitoring(kv)
      const before = secondsIn(given(await kv.command(['TIME']), executed()))
      given(await kv.command(['ECHO', id]), result(id))
      const seen = await shownOn(stream, id)
      const after = secondsIn(given(await kv.command(['TIME']), executed()))

      must(seen, eventTimeBetween(before - clockSkew, after + clockSkew))
    },
  }),
  scenario('monitor: the event of RPUSH has every argument in quotes, in order', {
    id: 'kv.monitor.event-command/arguments',
    async run(world) {
      const { kv, id } = world
      const { of } = keysFor(world, pushes)
      const push = async (key: string, { args, ask }: Push) =>
        ask ? ask(kv, key) : kv.command(['RPUSH', key, ...args])
      const stream = await monitoring(kv)
      const replies: Record<string, Exchange> = {}
      for (const [name, row] of Object.entries(pushes)) replies[name] = await push(of(name), row)
      given(await kv.command(['ECHO', `${id}-end`]), result(`${id}-end`))
      const events = await eventsUntil(stream, `${id}-end`)

      await eachRow(pushes, async ({ args }, name) => {
        given(replies[name]!, executed())
        const shown = given(eventAmong(events, of(name)))
        const want = eventCommand('RPUSH', of(name), ...args)
        // Other rules test which parts of a request become arguments.
        if (want(shown)) given(await kv.command(['LRANGE', of(name), '0', '-1']), result(args))
        must(shown, want)
      })
    },
  }),
  observation('observes the letter case of a command name in monitor events', {
    id: 'kv.monitor.command-case/one-word',
    async run({ kv, id, note }) {
      const stream = await monitoring(kv)
      for (const name of ['echo', 'ECHO', 'eChO']) {
        if (executed()(await kv.command([name, id]))) {
          note(name, 'refused')
          continue
        }
        const { data } = given(await stream.next(showing(id)))
        note(name, /"(echo)"/i.exec(data)?.[1] ?? 'not shown')
        note(
          'form of the client address',
          /\[\d+ ([^\]]*)\]/.exec(data)?.[1]?.replace(/\d+/g, '<n>'),
        )
      }
    },
  }),
  observation('observes how the monitor writes the two-word command XGROUP CREATE', {
    id: 'kv.monitor.command-case/xgroup-create',
    async run(world) {
      const { kv, key, note } = await supported(
        world,
        'XADD OTHER 1-1 a b; XGROUP CREATE OTHER group 0',
      )
      given(await kv.command(['XADD', key, '1-1', 'field', 'value']), executed())
      const stream = await monitoring(kv)
      given(await kv.command(['XGROUP', 'CREATE', key, 'group', '0']), executed())
      const { data } = given(await stream.next(showing(key)))
      note('XGROUP CREATE', /"xgroup.*create"/i.exec(data)?.[0] ?? 'not shown')
    },
  }),
  observation('observes how the monitor writes quotes, tabs and non-ASCII letters', {
    id: 'kv.monitor.argument-escapes/escapes',
    async run({ kv, key, note }) {
      const stream = await monitoring(kv)
      const words = unclear.flatMap(([, argument], index) => [`#${index}`, argument])
      given(await kv.command(['RPUSH', key, ...words]), executed())
      const list = given(await stream.next(showing(key)))
      const parts = list.data.split(/ ?"#\d+" ?/)
      for (const [index, [what]] of unclear.entries()) note(what, parts[index + 1])

      given(await kv.path(['PUBLISH', `${key}-bytes`], { body: Uint8Array.of(0xff) }), executed())
      const { data } = given(await stream.next(showing(`${key}-bytes`)))
      note('a byte that is not UTF-8', data.split(`"${key}-bytes" `).at(-1))
    },
  }),
  observation('observes if the monitor shows MULTI, EXEC or a rejected transaction', {
    id: 'kv.monitor.transactions/executed-and-discarded',
    async run({ kv, id, note }) {
      const stream = await monitoring(kv)
      await kv.transaction([['ECHO', `${id}-begin`]])
      await kv.transaction([['ECHO', `${id}-discarded`], ['UNWATCH']])
      await kv.command(['ECHO', `${id}-end`])
      const names: string[] = []
      for (let ended = false; !ended;) {
        const { data } = given(await stream.next())
        ended = data.includes(`${id}-end`)
        const own = data.includes(id)
        // MULTI and EXEC show no name of ours; those of other clients may be among them.
        if (own || /"(multi|exec|discard)"/i.test(data))
          names.push(/"([^"]*)"/.exec(data)?.[1] ?? '')
      }
      note('commands', names)
    },
  }),
  observation('observes if the monitor shows a /subscribe request', {
    id: 'kv.monitor.own-requests/subscription',
    async run({ kv, id, note }) {
      const stream = await monitoring(kv)
      const subscription = await subscribed(kv, `${id}-subscription`)
      subscription.close()
      given(await kv.command(['ECHO', `${id}-end`]), executed())
      const { data } = given(await stream.next(showing(id)))
      note('a subscription', data.includes(`${id}-subscription`) ? 'shown' : 'not shown')
    },
  }),
]
