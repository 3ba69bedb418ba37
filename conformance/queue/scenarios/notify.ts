// Notifying waiting runs of an event (endpoint 13), and the waiters in the response.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, jsonBody, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { days, hours, minutes, polled, seconds, type Time } from '../../core/time.js'
import {
  jsonOf,
  memberOf,
  present,
  textOf,
  type Exchange,
  type HttpMessage,
} from '../../wire/exchange.js'
import { noCall, type Application } from '../fixtures/application.js'
import { attempts } from '../fixtures/arrivals.js'
import { messageIdOf, logOf, type Listing, ENTRIES } from '../fixtures/lists.js'
import { missing } from '../fixtures/inbox.js'
import {
  equals,
  equalsSorted,
  executed,
  expects,
  memberThat,
  object,
  text,
  valuesIn,
} from '../fixtures/matchers.js'
import {
  elements,
  elementsIn,
  notifiedRun,
  waiterIn,
  waitingRuns,
  type NotifiedRun,
  failedBeside,
  completedRun,
  canceledRun,
  waitingRun,
  type WaitingOptions,
  type WaitingRun,
} from '../fixtures/runs.js'
import { eventData, eventFormOf, workflowProtocol, type EventForm } from '../fixtures/protocol.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** Ends of event ids. */
const ids = {
  'a dot, an underscore, a space and letters beyond ASCII': 'order.42_paid größe-注文-🎉',
  'capital letters': 'Order-PAID',
  'a slash': 'orders/42',
  'a question mark and a hash': 'paid?#42',
  'a plus, an equals sign and a percent sign': 'a+b=c 100%25',
}

const data: Readonly<Record<string, { readonly body: string; readonly type?: string }>> = {
  // It is first, because it does not look like base64.
  '100,000 letters of several alphabets with white space around them': {
    body: `\r\n  bezahlt: 42 € für 注文 🎉 ${'paid '.repeat(20_000)}\t\n `,
  },
  nothing: { body: '' },
  'JSON, spaced as it is': { body: '{ "paid":  42.0,\n  "by": null }' },
  'JSON that is sent as such': {
    body: '{ "paid":  42.0,\n  "by": "\\u0034" }',
    type: 'application/json',
  },
  'JSON text in quotes': { body: '"paid \\u0034\\u0032"' },
  'text that looks like base64': { body: 'eyJwYWlkIjo0Mn0=' },
}

/** Ids similar to the id of an event. */
const nearly: Readonly<Record<string, (eventId: string) => string>> = {
  'a longer id': (eventId) => `${eventId}-again`,
  'a shorter id': (eventId) => eventId.slice(0, -1),
  'its id in capitals': (eventId) => eventId.toUpperCase(),
  'its id with a space at the end': (eventId) => `${eventId} `,
  'its id percent-encoded once more': (eventId) => eventId.replaceAll('-', '%2D'),
  'its id and a path segment more': (eventId) => `${eventId}/1`,
}

/** Starts a run that waits for several events in parallel steps. */
const waitingForEach = (world: QueueWorld, eventIds: Readonly<Record<string, string>>) => {
  const steps = Object.entries(eventIds).map(([name, waitFor]) => ({ name, waitFor }))
  return waitingRun(world, { steps: [steps] })
}

/** Returns the last delivery of an application that has the result of a step. */
const callWith = (application: Application, step: string) =>
  application.calls.findLast(({ steps }) =>
    steps.some(({ stepId, stepName }) => stepId > 0 && stepName === step),
  )

async function callAfter({ time }: QueueWorld, { application }: WaitingRun, step: string) {
  await polled(time, async () => callWith(application, step) !== undefined)
  return callWith(application, step) ?? noCall(`a delivery after the step "${step}"`, time)
}

/** Ways in which a run stops waiting. */
const over: Readonly<Record<string, (world: QueueWorld, eventId: string) => Promise<unknown>>> = {
  'has been notified and goes on': (world, eventId) => notifiedOnce(world, eventId),
  'has been cancelled': (world, eventId) => canceledRun(world, { eventId }),
  'has completed without it': (world, eventId) => completedWaiting(world, eventId),
}

/** Starts a run that waits for an event, and then for one that never comes. */
const waitingTwice = (world: QueueWorld, eventId: string, timeout: string): Promise<WaitingRun> =>
  waitingRun(world, {
    eventId,
    timeout,
    after: [{ name: 'never', waitFor: `${world.id}-never` }],
  })

