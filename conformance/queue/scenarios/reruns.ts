// Restarting one failed run from its beginning (endpoint 7), and resuming it from its failed step with
// earlier results (endpoint 8).

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, header, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { days, seconds } from '../../core/time.js'
import type { Answering, Delivery, InboxAnswer } from '../../sink/sink.js'
import { memberOf, textOf, type Exchange, type HttpMessage } from '../../wire/exchange.js'
import type { Played, StepCall, Steps } from '../fixtures/application.js'
import { arrivedAfter, latest, method, underWay } from '../fixtures/arrivals.js'
import type { PublishSettings, Rerun } from '../fixtures/client.js'
import {
  stepsOf,
  entryRead,
  hasEntries,
  listed,
  withEntry,
  listedRun,
  ofUrl,
  createdNow,
  mustMatchLists,
  randomIds,
  referencesIn,
} from '../fixtures/lists.js'
import {
  calledRun,
  failedRun,
  failedRuns,
  placed,
  type FailedRun,
  elementsIn,
  attempted,
  executedInOrder,
  failedAgain,
  failedBeside,
  failedBoth,
  firstCall,
  rerun,
  startedAgain,
  twoSteps,
  failingSteps,
  startedRun,
  type Run,
  waitingRun,
} from '../fixtures/runs.js'
import { everything, failedKeyed, keyed, shownKey, shownLimit } from '../fixtures/flow-control.js'
import {
  equals,
  executed,
  expects,
  type Judge,
  formOf,
  inside,
  member,
  text,
} from '../fixtures/matchers.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** The rule for settings that no request can override. */
const configuration = (how: Rerun) =>
  how === 'restart'
    ? 'queue.restart.original-configuration'
    : 'queue.resume.omitted-settings-reuse-the-original'

/** Milliseconds between the first two attempts of a run. */
const GAP = seconds(2)

/** Gaps: the response to the first attempt, and settings of the run. */
const gaps: readonly (readonly [
  what: string,
  id: string,
  first: InboxAnswer,
  settings: PublishSettings,
])[] = [
  ['timeout', 'timeout', 'hang', { Timeout: '2s', 'Retry-Delay': '0' }],
  ['retry delay', 'retry-delay', { status: 500 }, { 'Retry-Delay': '2000' }],
]

/** Judges that a new run has the gap of the failed run between its first two attempts. */
async function judgeGap(
  world: QueueWorld,
  how: Rerun,
  answer: InboxAnswer,
  settings: PublishSettings,
) {
  const { time } = world
  const application = world.workflow([{ name: 'fails', fails: answer }])
  const run = await startedRun(world, { application, settings: { Retries: '1', ...settings } })
  application.breakAt('fails')
  // An attempt begins before it reaches us, so that its timeout may seem a second shorter.
  const slack = answer === 'hang' ? seconds(1) : underWay(GAP)
  const after = (first: Delivery, late = Infinity) =>
    arrivedAfter(time, first, GAP, { slack, late })
  const [{ delivery: before }] = application.callsOf(run.runId) as [StepCall]
  const { at } = given(await application.delivery(2, latest(GAP)), after(before))
  const failed = await placed(world, run)
  application.breakAt('fails', answer)
  const made = application.deliveries.length

  const { delivery: first } = (await startedAgain(world, how, failed)).call
  application.mend()
  const second = await application.delivery(made + 2, latest(GAP))
  // Other scenarios need a clock that settles.
  if (time.virtual) await time.pass(days(1))
  // The first gap of the default backoff is much shorter, or longer than this.
  must(second, after(first, Math.max(0, at - before.at - GAP) + seconds(4)))
}

/** The settings of a request, and what its run has then. */
type Overriding = readonly [
  settings: (world: QueueWorld) => PublishSettings,
  fits: (again: FailedRun, world: QueueWorld) => readonly Matcher[],
]

