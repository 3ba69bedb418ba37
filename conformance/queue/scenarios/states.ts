// The states that runs, messages, steps and failure callbacks go through.

import type { MustRuleId } from '#generated/rules.js'
import { asMessage, isAbsent, memberOf } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { hours, seconds } from '../../core/time.js'
import type { Steps } from '../fixtures/application.js'
import { listedRun, listing, logOf, messageIdOf, settled, stepsOf } from '../fixtures/listed.js'
import type { Item, Listing } from '../fixtures/listed.js'
import { member } from '../fixtures/matchers.js'
import { workflowProtocol } from '../fixtures/protocol.js'
import { againEachWay } from '../fixtures/reruns.js'
import {
  canceledRun,
  completedRun,
  failedRun,
  pausedRun,
  startedRun,
  waitingRun,
  type Run,
} from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const needs = ['runs'] as const

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
const logged =
  (what: string, is: Selecting, count = 1): Matcher<Listing> =>
  ({ items }) => {
    const { length } = items.filter(is)
    return length === count ? undefined : differs(`events of ${what}:`, count, length)
  }

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

/** What is logged of every run that comes of another one, whichever step that has failed at. */
const ofReruns: readonly (readonly [
  what: string,
  state: string,
  rule: MustRuleId & `queue.states.${string}`,
  steps: Steps,
])[] = [
  [
    'another one is logged RUN_STARTED',
    'RUN_STARTED',
    'queue.states.triggered-run-is-logged-started',
    fails,
  ],
  [
    'another one is logged CREATED',
    'CREATED',
    'queue.states.first-step-message-is-logged-created',
    fails,
  ],
  [
    'one that failed at its second step is logged CREATED',
    'CREATED',
    'queue.states.message-created',
    [{ name: 'one' }, ...fails],
  ],
]

/** How runs end, and what comes of it. */
const ends: readonly (readonly [
  how: string,
  state: string,
  rule: MustRuleId & `queue.states.run-${string}`,
  arrange: (world: QueueWorld) => Promise<Run>,
])[] = [
  ['has completed', 'RUN_SUCCESS', 'queue.states.run-success', (world) => completedRun(world)],
  [
    'has failed',
    'RUN_FAILED',
    'queue.states.run-failed',
    (world) => startedRun(world, { steps: fails }),
  ],
  ['was cancelled', 'RUN_CANCELED', 'queue.states.run-canceled', (world) => canceledRun(world)],
]