/** Notifies a run, which then waits for another event. */
async function notifiedOnce(world: QueueWorld, eventId: string): Promise<void> {
  const { application, runId } = await waitingTwice(world, eventId, '7d')
  given(await world.queue.notify(eventId), accepted(), elements(1))
  given(await application.delivery(2))
  // `waiting` reports only its first wait.
  given(await application.all(settling(world.time)), attempts(2))
  given(application.played(runId), executed('wait', 'never'))
}

async function completedWaiting(world: QueueWorld, eventId: string): Promise<void> {
  const { runId } = await waitingRun(world, { eventId })
  given(await workflowProtocol(world.queue).end(runId, 'null'), accepted())
  if (world.time.virtual) await world.time.pass(0)
}

/** Milliseconds in which a notify takes effect. */
const settling = ({ virtual }: Time): number => (virtual ? 0 : seconds(1))

const arrayOf =
  (count: number): Matcher =>
  (reply) => {
    const answer = jsonOf(reply)
    if (!Array.isArray(answer)) return lacks('an array', answer ?? textOf(reply))
    return answer.length === count
      ? undefined
      : differs('a number of elements of', count, answer.length)
  }

/** Matches a log with events of several messages. */
const tellsOfSteps: Matcher<Listing> = expects(
  'events of two messages',
  ({ items }) => new Set(items.flatMap((item) => messageIdOf(item) ?? [])),
  ({ size }) => size > 1,
)

const isLogged = (messageId: unknown): Matcher<Listing> =>
  expects(
    `an event of the message ${String(messageId)}`,
    ({ items }) => items.map(messageIdOf),
    (messageIds) => messageIds.includes(messageId),
  )

const APART = 10

/** Matches if each element has another one of these values. */
const eachOneOf =
  (what: string, name: string, values: readonly unknown[]): Matcher =>
  (reply) => {
    const got = elementsIn(reply).map((element) => memberOf(element, name))
    const isOwn = (value: unknown, n: number) => values.includes(value) && got.indexOf(value) === n
    return got.every(isOwn) ? undefined : differs(`each of ${what} once among`, values, got)
  }

/** Notifies waiting runs; blocks the scenario if the response has no element. */
async function notified(world: QueueWorld): Promise<Exchange> {
  const reply = given(await world.queue.notify(`${world.id}-event`), accepted())
  given(elementsIn(reply)[0] ?? missing('an element'))
  return reply
}

/** Notifies two waiting runs, and judges each element of the response. */
async function judgeElements(
  world: QueueWorld,
  judge: (element: HttpMessage) => void,
): Promise<void> {
  await waitingRuns(world, 2)
  elementsIn(await notified(world)).forEach(judge)
}

