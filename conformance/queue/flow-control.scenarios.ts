// How many attempts of one key there may be at once, and what is told of those that wait (endpoint 14).

import { jsonOf, textOf, type Exchange } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, differs } from '../matchers.js'
import { seconds } from '../time.js'
import { deliversAtAll } from './delivered.js'
import { keyed, lag, stateOf, texts, waits, whileHolding } from './holding.js'
import { bodies, latest, member, object } from './matchers.js'
import { observation, scenario, type QueueInbox } from './world.js'

/** As much time as shows that nothing more is delivered. */
const quiet = seconds(2)

/** Nothing waits: it is told so, or the key is not known any more (`queue.flow-control.unknown-key`). */
const nothingWaits = (): Matcher<Exchange> => (state) =>
  state.status === 404 ? undefined : waits(0)(state)

/** Never more than so many without an answer. */
const atOnce =
  (inbox: QueueInbox, most: number): Matcher =>
  () =>
    inbox.mostAtOnce <= most
      ? undefined
      : differs('a number of deliveries at once of at most', most, inbox.mostAtOnce)

const SIZE = 'queue.flow-control.wait-list-size'

export const flowControlScenarios = [
  ...[1, 2, 3].map((parallelism) =>
    scenario(`of six messages with a parallelism of ${parallelism} the others wait`, {
      rule: SIZE,
      waits: lag,
      async run(world) {
        await whileHolding(world, { parallelism, messages: 6 }, async () => {
          const waiting = 6 - parallelism
          must(await stateOf(world, world.id, waiting), accepted(), waits(waiting))
        })
      },
    }),
  ),

  ...[1, 2, 3].map((parallelism) =>
    scenario(`with a parallelism of ${parallelism} no more are under way, and all arrive once`, {
      rule: SIZE,
      waits: lag + quiet,
      async run(world) {
        const inbox = await whileHolding(world, { parallelism, messages: 6 }, async () => {
          given(await stateOf(world, world.id, 6 - parallelism), accepted())
        })

        must(await inbox.delivery(6))
        const arrivals = await inbox.all(quiet)
        must(arrivals, atOnce(inbox, parallelism), bodies(...texts(6)))
        must(await stateOf(world, world.id, 0), nothingWaits())
      },
    }),
  ),

  scenario('as many messages as the parallelism wait for nothing', {
    rule: SIZE,
    waits: lag,
    async run(world) {
      await whileHolding(world, { parallelism: 3, messages: 3 }, async () => {
        must(await stateOf(world, world.id, 0), accepted(), waits(0))
      })
    },
  }),

  observation('whether a message that waits for its retry holds up the others', {
    rule: 'queue.flow-control.between-attempts',
    waits: latest(seconds(4)),
    async run({ queue, inbox, id, note }) {
      const { url, delivery } = inbox((_, n) => ({ status: n === 1 ? 500 : 200 }))
      const retry = { ...keyed(id, 1), Retries: '1', 'Retry-Delay': '4000' }
      given(await queue.publish(url, { settings: retry, body: 'fails once' }), accepted())
      given(await delivery())
      given(await queue.publish(url, { settings: keyed(id, 1), body: 'another' }), accepted())
      const second = textOf(given(await delivery(2, latest(seconds(4)))))
      note('it holds up the others', second === 'another' ? 'no' : 'yes')
    },
  }),

  ...(
    [
      ['was not answered in time', 'hang'],
      ['met a broken connection', 'reset'],
      ['has failed', { status: 500 }],
    ] as const
  ).map(([what, answer]) =>
    scenario(`a message that ${what} holds up the others no more`, {
      rule: SIZE,
      waits: latest(seconds(2)) + lag,
      async run(world) {
        await deliversAtAll(world)
        const { queue, inbox, id } = world
        const { url, delivery } = inbox((_, n) => (n === 1 ? answer : { status: 200 }))
        const settings = { ...keyed(id, 1), Retries: '0', Timeout: '2s' }
        for (const body of texts(2)) given(await queue.publish(url, { settings, body }), accepted())
        given(await delivery())

        must(await delivery(2, latest(seconds(2))))
        must(await stateOf(world, id, 0), nothingWaits())
      },
    }),
  ),

  ...(
    [
      ['another key', 'other'],
      ['a key that differs in case', 'KEY'],
    ] as const
  ).map(([what, end]) =>
    scenario(`messages of ${what} wait for none of this one`, {
      rule: SIZE,
      waits: lag,
      async run(world) {
        const { queue, inbox, id } = world
        const [key, another] = [`${id}-key`, `${id}-${end}`]
        await whileHolding(world, { key, parallelism: 1, messages: 2 }, async () => {
          const other = inbox()
          given(await queue.publish(other.url, { settings: keyed(another, 1) }), accepted())

          must(await other.delivery())
          must(await stateOf(world, another, 0), nothingWaits())
        })
      },
    }),
  ),

  scenario('messages without a key wait for none', {
    rule: SIZE,
    waits: lag,
    async run(world) {
      await whileHolding(world, { parallelism: 1, messages: 2 }, async ({ url, delivery }) => {
        given(await world.queue.publish(url), accepted())

        must(await delivery(2))
      })
    },
  }),

  scenario('messages of one key wait for each other whatever their destinations', {
    rule: SIZE,
    waits: lag,
    async run(world) {
      const { queue, inbox, id } = world
      await whileHolding(world, { parallelism: 1, messages: 1 }, async () => {
        const other = inbox()
        given(await queue.publish(other.url, { settings: keyed(id, 1) }), accepted())

        must(await stateOf(world, id, 1), waits(1))
      })
    },
  }),

  scenario('a message that waits for its delay is not counted', {
    rule: SIZE,
    waits: lag,
    async run(world) {
      const { queue, inbox, id } = world
      await whileHolding(world, { parallelism: 1, messages: 2 }, async () => {
        const settings = { ...keyed(id, 1), Delay: '1h' }
        given(await queue.publish(inbox().url, { settings }), accepted())

        must(await stateOf(world, id, 1), waits(1))
      })
    },
  }),

  ...(
    [
      ['the key', ''],
      ['a key that has to be percent-encoded', ' + & ='],
      ['a key of small and capital letters', '-Key-KEY'],
    ] as const
  ).map(([what, end]) =>
    scenario(`what is told of ${what} names it`, {
      rule: 'queue.flow-control.key',
      async run(world) {
        const key = `${world.id}${end}`.concat(end && '.')
        await whileHolding(world, { key, parallelism: 1, messages: 2 }, async () => {
          must(await stateOf(world, key, 1), accepted(), object(), member('flowControlKey', key))
        })
      },
    }),
  ),

  observation('what is told of a key that no message has named', {
    rule: 'queue.flow-control.unknown-key',
    async run({ queue, id, note }) {
      const reply = await queue.send('GET', `/v2/flowControl/${id}`)
      note('status', reply.status)
      note('body', jsonOf(reply) ?? textOf(reply))
    },
  }),
]
