// The states of runs, messages, steps and failure callbacks.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { hours, seconds } from '../../core/time.js'
import { asMessage, isAbsent, memberOf } from '../../wire/exchange.js'
import { messageIdOf, stepsOf, type Item } from '../fixtures/elements.js'
import type { Played } from '../fixtures/application.js'
import { latest } from '../fixtures/arrivals.js'
import { calledRun, failedRun } from '../fixtures/failed-runs.js'
import { listedRun, listing, logOf, type Listing } from '../fixtures/listed.js'
import { equals, expects } from '../fixtures/matchers.js'
import { member } from '../fixtures/members.js'
import { ENTRIES, EVENTS, ofUrl } from '../fixtures/pages.js'
import { workflowProtocol } from '../fixtures/protocol.js'
import { againEachWay } from '../fixtures/reruns.js'
import { completedRun, delayedRun, failingSteps, startedRun, type Run } from '../fixtures/runs.js'
import { canceledRun, waitingRun } from '../fixtures/waiting-runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const inState = (state: string): Matcher => member('workflowState', state)

async function mustBeListed(world: QueueWorld, run: Run, state: string): Promise<void> {
  must(given(await listedRun(world, run, inState(state))), inState(state))
}

type Selecting = (item: Item) => boolean

const isState =
  (state: string): Selecting =>
  (item) =>
    item.state === state

const isOfMessage =
  (state: string, messageId: string): Selecting =>
  (item) =>
    item.state === state && messageIdOf(item) === messageId

/** Matches a log with so many of these events. */
const logged = (what: string, is: Selecting, count = 1): Matcher<Listing> =>
  equals(`events of ${what}:`, count, ({ items }) => items.filter(is).length)

/** Matches if all events of the first kind are at or before those of the second. */
const inOrder =
  (first: Selecting, then: Selecting): Matcher<Listing> =>
  ({ items }) => {
    const times = (is: Selecting) => items.filter(is).map(({ time }) => Number(time))
    const [last, next] = [Math.max(...times(first)), Math.min(...times(then))]
    return last <= next
      ? undefined
      : differs('the time of the later event to be at least', last, next)
  }

async function mustBeLogged(world: QueueWorld, run: Run, ...matchers: readonly Matcher<Listing>[]) {
  must(given(await logOf(world, run, ...matchers)), ...matchers)
}

const anyEvent: Selecting = () => true

const runLevel: Selecting = (item) => isAbsent(item.stepInfo)

/** Judges that each of these runs of one application has an event in that state. */
async function mustLogOfEach(world: QueueWorld, runs: readonly Run[], state: string) {
  const statesOf = ({ items }: Listing, { runId }: Run) =>
    items.filter(({ workflowRunId }) => workflowRunId === runId).map((each) => each.state)
  const areThere: Matcher<Listing> = (log) => {
    const lacking = runs.find((run) => statesOf(log, run).length === 0)
    return lacking && lacks(`events of the run ${lacking.runId}`, log.items)
  }
  const areLogged: Matcher<Listing> = (log) => {
    const lacking = runs.find((run) => !statesOf(log, run).includes(state))
    return lacking && lacks(`an event ${state} of ${lacking.runId}`, statesOf(log, lacking))
  }
  const log = await listing(world, EVENTS, ofUrl(runs[0]!.application), areLogged)
  must(given(log, areThere), areLogged)
}

/** Runs that end, and their state in the run list and in the log. */
const ends = [
  [
    'a completed run',
    'RUN_SUCCESS',
    'queue.states.run-success',
    (world: QueueWorld) => completedRun(world, { steps: [{ name: 'one', result: 1 }] }),
  ],
  [
    'a failed run',
    'RUN_FAILED',
    'queue.states.run-failed',
    (world: QueueWorld) => startedRun(world, { steps: failingSteps }),
  ],
  ['a cancelled run', 'RUN_CANCELED', 'queue.states.run-canceled', canceledRun],
] as const

