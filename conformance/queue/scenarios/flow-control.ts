// Flow control: the parallel attempts of a key, and the state of the key (endpoint 14).

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { days, seconds } from '../../core/time.js'
import type { InboxAnswer, Delivery } from '../../sink/sink.js'
import { memberOf, textOf, type Exchange } from '../../wire/exchange.js'
import { inTurn, queryOf, deliversAtAll } from '../fixtures/publishing.js'
import { arrivedAfter, bodies, latest } from '../fixtures/arrivals.js'
import type { PublishSettings } from '../fixtures/client.js'
import { failedRuns, firstCall, rerun } from '../fixtures/runs.js'
import {
  keyState,
  lag,
  needsFlowControlAtPublish,
  oneAtATime,
  stateOf,
  waits,
  wayToFlowControl,
  whileHolding,
} from '../fixtures/flow-control.js'
import { NOTHING } from '../fixtures/inbox.js'
import { equals, expects, member, object } from '../fixtures/matchers.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const needs = ['runs'] as const

const quiet = seconds(2)

/** Matches a key without waiting messages, or an unknown key (`queue.flow-control.unknown-key`). */
const nothingWaits = (): Matcher<Exchange> => (state) =>
  state.status === 404 ? undefined : waits(0)(state)

const atMost = (mostAtOnce: number, most: number): Matcher =>
  expects(
    `at most ${most} deliveries at once`,
    () => mostAtOnce,
    (count) => count <= most,
  )

const SIZE = 'queue.flow-control.wait-list-size'
const AT_PUBLISH = 'queue.flow-control.at-publish'

/** Responses that end the first attempt of a step. */
const endings: Readonly<Record<string, InboxAnswer>> = {
  'the first attempt gets HTTP 500': { status: 500 },
  'the connection of the first attempt breaks': 'reset',
  'the first attempt times out': 'hang',
}

/** Judges that the second message of a key comes when the first times out after 2 seconds. */
async function judgeAfterTimeout(world: QueueWorld, publish: (url: string) => Promise<Exchange>) {
  const { url, delivery } = world.inbox(inTurn('hang'))
  for (let n = 0; n < 2; n++) must(await publish(url), accepted())
  const first = given(await delivery())
  must(
    await delivery(2, latest(seconds(2))),
    arrivedAfter(world.time, first, seconds(2), { slack: seconds(1) }),
  )
}

const arrivalsOf = (deliveries: readonly Delivery[]) => ({
  ...NOTHING,
  deliveries: [...deliveries],
})

/** Limits a key to one message with a timeout of 2 seconds. */
const timedOut = (key: string) => ({ ...oneAtATime(key), Timeout: '2s', Retries: '0' })