/** Runs a failed run again with each of these settings in turn. */
async function judgeInTurn(
  world: QueueWorld,
  how: Rerun,
  first: FailedRun,
  steps: readonly Overriding[],
  judge: Judge = given,
): Promise<FailedRun> {
  let failed = first
  for (const [settings, fits] of steps) {
    failed = await failedAgain(world, how, failed, settings(world), judge)
    must(failed.entry, ...fits(failed, world))
  }
  return failed
}

const limitOf = (value: string): PublishSettings => ({ 'Flow-Control-Value': value })
const keyOf = ({ id }: QueueWorld, name: string): PublishSettings => ({
  'Flow-Control-Key': `${id}-${name}`,
})

/** A request with that many retries; entries must show them if the first entry does. */
const retried = (
  { application, runId, entry }: FailedRun,
  retries: number,
  beside: (world: QueueWorld) => PublishSettings = () => ({}),
): Overriding => {
  const showsRetries = member('maxRetries', application.callsOf(runId).length - 1)
  const shown = showsRetries(entry) === undefined ? [member('maxRetries', retries)] : []
  return [
    (world) => ({ ...beside(world), Retries: `${retries}` }),
    (again) => [attempted(again, 1 + retries), ...shown],
  ]
}

const newRun = (how: Rerun) => [
  scenario(`${how} of each of two failed runs starts and delivers a new run`, {
    id: `queue.${how}.creates-a-new-run/2-failed-runs`,
    async run(world) {
      const failed = await failedRuns(world, 2)
      failed[0]!.application.deploy([])

      for (const each of failed) {
        const again = await rerun(world, how, each, {}, must)
        must(await firstCall(again))
      }
    },
  }),

  scenario(`${how} with Svc-Workflow-RunId starts a run with that run id`, {
    id: `queue.${how}.workflow-run-id/requested-id`,
    async run(world) {
      const names = ['Workflow-RunId', 'workflow-runid']
      const failed = await failedRuns(world, names.length)
      const { application } = failed[0]!
      application.deploy([])

      await eachRow(Object.fromEntries(names.map((name, n) => [name, n])), async (n, name) => {
        const runId = `${world.id}-Again-${n}`
        const before = application.deliveries.length
        const again = await rerun(world, how, failed[n]!, { [name]: runId })
        must(again.reply, member('workflowRunId', runId))
        await application.called(runId)
        given(await application.delivery(1 + before))
        must(await firstCall(again))
      })
    },
  }),

  scenario(`${how} with flow control and Svc-Retries 0: the run has 1 attempt`, {
    id: `queue.${how}.retries/beside-flow-control`,
    async run(world) {
      const failed = await failedRun(world, { settings: { Retries: '1' } })
      given(failed.entry, attempted(failed, 2))
      await judgeInTurn(world, how, failed, [
        retried(failed, 0, (world) => keyed(world, 'first', 3)),
      ])
    },
  }),
]

/** Fails a run under a key of the scenario with a limit of 7. */
const failedUnderKey = async (world: QueueWorld): Promise<FailedRun> =>
  (await failedKeyed(world, 7, [await failedRun(world)])).runs[0]!