export const stateScenarios = [
  scenario('a run that has completed is RUN_SUCCESS, and one that waits is RUN_STARTED', {
    rule: 'queue.states.run-success',
    needs,
    async run(world) {
      given(await listedRun(world, await waitingRun(world)), inState('RUN_STARTED'))

      for (const steps of [[], [{ name: 'one', result: 1 }]]) {
        await mustBeListed(world, await completedRun(world, { steps }), 'RUN_SUCCESS')
      }
    },
  }),

  scenario('a run that waits is RUN_STARTED', {
    rule: 'queue.states.run-started',
    needs,
    async run(world) {
      const steps = [{ name: 'one' }, { name: 'wait', waitFor: `${world.id}-never` }] as const
      for (const run of [await waitingRun(world), await waitingRun(world, { steps })]) {
        await mustBeListed(world, run, 'RUN_STARTED')
      }
    },
  }),

  scenario('a run is logged RUN_STARTED once, however long it runs', {
    rule: 'queue.states.run-started',
    needs,
    async run(world) {
      const started = logged('RUN_STARTED', isState('RUN_STARTED'))
      for (const run of [
        await completedRun(world, { steps: [{ name: 'one' }, { name: 'two' }] }),
        await waitingRun(world),
      ]) {
        await mustBeLogged(world, run, started)
      }
    },
  }),

  ...ends
    .filter(([, state]) => state !== 'RUN_SUCCESS')
    .map(([how, state, rule, arrange]) =>
      scenario(`a run that ${how} is listed as ${state}`, {
        rule,
        needs,
        async run(world) {
          await mustBeListed(world, await arrange(world), state)
        },
      }),
    ),

  ...ends.map(([how, state, rule, arrange]) =>
    scenario(`a run that ${how} is logged ${state} once, after all else of the run`, {
      rule,
      needs,
      async run(world) {
        const run = await arrange(world)
        const end = isState(state)
        const others: Selecting = (item) => runLevel(item) && !end(item)
        await mustBeLogged(world, run, logged(state, end), inOrder(others, end))
      },
    }),
  ),

  scenario('a run that was cancelled while its last attempt was under way has not failed', {
    rule: 'queue.states.run-canceled',
    needs,
    waits: seconds(3),
    async run(world) {
      const steps = [{ name: 'hangs', fails: 'hang' }] as const
      const run = await startedRun(world, { steps, settings: { Timeout: '2s' } })
      given(await workflowProtocol(world.queue).cancel(run.runId), accepted())

      await world.time.pass(seconds(3))
      await mustBeListed(world, run, 'RUN_CANCELED')
    },
  }),

  scenario('a run that is to be tried again has not failed', {
    rule: 'queue.states.run-failed',
    needs,
    waits: seconds(1),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': `${hours(1)}` }
      const run = await startedRun(world, { steps: fails, settings })
      // That its attempt has failed is known only then.
      await world.time.pass(seconds(1))
      await mustBeListed(world, run, 'RUN_STARTED')
    },
  }),

  scenario('a run that waits is logged WAITER_ADDED, and no other', {
    rule: 'queue.states.waiter-added',
    needs,
    async run(world) {
      const added = isState('WAITER_ADDED')
      await mustBeLogged(world, await waitingRun(world), logged('WAITER_ADDED', added))
      await mustBeLogged(world, await completedRun(world), logged('WAITER_ADDED', added, 0))
    },
  }),

  scenario('a run that starts another one is logged INVOKED, and the other is not', {
    rule: 'queue.states.invoked',
    needs,
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
    rule: 'queue.states.message-created',
    needs,
    async run(world) {
      const steps = [{ name: 'one' }, [{ name: 'left' }, { name: 'right' }], { name: 'two' }]
      for (const run of [await completedRun(world, { steps }), await pausedRun(world, 0)]) {
        const created = run.application
          .callsOf(run.runId)
          .map(({ messageId }) => logged('CREATED', isOfMessage('CREATED', messageId)))
        await mustBeLogged(world, run, ...created)
      }
    },
  }),

  scenario('each message of a run that was delivered is logged DELIVERED', {
    rule: 'queue.states.message-delivered',
    needs,
    async run(world) {
      const run = await completedRun(world, { steps: [{ name: 'one' }, { name: 'two' }] })
      const delivered = run.application
        .callsOf(run.runId)
        .map(({ messageId }) => logged('DELIVERED', isOfMessage('DELIVERED', messageId)))
      await mustBeLogged(world, run, ...delivered)
    },
  }),

  scenario('a run is logged RUN_STARTED when it is triggered, before all else', {
    rule: 'queue.states.triggered-run-is-logged-started',
    needs,
    async run(world) {
      const run = await completedRun(world, { steps: [{ name: 'one' }] })
      const started = isState('RUN_STARTED')
      await mustBeLogged(world, run, logged('RUN_STARTED', started), inOrder(started, anyEvent))
    },
  }),

  ...ofReruns.map(([what, state, rule, steps]) =>
    scenario(`a run that comes of ${what}`, {
      rule,
      needs,
      async run(world) {
        for (const run of await againEachWay(world, await failedRun(world, { steps }))) {
          const statesIn = ({ items }: Listing) =>
            items
              .filter(({ workflowRunId }) => workflowRunId === run.runId)
              .map((each) => each.state)
          const isThere: Matcher<Listing> = (log) =>
            statesIn(log).length > 0 ? undefined : lacks('events of the run', log.items)
          const isLogged: Matcher<Listing> = (log) =>
            statesIn(log).includes(state) ? undefined : lacks(`an event ${state}`, statesIn(log))
          must(given(await logOf(world, run, isLogged), isThere), isLogged)
        }
      },
    }),
  ),

  scenario('the first message of a run is logged CREATED, before it is delivered', {
    rule: 'queue.states.first-step-message-is-logged-created',
    needs,
    waits: seconds(1),
    async run(world) {
      const { run, created, delivered } = await delayedRun(world)
      await mustBeLogged(world, run, logged('CREATED', created), inOrder(created, delivered))
    },
  }),

  scenario('a message that has been processed is logged DELIVERED, when it is', {
    rule: 'queue.states.processed-message-is-logged-delivered',
    needs,
    waits: seconds(1),
    async run(world) {
      const { run, created, delivered } = await delayedRun(world)
      await mustBeLogged(world, run, logged('DELIVERED', delivered), inOrder(created, delivered))
    },
  }),

  scenario('a message that is not due yet is not logged DELIVERED', {
    rule: 'queue.states.processed-message-is-logged-delivered',
    needs,
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
    rule: 'queue.states.processed-message-is-logged-delivered',
    needs,
    async run(world) {
      const sibling = await completedRun(world)
      const delivered = isState('DELIVERED')
      const once = logged('DELIVERED', delivered)
      given(await logOf(world, sibling, once), once)
      const failed = await startedRun(world, { steps: fails })
      given(await listedRun(world, failed, inState('RUN_FAILED')))
      await mustBeLogged(world, failed, logged('DELIVERED', delivered, 0))
    },
  }),

  observation('the states of the steps of a run that has completed', {
    rule: 'queue.states.step-success',
    needs,
    async run(world) {
      const steps = [{ name: 'one' }, [{ name: 'left' }, { name: 'right' }]]
      const isWhole: Matcher = (run) =>
        stepsOf(run).length > 3 ? undefined : lacks('four steps', stepsOf(run))
      const run = await completedRun(world, { steps })
      const shown = given(await listedRun(world, run, isWhole))
      world.note('states', statesIn(stepsOf(shown), anyEvent))
    },
  }),

  observation('the state of a failure callback that succeeds', {
    rule: 'queue.states.callback-success',
    needs,
    async run(world) {
      const callback = world.inbox()
      const run = await failedRun(world, { settings: { 'Failure-Callback': callback.url } })
      given(await callback.delivery())
      const answered = member('responseStatus', 200)
      const info = () => callbackInfo(world, run.runId, run.dlqId)
      world.note('state', memberOf(await settled(world.time, info, answered), 'state') ?? 'absent')
    },
  }),

  observation('the states that a message is logged in which fails once', {
    rule: 'queue.states.other-message-states',
    needs,
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

  observation('the states of a step that sleeps', {
    rule: 'queue.states.other-step-states',
    needs,
    async run(world) {
      const run = await startedRun(world, { steps: [{ name: 'nap', sleep: '1h' }] })
      const isListed: Matcher = (shown) =>
        stepsOf(shown).length > 1 ? undefined : lacks('a step that sleeps', stepsOf(shown))
      const shown = await listedRun(world, run, isListed)
      world.note('states', statesIn(stepsOf(shown), anyEvent))
    },
  }),

  observation('the state of a failure callback that fails', {
    rule: 'queue.states.other-callback-states',
    needs,
    async run(world) {
      const callback = world.inbox(() => ({ status: 500 }))
      const run = await failedRun(world, { settings: { 'Failure-Callback': callback.url } })
      given(await callback.delivery())
      const info = await callbackInfo(world, run.runId, run.dlqId)
      world.note('state', memberOf(info, 'state') ?? 'absent')
    },
  }),

  observation('the states that a run goes through which fails', {
    rule: 'queue.states.run-transitions',
    needs,
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
async function callbackInfo({ queue }: QueueWorld, workflowRunId: string, dlqId: string) {
  const { items } = await listing(queue, '/v2/workflows/dlq', { workflowRunId })
  const info = items.find((each) => each.dlqId === dlqId)?.failureCallbackInfo
  return asMessage({ ...(info as Item | undefined) })
}

/** The different states of elements, in alphabetical order. */
const statesIn = (items: readonly Item[], is: Selecting) =>
  [...new Set(items.filter(is).map(({ state }) => String(state)))].toSorted()
