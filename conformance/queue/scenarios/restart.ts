// Restarting one failed run (endpoint 7): all of it again, and nothing of what it came to before.

import type { Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, lacks } from '../../core/matchers.js'
import type { Call } from '../fixtures/application.js'
import { rerunScenarios } from './rerun.js'
import {
  everything,
  executedInOrder,
  failedTwice,
  firstCall,
  nothing,
  randomIds,
  referencesIn,
  rerun,
} from '../fixtures/reruns.js'
import { failedRun, failedRuns } from '../fixtures/runs.js'
import { scenario } from '../fixtures/world.js'

const needs = ['runs'] as const

/** A second step that fails after a first one that does not. */
const twoSteps = [
  { name: 'one', result: 1 },
  { name: 'two', fails: true },
] as const

/** Steps of which some succeed before one fails, and their names in the order of a run. */
const workflows = [
  ['its first step', [{ name: 'one', fails: true }], ['one']],
  ['its second step', twoSteps, ['one', 'two']],
  [
    'a step between others',
    [{ name: 'one' }, { name: 'two' }, { name: 'three', fails: true }, { name: 'four' }],
    ['one', 'two', 'three', 'four'],
  ],
] as const

const payloads: readonly (readonly [what: string, payload: string | Uint8Array])[] = [
  ['a text', 'payload'],
  ['JSON', '{"a": [1, null, "b"]}'],
  ['nothing', ''],
  ['characters beyond ASCII', 'é € 😀'],
  ['bytes that are no text', Uint8Array.of(0, 255, 254, 10, 13, 128)],
]

/** A delivery that brings what no step has returned. */
const noSteps =
  (): Matcher<Call> =>
  ({ steps }) =>
    steps.length === 0 ? undefined : lacks('no step to have been done before', steps)

export const restartScenarios = [
  ...rerunScenarios('restart'),

  ...workflows.map(([what, steps, all]) =>
    scenario(`a run that failed with ${what} executes all of its steps when it is restarted`, {
      rule: 'queue.restart.from-the-beginning',
      needs,
      async run(world) {
        const failed = await failedRun(world, { steps })
        failed.application.mend()

        const again = await rerun(world, 'restart', failed)
        given(await firstCall(again))
        must(await failed.application.ended(again.runId), executedInOrder(...all))
      },
    }),
  ),

  ...(
    [
      ['a restart', failedRun, nothing],
      ['a restart that overrides all that it can', failedRun, everything],
      ['a restart of a run that came of a resume', failedTwice('resume'), nothing],
    ] as const
  ).map(([what, failing, overrides]) =>
    scenario(`${what} brings none of the results of before`, {
      rule: 'queue.restart.discards-step-results',
      needs,
      async run(world) {
        const failed = await failing(world, { steps: twoSteps })
        failed.application.mend()

        const again = await rerun(world, 'restart', failed, overrides(world))
        must(given(await firstCall(again)), noSteps())
      },
    }),
  ),

  ...payloads.map(([what, payload]) =>
    scenario(`a restart brings ${what} as its payload again`, {
      rule: 'queue.restart.original-payload',
      needs,
      async run(world) {
        const failed = await failedRun(world, { body: payload })
        given(failed.application.callsOf(failed.runId)[0]!, body(payload))
        failed.application.mend()

        const again = await rerun(world, 'restart', failed)
        must(given(await firstCall(again)), body(payload))
      },
    }),
  ),

  scenario('a restart after several steps brings the payload and not what they returned', {
    rule: 'queue.restart.original-payload',
    needs,
    async run(world) {
      const failed = await failedRun(world, { steps: twoSteps, body: 'payload' })
      failed.application.mend()

      const again = await rerun(world, 'restart', failed)
      must(given(await firstCall(again)), body('payload'))
    },
  }),

  scenario('a restart that fails calls the failure callback that the run was started with', {
    rule: 'queue.restart.original-configuration',
    needs,
    async run(world) {
      const callback = world.inbox()
      const failed = await failedRun(world, { settings: { 'Failure-Callback': callback.url } })
      given(await callback.delivery())

      given(await firstCall(await rerun(world, 'restart', failed)))
      must(await callback.delivery(2))
    },
  }),

  scenario('a restart has the retries that the run was started with', {
    rule: 'queue.restart.original-configuration',
    needs,
    async run(world) {
      const failed = await failedRun(world, { settings: { Retries: '1' } })

      const again = await rerun(world, 'restart', failed)
      given(await firstCall(again))
      must(await failed.application.delivery(4))
    },
  }),

  scenario('restarts get random run ids', {
    rule: 'queue.restart.new-run-id-is-random',
    needs,
    async run(world) {
      const failed = await failedRuns(world, 3)
      failed[0]!.application.mend()
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
