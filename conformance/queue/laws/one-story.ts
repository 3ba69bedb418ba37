// The log, the run list and the DLQ tell one story of a run: what its application and its caller saw, in
// every field that they share, whatever happened to the run.

import { isDeepStrictEqual } from 'node:util'
import type { RuleId } from '#generated/rules.js'
import { allBut, dimension, type Value, without } from '../../core/law.js'
import { given, must, under, type Matcher } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import { asMessage, isAbsent, jsonOf, memberOf, type HttpMessage } from '../../wire/exchange.js'
import { body } from '../dimensions.js'
import type { StartOptions, StepCall } from '../fixtures/application.js'
import {
  itemsIn,
  messageIdOf,
  stepsOf,
  type Item,
  listedRun,
  logOf,
  type Listing,
  EVENTS,
  page,
  RUNS,
  each,
  inState,
  isOfMessage,
  isRunLevel,
  timeOf,
  type Test,
} from '../fixtures/lists.js'
import {
  failedRun,
  failedAgain,
  completedRun,
  delayedRun,
  type Run,
  canceledRun,
  pausedRun,
  waitingRun,
} from '../fixtures/runs.js'
import { calls as isCalled } from '../fixtures/arrivals.js'
import {
  allOf,
  equals,
  expects,
  absent,
  inside,
  integer,
  member,
  moment,
  stepNamed,
  string,
  text,
} from '../fixtures/matchers.js'
import type { QueueWorld } from '../fixtures/world.js'
import { law } from './law.js'

/** A run, and what happened to it. */
interface Told {
  readonly run: Run
  readonly state: 'RUN_STARTED' | 'RUN_SUCCESS' | 'RUN_FAILED' | 'RUN_CANCELED'
  /** The number of waits and of started runs. */
  readonly waits?: number
  readonly invokes?: number
  /** The entry in the DLQ. */
  readonly entry?: HttpMessage
  readonly isResumed?: boolean
}

interface History extends Value {
  readonly of: (
    world: QueueWorld,
    options: StartOptions & { readonly query?: string },
  ) => Promise<Told>
}

const one = { name: 'one', result: { of: ['one', null, 'ß', 'x'.repeat(2_000)] } }
const fails = { name: 'fails', fails: { status: 502 } } as const

const failed = (run: Run & { readonly entry: HttpMessage }) =>
  ({ run, state: 'RUN_FAILED', entry: run.entry }) as const

const history = dimension<History>('', {
  'of a completed run': {
    of: async (world, options) => ({
      run: await completedRun(world, { ...options, steps: [one] }),
      state: 'RUN_SUCCESS',
    }),
  },
  'of a run of parallel steps': {
    of: async (world, options) => ({
      run: await completedRun(world, {
        ...options,
        steps: [[{ name: 'left' }, { name: 'right', result: 2 }], one],
      }),
      state: 'RUN_SUCCESS',
    }),
  },
  'of a failed run': {
    of: async (world, options) =>
      failed(await failedRun(world, { ...options, steps: [one, fails] })),
  },
  'of a run that fails at its first step': {
    of: async (world, options) => failed(await failedRun(world, { ...options, steps: [fails] })),
  },
  'of a run that fails after a retry': {
    of: async (world, { settings, ...options }) =>
      failed(
        await failedRun(world, {
          ...options,
          steps: [one, fails],
          settings: { ...settings, Retries: '1' },
        }),
      ),
  },
  'of a run that succeeds after a retry': {
    async of(world, { settings, ...options }) {
      const application = world.workflow([one], options)
      application.breakAt('one', () => {
        application.mend()
        return { status: 500 }
      })
      const all = { ...settings, Retries: '1' }
      const run = await completedRun(world, { ...options, application, settings: all })
      return { run, state: 'RUN_SUCCESS' }
    },
  },
  'of a waiting run': {
    of: async (world, options) => ({
      run: await waitingRun(world, { ...options, before: [one] }),
      state: 'RUN_STARTED',
      waits: 1,
    }),
  },
  'of a run that waited': {
    of: async (world) => ({ run: await pausedRun(world, 10), state: 'RUN_SUCCESS', waits: 1 }),
  },
  'of a delayed run': {
    async of(world) {
      const { run } = await delayedRun(world)
      given(await run.application.ended(run.runId))
      return { run, state: 'RUN_SUCCESS' }
    },
  },
  'of a cancelled run': {
    of: async (world, options) => ({
      run: await canceledRun(world, { ...options, before: [one] }),
      state: 'RUN_CANCELED',
      waits: 1,
    }),
  },
  'of a run that starts another one': {
    async of(world, options) {
      const steps = [{ name: 'child', invoke: world.workflow() }, one]
      return {
        run: await completedRun(world, { ...options, steps }),
        state: 'RUN_SUCCESS',
        invokes: 1,
      }
    },
  },
  'of a restarted run': {
    async of(world, options) {
      const before = await failedRun(world, { ...options, steps: [one, fails] })
      return failed(await failedAgain(world, 'restart', before))
    },
  },
  'of a resumed run': {
    async of(world, options) {
      const before = await failedRun(world, { ...options, steps: [one, fails] })
      return { ...failed(await failedAgain(world, 'resume', before)), isResumed: true }
    },
  },
})