export const stateScenarios = [
  ...ends.map(([what, state, rule, arrange]) =>
    scenario(`${what} is ${state} in run list and in its last log event`, {
      id: `${rule}/listed-and-logged`,
      async run(world) {
        const run = await arrange(world)
        await mustBeListed(world, run, state)
        const end = isState(state)
        const others: Selecting = (item) => runLevel(item) && !end(item)
        await mustBeLogged(world, run, logged(state, end), inOrder(others, end))
      },
    }),
  ),

  scenario('a waiting run is RUN_STARTED in run list and in one log event', {
    id: 'queue.states.run-started/listed-and-logged',
    async run(world) {
      const run = await waitingRun(world, { before: [{ name: 'one' }] })
      await mustBeListed(world, run, 'RUN_STARTED')
      await mustBeLogged(world, run, logged('RUN_STARTED', isState('RUN_STARTED')))
    },
  }),

  scenario('run list: a run cancelled during its last attempt is RUN_CANCELED', {
    id: 'queue.states.run-canceled/during-an-attempt',
    waits: seconds(1),
    async run(world) {
      let fail = () => {}
      const held = new Promise<{ status: number }>((resolve) => {
        fail = () => resolve({ status: 500 })
      })
      const run = await startedRun(world, { steps: [{ name: 'fails', fails: { held } }] })
      given(await run.application.delivery())
      given(await workflowProtocol(world.queue).cancel(run.runId), accepted())

      fail()
      await world.time.pass(seconds(1))
      await mustBeListed(world, run, 'RUN_CANCELED')
    },
  }),

  scenario('run list: a run with a failed attempt and a retry left is RUN_STARTED', {
    id: 'queue.states.run-failed/before-a-retry',
    waits: seconds(1),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': `${hours(1)}` }
      const run = await startedRun(world, { steps: failingSteps, settings })
      // The target needs time to see the failure.
      await world.time.pass(seconds(1))
      await mustBeListed(world, run, 'RUN_STARTED')
    },
  }),

  scenario('a run with Svc-Retries 1 succeeds if the first attempts of 2 steps fail', {
    id: 'queue.states.run-failed/retries-of-each-step',
    waits: seconds(1),
    async run(world) {
      const application = world.workflow([{ name: 'one' }, { name: 'two' }])
      application.breakAt('one', () => {
        application.mend()
        application.breakAt('two', () => {
          application.mend()
          return { status: 500 }
        })
        return { status: 500 }
      })
      const run = await startedRun(world, { application, settings: { Retries: '1' } })

      must(
        await application.ended(run.runId, latest(0) * 2),
        equals<Played>('executed steps', ['one', 'two'], ({ executed }) => executed),
      )
    },
  }),

  scenario('message logs: a run that waits has one WAITER_ADDED event', {
    id: 'queue.states.waiter-added/waiting',
    async run(world) {
      const added = isState('WAITER_ADDED')
      await mustBeLogged(world, await waitingRun(world), logged('WAITER_ADDED', added))
    },
  }),

  scenario('message logs: the invoking run has one INVOKED event, the invoked none', {
    id: 'queue.states.invoked/both-runs',
    async run(world) {
      const other = world.workflow()
      const run = await startedRun(world, { steps: [{ name: 'child', invoke: other }] })
      given(await run.application.ended(run.runId))
      const child = given(await other.called(`${run.runId}-child`))
      const invoked = isState('INVOKED')
      await mustBeLogged(world, run, logged('INVOKED', invoked))
      await mustBeLogged(
        world,
        { ...run, ...child, application: other },
        logged('INVOKED', invoked, 0),
      )
    },
  }),

  scenario('message logs: each message of a run has one CREATED event', {
    id: 'queue.states.message-created/steps-and-event',
    async run(world) {
      const run = await waitingRun(world, {
        before: [{ name: 'one' }, [{ name: 'left' }, { name: 'right' }]],
        after: [{ name: 'two' }],
      })
      given(await world.queue.notify(run.eventId), accepted())
      given(await run.application.ended(run.runId))
      const created = run.application
        .callsOf(run.runId)
        .map(({ messageId }) => logged('CREATED', isOfMessage('CREATED', messageId)))
      await mustBeLogged(world, run, ...created)
    },
  }),

  scenario('message logs: runs resumed after a completed step have CREATED events', {
    id: 'queue.states.message-created/resumed-after-a-step',
    async run(world) {
      const failed = await failedRun(world, { steps: [{ name: 'one' }, ...failingSteps] })
      const runs = await againEachWay(world, failed, ['resume'])
      await mustLogOfEach(world, runs, 'CREATED')
    },
  }),

  scenario('message logs: each delivered message has one DELIVERED event', {
    id: 'queue.states.message-delivered/one-event-per-message',
    async run(world) {
      const run = await completedRun(world, { steps: [{ name: 'one' }, { name: 'two' }] })
      const delivered = run.application
        .callsOf(run.runId)
        .map(({ messageId }) => logged('DELIVERED', isOfMessage('DELIVERED', messageId)))
      await mustBeLogged(world, run, ...delivered)
    },
  }),

  scenario('message logs: RUN_STARTED is the first event of a run', {
    id: 'queue.states.triggered-run-is-logged-started/triggered',
    async run(world) {
      const run = await completedRun(world, { steps: [{ name: 'one' }] })
      const started = isState('RUN_STARTED')
      await mustBeLogged(world, run, logged('RUN_STARTED', started), inOrder(started, anyEvent))
    },
  }),

  scenario('message logs: restarted and resumed runs have a RUN_STARTED event', {
    id: 'queue.states.triggered-run-is-logged-started/restarted-and-resumed',
    async run(world) {
      const runs = await againEachWay(world, await failedRun(world))
      await mustLogOfEach(world, runs, 'RUN_STARTED')
    },
  }),

  scenario('message logs: restarted and resumed runs have a CREATED event', {
    id: 'queue.states.first-step-message-is-logged-created/restarted-and-resumed',
    async run(world) {
      const runs = await againEachWay(world, await failedRun(world))
      await mustLogOfEach(world, runs, 'CREATED')
    },
  }),

  scenario('message logs: CREATED of the first message is not after DELIVERED', {
    id: 'queue.states.first-step-message-is-logged-created/before-delivery',
    waits: seconds(1),
    async run(world) {
      const { run, created, delivered } = await delayed(world)
      await mustBeLogged(world, run, logged('CREATED', created), inOrder(created, delivered))
    },
  }),

  scenario('message logs: a delivered message has one DELIVERED event after CREATED', {
    id: 'queue.states.processed-message-is-logged-delivered/after-creation',
    waits: seconds(1),
    async run(world) {
      const { run, created, delivered } = await delayed(world)
      given(await run.application.ended(run.runId))
      await mustBeLogged(world, run, logged('DELIVERED', delivered), inOrder(created, delivered))
    },
  }),

  scenario('message logs: a message delayed by Svc-Delay 1h has no DELIVERED event', {
    id: 'queue.states.processed-message-is-logged-delivered/not-due',
    waits: seconds(1),
    async run(world) {
      const application = world.workflow()
      const started = await application.start({ settings: { Delay: '1h' } })
      const run = { ...started, application }
      const created = logged('CREATED', isOfMessage('CREATED', run.messageId))
      given(await logOf(world, run, created), created)

      await world.time.pass(seconds(1))
      const log = given(await logOf(world, run))
      given(log, () => {
        const { length } = application.callsOf(run.runId)
        return length === 0 ? undefined : lacks('the delay to be kept', length)
      })
      must(log, logged('DELIVERED', isOfMessage('DELIVERED', run.messageId), 0))
    },
  }),

  scenario('message logs: a failed message has no DELIVERED event', {
    id: 'queue.states.processed-message-is-logged-delivered/failed',
    async run(world) {
      const run = await startedRun(world, { steps: failingSteps })
      given(await listedRun(world, run, inState('RUN_FAILED')))
      // The target may log messages of its own.
      const delivered = isOfMessage('DELIVERED', run.messageId)
      await mustBeLogged(world, run, logged('DELIVERED', delivered, 0))
    },
  }),

  observation('observes the states of the steps of a completed run', {
    id: 'queue.states.step-success/completed-run',
    async run(world) {
      const steps = [[{ name: 'left' }, { name: 'right' }]]
      const isWhole = expects('three steps', stepsOf, ({ length }) => length > 2)
      const run = await completedRun(world, { steps })
      const shown = given(await listedRun(world, run, isWhole))
      world.note('states', statesIn(stepsOf(shown), anyEvent))
    },
  }),

  observation('observes the state of a failure callback that succeeds', {
    id: 'queue.states.callback-success/success',
    async run(world) {
      const run = await calledRun(world)
      const answered = member('responseStatus', 200)
      const info = () => callbackInfo(world, run.runId, run.dlqId)
      world.note('state', memberOf(await world.eventually(info, answered), 'state'))
    },
  }),

  observation('observes the logged states of a message that fails and is retried', {
    id: 'queue.states.other-message-states/fails-once',
    async run(world) {
      const settings = { Retries: '1' }
      const run = await startedRun(world, { steps: failingSteps, settings })
      const { items } = await logOf(world, run, logged('RUN_FAILED', isState('RUN_FAILED')))
      world.note(
        'states',
        statesIn(items, (item) => !runLevel(item)),
      )
    },
  }),

  observation('observes the states of a step that sleeps', {
    id: 'queue.states.other-step-states/sleep',
    async run(world) {
      const run = await startedRun(world, { steps: [{ name: 'nap', sleep: '1h' }] })
      const isListed = expects('a step that sleeps', stepsOf, ({ length }) => length > 1)
      const shown = await listedRun(world, run, isListed)
      world.note('states', statesIn(stepsOf(shown), anyEvent))
    },
  }),

  observation('observes the state of a failure callback that fails', {
    id: 'queue.states.other-callback-states/fails',
    async run(world) {
      const run = await calledRun(world, { answer: () => ({ status: 500 }) })
      const info = await callbackInfo(world, run.runId, run.dlqId)
      world.note('state', memberOf(info, 'state'))
    },
  }),

  observation('observes the run-level states in the message logs of a failed run', {
    id: 'queue.states.run-transitions/failed-run',
    async run(world) {
      const run = await startedRun(world, { steps: failingSteps })
      const { items } = await logOf(world, run, logged('RUN_FAILED', isState('RUN_FAILED')))
      world.note('states', statesIn(items, runLevel))
    },
  }),
]

/** Starts a run with a delay of 1 second; returns tests for the events of its first message. */
async function delayed(world: QueueWorld) {
  const { run } = await delayedRun(world)
  return {
    run,
    created: isOfMessage('CREATED', run.messageId),
    delivered: isOfMessage('DELIVERED', run.messageId),
  }
}
async function callbackInfo(world: QueueWorld, workflowRunId: string, dlqId: string) {
  const { items } = await listing(world, ENTRIES, { workflowRunId })
  const info = items.find((each) => each.dlqId === dlqId)?.failureCallbackInfo
  return asMessage({ ...(info as Item | undefined) })
}

const statesIn = (items: readonly Item[], is: Selecting) =>
  [...new Set(items.filter(is).map(({ state }) => String(state)))].toSorted()