const flowControl = (how: Rerun) => [
  scenario(`${how}: Svc-Flow-Control-Key sets the key if the failed run had none`, {
    id: `queue.${how}.flow-control-key/had-none`,
    async run(world) {
      const first: Overriding = [() => keyed(world, 'first', 3), () => [shownKey(world, 'first')]]
      await judgeInTurn(world, how, await failedRun(world), [first], must)
    },
  }),

  scenario(`${how} with only Svc-Flow-Control-Key: the new run has this key`, {
    id: `queue.${how}.flow-control-key/without-a-value`,
    async run(world) {
      const failed = await failedUnderKey(world)
      given(failed.entry, shownKey(world, 'first'))
      await judgeInTurn(world, how, failed, [
        [() => keyOf(world, 'second'), () => [shownKey(world, 'second')]],
      ])
    },
  }),

  scenario(`${how}: Svc-Flow-Control-Value sets parallelism or rate of the new run`, {
    id: `queue.${how}.flow-control-value/values`,
    async run(world) {
      const failed = await failedUnderKey(world)
      given(failed.entry, shownLimit(7))

      const other: Overriding = [() => keyed(world, 'first', 3), () => [shownLimit(3)]]
      const again = await judgeInTurn(world, how, failed, [other], must)
      await judgeInTurn(world, how, again, [
        [() => limitOf('parallelism=5'), () => [shownLimit(5)]],
        [() => keyed(world, 'first', 50, 'rate'), () => [shownLimit(50, 'rate')]],
      ])
    },
  }),

  scenario(`${how} of two runs with parallelism=1: the second waits for the first`, {
    id: `queue.${how}.flow-control-value/waits`,
    waits: GAP,
    async run(world) {
      const application = world.workflow(failingSteps)
      const settings = { Timeout: '2s' }
      const both = await failedRuns(world, 2, { application, settings })
      application.breakAt('fails', 'hang')
      const made = application.deliveries.length

      for (const failed of both) await rerun(world, how, failed, keyed(world, 'other', 1))
      const first = given(await application.delivery(made + 1))
      const other = given(await application.delivery(made + 2, latest(GAP)))
      application.mend()
      // Other scenarios need a clock that settles.
      if (world.time.virtual) await world.time.pass(days(1))
      // The first attempt gets no response, and ends at its timeout.
      must(other, arrivedAfter(world.time, first, GAP, { slack: underWay(GAP) }))
    },
  }),
]

const originals = (how: Rerun) => [
  scenario(`${how} with one or no flow-control header keeps the other settings`, {
    id: `queue.${how}.omitted-settings-reuse-the-original/flow-control`,
    async run(world) {
      const failed = await failedUnderKey(world)
      const shown = [shownKey(world, 'first'), shownLimit(7)]
      given(failed.entry, ...shown)

      const again = await judgeInTurn(world, how, failed, [
        [() => ({}), () => shown],
        [() => ({ Retries: '0' }), () => shown],
        [() => keyOf(world, 'second'), () => [shownLimit(7)]],
      ])
      // Another rule requires the second key.
      const key = memberOf(again.entry, 'flowControlKey')
      await judgeInTurn(world, how, again, [
        [() => limitOf('parallelism=3'), () => [member('flowControlKey', key)]],
      ])
    },
  }),

  scenario(`Svc-Retries 0 of one ${how} does not apply to the next ${how}`, {
    id: `queue.${how}.omitted-settings-reuse-the-original/other-runs`,
    async run(world) {
      const callback = world.inbox()
      const settings = { Retries: '1', 'Failure-Callback': callback.url }
      const [one, other] = (await failedRuns(world, 2, { settings })) as [FailedRun, FailedRun]
      for (const failed of [one, other]) given(failed.entry, attempted(failed, 2))
      given(await callback.delivery(2))
      const overridden = await failedAgain(world, how, one, { Retries: '0' })
      given(overridden.entry, attempted(overridden, 1))
      must(await callback.delivery(3))

      // A rerun may remove the entry.
      const isThere = accepted()(await entryRead(world, one.dlqId)) === undefined
      for (const failed of isThere ? [one, other] : [other]) {
        const again = await failedAgain(world, how, failed)
        must(again.entry, attempted(again, 2))
      }
    },
  }),
]