const runId = dimension<Value & { readonly end: string }>('a run id', {
  'of letters': { end: '' },
  'with capitals and signs': { end: '-Run_A.b' },
})

const query = dimension<Value & { readonly of: string }>('', {
  'of a URL': { of: '' },
  'of a URL with a query': { of: 'a=1&b=%2F' },
})

const few = ['a text', 'no bytes', 'every byte']
const payload = without(body, ...allBut(body, ...few))

const logged = 'queue.message-logs'
const listed = 'queue.runs'

/** The rules of the states of runs. */
const ruleOf = {
  RUN_STARTED: 'queue.states.run-started',
  RUN_SUCCESS: 'queue.states.run-success',
  RUN_FAILED: 'queue.states.run-failed',
  RUN_CANCELED: 'queue.states.run-canceled',
} as const

const ends = ['RUN_SUCCESS', 'RUN_FAILED', 'RUN_CANCELED'] as const
const ofRuns = ['RUN_STARTED', ...ends, 'WAITER_ADDED', 'INVOKED']

/** A matcher, and the rule that it judges. */
type Judged<M extends HttpMessage> = readonly [rule: RuleId, matcher: Matcher<M>]

export const oneStory = law({
  id: 'one-story',
  title: 'lists tell one story',
  over: { history, runId, query, body: payload },
  never: [
    { history: ['of a run that waited', 'of a delayed run'], runId: 'with capitals and signs' },
    { history: ['of a run that waited', 'of a delayed run'], query: 'of a URL with a query' },
  ],
  namedRules: [
    'queue.publish.delivers-to-destination',
    ...Object.values(ruleOf),
    ...(
      [
        'waiter-added',
        'invoked',
        'message-created',
        'message-delivered',
        'triggered-run-is-logged-started',
        'processed-message-is-logged-delivered',
        'first-step-message-is-logged-created',
      ] as const
    ).map((name) => `queue.states.${name}` as const),
    ...(
      [
        'time',
        'state',
        'workflow-run-id',
        'workflow-url',
        'workflow-created-at',
        'step-info-on-message-level-events',
        'run-level-events-have-no-step-info',
        'step-info-fields',
        'next-delivery-time',
        'several-events-per-message',
        'everything-logged',
      ] as const
    ).map((name) => `${logged}.${name}` as const),
    ...(
      [
        'workflow-run-id',
        'workflow-url',
        'workflow-state',
        'workflow-run-created-at',
        'workflow-run-completed-at',
        'steps',
        'group-type',
        'group-steps',
        'step-name',
        'step-type',
        'step-call-type',
        'step-message-id',
        'step-out',
        'step-concurrent',
        'step-state',
        'step-created-at',
        'step-id',
        'step-id-absent-on-the-initial-step',
        'step-is-tied-to-a-message',
      ] as const
    ).map((name) => `${listed}.${name}` as const),
    ...(
      [
        'workflow-run-id',
        'workflow-url',
        'url',
        'workflow-created-at',
        'message-id',
        'response-status',
        'method',
        'max-retries',
        'dlq-id',
      ] as const
    ).map((name) => `queue.dlq-message.${name}` as const),
  ],
  baseRule: 'queue.message-logs.everything-logged',
  needs: ['runs'],
  waits: seconds(5),
  async check(world, { history, runId, query, body }) {
    const from = await world.time.now()
    const told = await history.of(world, {
      body: body.of,
      ...(query.of !== '' && { query: query.of }),
      ...(runId.end !== '' && { runId: `${world.id}${runId.end}` }),
    })
    const { run, entry } = told
    await run.application.answers()
    const calls = run.application.callsOf(run.runId)
    for (const { delivery } of calls)
      must(delivery, under('queue.publish.delivers-to-destination', isCalled(run.application.url)))
    const of = { ...told, calls, from, to: await world.time.now(), world }
    await mustTell(world, EVENTS, (...all) => logOf(world, run, ...all), eventsOf(of))
    await mustTell(world, RUNS, (...all) => listedRun(world, run, ...all), runOf(of))
    if (entry !== undefined)
      for (const [rule, matcher] of entryOf(of)) must(entry, under(rule, matcher))
  },
})

