// The states that runs, messages, steps and failure callbacks go through.

import type { MustRuleId } from '#generated/rules.js'
import { asMessage, isAbsent, memberOf } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { hours, seconds } from '../../core/time.js'
import { EVENTS, listedRun, listing, logOf, messageIdOf, stepsOf } from '../fixtures/listed.js'
import type { Item, Listing } from '../fixtures/listed.js'
import { equals, member } from '../fixtures/matchers.js'
import { workflowProtocol } from '../fixtures/protocol.js'
import { againEachWay } from '../fixtures/reruns.js'
import {
  canceledRun,
  completedRun,
  failedRun,
  startedRun,
  waitingRun,
  type Run,
} from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const inState = (state: string): Matcher => member('workflowState', state)

/** The list shows a run in that state. */
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

/** So many events of that kind are logged. */
const logged = (what: string, is: Selecting, count = 1): Matcher<Listing> =>
  equals(`events of ${what}:`, count, ({ items }) => items.filter(is).length)

/** No event of the second kind is earlier than one of the first. */
const inOrder =
  (first: Selecting, then: Selecting): Matcher<Listing> =>
  ({ items }) => {
    const times = (is: Selecting) => items.filter(is).map(({ time }) => Number(time))
    const [last, next] = [Math.max(...times(first)), Math.min(...times(then))]
    return last <= next
      ? undefined
      : differs('the time of the later event to be at least', last, next)
  }

/** What is logged of a run fits. */
async function mustBeLogged(
  world: QueueWorld,
  run: Run,
  ...matchers: readonly Matcher<Listing>[]
): Promise<void> {
  must(given(await logOf(world, run, ...matchers)), ...matchers)
}

const anyEvent: Selecting = () => true

const runLevel: Selecting = (item) => isAbsent(item.stepInfo)

const fails = [{ name: 'fails', fails: true }] as const

/** An event of that state is logged of each of these runs of one application. */
async function mustLogOfEach(
  world: QueueWorld,
  runs: readonly Run[],
  state: string,
): Promise<void> {
  const { url } = runs[0]!.application
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
  const log = await listing(world, EVENTS, { workflowUrl: url }, areLogged)
  must(given(log, areThere), areLogged)
}

/** How runs end: they are listed in that state, and it is logged. */
const ends: readonly (readonly [
  how: string,
  state: string,
  rule: MustRuleId & `queue.states.run-${string}`,
  arrange: (world: QueueWorld) => Promise<Run>,
])[] = [
  [
    'a completed run',
    'RUN_SUCCESS',
    'queue.states.run-success',
    (world) => completedRun(world, { steps: [{ name: 'one', result: 1 }] }),
  ],
  [
    'a failed run',
    'RUN_FAILED',
    'queue.states.run-failed',
    (world) => startedRun(world, { steps: fails }),
  ],
  ['a cancelled run', 'RUN_CANCELED', 'queue.states.run-canceled', (world) => canceledRun(world)],
]

