// The states of runs, messages, steps and failure callbacks.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, lacks } from '../../core/matchers.js'
import { hours, seconds } from '../../core/time.js'
import { asMessage, memberOf } from '../../wire/exchange.js'
import {
  messageIdOf,
  stepsOf,
  type Item,
  listedRun,
  listing,
  logOf,
  type Listing,
  ENTRIES,
  inState,
  isRunLevel,
  type Test,
} from '../fixtures/lists.js'
import type { Played } from '../fixtures/application.js'
import { latest } from '../fixtures/arrivals.js'
import { calledRun, completedRun, failingSteps, startedRun, type Run } from '../fixtures/runs.js'
import { equals, expects, member } from '../fixtures/matchers.js'
import { workflowProtocol } from '../fixtures/protocol.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const hasState = (state: string): Matcher => member('workflowState', state)

async function mustBeListed(world: QueueWorld, run: Run, state: string): Promise<void> {
  must(given(await listedRun(world, run, hasState(state))), hasState(state))
}

const isOfOne =
  (state: string, messageId: string): Test =>
  (item) =>
    item.state === state && messageIdOf(item) === messageId

/** Matches a log with so many of these events. */
const logged = (what: string, is: Test, count = 1): Matcher<Listing> =>
  equals(`events of ${what}:`, count, ({ items }) => items.filter(is).length)

async function mustBeLogged(world: QueueWorld, run: Run, ...matchers: readonly Matcher<Listing>[]) {
  must(given(await logOf(world, run, ...matchers)), ...matchers)
}

const anyEvent: Test = () => true

export const stateScenarios = [
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

  scenario('message logs: the invoking run has one INVOKED event, the invoked none', {
    id: 'queue.states.invoked/both-runs',
    async run(world) {
      const other = world.workflow()
      const run = await startedRun(world, { steps: [{ name: 'child', invoke: other }] })
      given(await run.application.ended(run.runId))
      const child = given(await other.called(`${run.runId}-child`))
      const invoked = inState('INVOKED')
      await mustBeLogged(world, run, logged('INVOKED', invoked))
      await mustBeLogged(
        world,
        { ...run, ...child, application: other },
        logged('INVOKED', invoked, 0),
      )
    },
  }),

  scenario('message logs: a message delayed by Svc-Delay 1h has no DELIVERED event', {
    id: 'queue.states.processed-message-is-logged-delivered/not-due',
    waits: seconds(1),
    async run(world) {
      const application = world.workflow()
      const started = await application.start({ settings: { Delay: '1h' } })
      const run = { ...started, application }
      const created = logged('CREATED', isOfOne('CREATED', run.messageId))
      given(await logOf(world, run, created), created)

      await world.time.pass(seconds(1))
      const log = given(await logOf(world, run))
      given(log, () => {
        const { length } = application.callsOf(run.runId)
        return length === 0 ? undefined : lacks('the delay to be kept', length)
      })
      must(log, logged('DELIVERED', isOfOne('DELIVERED', run.messageId), 0))
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
      const { items } = await logOf(world, run, logged('RUN_FAILED', inState('RUN_FAILED')))
      world.note(
        'states',
        statesIn(items, (item) => !isRunLevel(item)),
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
      const settings = { 'Failure-Callback-Retries': '0' }
      const run = await calledRun(world, { answer: () => ({ status: 500 }), settings })
      const info = () => callbackInfo(world, run.runId, run.dlqId)
      const hasEnded = expects(
        'a failure callback that has ended',
        (of) => memberOf(of, 'state'),
        (state) => state !== 'CALLBACK_INPROGRESS',
      )
      world.note('state', memberOf(await world.eventually(info, hasEnded), 'state'))
    },
  }),

  observation('observes the run-level states in the message logs of a failed run', {
    id: 'queue.states.run-transitions/failed-run',
    async run(world) {
      const run = await startedRun(world, { steps: failingSteps })
      const { items } = await logOf(world, run, logged('RUN_FAILED', inState('RUN_FAILED')))
      world.note('states', statesIn(items, isRunLevel))
    },
  }),
]
async function callbackInfo(world: QueueWorld, workflowRunId: string, dlqId: string) {
  const { items } = await listing(world, ENTRIES, { workflowRunId })
  const info = items.find((each) => each.dlqId === dlqId)?.failureCallbackInfo
  return asMessage({ ...(info as Item | undefined) })
}

const statesIn = (items: readonly Item[], is: Test) =>
  [...new Set(items.filter(is).map(({ state }) => String(state)))].toSorted()
