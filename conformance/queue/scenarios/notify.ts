// Notifying workflows that wait (endpoint 13).

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, jsonBody, lacks } from '../../core/matchers.js'
import { jsonOf, memberOf, present, textOf, type Message } from '../../wire/exchange.js'
import { hours, seconds, type Time } from '../../core/time.js'
import { logOf, messageIdOf, type Listing } from '../fixtures/listed.js'
import {
  among,
  elements,
  elementsIn,
  notifiedRun,
  waiterIn,
  waitingRuns,
} from '../fixtures/notified.js'
import { attempts, executed, object, text } from '../fixtures/matchers.js'
import { eventData, workflowProtocol } from '../fixtures/protocol.js'
import { failedBeside } from '../fixtures/reruns.js'
import { canceledRun, completedRun, waitingRun, type WaitingRun } from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const needs = ['runs'] as const

/** What the id of an event may have, at its end. */
const ids = [
  ['a dot and an underscore', 'order.42_paid'],
  ['a space', 'order 42'],
  ['letters beyond ASCII', 'größe-注文-🎉'],
  ['a slash', 'orders/42'],
  ['a question mark and a hash', 'paid?#42'],
  ['a plus and an equals sign', 'a+b=c'],
  ['a percent sign', '100%25'],
] as const

const data: readonly (readonly [what: string, body: string, type?: string])[] = [
  ['text', 'paid in full'],
  ['nothing', ''],
  ['letters beyond ASCII', 'bezahlt: 42 € für 注文 🎉'],
  ['JSON, spaced as it is', '{ "paid":  42.0,\n  "by": null }'],
  ['JSON that is sent as such', '{ "paid":  42.0,\n  "by": null }', 'application/json'],
  ['JSON text in quotes', '"paid \\u0034\\u0032"'],
  ['what looks like base64', 'eyJwYWlkIjo0Mn0='],
  ['spaces and line ends around it', '\r\n  paid\t\n '],
  ['a hundred thousand letters', 'paid '.repeat(20_000)],
]

/** Ids that are nearly that of an event. */
const nearly: readonly (readonly [what: string, of: (eventId: string) => string])[] = [
  ['a longer id', (eventId) => `${eventId}-again`],
  ['a shorter id', (eventId) => eventId.slice(0, -1)],
  ['its id in capitals', (eventId) => eventId.toUpperCase()],
  ['its id with a space at the end', (eventId) => `${eventId} `],
  ['its id percent-encoded once more', (eventId) => eventId.replaceAll('-', '%2D')],
  ['its id and a path segment more', (eventId) => `${eventId}/1`],
]

/** How a run comes to wait no more for the event of an id. */
const over: readonly (readonly [
  what: string,
  end: (world: QueueWorld, eventId: string) => Promise<unknown>,
])[] = [
  ['has been notified and goes on', (world, eventId) => notifiedOnce(world, eventId)],
  ['has been cancelled', (world, eventId) => canceledRun(world, { eventId })],
  ['has completed without', (world, eventId) => completedWaiting(world, eventId)],
]

/** A run that waits for an event and, when that wait is over, for another one that never comes. */
const waitingTwice = (world: QueueWorld, eventId: string, timeout: string): Promise<WaitingRun> =>
  waitingRun(world, {
    eventId,
    steps: [
      { name: 'wait', waitFor: eventId, timeout },
      { name: 'never', waitFor: `${world.id}-never` },
    ],
  })

/** A run that has been notified of an event, and waits for another one. */
async function notifiedOnce(world: QueueWorld, eventId: string): Promise<void> {
  const { application, runId } = await waitingTwice(world, eventId, '7d')
  given(await world.queue.notify(eventId), accepted(), elements(1))
  given(await application.delivery(2))
  // The second of its waits is not the one that `waiting` tells of.
  given(await application.all(settling(world.time)), attempts(2))
  given(application.played(runId), executed('wait', 'never'))
}