const keptConfiguration = (how: Rerun) => [
  ...gaps.map(([what, id, first, settings]) =>
    scenario(`${how}: the new run has the ${what} of the failed run`, {
      id: `${configuration(how)}/${id}`,
      waits: 2 * GAP,
      run: (world) => judgeGap(world, how, first, settings),
    }),
  ),

  scenario(`${how}: the new run has method, label and headers of the failed run`, {
    id: `${configuration(how)}/configuration`,
    async run(world) {
      const [called, callback] = [world.inbox(), world.inbox()]
      const label = `${world.id}-label`
      const settings = {
        Callback: called.url,
        Method: 'PUT',
        Label: label,
        'Forward-X-Contract': 'kept',
        'Failure-Callback': callback.url,
        'Failure-Callback-Forward-X-Contract': 'kept',
      }
      const failed = await failedRun(world, { settings })
      const { application } = failed
      const query = { workflowUrl: application.url, label }
      const before = await listed(world, query, hasEntries(failed.dlqId))

      const again = await failedAgain(world, how, failed)
      const after = await listed(world, query, hasEntries(again.dlqId))
      const [kept, call] = [header('X-Contract', 'kept'), given(await firstCall(again))]
      const original = application.callsOf(failed.runId)[0]!
      const tests = {
        method: async () => {
          given(original.delivery, method('PUT'))
          must(call.delivery, method('PUT'))
        },
        'a forwarded header': async () => {
          given(original, kept)
          must(call, kept)
        },
        label: async () => {
          given(before, accepted(), hasEntries(failed.dlqId))
          must(after, accepted(), hasEntries(again.dlqId))
        },
        'the failure callback': async () => {
          given(await callback.delivery())
          must(await callback.delivery(2))
        },
        'a header of the failure callback': async () => {
          given(await callback.delivery(), kept)
          must(given(await callback.delivery(2)), kept)
        },
        'the callback': async () => {
          given(await callback.delivery(2))
          // It is open if the messages of a run that fails have callbacks.
          if (called.deliveries.length > 0) must(await called.delivery(2))
        },
      }
      await eachRow(tests, async (test) => test())
    },
  }),

  scenario(`failing ${how}: the DLQ entry has the result of the failure callback`, {
    id: `queue.dlq-message.failure-callback-result-kept/${how}`,
    async run(world) {
      const answer: Answering = (_, n) => ({ status: n === 1 ? 200 : 202 })
      const { called, ...failed } = await calledRun(world, { answer })

      const again = await failedAgain(world, how, failed)
      given(await called.delivery(2))
      const info = inside('failureCallbackInfo', member('responseStatus', 202))
      const kept = withEntry(again, info)
      must(await listed(world, ofUrl(again.application), kept), accepted(), kept)
    },
  }),
]

const answers = (how: Rerun) => [
  scenario(`${how} returns run id and creation time as in the run list`, {
    id: `queue.${how}.response/listed`,
    async run(world) {
      const failed = await failedRun(world)
      failed.application.deploy([])

      const reply = given(await world.queue.rerun(how, failed.dlqId), accepted())
      must(reply, text('workflowRunId'), createdNow(await world.time.now()))
      await mustMatchLists(world, reply)
    },
  }),

  observation(`observes the HTTP status of GET of a DLQ entry after its ${how}`, {
    id: `queue.${how}.entry-afterwards/${how}`,
    async run(world) {
      const failed = await failedRun(world)
      failed.application.deploy([])
      const again = await rerun(world, how, failed)

      world.note('form of the run id', formOf(again.runId))
      world.note('status of the entry', (await entryRead(world, failed.dlqId)).status)
    },
  }),

  observation(`observes the HTTP status of a ${how} by an unknown dlqId`, {
    id: `queue.restart.absent-entry/${how}`,
    needs: [],
    run: async ({ queue, id, note }) => note('status', (await queue.rerun(how, id)).status),
  }),
]

const rerunScenarios = (how: Rerun) => [
  ...newRun(how),
  ...flowControl(how),
  ...originals(how),
  ...keptConfiguration(how),
  ...answers(how),
]

const payloads: Readonly<Record<string, string | Uint8Array>> = {
  'JSON with characters beyond ASCII': '{"a": [1, null, "é € 😀"]}',
  'an empty body': '',
  'bytes that are no text': Uint8Array.of(0, 255, 254, 10, 13, 128),
}

