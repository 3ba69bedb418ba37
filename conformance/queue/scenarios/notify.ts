// Notifying workflows that wait (endpoint 13).

import { given, must, type Matcher } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { accepted, body, differs, jsonBody, lacks } from '../../core/matchers.js'
import { jsonOf, memberOf, present, textOf, type Message } from '../../wire/exchange.js'
import { hours, seconds, type Time } from '../../core/time.js'
import { logOf, messageIdOf, missing, type Listing } from '../fixtures/listed.js'
import { elements, elementsIn, notifiedRun, waiterIn, waitingRuns } from '../fixtures/notified.js'
import { attempts, executed, object, text } from '../fixtures/matchers.js'
import { eventData, workflowProtocol } from '../fixtures/protocol.js'
import { failedBeside } from '../fixtures/reruns.js'
import { canceledRun, completedRun, waitingRun, type WaitingRun } from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** What the id of an event may have, at its end. */
const ids = {
  'a dot, an underscore, a space and letters beyond ASCII': 'order.42_paid größe-注文-🎉',
  'a slash': 'orders/42',
  'a question mark and a hash': 'paid?#42',
  'a plus, an equals sign and a percent sign': 'a+b=c 100%25',
}

/** Event data, with its content type if it is sent with one. */
const data: Readonly<Record<string, { readonly body: string; readonly type?: string }>> = {
  nothing: { body: '' },
  '100,000 letters of several alphabets, spaces and line ends around them': {
    body: `\r\n  bezahlt: 42 € für 注文 🎉 ${'paid '.repeat(20_000)}\t\n `,
  },
  'JSON, spaced as it is': { body: '{ "paid":  42.0,\n  "by": null }' },
  'JSON that is sent as such': {
    body: '{ "paid":  42.0,\n  "by": "\\u0034" }',
    type: 'application/json',
  },
  'JSON text in quotes': { body: '"paid \\u0034\\u0032"' },
  'text that looks like base64': { body: 'eyJwYWlkIjo0Mn0=' },
}

/** Ids that are nearly that of an event. */
const nearly: Readonly<Record<string, (eventId: string) => string>> = {
  'a longer id': (eventId) => `${eventId}-again`,
  'a shorter id': (eventId) => eventId.slice(0, -1),
  'its id in capitals': (eventId) => eventId.toUpperCase(),
  'its id with a space at the end': (eventId) => `${eventId} `,
  'its id percent-encoded once more': (eventId) => eventId.replaceAll('-', '%2D'),
  'its id and a path segment more': (eventId) => `${eventId}/1`,
}

/** A run that waits for several events side by side, in steps with these names. */
const waitingForEach = (world: QueueWorld, eventIds: Readonly<Record<string, string>>) => {
  const steps = Object.entries(eventIds).map(([name, waitFor]) => ({ name, waitFor }))
  return waitingRun(world, { steps: [steps] })
}

/** How a run comes to wait no more for the event of an id. */
const over: Readonly<Record<string, (world: QueueWorld, eventId: string) => Promise<unknown>>> = {
  'has been notified and goes on': (world, eventId) => notifiedOnce(world, eventId),
  'has been cancelled': (world, eventId) => canceledRun(world, { eventId }),
  'has completed without it': (world, eventId) => completedWaiting(world, eventId),
}

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

const told = (name: string) => (element: Message) => memberOf(element, name)

/** Each element has another one of these values. */
const eachOneOf =
  (what: string, valueOf: (element: Message) => unknown, values: readonly unknown[]): Matcher =>
  (reply) => {
    const got = elementsIn(reply).map(valueOf)
    const isOwn = (value: unknown, n: number) => values.includes(value) && got.indexOf(value) === n
    return got.every(isOwn) ? undefined : differs(`each of ${what} once among`, values, got)
  }