/** A run that was ended with success while it waited. */
async function completedWaiting(world: QueueWorld, eventId: string): Promise<void> {
  const { runId } = await waitingRun(world, { eventId })
  given(await workflowProtocol(world.queue).end(runId, 'null'), accepted())
  if (world.time.virtual) await world.time.pass(0)
}

/** As much time as shows that nothing more comes of a notify. */
const settling = ({ virtual }: Time): number => (virtual ? 0 : seconds(1))

/** Sees that an event resumes a run, and that its answer tells of it: there is more than nobody. */
async function notifiesAtAll(world: QueueWorld): Promise<void> {
  const { application, runId } = await notifiedRun(world, { eventId: `${world.id}-sibling` })
  given(await application.ended(runId))
}

/** An answer that is an array with so many elements. */
const arrayOf =
  (count: number): Matcher =>
  (reply) => {
    const answer = jsonOf(reply)
    if (!Array.isArray(answer)) return lacks('an array', answer ?? textOf(reply))
    return answer.length === count
      ? undefined
      : differs('a number of elements of', count, answer.length)
  }

/** A log that has events of more messages than the first one of a run. */
const tellsOfSteps: Matcher<Listing> = ({ items }) => {
  const messageIds = new Set(items.flatMap((item) => messageIdOf(item) ?? []))
  return messageIds.size > 1 ? undefined : lacks('events of two messages', [...messageIds])
}

/** A log that has an event of that message. */
const isLogged =
  (messageId: unknown): Matcher<Listing> =>
  ({ items }) => {
    const messageIds = new Set(items.map(messageIdOf))
    return messageIds.has(messageId)
      ? undefined
      : lacks(`an event of the message ${String(messageId)}`, [...messageIds])
  }

/** How far apart the runs are whose moments are told apart, in milliseconds. */
const APART = 10

const integer =
  (name: string): Matcher =>
  (element) =>
    Number.isInteger(memberOf(element, name))
      ? undefined
      : lacks(`an integer "${name}"`, jsonOf(element))

const told = (name: string) => (element: Message) => memberOf(element, name)

