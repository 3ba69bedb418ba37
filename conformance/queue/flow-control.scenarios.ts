// How many attempts of one key there may be at once, and what is told of those that wait (endpoint 14).

import { jsonOf, textOf, type Exchange } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, body, differs } from '../matchers.js'
import { seconds } from '../time.js'
import { deliversAtAll } from './delivered.js'
import { bodies, member, object } from './matchers.js'
import { observation, scenario, type QueueInbox, type QueueWorld } from './world.js'

/** As much time as shows that nothing more is delivered. */
const quiet = seconds(2)

/** As long as what is told of a key may lag behind, where time cannot be turned. */
const lag = seconds(3)

const keyed = (key: string, parallelism: number) => ({
  'Flow-Control-Key': key,
  'Flow-Control-Value': `parallelism=${parallelism}`,
})

const texts = (count: number) => Array.from({ length: count }, (_, n) => `message ${n}`)

/** An inbox that answers nothing before it is released. */
function holding(world: QueueWorld): QueueInbox & { readonly release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const inbox = world.inbox(async () => {
    await released
    return { status: 200 }
  })
  return Object.assign(inbox, { release })
}

/** Publishes so many messages under a key to an inbox that holds its answers, for as long as `act` takes. */
async function whileHolding(
  world: QueueWorld,
  { key = world.id, parallelism, messages }: Holding,
  act: (inbox: QueueInbox) => Promise<void>,
): Promise<QueueInbox> {
  await deliversAtAll(world)
  const inbox = holding(world)
  try {
    for (const body of texts(messages)) {
      const settings = keyed(key, parallelism)
      given(await world.queue.publish(inbox.url, { settings, body }), accepted())
    }
    must(await inbox.delivery(Math.min(parallelism, messages)))
    await act(inbox)
  } finally {
    inbox.release()
  }
  return inbox
}

interface Holding {
  readonly key?: string
  readonly parallelism: number
  readonly messages: number
}

/** What is told of a key; where time cannot be turned, once it is that so many wait, or will not be. */
async function stateOf({ queue, time }: QueueWorld, key: string, size: number): Promise<Exchange> {
  const ask = () => queue.send('GET', `/v2/flowControl/${encodeURIComponent(key)}`)
  let state = await ask()
  for (let waited = 0; !time.virtual && waited < lag; waited += 100) {
    if (waits(size)(state) === undefined) break
    await time.pass(100)
    state = await ask()
  }
  return state
}

/** An answer by which so many messages wait. */
const waits = (size: number): Matcher => member('waitListSize', size)

/** Nothing waits: it is told so, or the key is not known any more (`queue.flow-control.unknown-key`). */
const nothingWaits = (): Matcher<Exchange> => (state) =>
  state.status === 404 ? undefined : waits(0)(state)

/** Never more than so many without an answer. */
const atOnce =
  (inbox: QueueInbox, most: number): Matcher =>
  () =>
    inbox.mostAtOnce <= most
      ? undefined
      : differs('deliveries at once at most', most, inbox.mostAtOnce)

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

  scenario('a message that waits for its retry does not hold up the others', {
    rule: SIZE,
    waits: lag,
    async run(world) {
      const { queue, inbox, id } = world
      const { url, delivery } = inbox((_, n) => ({ status: n === 1 ? 500 : 200 }))
      const retry = { ...keyed(id, 1), Retries: '1', 'Retry-Delay': '60000' }
      given(await queue.publish(url, { settings: retry, body: 'fails once' }), accepted())
      given(await delivery())

      given(await queue.publish(url, { settings: keyed(id, 1), body: 'succeeds' }), accepted())
      must(await delivery(2), body('succeeds'))
      must(await stateOf(world, id, 0), nothingWaits())
    },
  }),

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