export const flowControlScenarios = [
  ...(
    [
      [1, 3],
      [3, 5],
    ] as const
  ).map(([parallelism, messages]) =>
    scenario(
      `flow control: at parallelism ${parallelism}, ${messages - parallelism} of ${messages} messages wait, then arrive`,
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
          const calledOnce = equals(
            'one delivery of each run:',
            held.runs.map(() => 1),
            () => held.runs.map(({ runId, application }) => application.callsOf(runId).length),
          )
          must(state, atMost(held.mostAtOnce(), parallelism), calledOnce, nothingWaits())
        },
      },
    ),
  ),

  observation('observes if a message between two attempts blocks its flow-control key', {
    id: 'queue.flow-control.between-attempts/retry',
    waits: latest(seconds(4)),
    async run({ queue, inbox, id, note }) {
      needsFlowControlAtPublish(queue)
      const { url, delivery } = inbox(inTurn({ status: 500 }))
      const retry = { ...oneAtATime(id), Retries: '1', 'Retry-Delay': '4000' }
      given(await queue.publish(url, { settings: retry, body: 'fails once' }), accepted())
      given(await delivery())
      given(await queue.publish(url, { settings: oneAtATime(id), body: 'another' }), accepted())
      const second = textOf(given(await delivery(2, latest(seconds(4)))))
      note('it holds up the others', second === 'another' ? 'no' : 'yes')
    },
  }),

  scenario('flow control: the next message of a key is sent after a failed attempt', {
    id: `${SIZE}/ended-attempts`,
    needs,
    waits: latest(seconds(2)) + lag,
    async run(world) {
      const { id, time } = world
      const names = Object.keys(endings)
      const settings = { Timeout: '2s' }
      const failed = await failedRuns(world, 2 * names.length + 1, { settings })
      const { application } = failed[0]!
      const by = await wayToFlowControl(world, failed.at(-1)!)
      await eachRow(endings, async (answer, what) => {
        const n = 2 * names.indexOf(what)
        const both = failed.slice(n, n + 2)
        application.breakAt('fails', answer)
        const made = application.deliveries.length
        const key = `${id}-${what.replaceAll(' ', '-')}`

        for (const failed of both) await rerun(world, by, failed, oneAtATime(key))
        given(await application.delivery(made + 1))
        const second = await application.delivery(made + 2, latest(seconds(2)))
        application.mend()
        // Other scenarios need a clock that settles.
        if (time.virtual) await time.pass(days(1))
        must(second)
        must(await stateOf(world, key, 0), nothingWaits())
      })
    },
  }),

  scenario('flow control: a message with another key or no key does not wait', {
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
        const others = await failedRuns(world, 1 + Object.keys(keys).length)
        others[0]!.application.breakAt('fails', { status: 200 })
        await eachRow(keys, async (another, what) => {
          const other = others[Object.keys(keys).indexOf(what)]!
          const settings = another === undefined ? {} : oneAtATime(another)
          must(await firstCall(await rerun(world, by, other, settings)))
          if (another !== undefined) must(await stateOf(world, another, 0), nothingWaits())
        })

        await rerun(world, by, others.at(-1)!, oneAtATime(key))
        must(await stateOf(world, key, 1), waits(1))
      })
    },
  }),

  ...(
    [
      ['with capitals', '-Key-KEY', 'capitals'],
      ['with spaces', ' + & =../interface.ts', 'percent-encoded'],
    ] as const
  ).map(([what, end, id]) =>
    scenario(`flow control: GET of a key ${what} returns it as flowControlKey`, {
      id: `queue.flow-control.key/${id}`,
      needs,
      async run(world) {
        const key = `${world.id}${end}`
        await whileHolding(world, { key, parallelism: 1, messages: 1 }, async () => {
          must(await stateOf(world, key, 0), accepted(), object(), member('flowControlKey', key))
        })
      },
    }),
  ),

  scenario('flow control: of messages to one URL, only that with a busy key waits', {
    id: `${AT_PUBLISH}/one-url`,
    waits: seconds(2),
    async run(world) {
      const { queue, inbox, id, time } = world
      needsFlowControlAtPublish(queue)
      await deliversAtAll(world)
      // The first message is under way until all others are published.
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const { url, delivery, deliveries } = inbox(async (_, n) => {
        if (n === 1) await released
        return { status: 200 }
      })
      const publish = async (settings: PublishSettings, body: string) =>
        must(
          await queue.publish(url, { settings: { Retries: '0', ...settings }, body }),
          accepted(),
        )
      try {
        await publish(oneAtATime(id), 'first')
        given(await delivery())
        await publish(oneAtATime(id), 'waits')
        // A delayed message does not wait because of the parallelism.
        await queue.publish(inbox().url, { settings: { ...oneAtATime(id), Delay: '1h' } })
        await publish(oneAtATime(`${id}-other`), 'has another key')
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

  scenario('publish: svc-flow-control-key and -value in the query limit parallelism', {
    id: `${AT_PUBLISH}/query-parameter`,
    waits: latest(seconds(2)),
    async run(world) {
      const { queue, id } = world
      needsFlowControlAtPublish(queue)
      await judgeAfterTimeout(world, (url) =>
        queue.publish(url, { settings: timedOut(`${id}-header`) }),
      )
      const query = queryOf(queue, timedOut(`${id}-query`))
      await judgeAfterTimeout(world, (url) => queue.publish(`${url}?${query}`))
    },
  }),

  scenario('flow control: publish to a group of 2 endpoints adds 2 waiting messages', {
    id: `${AT_PUBLISH}/group`,
    needs: ['group'],
    waits: lag + latest(seconds(2)),
    async run(world) {
      const { queue, inbox, id, group } = world
      needsFlowControlAtPublish(queue)
      const held = inbox(() => 'hang')
      given(await queue.publish(held.url, { settings: timedOut(id) }), accepted())
      given(await held.delivery())
      const { name } = await group(inbox(), inbox())
      given(await queue.publish(name, { settings: oneAtATime(id) }), accepted())

      must(await stateOf(world, id, 2), accepted(), waits(2))
    },
  }),

  observation('observes the HTTP status and body of GET for an unknown flow-control key', {
    id: 'queue.flow-control.unknown-key/status-and-body',
    async run({ queue, id, note }) {
      const reply = await keyState(queue, id)
      note('status', reply.status)
      note('waitListSize', memberOf(reply, 'waitListSize'))
    },
  }),
]