export const notifyScenarios = [
  scenario('notify with special characters in the event id resumes the run', {
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

  scenario('notify: the request body reaches the waiting run unchanged', {
    id: 'queue.notify.body-is-event-data/unchanged',
    async run(world) {
      const eventIds = Object.fromEntries(
        Object.keys(data).map((name, n) => [name, `${world.id}-${n}`]),
      )
      const run = await waitingForEach(world, eventIds)
      let form: EventForm | undefined
      await eachRow(data, async ({ body: sent, type }, name) => {
        const headers = present({ 'Content-Type': type })
        given(await world.queue.notify(eventIds[name]!, { headers, body: sent }), accepted())
        const call = given(await callAfter(world, run, name))
        form ??= eventFormOf(call, name, sent)
        must(eventData(call, name, form), body(sent))
      })
    },
  }),

  scenario('notify: the request body reaches both waiting runs', {
    id: 'queue.notify.body-is-event-data/both-waiting-runs',
    async run(world) {
      const runs = await waitingRuns(world, 2)
      const sent = 'paid: 42 €'
      given(await world.queue.notify(`${world.id}-event`, { body: sent }), accepted())
      const ended = await Promise.all(
        runs.map(({ application, runId }) => application.ended(runId)),
      )

      // Another rule requires that both go on.
      const resumed = ended.filter(({ failure }) => failure === undefined)
      given(resumed[0] ?? ended[0]!)
      for (const { calls } of resumed) {
        const call = calls.at(-1)!
        must(eventData(call, 'wait', eventFormOf(call, 'wait', sent)), body(sent))
      }
    },
  }),

  scenario('notify resumes a waiting run exactly once', {
    id: 'queue.notify.resumes-the-waiting-run/once',
    waits: seconds(2),
    async run(world) {
      const { application, runId, eventId } = await waitingRun(world, {
        before: [{ name: 'before', result: 1 }],
        after: [{ name: 'after', result: 2 }],
      })
      given(await application.all(settling(world.time)), attempts(2))

      must(await world.queue.notify(eventId), accepted())
      must(await application.ended(runId))
      await application.all(settling(world.time))
      must(application.played(runId), executed('before', 'wait', 'after'))
    },
  }),

  scenario('notify: a resumed run does not continue again when its wait times out', {
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

  scenario('notify sent before the run waits for the event does not resume the run', {
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

  scenario('notify resumes both runs that wait for the event', {
    id: 'queue.notify.resumes-the-waiting-run/both-waiting-runs',
    async run(world) {
      const runs = await waitingRuns(world, 2)

      must(await world.queue.notify(`${world.id}-event`), accepted())
      for (const { application, runId } of runs) must(await application.ended(runId))
    },
  }),

  scenario('notify: a run that waits for event A, then event B, continues after each', {
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

  scenario('notify does not resume a run that waits for a similar event id', {
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

      await eachRow(others, async (_, what) => {
        must(bystander.application.played(bystander.runId), () =>
          callWith(bystander.application, what) !== undefined
            ? lacks('a run that waits on', `a delivery after the step "${what}"`)
            : undefined,
        )
      })
      // The other run did wait.
      given(await queue.notify(others['a longer id']!), accepted(), elements(1))
    },
  }),

  scenario('notify resumes no run of the same workflow that waits for another event', {
    id: 'queue.notify.only-the-matching-event/same-application',
    async run(world) {
      const { queue, id } = world
      const [paid, shipped] = [`${id}-paid`, `${id}-shipped`]
      const steps = [
        { name: 'paid', waitFor: paid },
        { name: 'shipped', waitFor: shipped },
      ]
      // One run waits for its first event, the other for its second.
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

  scenario('notify with one waiting run returns an array of length 1', {
    id: 'queue.notify.one-element-per-waiter/one-waiter',
    async run(world) {
      const { eventId } = await waitingRun(world)

      must(await world.queue.notify(eventId), accepted(), arrayOf(1))
    },
  }),

  scenario('notify with 13 waiters in three runs returns an array of length 13', {
    id: 'queue.notify.one-element-per-waiter/13-waiters',
    async run(world) {
      const { application, eventId } = await waitingRun(world)
      await waitingRun(world, { application, eventId })
      const names = Array.from({ length: 11 }, (_, n) => `wait ${n}`)
      await waitingForEach(world, Object.fromEntries(names.map((name) => [name, eventId])))

      must(await world.queue.notify(eventId), accepted(), arrayOf(13))
    },
  }),

  scenario('notify for one event leaves the waiter for another event in place', {
    id: 'queue.notify.one-element-per-waiter/another-event',
    async run(world) {
      const [left, right] = [`${world.id}-left`, `${world.id}-right`]
      await waitingForEach(world, { left, right })
      given(await world.queue.notify(left), accepted(), elements(1))

      must(await world.queue.notify(right), accepted(), arrayOf(1))
    },
  }),

  scenario('notify with two waiting runs returns a waiter object for each', {
    id: 'queue.notify.element-waiter/2-waiting-runs',
    run: (world) => judgeElements(world, (element) => must(waiterIn(element), object())),
  }),

  scenario('notify with two waiting runs returns a messageId for each', {
    id: 'queue.notify.element-message-id/2-waiting-runs',
    run: (world) => judgeElements(world, (element) => must(element, text('messageId'))),
  }),

  observation('observes if the messageId that notify returns is a message of the run', {
    id: 'queue.notify.which-message/message',
    async run(world) {
      const { element, ...run } = await notifiedRun(world, { before: [{ name: 'before' }] })
      const messageId = memberOf(element, 'messageId')
      const log = await logOf(world, run, tellsOfSteps, isLogged(messageId))
      const isOfRun = isLogged(messageId)(log) === undefined
      world.note('message', isOfRun ? 'one of the run' : 'none of the run')
    },
  }),

  observation('observes the waiters that notify returns of a run that failed waiting', {
    id: 'queue.notify.waiters-of-a-failed-run/failed-run',
    waits: seconds(1),
    async run(world) {
      const eventId = `${world.id}-over`
      await failedBeside(world, { name: 'wait', waitFor: eventId })
      const reply = given(await world.queue.notify(eventId), accepted())
      world.note('waiters', elementsIn(reply).length)
    },
  }),

  scenario('notify with two waiting runs returns the workflowRunId of each', {
    id: 'queue.notify.element-workflow-run-id/2-waiting-runs',
    async run(world) {
      const runs = await waitingRuns(world, 2)
      const reply = await notified(world)

      const runIds = runs.map(({ runId }) => runId)
      must(reply, eachOneOf('the run ids', 'workflowRunId', runIds))
    },
  }),

  scenario('notify with two waiting runs returns the workflowCreatedAt of each', {
    id: 'queue.notify.element-workflow-created-at/2-waiting-runs',
    waits: APART,
    async run(world) {
      const first = await waitingRun(world)
      await world.time.pass(APART)
      const second = await waitingRun(world)
      const reply = await notified(world)

      const moments = [first, second].map(({ createdAt }) => createdAt)
      must(reply, eachOneOf('the moments of creation', 'workflowCreatedAt', moments))
    },
  }),

  scenario('notify returns no workflowCreatedAt of an older run with the same run id', {
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

  scenario('notify without waiters returns an empty array', {
    id: 'queue.notify.empty-array-when-nobody-waits/no-waiters',
    needs: [],
    async run({ queue, id }) {
      // A target with one response for all requests fails this.
      given(await queue.send('GET', ENTRIES), accepted(), object())

      must(await queue.notify(id, { body: 'data' }), jsonBody([]))
    },
  }),

  scenario('notify of a resumed, cancelled or completed run returns an empty array', {
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

  scenario('notify: a second notify right after the first returns an empty array', {
    id: 'queue.notify.empty-array-when-nobody-waits/again-at-once',
    async run(world) {
      // The run neither ends nor waits again before that.
      const after = [{ name: 'after', fails: true }] as const
      const settings = { Retries: '1', 'Retry-Delay': `${hours(1)}` }
      const { eventId } = await waitingRun(world, { after, settings })
      given(await world.queue.notify(eventId), accepted(), elements(1))

      must(await world.queue.notify(eventId), accepted(), jsonBody([]))
    },
  }),

  scenario('notify returns an empty array after the wait timed out', {
    id: 'queue.notify.empty-array-when-nobody-waits/timed-out',
    waits: seconds(2),
    async run(world) {
      const eventId = `${world.id}-late`
      const { application } = await waitingTwice(world, eventId, '2s')
      given(await application.delivery(2, seconds(2)))

      must(await world.queue.notify(eventId), accepted(), jsonBody([]))
    },
  }),

  observation('observes the HTTP status of a notify without waiters', {
    id: 'queue.notify.status/nobody',
    needs: [],
    async run({ queue, id, note }) {
      note('status', (await queue.notify(id, { body: 'data' })).status)
    },
  }),

  observation('observes the HTTP status of a notify with one waiter', {
    id: 'queue.notify.status/one-run',
    async run(world) {
      const { eventId } = await waitingRun(world)
      world.note('status', (await world.queue.notify(eventId, { body: 'data' })).status)
    },
  }),
]

const timeouts = [
  ['90s', seconds(90)],
  ['2d', days(2)],
] as const

const withQuery = { query: 'a=1&b=2' }

/**
 * Matches a waiter whose header has only this value. Two spellings of the name may both have it, because
 * the keys of an object are case-sensitive.
 */
const holding = (name: string, want: string): Matcher =>
  equals(`header ${name} of the waiter`, [want], (waiter) => [
    ...new Set(valuesIn(memberOf(waiter, 'headers'), name)),
  ])

const headerMap = (): Matcher =>
  memberThat('headers', '"headers" to be an object with arrays of strings', (headers) => {
    const isMap = typeof headers === 'object' && headers !== null && !Array.isArray(headers)
    const areTexts = (values: unknown) =>
      Array.isArray(values) && values.every((value) => typeof value === 'string')
    return isMap && Object.values(headers).every(areTexts)
  })

/** The most milliseconds between the creation of a run and its wait. */
const slack = ({ virtual }: Time): number => (virtual ? 0 : minutes(1))

/** Matches the end of the wait in seconds or milliseconds, by the target's own clock. */
const deadlineAfter =
  (createdAt: number, timeout: number, later: number): Matcher =>
  (waiter) => {
    const got = memberOf(waiter, 'deadline')
    if (typeof got !== 'number' || !Number.isInteger(got)) {
      return lacks('an integer "deadline"', jsonOf(waiter))
    }
    const earliest = createdAt + timeout
    const isIn = (unit: number) =>
      got * unit >= earliest - seconds(1) && got * unit <= earliest + later + seconds(1)
    return isIn(seconds(1)) || isIn(1)
      ? undefined
      : differs('the end of the wait as "deadline", in milliseconds or a thousandth', earliest, got)
  }

const own = [
  ['queue.waiter.run-id-header', 'Workflow-Runid', ({ runId }: NotifiedRun) => runId],
  ['queue.waiter.url-header', 'Workflow-Url', ({ application }: NotifiedRun) => application.url],
] as const

/** Notifies a run; a waiter that is no object blocks the scenario. */
async function notifiedWaiter(world: QueueWorld, options?: WaitingOptions): Promise<NotifiedRun> {
  const run = await notifiedRun(world, options)
  given(run.waiter, object())
  return run
}

export const waiterScenarios = [
  scenario('notify: waiter.url is the URL of the waiting workflow with its query', {
    id: 'queue.waiter.url/workflow-url-with-query',
    async run(world) {
      const { waiter, application } = await notifiedWaiter(world, withQuery)
      must(waiter, text('url', application.url))
    },
  }),

  scenario('notify with 3 waiters: each waiter.url is that of its own workflow', {
    id: 'queue.waiter.url/own-url-for-3-waiters',
    async run(world) {
      const runs = await waitingRuns(world, 3)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted(), elements(3))

      for (const element of elementsIn(reply)) given(waiterIn(element), object())
      const urls = runs.map(({ application }) => application.url)
      must(
        reply,
        equalsSorted('the URLs of the workflows', urls, () =>
          elementsIn(reply).map((each) => memberOf(waiterIn(each), 'url')),
        ),
      )
    },
  }),

  scenario('notify: waiter.headers is an object with an array of strings per name', {
    id: 'queue.waiter.headers/object-of-string-arrays',
    async run(world) {
      const settings = { 'Forward-X-Contract': 'one', Label: 'a,b' }
      const { waiter } = await notifiedWaiter(world, { settings })

      must(waiter, headerMap())
    },
  }),

  scenario('notify: Svc-Workflow-Url in waiter.headers has the workflow URL query', {
    id: 'queue.waiter.url-header/query-included',
    async run(world) {
      const { waiter, application } = await notifiedWaiter(world, withQuery)

      must(waiter, holding(`${world.queue.headerPrefix}Workflow-Url`, application.url))
    },
  }),

  ...own.map(([rule, name, valueOf]) =>
    scenario(`notify of two runs: each waiter has the Svc-${name} of its run`, {
      id: `${rule}/2-runs`,
      async run(world) {
        for (const eventId of [`${world.id}-one`, `${world.id}-two`]) {
          const run = await notifiedWaiter(world, { eventId })
          must(run.waiter, holding(world.queue.headerPrefix + name, valueOf(run)))
        }
      },
    }),
  ),

  ...timeouts.map(([timeout, milliseconds]) =>
    scenario(`notify: waiter.deadline is when a wait with timeout ${timeout} ends`, {
      id: `queue.waiter.deadline/timeout-${timeout}`,
      async run(world) {
        const { waiter, createdAt } = await notifiedWaiter(world, { timeout })

        must(waiter, deadlineAfter(createdAt, milliseconds, slack(world.time)))
      },
    }),
  ),

  observation('observes if the deadline of a waiter is in seconds or milliseconds', {
    id: 'queue.waiter.deadline-unit/seconds-or-milliseconds',
    async run(world) {
      const { waiter, createdAt } = await notifiedWaiter(world)
      const deadline = Number(memberOf(waiter, 'deadline'))
      world.note('unit', deadline > createdAt ? 'milliseconds' : 'seconds')
      world.note('names of headers', Object.keys(memberOf(waiter, 'headers') ?? {}).toSorted())
    },
  }),
]