/** All that is known of a run. */
interface Story extends Told {
  readonly calls: readonly StepCall[]
  readonly from: number
  readonly to: number
  readonly world: QueueWorld
}

/** Reads a list until it tells the story, or says what it tells instead. */
async function mustTell<M extends HttpMessage>(
  world: QueueWorld,
  list: keyof typeof ruleIfMissing,
  read: (...all: readonly Matcher<M>[]) => Promise<M>,
  judged: readonly Judged<M>[],
): Promise<void> {
  const all = judged.map(([rule, matcher]) => under(rule, matcher))
  const told = await read(...all)
  if (told.failure !== undefined) given(await page(world, list, {}), accepted())
  must(told, under(ruleIfMissing[list], found), ...all)
}

/** The rules that a list violates in which a run is missing. */
const ruleIfMissing = {
  [EVENTS]: 'queue.message-logs.everything-logged',
  [RUNS]: 'queue.runs.workflow-run-id',
} as const satisfies Record<string, RuleId>

/** Names the rule of a run that is not found. */
const found: Matcher = () => undefined

/** Matches a log with this number of events. */
const count = (what: string, wanted: number, test: Test): Matcher<Listing> =>
  equals(`events ${what}`, wanted, ({ items }) => items.filter(test).length)

/** Matches if no event of the first kind is later than one of the second. */
const inOrder = (first: Test, then: Test): Matcher<Listing> =>
  expects(
    'the events in their order',
    ({ items }) => [items.filter(first).map(timeOf), items.filter(then).map(timeOf)],
    ([before = [], after = []]) => Math.max(...before) <= Math.min(...after),
  )

/** Returns what the log has to tell. */
function eventsOf(story: Story): readonly Judged<Listing>[] {
  const { run, state, waits = 0, invokes = 0, calls, from, to, world } = story
  const isOwn = ({ workflowRunId }: Item) => workflowRunId === run.runId
  const ofState = (name: string) => (item: Item) => isRunLevel(item) && item['state'] === name
  const started = ofState('RUN_STARTED')
  const messages = [...new Set(calls.map(({ messageId }) => messageId))]
  return [
    [`${logged}.time`, each(isOwn, moment(world.time, 'time', from, to))],
    [`${logged}.state`, each(isOwn, text('state'))],
    [`${logged}.workflow-run-id`, each(() => true, text('workflowRunId'))],
    [`${logged}.workflow-url`, each(isOwn, text('workflowUrl', run.application.url))],
    [`${logged}.workflow-created-at`, each(isOwn, member('workflowCreatedAt', run.createdAt))],
    ['queue.states.triggered-run-is-logged-started', count('RUN_STARTED', 1, started)],
    ['queue.states.triggered-run-is-logged-started', inOrder(started, isOwn)],
    ...ends.map((end) => [ruleOf[end], count(end, end === state ? 1 : 0, ofState(end))] as const),
    ['queue.states.waiter-added', count('WAITER_ADDED', waits, ofState('WAITER_ADDED'))],
    ['queue.states.invoked', count('INVOKED', invokes, ofState('INVOKED'))],
    [`${logged}.run-level-events-have-no-step-info`, each(inState(...ofRuns), absent('stepInfo'))],
    [`${logged}.step-info-on-message-level-events`, each(isOfMessage, inside('stepInfo'))],
    [
      `${logged}.step-info-fields`,
      each(
        isOfMessage,
        inside(
          'stepInfo',
          ...['stepName', 'stepType', 'callType'].map(string),
          text('messageId'),
          integer('concurrent'),
          moment(world.time, 'createdAt', from, to),
        ),
      ),
    ],
    [`${logged}.next-delivery-time`, each(isOfMessage, integer('nextDeliveryTime'))],
    ...messages.flatMap((messageId) => toldOf(story, messageId)),
  ]
}