const noSteps = expects<StepCall, StepCall['steps']>(
  'no step to have been done before',
  ({ steps }) => steps,
  (steps) => steps.length === 0,
)

async function judgeRestart(
  world: QueueWorld,
  fits: Matcher<StepCall>,
  settings: PublishSettings = {},
  isResumed = false,
) {
  const failed = await failedRun(world, { steps: twoSteps, body: 'payload' })
  const last = isResumed ? await failedAgain(world, 'resume', failed) : failed
  failed.application.deploy([])
  must((await startedAgain(world, 'restart', last, settings)).call, fits)
}

export const restartScenarios = [
  ...rerunScenarios('restart'),

  scenario('restart with new Svc- settings: the first delivery has no step results', {
    id: 'queue.restart.discards-step-results/all-overrides',
    run: (world) => judgeRestart(world, noSteps, everything(world)),
  }),

  scenario('restart without settings keeps the Svc-Retries of the failed run', {
    id: 'queue.restart.original-configuration/retries',
    async run(world) {
      const failed = await failedRun(world, { settings: { Retries: '1' } })

      await startedAgain(world, 'restart', failed)
      must(await failed.application.delivery(4))
    },
  }),

  scenario('restart of 3 failed runs returns 3 new run ids that are not consecutive', {
    id: 'queue.restart.new-run-id-is-random/three-runs',
    async run(world) {
      const failed = await failedRuns(world, 3)
      failed[0]!.application.deploy([])
      const replies: Exchange[] = []
      for (const { dlqId } of failed) {
        replies.push(given(await world.queue.rerun('restart', dlqId), accepted()))
      }

      const ids = replies.flatMap(referencesIn).map(({ workflowRunId }) => workflowRunId)
      const old = failed.map(({ runId }) => runId)
      must(replies[0]!, randomIds(ids, old), () =>
        ids.length === failed.length ? undefined : lacks(`${failed.length} run ids`, ids),
      )
    },
  }),
]

/** The third of four steps fails. */
const fourSteps = [
  { name: 'one', result: { a: 1 } },
  { name: 'two', result: 'second' },
  { name: 'three', fails: true },
  { name: 'four' },
] as const
const results = { null: null, empty: '', one: { a: 1 }, two: 'second' }

/** The same with results that a target may take for none. */
const afterLittle = [
  { name: 'null', result: null },
  { name: 'empty', result: '' },
  ...fourSteps,
] as const

const resultsIn = ({ steps }: StepCall) => steps.map(({ stepName, out }) => [stepName, out])

/** Matches a delivery with exactly these step results. */
const brings = (results: Readonly<Record<string, unknown>>): Matcher<StepCall> => {
  const wanted = Object.entries(results).map(([name, result]) => [name, JSON.stringify(result)])
  return equals('results of steps', wanted, resultsIn)
}

const hasElements = expects<Exchange, string>(
  'a waiter of the resumed run',
  textOf,
  (_, reply) => elementsIn(reply).length > 0,
)

/** Resumes a run, and notifies it once it waits again. `judge` says if a run without a waiter violates the rule. */
async function notifyResumed(
  world: QueueWorld,
  failed: FailedRun,
  judge: Judge = given,
): Promise<Played> {
  failed.application.mend()

  const { runId } = await startedAgain(world, 'resume', failed)
  if (world.time.virtual) await world.time.pass(0)
  const notify = () => world.queue.notify(`${world.id}-event`)
  const reply = given(await world.eventually(notify, hasElements), accepted())
  judge(reply, hasElements)
  // The failed run may still wait too, and the first notify may have reached only that run.
  const isOver = () => failed.application.played(runId).executed.includes('after')
  await world.eventually(
    () => (isOver() ? Promise.resolve(reply) : notify()),
    () => (isOver() ? undefined : lacks('the last step', runId)),
  )
  return failed.application.ended(runId)
}

