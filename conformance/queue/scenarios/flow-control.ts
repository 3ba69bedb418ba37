// How many attempts of one key there may be at once, and what is told of those that wait (endpoint 14).

import { jsonOf, textOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { accepted } from '../../core/matchers.js'
import type { Answer, Delivery } from '../../sink/sink.js'
import { days, seconds } from '../../core/time.js'
import { inTurn, queryOf } from '../fixtures/called-back.js'
import { deliversAtAll } from '../fixtures/delivered.js'
import {
  bystander,
  calledOnce,
  calledAgain,
  keyed,
  lag,
  needsFlowControlAtPublish,
  stateOf,
  waits,
  wayToFlowControl,
  whileHolding,
} from '../fixtures/holding.js'
import { NOTHING } from '../fixtures/listed.js'
import { arrivedAfter, bodies, expects, latest, member, object } from '../fixtures/matchers.js'
import { rerun } from '../fixtures/reruns.js'
import { failedRuns } from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const needs = ['runs'] as const

/** As much time as shows that nothing more is delivered. */
const quiet = seconds(2)

/** Nothing waits: it is told so, or the key is not known any more (`queue.flow-control.unknown-key`). */
const nothingWaits = (): Matcher<Exchange> => (state) =>
  state.status === 404 ? undefined : waits(0)(state)

/** Never more than so many without an answer. */
const atMost = (mostAtOnce: number, most: number): Matcher =>
  expects(
    `at most ${most} deliveries at once`,
    () => mostAtOnce,
    (count) => count <= most,
  )

const SIZE = 'queue.flow-control.wait-list-size'
const AT_PUBLISH = 'queue.flow-control.at-publish'

/** How the first attempt of a step ends. */
const endings: Readonly<Record<string, Answer>> = {
  'has failed': { status: 500 },
  'met a broken connection': 'reset',
  'was not answered in time': 'hang',
}

/** The second of two messages under one key comes when the first one has had its two seconds. */
async function judgeAfterTimeout(
  world: QueueWorld,
  publish: (url: string) => Promise<Exchange>,
): Promise<void> {
  const { url, delivery } = world.inbox(inTurn('hang'))
  for (let n = 0; n < 2; n++) must(await publish(url), accepted())
  const first = given(await delivery())
  must(
    await delivery(2, latest(seconds(2))),
    arrivedAfter(world.time, first, seconds(2), { slack: seconds(1) }),
  )
}

/** These deliveries, for a matcher of all that arrived. */
const arrivalsOf = (deliveries: readonly Delivery[]) => ({
  ...NOTHING,
  deliveries: [...deliveries],
})

/** A key of which one message may be under way, for two seconds. */
const oneAtATime = (key: string) => ({ ...keyed(key, 1), Timeout: '2s', Retries: '0' })

export const flowControlScenarios = [
  ...(
    [
      [1, 3],
      [3, 5],
    ] as const
  ).map(([parallelism, messages]) =>
    scenario(
      `of ${messages} messages with parallelism ${parallelism} the others wait, then arrive`,
      {
        id: `${SIZE}/parallelism-${parallelism}`,
        needs,
        waits: lag + quiet,
        async run(world) {
          const held = await whileHolding(world, { parallelism, messages }, async () => {
            const waiting = messages - parallelism
            must(await stateOf(world, world.id, waiting), accepted(), waits(waiting))
          })

          must(await held.delivery(messages))
          await world.time.pass(quiet)
          const state = await stateOf(world, world.id, 0)
          must(state, atMost(held.mostAtOnce(), parallelism), calledOnce(held.runs), nothingWaits())
        },
      },
    ),
  ),

  observation('a message that waits for its retry, and the others of its key', {
    id: 'queue.flow-control.between-attempts/retry',
    waits: latest(seconds(4)),
    async run({ queue, inbox, id, note }) {
      needsFlowControlAtPublish(queue)
      const { url, delivery } = inbox(inTurn({ status: 500 }))
      const retry = { ...keyed(id, 1), Retries: '1', 'Retry-Delay': '4000' }
      given(await queue.publish(url, { settings: retry, body: 'fails once' }), accepted())
      given(await delivery())
      given(await queue.publish(url, { settings: keyed(id, 1), body: 'another' }), accepted())
      const second = textOf(given(await delivery(2, latest(seconds(4)))))
      note('it holds up the others', second === 'another' ? 'no' : 'yes')
    },
  }),

  scenario('the next message of a key is sent when an attempt has ended', {
    id: `${SIZE}/ended-attempts`,
    needs,
    waits: latest(seconds(2)) + lag,
    async run(world) {
      const { id, time } = world
      const by = await wayToFlowControl(world)
      const steps = [{ name: 'fails', fails: true }] as const
      await eachRow(endings, async (answer, what) => {
        const both = await failedRuns(world, 2, { steps, settings: { Timeout: '2s' } })
        const { application } = both[0]!
        application.breakAt('fails', answer)
        const made = application.deliveries.length
        const key = `${id}-${what.replaceAll(' ', '-')}`

        for (const failed of both) await rerun(world, by, failed, keyed(key, 1))
        given(await application.delivery(made + 1))
        const second = await application.delivery(made + 2, latest(seconds(2)))
        application.mend()
        // What hangs would keep the clock from others.
        if (time.virtual) await time.pass(days(1))
        must(second)
        must(await stateOf(world, key, 0), nothingWaits())
      })
    },
  }),

  scenario('messages wait for those of their own key alone, at any destination', {
    id: `${SIZE}/own-key-alone`,
    needs,
    waits: lag,
    async run(world) {
      const key = `${world.id}-key`
      const keys: Readonly<Record<string, string | undefined>> = {
        'another key': `${world.id}-other`,
        'a key that differs in case': `${world.id}-KEY`,
        'no key': undefined,
      }
      await whileHolding(world, { key, parallelism: 1, messages: 1 }, async ({ by }) => {
        await eachRow(keys, async (another) => {
          const other = await bystander(world)
          const settings = another === undefined ? {} : keyed(another, 1)
          must(await calledAgain(world, by, other, settings))
          if (another !== undefined) must(await stateOf(world, another, 0), nothingWaits())
        })

        await rerun(world, by, await bystander(world), keyed(key, 1))
        must(await stateOf(world, key, 1), waits(1))
      })
    },
  }),

  ...(
    [
      ['with capitals', '-Key-KEY', 'capitals'],
      ['that has to be percent-encoded', ' + & =../interface.ts', 'percent-encoded'],
    ] as const
  ).map(([what, end, id]) =>
    scenario(`flowControlKey names a key ${what}`, {
      id: `queue.flow-control.key/${id}`,
      needs,
      async run(world) {
        const key = `${world.id}${end}`
        await whileHolding(world, { key, parallelism: 1, messages: 2 }, async () => {
          must(await stateOf(world, key, 1), accepted(), object(), member('flowControlKey', key))
        })
      },
    }),
  ),

  scenario('of messages to one URL each has its own flow control', {
    id: `${AT_PUBLISH}/one-url`,
    waits: seconds(2),
    async run(world) {
      const { queue, inbox, id, time } = world
      needsFlowControlAtPublish(queue)
      await deliversAtAll(world)
      // However long a publish takes: the first is under way until all the others are published.
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const { url, delivery, deliveries } = inbox(async (_, n) => {
        if (n === 1) await released
        return { status: 200 }
      })
      const publish = async (settings: Readonly<Record<string, string>>, body: string) =>
        must(
          await queue.publish(url, { settings: { Retries: '0', ...settings }, body }),
          accepted(),
        )
      try {
        await publish(keyed(id, 1), 'first')
        given(await delivery())
        await publish(keyed(id, 1), 'waits')
        // What waits for its delay does not wait because of the parallelism.
        await queue.publish(inbox().url, { settings: { ...keyed(id, 1), Delay: '1h' } })
        await publish(keyed(`${id}-other`, 1), 'has another key')
        await publish({}, 'has none')

        must(await delivery(3))
        must(await stateOf(world, id, 1), waits(1))
        if (!time.virtual) await time.pass(seconds(1))
        must(arrivalsOf(deliveries), bodies('first', 'has another key', 'has none'))
      } finally {
        release()
      }
      given(await delivery(4))
      must(arrivalsOf(deliveries.slice(3)), bodies('waits'))
    },
  }),

  scenario('flow control may be a query parameter', {
    id: `${AT_PUBLISH}/query-parameter`,
    waits: latest(seconds(2)),
    async run(world) {
      const { queue, id } = world
      needsFlowControlAtPublish(queue)
      await judgeAfterTimeout(world, (url) =>
        queue.publish(url, { settings: oneAtATime(`${id}-header`) }),
      )
      const query = queryOf(queue, oneAtATime(`${id}-query`))
      await judgeAfterTimeout(world, (url) => queue.publish(`${url}?${query}`))
    },
  }),

  scenario('a flow-control key applies at every endpoint of a group', {
    id: `${AT_PUBLISH}/group`,
    needs: ['group'],
    waits: lag + latest(seconds(2)),
    async run(world) {
      const { queue, inbox, id, group } = world
      needsFlowControlAtPublish(queue)
      const held = inbox(() => 'hang')
      given(await queue.publish(held.url, { settings: oneAtATime(id) }), accepted())
      given(await held.delivery())
      const { name } = await group(inbox(), inbox())
      given(await queue.publish(name, { settings: keyed(id, 1) }), accepted())

      must(await stateOf(world, id, 2), accepted(), waits(2))
    },
  }),

  observation('state of a key that no message has named', {
    id: 'queue.flow-control.unknown-key/status-and-body',
    async run({ queue, id, note }) {
      const reply = await queue.send('GET', `/v2/flowControl/${id}`)
      note('status', reply.status)
      note('body', jsonOf(reply) ?? textOf(reply))
    },
  }),
]