export const notifyScenarios = [
  ...ids.map(([what, id]) =>
    scenario(`an event whose id has ${what} resumes the run that waits for it`, {
      rule: 'queue.notify.event-id-in-path',
      needs,
      async run(world) {
        const eventId = `${world.id}-${id}`
        const { application, runId } = await waitingRun(world, { eventId })

        must(await world.queue.notify(eventId), accepted())
        must(await application.ended(runId))
      },
    }),
  ),

  ...data.map(([what, body_, type]) =>
    scenario(`event data reaches the run unchanged: ${what}`, {
      rule: 'queue.notify.body-is-event-data',
      needs,
      async run(world) {
        const { application, runId, eventId } = await waitingRun(world)
        const headers = present({ 'Content-Type': type })
        given(await world.queue.notify(eventId, { headers, body: body_ }), accepted())
        const { calls } = given(await application.ended(runId))

        must(eventData(calls.at(-1)!, 'wait'), body(body_))
      },
    }),
  ),

  scenario('event data reaches each of three runs', {
    rule: 'queue.notify.body-is-event-data',
    needs,
    async run(world) {
      const runs = await waitingRuns(world, 3)
      given(await world.queue.notify(`${world.id}-event`, { body: 'paid' }), accepted())
      const ended = await Promise.all(
        runs.map(({ application, runId }) => application.ended(runId)),
      )

      // How many of them go on is for another rule to say.
      const resumed = ended.filter(({ failure }) => failure === undefined)
      given(resumed[0] ?? ended[0]!)
      for (const { calls } of resumed) must(eventData(calls.at(-1)!, 'wait'), body('paid'))
    },
  }),

  scenario('a run that waits goes on when it is notified, not before, and once', {
    rule: 'queue.notify.resumes-the-waiting-run',
    needs,
    waits: seconds(2),
    async run(world) {
      const eventId = `${world.id}-event`
      const { application, runId } = await waitingRun(world, {
        eventId,
        steps: [
          { name: 'before', result: 1 },
          { name: 'wait', waitFor: eventId },
          { name: 'after', result: 2 },
        ],
      })
      given(await application.all(settling(world.time)), attempts(2))

      must(await world.queue.notify(eventId), accepted())
      must(await application.ended(runId))
      await application.all(settling(world.time))
      must(application.played(runId), executed('before', 'wait', 'after'))
    },
  }),

  scenario('a run that was notified goes on no more when its wait would have timed out', {
    rule: 'queue.notify.resumes-the-waiting-run',
    needs,
    waits: seconds(3),
    async run(world) {
      const eventId = `${world.id}-event`
      const { application } = await waitingTwice(world, eventId, '2s')
      given(await world.queue.notify(eventId), accepted())
      given(await application.delivery(2))

      must(await application.all(seconds(2) + settling(world.time)), attempts(2))
    },
  }),

  scenario('a run goes on with no event that came before it waited', {
    rule: 'queue.notify.resumes-the-waiting-run',
    needs,
    waits: seconds(1),
    async run(world) {
      const eventId = `${world.id}-event`
      given(await world.queue.notify(eventId), accepted(), elements(0))
      const { application, runId } = await waitingRun(world, { eventId })

      must(await application.all(settling(world.time)), attempts(1))
      must(await world.queue.notify(eventId), accepted())
      must(await application.ended(runId))
    },
  }),

  scenario('all of three runs that wait go on when their event comes', {
    rule: 'queue.notify.resumes-the-waiting-run',
    needs,
    async run(world) {
      const runs = await waitingRuns(world, 3)

      must(await world.queue.notify(`${world.id}-event`), accepted())
      for (const { application, runId } of runs) must(await application.ended(runId))
    },
  }),

  scenario('a run that waits for one event after another goes on with each', {
    rule: 'queue.notify.resumes-the-waiting-run',
    needs,
    async run(world) {
      const [first, second] = [`${world.id}-first`, `${world.id}-second`]
      const { application, runId } = await waitingRun(world, {
        steps: [
          { name: 'one', waitFor: first },
          { name: 'two', waitFor: second },
        ],
      })

      must(await world.queue.notify(first), accepted())
      must(await application.delivery(2))
      const again = () => world.queue.notify(second)
      must(await world.eventually(again, elements(1)), accepted())
      must(await application.ended(runId), executed('one', 'two'))
    },
  }),

  ...nearly.map(([what, nearlyOf]) =>
    scenario(`an event resumes no run that waits for ${what}`, {
      rule: 'queue.notify.only-the-matching-event',
      needs,
      async run(world) {
        const { queue, id } = world
        const [eventId, other] = [`${id}-paid`, nearlyOf(`${id}-paid`)]
        await notifiedRun(world, { eventId: other })
        const own = await waitingRun(world, { eventId })
        const bystander = await waitingRun(world, { eventId: other })
        given(await queue.notify(eventId), accepted())
        given(await own.application.ended(own.runId))

        must(bystander.application.played(bystander.runId), executed('wait'))
        // One that was woken waits no more.
        must(await queue.notify(other), accepted(), elements(1))
      },
    }),
  ),

  scenario('an event resumes no other run of the same application', {
    rule: 'queue.notify.only-the-matching-event',
    needs,
    async run(world) {
      const { queue, id } = world
      const [paid, shipped] = [`${id}-paid`, `${id}-shipped`]
      const steps = [
        { name: 'paid', waitFor: paid },
        { name: 'shipped', waitFor: shipped },
      ]
      // One waits for its first event, the other one for its second.
      const ahead = await waitingRun(world, { eventId: paid, steps })
      const { application } = ahead
      given(await queue.notify(paid), accepted())
      given(await application.delivery(2))
      const behind = await waitingRun(world, { eventId: paid, application })
      const again = () => queue.notify(shipped)
      given(await world.eventually(again, elements(1)), accepted())
      given(await application.ended(ahead.runId))

      must(application.played(behind.runId), executed('paid'))
      must(await queue.notify(paid), accepted(), elements(1))
    },
  }),

  ...[1, 3, 12].map((count) =>
    scenario(`an event for which ${count} wait is answered with an array of ${count}`, {
      rule: 'queue.notify.one-element-per-waiter',
      needs,
      async run(world) {
        await waitingRuns(world, count)

        must(await world.queue.notify(`${world.id}-event`), accepted(), arrayOf(count))
      },
    }),
  ),

  scenario('two runs of one application are two elements', {
    rule: 'queue.notify.one-element-per-waiter',
    needs,
    async run(world) {
      const { application, eventId } = await waitingRun(world)
      await waitingRun(world, { application, eventId })

      must(await world.queue.notify(eventId), accepted(), arrayOf(2))
    },
  }),

  scenario('two waiters of one run are two elements', {
    rule: 'queue.notify.one-element-per-waiter',
    needs,
    async run(world) {
      const eventId = `${world.id}-event`
      const sideBySide = ['left', 'right'].map((name) => ({ name, waitFor: eventId }))
      await waitingRun(world, { eventId, steps: [sideBySide] })

      must(await world.queue.notify(eventId), accepted(), arrayOf(2))
    },
  }),

  scenario('a waiter of a run that was notified of another event is an element', {
    rule: 'queue.notify.one-element-per-waiter',
    needs,
    async run(world) {
      const [left, right] = [`${world.id}-left`, `${world.id}-right`]
      const sideBySide = [left, right].map((eventId) => ({ name: eventId, waitFor: eventId }))
      await waitingRun(world, { steps: [sideBySide] })
      given(await world.queue.notify(left), accepted(), elements(1))

      must(await world.queue.notify(right), accepted(), arrayOf(1))
    },
  }),

  scenario('each element has its waiter', {
    rule: 'queue.notify.element-waiter',
    needs,
    async run(world) {
      await waitingRuns(world, 3)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted())
      given(elementsIn(reply)[0] ?? reply)

      for (const element of elementsIn(reply)) must(waiterIn(element), object())
    },
  }),

  scenario('each element has a message id', {
    rule: 'queue.notify.element-message-id',
    needs,
    async run(world) {
      await waitingRuns(world, 3)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted())
      given(elementsIn(reply)[0] ?? reply)

      for (const element of elementsIn(reply)) must(element, text('messageId'))
    },
  }),

  observation('the message whose id an element of a notify has', {
    rule: 'queue.notify.which-message',
    needs,
    async run(world) {
      const eventId = `${world.id}-event`
      const steps = [{ name: 'before' }, { name: 'wait', waitFor: eventId }]
      const { element, ...run } = await notifiedRun(world, { eventId, steps })
      const messageId = memberOf(element, 'messageId')
      const log = await logOf(world, run, tellsOfSteps, isLogged(messageId))
      const isOfRun = isLogged(messageId)(log) === undefined
      world.note('message', isOfRun ? 'one of the run' : 'none of the run')
    },
  }),

  observation('an event that a run waited for which has failed', {
    rule: 'queue.notify.waiters-of-a-failed-run',
    needs,
    waits: seconds(1),
    async run(world) {
      const eventId = `${world.id}-over`
      await failedBeside(world, { name: 'wait', waitFor: eventId })
      const reply = given(await world.queue.notify(eventId), accepted())
      world.note('waiters', elementsIn(reply).length)
    },
  }),

  scenario('the element of a run has its id', {
    rule: 'queue.notify.element-workflow-run-id',
    needs,
    async run(world) {
      const { element, runId } = await notifiedRun(world)

      must(element, text('workflowRunId', runId))
    },
  }),

  scenario('the elements of three runs have the ids of all of them', {
    rule: 'queue.notify.element-workflow-run-id',
    needs,
    async run(world) {
      const runs = await waitingRuns(world, 3)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted(), elements(3))

      const runIds = runs.map(({ runId }) => runId)
      must(reply, among('the run ids', told('workflowRunId'), runIds))
    },
  }),

  scenario('the element of a run tells when that was created', {
    rule: 'queue.notify.element-workflow-created-at',
    needs,
    async run(world) {
      const { element, createdAt } = await notifiedRun(world)

      must(element, integer('workflowCreatedAt'), (each) => {
        const got = memberOf(each, 'workflowCreatedAt')
        return got === createdAt ? undefined : differs('"workflowCreatedAt"', createdAt, got)
      })
    },
  }),

  scenario('the elements of runs of several moments tell each when its own run was created', {
    rule: 'queue.notify.element-workflow-created-at',
    needs,
    waits: 2 * APART,
    async run(world) {
      const runs: WaitingRun[] = []
      for (let n = 0; n < 3; n++) {
        if (n > 0) await world.time.pass(APART)
        runs.push(await waitingRun(world))
      }
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted(), elements(3))

      const moments = runs.map(({ createdAt }) => createdAt)
      must(reply, among('the moments of creation', told('workflowCreatedAt'), moments))
    },
  }),

  scenario('the element of a run tells nothing of an older one that has its id', {
    rule: 'queue.notify.element-workflow-created-at',
    needs,
    async run(world) {
      const older = await completedRun(world)
      const { element, createdAt } = await notifiedRun(world, { runId: older.runId })
      given(element, () =>
        createdAt === older.createdAt ? lacks('a run of another moment', createdAt) : undefined,
      )

      must(element, (each) => {
        const got = memberOf(each, 'workflowCreatedAt')
        return got === older.createdAt ? differs('"workflowCreatedAt"', createdAt, got) : undefined
      })
    },
  }),

  scenario('an event that nobody waits for is answered with an empty array', {
    rule: 'queue.notify.empty-array-when-nobody-waits',
    async run({ queue, id }) {
      // Whoever answers this has more to say than an empty array.
      given(await queue.send('GET', '/v2/workflows/dlq'), accepted(), object())

      must(await queue.notify(id, { body: 'data' }), jsonBody([]))
    },
  }),

  ...over.map(([what, end]) =>
    scenario(`an event is answered with an empty array where the run ${what}`, {
      rule: 'queue.notify.empty-array-when-nobody-waits',
      needs,
      waits: seconds(1),
      async run(world) {
        await notifiesAtAll(world)
        const eventId = `${world.id}-over`
        await end(world, eventId)

        must(await world.queue.notify(eventId), accepted(), jsonBody([]))
      },
    }),
  ),

  scenario('an event that comes again at once is answered with an empty array', {
    rule: 'queue.notify.empty-array-when-nobody-waits',
    needs,
    async run(world) {
      const eventId = `${world.id}-event`
      // It neither ends nor waits again before the event comes again.
      const steps = [
        { name: 'wait', waitFor: eventId },
        { name: 'after', fails: true },
      ] as const
      const settings = { Retries: '1', 'Retry-Delay': `${hours(1)}` }
      await waitingRun(world, { eventId, steps, settings })
      given(await world.queue.notify(eventId), accepted(), elements(1))

      must(await world.queue.notify(eventId), accepted(), jsonBody([]))
    },
  }),

  scenario(
    'an event that comes when the wait for it has timed out is answered with an empty array',
    {
      rule: 'queue.notify.empty-array-when-nobody-waits',
      needs,
      waits: seconds(2),
      async run(world) {
        await notifiesAtAll(world)
        const eventId = `${world.id}-late`
        const { application } = await waitingTwice(world, eventId, '2s')
        given(await application.delivery(2, seconds(2)))

        must(await world.queue.notify(eventId), accepted(), jsonBody([]))
      },
    },
  ),

  observation('the status of a notify that nobody waits for', {
    rule: 'queue.notify.status',
    async run({ queue, id, note }) {
      note('status', (await queue.notify(id, { body: 'data' })).status)
    },
  }),

  observation('the status of a notify that a run waits for', {
    rule: 'queue.notify.status',
    needs,
    async run(world) {
      const { eventId } = await waitingRun(world)
      world.note('status', (await world.queue.notify(eventId, { body: 'data' })).status)
    },
  }),
]
