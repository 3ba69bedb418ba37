// Restarting one failed run (endpoint 7): all of it again, and nothing of what it came to before.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import type { Call } from '../fixtures/application.js'
import { missing } from '../fixtures/listed.js'
import { rerunScenarios } from './rerun.js'
import {
  everything,
  executedInOrder,
  failedAgain,
  firstCall,
  randomIds,
  referencesIn,
  rerun,
  twoSteps,
} from '../fixtures/reruns.js'
import { entriesOf, failedRun, failedRuns, startedRun } from '../fixtures/runs.js'
import { expects } from '../fixtures/matchers.js'
import { scenariosNeeding, type IdOf, type QueueWorld } from '../fixtures/world.js'

const { scenario } = scenariosNeeding('runs')

const payloads: Readonly<Record<string, string | Uint8Array>> = {
  'JSON with characters beyond ASCII': '{"a": [1, null, "é € 😀"]}',
  nothing: '',
  'bytes that are no text': Uint8Array.of(0, 255, 254, 10, 13, 128),
}

/** A delivery that brings what no step has returned. */
const noSteps = expects<Call, Call['steps']>(
  'no step to have been done before',
  ({ steps }) => steps,
  (steps) => steps.length === 0,
)

/** Failed runs of two steps that are restarted with another setting or after a resume, and judged. */
const restarted: readonly {
  readonly title: string
  readonly id: IdOf<'restart'>
  readonly settings?: (world: QueueWorld) => Readonly<Record<string, string>>
  readonly isResumed?: true
  readonly fits: Matcher<Call>
}[] = [
  {
    title: 'a restart that overrides settings brings no results of steps',
    id: 'queue.restart.discards-step-results/all-overrides',
    settings: everything,
    fits: noSteps,
  },
  {
    title: 'a restart of a resumed run brings no results of steps',
    id: 'queue.restart.discards-step-results/after-a-resume',
    isResumed: true,
    fits: noSteps,
  },
  {
    title: 'a restart brings the payload, and not the result of a step',
    id: 'queue.restart.original-payload/after-a-step',
    fits: body('payload'),
  },
]

export const restartScenarios = [
  ...rerunScenarios('restart'),

  scenario('a restart executes all steps, those before the failed one too', {
    id: 'queue.restart.from-the-beginning/failed-between-others',
    async run(world) {
      const failed = await failedRun(world, { steps: [...twoSteps, { name: 'three' }] })
      failed.application.mend()

      const again = await rerun(world, 'restart', failed)
      given(await firstCall(again))
      must(await failed.application.ended(again.runId), executedInOrder('one', 'two', 'three'))
    },
  }),

  ...restarted.map(({ title, id, settings, isResumed, fits }) =>
    scenario(title, {
      id,
      async run(world) {
        const failed = await failedRun(world, { steps: twoSteps, body: 'payload' })
        const last = isResumed ? await failedAgain(world, 'resume', failed) : failed
        failed.application.deploy([])

        const again = await rerun(world, 'restart', last, settings?.(world))
        must(given(await firstCall(again)), fits)
      },
    }),
  ),

  scenario('a restart brings the payload of the failed run', {
    id: 'queue.restart.original-payload/payloads',
    async run(world) {
      const application = world.workflow([{ name: 'fails', fails: true }])
      const runs = await Promise.all(
        Object.values(payloads).map((body) => startedRun(world, { application, body })),
      )
      const entries = await entriesOf(world, application, runs)
      application.deploy([])

      const byName = Object.keys(payloads).map((what, n) => [what, runs[n]!] as const)
      await eachRow(Object.fromEntries(byName), async (run, what) => {
        given(application.callsOf(run.runId)[0]!, body(payloads[what]!))
        const entry = given(entries.get(run.runId) ?? missing(`an entry of ${run.runId}`))
        const failed = { ...run, entry, dlqId: String(memberOf(entry, 'dlqId')) }
        const again = await rerun(world, 'restart', failed)
        must(given(await firstCall(again)), body(payloads[what]!))
      })
    },
  }),

  scenario('a restart has the retries of the failed run', {
    id: 'queue.restart.original-configuration/retries',
    async run(world) {
      const failed = await failedRun(world, { settings: { Retries: '1' } })

      const again = await rerun(world, 'restart', failed)
      given(await firstCall(again))
      must(await failed.application.delivery(4))
    },
  }),

  scenario('restarts get random run ids', {
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