/** Returns what the log has to tell of a message. */
function toldOf(story: Story, messageId: string): readonly Judged<Listing>[] {
  const { calls, run, state, world } = story
  const of = (name: string) => (item: Item) =>
    item['state'] === name && messageIdOf(item) === messageId
  const after = run.application.acceptedAfter.get(messageId)
  const isGood = after !== undefined
  // A run may fail while the answer to an earlier call of it is under way, or be cancelled before the
  // answer to its last call has arrived.
  const isSure =
    state === 'RUN_CANCELED'
      ? world.time.virtual
      : state !== 'RUN_FAILED' ||
        after === calls.findLastIndex((call) => call.messageId === messageId) + 1
  const own = calls.find((call) => call.messageId === messageId)?.steps.at(-1)
  const isFirst = messageId === run.messageId
  return [
    [
      isFirst
        ? 'queue.states.first-step-message-is-logged-created'
        : 'queue.states.message-created',
      count(`CREATED of ${messageId}`, 1, of('CREATED')),
    ],
    [
      isGood
        ? 'queue.states.message-delivered'
        : 'queue.states.processed-message-is-logged-delivered',
      isGood && !isSure
        ? () => undefined
        : count(`DELIVERED of ${messageId}`, isGood ? 1 : 0, of('DELIVERED')),
    ],
    ['queue.states.processed-message-is-logged-delivered', inOrder(of('CREATED'), of('DELIVERED'))],
    [
      `${logged}.step-info-fields`,
      expects(
        `one "createdAt" in the events of ${messageId}`,
        ({ items }: Listing) =>
          items.flatMap((item) =>
            messageIdOf(item) === messageId ? [(item['stepInfo'] as Item)['createdAt']] : [],
          ),
        (times) => new Set(times).size <= 1,
      ),
    ],
    ...(own === undefined || own.stepId === 0
      ? []
      : ([
          [
            `${logged}.step-info-fields`,
            each(
              of('CREATED'),
              inside('stepInfo', stepNamed(own.stepName), member('concurrent', own.concurrent)),
            ),
          ],
        ] as const)),
  ]
}

/** Matches a text with the same JSON value, or the same text. */
const sameJson = (name: string, want: string): Matcher =>
  expects(
    `"${name}" ${want}`,
    (step) => memberOf(step, name),
    (got) =>
      got === want || (typeof got === 'string' && isDeepStrictEqual(valueOf(got), valueOf(want))),
  )

const valueOf = (text: string) => jsonOf({ headers: [], body: Buffer.from(text) }) ?? text