/** Blocks the scenario unless a notify resumes a plain waiting run. */
async function notifiesAtAll(world: QueueWorld): Promise<void> {
  const plain = await waitingRun(world, { eventId: `${world.id}-plain` })
  given(await world.queue.notify(plain.eventId), accepted())
  given(await plain.application.ended(plain.runId))
}

/** Fails a run while a parallel step waits for an event. */
const failedBesideWait = (world: QueueWorld): Promise<FailedRun> =>
  failedBeside(world, { name: 'wait', waitFor: `${world.id}-event` })

const lastCall = ({ application, runId }: Run): StepCall => application.callsOf(runId).at(-1)!

/** Returns true if a listed run has a step. The target may leave the names of steps empty. */
const hasListed = (run: HttpMessage, name: string, id: number): boolean =>
  stepsOf(run).some(
    ({ stepName, stepId }) => stepName === name || (stepName === '' && stepId === id),
  )

export const resumeScenarios = [
  ...rerunScenarios('resume'),

  scenario('resume delivers the payload and the results of earlier steps', {
    id: 'queue.resume.keeps-step-results/overrides-and-after-restart',
    async run(world) {
      const payload = 'é payload'
      const failed = await failedRun(world, { steps: afterLittle, body: payload })
      given(lastCall(failed), brings(results))

      const again = await failedAgain(world, 'resume', failed, everything(world))
      must(given(await firstCall(again)), brings(results), body(payload))

      const restarted = await failedAgain(world, 'restart', again)
      given(lastCall(restarted), brings(results))
      failed.application.deploy([])
      const { call } = await startedAgain(world, 'resume', restarted)
      must(call, brings(results))
    },
  }),

  scenario('resume of a run that failed at step 1 or 2 delivers its payload', {
    id: 'queue.resume.keeps-step-results/first-step',
    async run(world) {
      const rows = { 'at the first step': failingSteps, 'at the second step': twoSteps }
      const payload = payloads['bytes that are no text']!
      await eachRow(rows, async (steps) => {
        const failed = await failedRun(world, { steps, body: payload })
        given(lastCall(failed), body(payload))
        failed.application.deploy([])

        const { call } = await startedAgain(world, 'resume', failed)
        must(call, body(payload))
      })
    },
  }),

  scenario('resume delivers the results of an earlier wait, invoke and sleep', {
    id: 'queue.resume.keeps-step-results/wait-sleep-invoke',
    waits: latest(seconds(1)),
    async run(world) {
      const eventId = `${world.id}-event`
      const names = ['waited', 'invoked', 'slept', 'between']
      // The result right before a failure may be kept in another way.
      const steps: Steps = [
        { name: 'waited', waitFor: eventId },
        { name: 'invoked', invoke: world.workflow([], { result: 'invoked' }) },
        { name: 'slept', sleep: '1s' },
        { name: 'between' },
        { name: 'fails', fails: true },
      ]
      const run = await startedRun(world, { steps })
      const { application } = run
      given(await application.waiting(run.runId))
      given(await world.queue.notify(eventId, { body: 'paid' }), accepted())
      given(await application.delivery(3))
      given(await application.delivery(4, latest(seconds(1))))
      const failed = await placed(world, run)
      const before = lastCall(failed)
      const namesIn = ({ steps }: StepCall) => steps.map(({ stepName }) => stepName)
      given(before, equals<StepCall>('steps', names, namesIn))
      application.deploy([])

      const { call } = await startedAgain(world, 'resume', failed)
      must(call, equals('results of steps', resultsIn(before), resultsIn))
    },
  }),

  observation('observes if the run list shows steps completed before a run was resumed', {
    id: 'queue.resume.kept-steps-listed/kept-steps',
    async run(world) {
      const steps = [{ name: 'one' }, { name: 'two' }, { name: 'three', fails: true }] as const
      const failed = await failedRun(world, { steps })
      const { application } = failed
      application.mend()

      const { call, ...again } = await startedAgain(world, 'resume', failed)
      given(await application.ended(again.runId))
      const isWhole = expects('a step "three"', stepsOf, (_, run) => hasListed(run, 'three', 3))
      const run = { ...again, messageId: call.messageId }
      const shown = given(await listedRun(world, run, isWhole))
      world.note('kept steps', hasListed(shown, 'one', 1) ? 'listed' : 'not listed')
    },
  }),

  scenario('resume executes only the failed one of two parallel steps', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/side-by-side',
    waits: seconds(1),
    async run(world) {
      const failed = await failedBeside(world, { name: 'left', result: 1 })
      given(failed.application.played(failed.runId), executed('left'))
      failed.application.mend()

      const again = await startedAgain(world, 'resume', failed)
      must(await failed.application.ended(again.runId), executedInOrder('right', 'after'))
    },
  }),

  scenario('resume executes both of two parallel steps that did not succeed', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/both-failed',
    waits: seconds(1),
    async run(world) {
      const failed = await failedBoth(world)
      failed.application.mend()

      const again = await startedAgain(world, 'resume', failed)
      must(await failed.application.ended(again.runId), executed('left', 'right', 'after'))
    },
  }),

  scenario('resume of a run that failed beside a parallel sleep: the run completes', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/pending-sleep',
    waits: seconds(5),
    async run(world) {
      const failed = await failedBeside(world, { name: 'left', sleep: '5s' })
      given(failed.application.played(failed.runId), executed('left'), ({ calls }) =>
        calls.some(({ steps }) => steps.some(({ stepId }) => stepId > 0))
          ? lacks('the step "left" to be asleep', calls.at(-1)?.steps)
          : undefined,
      )
      failed.application.mend()

      const again = await startedAgain(world, 'resume', failed)
      must(await failed.application.ended(again.runId, latest(seconds(5))))
    },
  }),

  scenario('resume of a run that failed beside a parallel wait: notify completes it', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/pending-wait',
    waits: seconds(1),
    async run(world) {
      const failed = await failedBesideWait(world)
      given(failed.application.played(failed.runId), executed('wait'))
      await notifiesAtAll(world)

      // It may execute the pending wait again.
      const played = await notifyResumed(world, failed, must)
      const others = played.executed.filter((name) => name !== 'wait')
      must({ ...played, executed: others }, executedInOrder('right', 'after'))
    },
  }),

  observation('observes if resume repeats a wait that was parallel to the failed step', {
    id: 'queue.resume.pending-waits/pending-wait',
    waits: seconds(1),
    async run(world) {
      const { executed } = given(await notifyResumed(world, await failedBesideWait(world)))
      world.note('the wait is executed', executed.includes('wait') ? 'again' : 'once')
    },
  }),

  scenario('resume completes if the code after the failed step has changed', {
    id: 'queue.resume.code-changes-after-the-failed-step/other-steps',
    async run(world) {
      const before = [{ name: 'one', result: 1 }] as const
      const steps = [...before, { name: 'two', fails: true }, { name: 'three' }] as const
      const changes: Readonly<Record<string, Steps>> = {
        'no step after it': [],
        'other steps after it': [
          { name: 'four', result: 1 },
          [{ name: 'left' }, { name: 'right' }],
        ],
      }
      const names = Object.keys(changes)
      const runs = await failedRuns(world, names.length, { steps })
      const { application } = runs[0]!

      await eachRow(changes, async (after, what) => {
        const failed = runs[names.indexOf(what)]!
        application.deploy([...before, { name: 'two' }, ...after])
        const executedSteps = after.flat().map(({ name }) => name)
        const again = await startedAgain(world, 'resume', failed)
        must(await application.ended(again.runId), executed('two', ...executedSteps))
      })
    },
  }),
]