export const stateScenarios = [
  ...ends.map(([what, state, rule, arrange]) =>
    scenario(`${what} is listed as ${state}, and logs it last`, {
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

  scenario('a run that waits after a step is RUN_STARTED, and logs that once', {
    id: 'queue.states.run-started/listed-and-logged',
    async run(world) {
      const steps = [{ name: 'one' }, { name: 'wait', waitFor: `${world.id}-never` }] as const
      const run = await waitingRun(world, { steps })
      await mustBeListed(world, run, 'RUN_STARTED')
      await mustBeLogged(world, run, logged('RUN_STARTED', isState('RUN_STARTED')))
    },
  }),

  scenario('a run that is cancelled during its last attempt has not failed', {
    id: 'queue.states.run-canceled/during-an-attempt',
    waits: seconds(3),
    async run(world) {
      const steps = [{ name: 'hangs', fails: 'hang' }] as const
      const run = await startedRun(world, { steps, settings: { Timeout: '2s' } })
      given(await workflowProtocol(world.queue).cancel(run.runId), accepted())

      await world.time.pass(seconds(3))
      await mustBeListed(world, run, 'RUN_CANCELED')
    },
  }),

  scenario('a run with a retry left has not failed', {
    id: 'queue.states.run-failed/before-a-retry',
    waits: seconds(1),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': `${hours(1)}` }
      const run = await startedRun(world, { steps: fails, settings })
      // That its attempt has failed is known only then.
      await world.time.pass(seconds(1))
      await mustBeListed(world, run, 'RUN_STARTED')
    },
  }),

  scenario('a run that waits logs WAITER_ADDED once', {
    id: 'queue.states.waiter-added/waiting',
    async run(world) {
      const added = isState('WAITER_ADDED')
      await mustBeLogged(world, await waitingRun(world), logged('WAITER_ADDED', added))
    },
  }),

  scenario('a run that starts another one logs INVOKED, and the other does not', {
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

  scenario('each message of a run is logged CREATED', {
    id: 'queue.states.message-created/steps-and-event',
    async run(world) {
      const eventId = `${world.id}-event`
      const steps = [
        { name: 'one' },
        [{ name: 'left' }, { name: 'right' }],
        { name: 'wait', waitFor: eventId },
        { name: 'two' },
      ] as const
      const run = await waitingRun(world, { eventId, steps })
      given(await world.queue.notify(eventId), accepted())
      given(await run.application.ended(run.runId))
      const created = run.application
        .callsOf(run.runId)
        .map(({ messageId }) => logged('CREATED', isOfMessage('CREATED', messageId)))
      await mustBeLogged(world, run, ...created)
    },
  }),

  scenario('the messages of runs that are resumed after a step are logged CREATED', {
    id: 'queue.states.message-created/resumed-after-a-step',
    async run(world) {
      const failed = await failedRun(world, { steps: [{ name: 'one' }, ...fails] })
      const runs = await againEachWay(world, failed, ['resume'])
      await mustLogOfEach(world, runs, 'CREATED')
    },
  }),

  scenario('each delivered message of a run is logged DELIVERED', {
    id: 'queue.states.message-delivered/two-steps',
    async run(world) {
      const run = await completedRun(world, { steps: [{ name: 'one' }, { name: 'two' }] })
      const delivered = run.application
        .callsOf(run.runId)
        .map(({ messageId }) => logged('DELIVERED', isOfMessage('DELIVERED', messageId)))
      await mustBeLogged(world, run, ...delivered)
    },
  }),

  scenario('a run logs RUN_STARTED when it is triggered, before all else', {
    id: 'queue.states.triggered-run-is-logged-started/triggered',
    async run(world) {
      const run = await completedRun(world, { steps: [{ name: 'one' }] })
      const started = isState('RUN_STARTED')
      await mustBeLogged(world, run, logged('RUN_STARTED', started), inOrder(started, anyEvent))
    },
  }),

  scenario('restarted and resumed runs log RUN_STARTED', {
    id: 'queue.states.triggered-run-is-logged-started/restarted-and-resumed',
    async run(world) {
      const runs = await againEachWay(world, await failedRun(world))
      await mustLogOfEach(world, runs, 'RUN_STARTED')
    },
  }),

  scenario('the first message of restarted and resumed runs is logged CREATED', {
    id: 'queue.states.first-step-message-is-logged-created/restarted-and-resumed',
    async run(world) {
      const runs = await againEachWay(world, await failedRun(world))
      await mustLogOfEach(world, runs, 'CREATED')
    },
  }),

  scenario('the first message of a run is logged CREATED before it is delivered', {
    id: 'queue.states.first-step-message-is-logged-created/before-delivery',
    waits: seconds(1),
    async run(world) {
      const { run, created, delivered } = await delayedRun(world)
      await mustBeLogged(world, run, logged('CREATED', created), inOrder(created, delivered))
    },
  }),

  scenario('a processed message is logged DELIVERED, after it was created', {
    id: 'queue.states.processed-message-is-logged-delivered/after-creation',
    waits: seconds(1),
    async run(world) {
      const { run, created, delivered } = await delayedRun(world)
      await mustBeLogged(world, run, logged('DELIVERED', delivered), inOrder(created, delivered))
    },
  }),

  scenario('a message that is not due yet is not logged DELIVERED', {
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

  scenario('a message that has failed is not logged DELIVERED', {
    id: 'queue.states.processed-message-is-logged-delivered/failed',
    async run(world) {
      const run = await startedRun(world, { steps: fails })
      given(await listedRun(world, run, inState('RUN_FAILED')))
      await mustBeLogged(world, run, logged('DELIVERED', isState('DELIVERED'), 0))
    },
  }),

  observation('states of the steps of a completed run', {
    id: 'queue.states.step-success/completed-run',
    async run(world) {
      const steps = [[{ name: 'left' }, { name: 'right' }]]
      const isWhole: Matcher = (run) =>
        stepsOf(run).length > 2 ? undefined : lacks('three steps', stepsOf(run))
      const run = await completedRun(world, { steps })
      const shown = given(await listedRun(world, run, isWhole))
      world.note('states', statesIn(stepsOf(shown), anyEvent))
    },
  }),

  observation('state of a failure callback that succeeds', {
    id: 'queue.states.callback-success/success',
    async run(world) {
      const callback = world.inbox()
      const run = await failedRun(world, { settings: { 'Failure-Callback': callback.url } })
      given(await callback.delivery())
      const answered = member('responseStatus', 200)
      const info = () => callbackInfo(world, run.runId, run.dlqId)
      world.note('state', memberOf(await world.eventually(info, answered), 'state') ?? 'absent')
    },
  }),

  observation('logged states of a message that fails once', {
    id: 'queue.states.other-message-states/fails-once',
    async run(world) {
      const steps = [{ name: 'fails', fails: true }] as const
      const run = await startedRun(world, { steps, settings: { Retries: '1' } })
      const { items } = await logOf(world, run, logged('RUN_FAILED', isState('RUN_FAILED')))
      world.note(
        'states',
        statesIn(items, (item) => !runLevel(item)),
      )
    },
  }),

  observation('states of a step that sleeps', {
    id: 'queue.states.other-step-states/sleep',
    async run(world) {
      const run = await startedRun(world, { steps: [{ name: 'nap', sleep: '1h' }] })
      const isListed: Matcher = (shown) =>
        stepsOf(shown).length > 1 ? undefined : lacks('a step that sleeps', stepsOf(shown))
      const shown = await listedRun(world, run, isListed)
      world.note('states', statesIn(stepsOf(shown), anyEvent))
    },
  }),

  observation('state of a failure callback that fails', {
    id: 'queue.states.other-callback-states/fails',
    async run(world) {
      const callback = world.inbox(() => ({ status: 500 }))
      const run = await failedRun(world, { settings: { 'Failure-Callback': callback.url } })
      given(await callback.delivery())
      const info = await callbackInfo(world, run.runId, run.dlqId)
      world.note('state', memberOf(info, 'state') ?? 'absent')
    },
  }),

  observation('states of a run that fails', {
    id: 'queue.states.run-transitions/failed-run',
    async run(world) {
      const run = await startedRun(world, { steps: fails })
      const { items } = await logOf(world, run, logged('RUN_FAILED', isState('RUN_FAILED')))
      world.note('states', statesIn(items, runLevel))
    },
  }),
]

/** A run whose first message is delivered a second after it was created. */
async function delayedRun(world: QueueWorld) {
  const application = world.workflow()
  const { runId, messageId, reply } = await application.start({ settings: { Delay: '1s' } })
  const { createdAt } = given(await application.called(runId, seconds(1)))
  return {
    run: { runId, messageId, reply, createdAt, application },
    created: isOfMessage('CREATED', messageId),
    delivered: isOfMessage('DELIVERED', messageId),
  }
}

/** What the DLQ tells of the failure callback of a run. */
async function callbackInfo(world: QueueWorld, workflowRunId: string, dlqId: string) {
  const { items } = await listing(world, '/v2/workflows/dlq', { workflowRunId })
  const info = items.find((each) => each.dlqId === dlqId)?.failureCallbackInfo
  return asMessage({ ...(info as Item | undefined) })
}

/** The different states of elements, in alphabetical order. */
const statesIn = (items: readonly Item[], is: Selecting) =>
  [...new Set(items.filter(is).map(({ state }) => String(state)))].toSorted()
