// Restarting one failed run (endpoint 7): from its beginning, without earlier results.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, lacks } from '../../core/matchers.js'
import { byName, eachRow } from '../../core/rows.js'
import type { Exchange } from '../../wire/exchange.js'
import type { StepCall } from '../fixtures/application.js'
import type { PublishSettings } from '../fixtures/client.js'
import { failedRun, failedRuns, placedRuns } from '../fixtures/failed-runs.js'
import { everything } from '../fixtures/keyed.js'
import { expects } from '../fixtures/matchers.js'
import { randomIds, referencesIn } from '../fixtures/references.js'
import { executedInOrder, failedAgain, startedAgain, twoSteps } from '../fixtures/reruns.js'
import { failingSteps, startedRun } from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'
import { rerunScenarios } from './rerun.js'

const { scenario } = scenariosNeeding('runs')

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

  scenario('restart executes all steps, also those before the failed one', {
    id: 'queue.restart.from-the-beginning/failed-between-others',
    async run(world) {
      const failed = await failedRun(world, { steps: [...twoSteps, { name: 'three' }] })
      failed.application.mend()

      const again = await startedAgain(world, 'restart', failed)
      must(await failed.application.ended(again.runId), executedInOrder('one', 'two', 'three'))
    },
  }),

  scenario('restart with new Svc- settings: the first delivery has no step results', {
    id: 'queue.restart.discards-step-results/all-overrides',
    run: (world) => judgeRestart(world, noSteps, everything(world)),
  }),

  scenario('restart of a resumed run: the first delivery has no step results', {
    id: 'queue.restart.discards-step-results/after-a-resume',
    run: (world) => judgeRestart(world, noSteps, {}, true),
  }),

  scenario('restart delivers the original payload, not the result of a step', {
    id: 'queue.restart.original-payload/after-a-step',
    run: (world) => judgeRestart(world, body('payload')),
  }),

  scenario('restart delivers the payload of the failed run unchanged', {
    id: 'queue.restart.original-payload/payloads',
    async run(world) {
      const application = world.workflow(failingSteps)
      const runs = await Promise.all(
        Object.values(payloads).map((body) => startedRun(world, { application, body })),
      )
      const failed = await placedRuns(world, runs)
      application.deploy([])

      const names = Object.keys(payloads)
      await eachRow(
        byName(failed, (run) => names[failed.indexOf(run)]!),
        async (run, what) => {
          given(application.callsOf(run.runId)[0]!, body(payloads[what]!))
          const { call } = await startedAgain(world, 'restart', run)
          must(call, body(payloads[what]!))
        },
      )
    },
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