/** Returns what the run list has to tell. */
function runOf(story: Story): readonly Judged<HttpMessage>[] {
  const { run, state, calls, from, to, world, isResumed = false } = story
  const groups = (shown: HttpMessage) => itemsIn(memberOf(shown, 'steps'))
  const eachThat =
    (test: (step: Item) => boolean, ...matchers: readonly Matcher[]): Matcher =>
    (shown) =>
      allOf(
        ...stepsOf(shown)
          .filter(test)
          .map((step) => () => allOf(...matchers)(asMessage(step))),
      )(shown)
  const any = () => true
  const initial = calls.find(({ steps }) => steps.length === 0)?.messageId
  const isInitial = ({ messageId }: Item) => messageId === initial
  const known = new Set(calls.map(({ messageId }) => messageId))
  // It is open if the list shows a kept step, the result of which is in the first call.
  const done = (isResumed ? calls.slice(1) : calls).flatMap(({ messageId, steps }) => {
    const own = steps.at(-1)
    return own === undefined || own.stepId === 0 || own.out === undefined
      ? []
      : [{ ...own, messageId }]
  })
  return [
    [`${listed}.workflow-run-id`, text('workflowRunId', run.runId)],
    [`${listed}.workflow-url`, text('workflowUrl', run.application.url)],
    [`${listed}.workflow-run-created-at`, member('workflowRunCreatedAt', run.createdAt)],
    [ruleOf[state], member('workflowState', state)],
    ...(state === 'RUN_SUCCESS'
      ? ([
          [
            `${listed}.workflow-run-completed-at`,
            moment(world.time, 'workflowRunCompletedAt', calls.at(-1)?.delivery.at ?? from, to),
          ],
        ] as const)
      : []),
    [
      `${listed}.steps`,
      expects(
        'groups with "type" and "steps"',
        groups,
        (all) => all.length > 0 && all.every((group) => 'type' in group && 'steps' in group),
      ),
    ],
    [
      `${listed}.group-steps`,
      expects('groups that have steps', groups, (all) =>
        all.every(({ steps }) => itemsIn(steps).length > 0),
      ),
    ],
    // A step that waits need not have a message yet.
    [`${listed}.step-message-id`, eachThat(({ out }) => !isAbsent(out), text('messageId'))],
    [`${listed}.step-type`, eachThat(any, string('stepType'))],
    [`${listed}.step-call-type`, eachThat(any, string('callType'))],
    [
      `${listed}.step-created-at`,
      eachThat(({ createdAt }) => !isAbsent(createdAt), integer('createdAt')),
    ],
    [`${listed}.step-id-absent-on-the-initial-step`, eachThat(isInitial, absent('stepId'))],
    ...done.flatMap(({ messageId, stepId, stepName, concurrent, out }) => {
      const isIt = (step: Item) => step['messageId'] === messageId
      return [
        [
          `${listed}.step-is-tied-to-a-message`,
          expects(
            `a step of the message ${messageId}`,
            (shown: HttpMessage) => stepsOf(shown).filter(isIt).length,
            (found) => found === 1,
          ),
        ],
        [`${listed}.step-name`, eachThat(isIt, stepNamed(stepName))],
        [`${listed}.step-id`, eachThat(isIt, member('stepId', stepId))],
        [`${listed}.step-concurrent`, eachThat(isIt, member('concurrent', concurrent))],
        [`${listed}.step-out`, eachThat(isIt, sameJson('out', out!))],
        [`${listed}.step-state`, eachThat(isIt, text('state'))],
        [
          `${listed}.group-type`,
          expects(
            `the group of ${stepName} to be ${concurrent > 1 ? 'parallel' : 'sequential'}`,
            (shown: HttpMessage) =>
              groups(shown).find(({ steps }) => itemsIn(steps).some(isIt))?.['type'],
            (type) => type === (concurrent > 1 ? 'parallel' : 'sequential'),
          ),
        ],
        [
          `${listed}.group-type`,
          expects(
            `the ${concurrent} steps beside ${stepName} in its group`,
            (shown: HttpMessage) =>
              groups(shown).flatMap(({ steps }) =>
                itemsIn(steps).some(isIt) ? itemsIn(steps).length : [],
              )[0],
            // Sequential steps may share a group.
            (length) => concurrent === 1 || length === concurrent,
          ),
        ],
      ] as const
    }),
    [
      `${listed}.step-is-tied-to-a-message`,
      expects(
        'steps of messages that were delivered',
        (shown) =>
          stepsOf(shown)
            // The result of a parallel step may be delivered after the run has ended.
            .filter(({ state, concurrent = 1 }) => state === 'STEP_SUCCESS' && concurrent === 1)
            .map(({ messageId }) => String(messageId)),
        (ids) => state !== 'RUN_SUCCESS' || ids.every((id) => known.has(id)),
      ),
    ],
  ]
}

/** Returns what the entry in the DLQ has to tell. */
function entryOf({ run, calls, isResumed = false }: Story): readonly Judged<HttpMessage>[] {
  return [
    ['queue.dlq-message.dlq-id', text('dlqId')],
    ['queue.dlq-message.workflow-run-id', text('workflowRunId', run.runId)],
    ['queue.dlq-message.workflow-url', text('workflowUrl', run.application.url)],
    ['queue.dlq-message.url', text('url', run.application.url)],
    ['queue.dlq-message.workflow-created-at', member('workflowCreatedAt', run.createdAt)],
    // It is open which of them. The first message of a resumed run is not delivered.
    [
      'queue.dlq-message.message-id',
      expects(
        'the id of a message of the run',
        (entry) => memberOf(entry, 'messageId'),
        (id) =>
          isResumed ? typeof id === 'string' : calls.some(({ messageId }) => messageId === id),
      ),
    ],
    ['queue.dlq-message.response-status', member('responseStatus', 502)],
    ['queue.dlq-message.method', text('method', 'POST')],
  ]
}