export const notifyScenarios = [
  scenario('an event resumes the run that waits for its id, whatever the characters', {
    id: 'queue.notify.event-id-in-path/characters',
    async run(world) {
      await eachRow(ids, async (id) => {
        const eventId = `${world.id}-${id}`
        const { application, runId } = await waitingRun(world, { eventId })

        must(await world.queue.notify(eventId), accepted())
        must(await application.ended(runId))
      })
    },
  }),

  scenario('event data reaches the run unchanged', {
    id: 'queue.notify.body-is-event-data/unchanged',
    async run(world) {
      await eachRow(data, async ({ body: sent, type }, name) => {
        const eventId = `${world.id}-${Object.keys(data).indexOf(name)}`
        const { application, runId } = await waitingRun(world, { eventId })
        const headers = present({ 'Content-Type': type })
        given(await world.queue.notify(eventId, { headers, body: sent }), accepted())
        const { calls } = given(await application.ended(runId))

        must(eventData(calls.at(-1)!, 'wait'), body(sent))
      })
    },
  }),

  scenario('event data reaches each of two runs', {
    id: 'queue.notify.body-is-event-data/two-runs',
    async run(world) {
      const runs = await waitingRuns(world, 2)
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

  scenario('a waiting run goes on when it is notified, not before, and once', {
    id: 'queue.notify.resumes-the-waiting-run/once',
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

  scenario('a notified run does not go on again at the timeout of its wait', {
    id: 'queue.notify.resumes-the-waiting-run/not-at-its-timeout',
    waits: seconds(3),
    async run(world) {
      const eventId = `${world.id}-event`
      const { application } = await waitingTwice(world, eventId, '2s')
      given(await world.queue.notify(eventId), accepted())
      given(await application.delivery(2))

      must(await application.all(seconds(2) + settling(world.time)), attempts(2))
    },
  }),

  scenario('an event that came before a run waited does not resume it', {
    id: 'queue.notify.resumes-the-waiting-run/earlier-event',
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

  scenario('an event resumes both of two waiting runs', {
    id: 'queue.notify.resumes-the-waiting-run/two-runs',
    async run(world) {
      const runs = await waitingRuns(world, 2)

      must(await world.queue.notify(`${world.id}-event`), accepted())
      for (const { application, runId } of runs) must(await application.ended(runId))
    },
  }),

  scenario('a run that waits for one event after another goes on with each', {
    id: 'queue.notify.resumes-the-waiting-run/one-after-another',
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

  scenario('an event resumes no run that waits for a similar id', {
    id: 'queue.notify.only-the-matching-event/similar-ids',
    async run(world) {
      const { queue, time } = world
      const eventId = `${world.id}-paid`
      const others = Object.fromEntries(
        Object.entries(nearly).map(([what, nearlyOf]) => [what, nearlyOf(eventId)]),
      )
      const own = await waitingRun(world, { eventId })
      const bystander = await waitingForEach(world, others)
      given(await queue.notify(eventId), accepted())
      given(await own.application.ended(own.runId))
      await time.pass(settling(time))

      const calls = bystander.application.callsOf(bystander.runId)
      const isWoken = (step: string) =>
        calls.some(({ steps }) =>
          steps.some(({ stepId, stepName }) => stepId > 0 && stepName === step),
        )
      await eachRow(others, async (_, what) => {
        must(bystander.application.played(bystander.runId), () =>
          isWoken(what)
            ? lacks('a run that waits on', `a delivery after the step "${what}"`)
            : undefined,
        )
      })
      // It did wait.
      given(await queue.notify(others['a longer id']!), accepted(), elements(1))
    },
  }),

  scenario('an event resumes no other run of the same application', {
    id: 'queue.notify.only-the-matching-event/same-application',
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

  scenario('an event with one waiter returns an array of one element', {
    id: 'queue.notify.one-element-per-waiter/one-waiter',
    async run(world) {
      const { eventId } = await waitingRun(world)

      must(await world.queue.notify(eventId), accepted(), arrayOf(1))
    },
  }),

  scenario('13 waiters of three runs and two applications are 13 elements', {
    id: 'queue.notify.one-element-per-waiter/13-waiters',
    async run(world) {
      const { application, eventId } = await waitingRun(world)
      await waitingRun(world, { application, eventId })
      const names = Array.from({ length: 11 }, (_, n) => `wait ${n}`)
      await waitingForEach(world, Object.fromEntries(names.map((name) => [name, eventId])))

      must(await world.queue.notify(eventId), accepted(), arrayOf(13))
    },
  }),

  scenario('a run notified of one event still has its waiter of another', {
    id: 'queue.notify.one-element-per-waiter/another-event',
    async run(world) {
      const [left, right] = [`${world.id}-left`, `${world.id}-right`]
      await waitingForEach(world, { left, right })
      given(await world.queue.notify(left), accepted(), elements(1))

      must(await world.queue.notify(right), accepted(), arrayOf(1))
    },
  }),

  scenario('each element has its waiter', {
    id: 'queue.notify.element-waiter/each-element',
    async run(world) {
      await waitingRuns(world, 2)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted())
      given(elementsIn(reply)[0] ?? reply)

      for (const element of elementsIn(reply)) must(waiterIn(element), object())
    },
  }),

  scenario('each element has a message id', {
    id: 'queue.notify.element-message-id/each-element',
    async run(world) {
      await waitingRuns(world, 2)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted())
      given(elementsIn(reply)[0] ?? reply)

      for (const element of elementsIn(reply)) must(element, text('messageId'))
    },
  }),

  observation('the message whose id an element has', {
    id: 'queue.notify.which-message/message',
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

  observation('an event that a failed run waited for', {
    id: 'queue.notify.waiters-of-a-failed-run/failed-run',
    waits: seconds(1),
    async run(world) {
      const eventId = `${world.id}-over`
      await failedBeside(world, { name: 'wait', waitFor: eventId })
      const reply = given(await world.queue.notify(eventId), accepted())
      world.note('waiters', elementsIn(reply).length)
    },
  }),

  scenario('each element has the id of its run', {
    id: 'queue.notify.element-workflow-run-id/each-element',
    async run(world) {
      const runs = await waitingRuns(world, 2)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted())
      given(elementsIn(reply)[0] ?? missing('an element'))

      const runIds = runs.map(({ runId }) => runId)
      must(reply, eachOneOf('the run ids', told('workflowRunId'), runIds))
    },
  }),

  scenario('each element has the moment when its run was created', {
    id: 'queue.notify.element-workflow-created-at/each-element',
    waits: APART,
    async run(world) {
      const first = await waitingRun(world)
      await world.time.pass(APART)
      const second = await waitingRun(world)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted())
      given(elementsIn(reply)[0] ?? missing('an element'))

      const moments = [first, second].map(({ createdAt }) => createdAt)
      must(reply, eachOneOf('the moments of creation', told('workflowCreatedAt'), moments))
    },
  }),

  scenario('the element of a run is not of an older run with its id', {
    id: 'queue.notify.element-workflow-created-at/older-run-of-its-id',
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

  scenario('an event without waiters returns an empty array', {
    id: 'queue.notify.empty-array-when-nobody-waits/no-waiters',
    needs: [],
    async run({ queue, id }) {
      // Whoever answers this has more to say than an empty array.
      given(await queue.send('GET', '/v2/workflows/dlq'), accepted(), object())

      must(await queue.notify(id, { body: 'data' }), jsonBody([]))
    },
  }),

  scenario('an event returns an empty array when its run no longer waits', {
    id: 'queue.notify.empty-array-when-nobody-waits/no-longer-waits',
    waits: seconds(1),
    async run(world) {
      await eachRow(over, async (end, what) => {
        const eventId = `${world.id}-${what.replaceAll(' ', '-')}`
        await end(world, eventId)

        must(await world.queue.notify(eventId), accepted(), jsonBody([]))
      })
    },
  }),

  scenario('an event sent again at once returns an empty array', {
    id: 'queue.notify.empty-array-when-nobody-waits/again-at-once',
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

  scenario('an event returns an empty array when the wait has timed out', {
    id: 'queue.notify.empty-array-when-nobody-waits/timed-out',
    waits: seconds(2),
    async run(world) {
      const eventId = `${world.id}-late`
      const { application } = await waitingTwice(world, eventId, '2s')
      given(await application.delivery(2, seconds(2)))

      must(await world.queue.notify(eventId), accepted(), jsonBody([]))
    },
  }),

  observation('status of a notify that nobody waits for', {
    id: 'queue.notify.status/nobody',
    needs: [],
    async run({ queue, id, note }) {
      note('status', (await queue.notify(id, { body: 'data' })).status)
    },
  }),

  observation('status of a notify that a run waits for', {
    id: 'queue.notify.status/one-run',
    async run(world) {
      const { eventId } = await waitingRun(world)
      world.note('status', (await world.queue.notify(eventId, { body: 'data' })).status)
    },
  }),
]
