// A restart discards what a run has done, a resume keeps it, at any failed step, again and again, alone
// and in bulk; the payload and the settings are those of the failed run, unless the request has others.

import type { RuleId } from '#generated/rules.js'
import { allBut, dimension, type Value, without } from '../../core/law.js'
import { given, must, under, Violation } from '../../core/judgement.js'
import { accepted, body as ofBody, lacks } from '../../core/matchers.js'
import type { Steps } from '../fixtures/application.js'
import type { PublishSettings, Rerun } from '../fixtures/client.js'
import {
  failedRun,
  type FailedRun,
  againOf,
  attempted,
  executedInOrder,
  firstCall,
  placedAgain,
  type Again,
} from '../fixtures/runs.js'
import { referencesIn } from '../fixtures/lists.js'
import type { QueueWorld } from '../fixtures/world.js'
import { body } from '../dimensions.js'
import { law } from './law.js'

interface Failing extends Value {
  readonly steps: Steps
  /** True if the steps come after one that starts another run. */
  readonly invokes?: true
  /** The steps before the failing one, and those after it. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const fails = { name: 'fails', fails: true } as const
const one = { name: 'one', result: 1 } as const
const two = { name: 'two', result: '2' } as const

const failing = dimension<Failing>('', {
  'at the second step': { steps: [one, fails], before: ['one'], after: [] },
  'at the first step': { steps: [fails, one], before: [], after: ['one'] },
  'at the third step': { steps: [one, two, fails], before: ['one', 'two'], after: [] },
  'after another run': { invokes: true, steps: [fails, one], before: ['child'], after: ['one'] },
  'in the middle': { steps: [one, fails, two], before: ['one'], after: ['two'] },
})

const how = dimension<Value & { readonly of: Rerun }>('', {
  'by a restart': { of: 'restart' },
  'by a resume': { of: 'resume' },
})

const via = dimension<Value & { readonly bulk?: true }>('', {
  'with its entry': {},
  'in bulk': { bulk: true },
})

/** The reruns before, each of which failed again. */
const history = dimension<Value & { readonly of: readonly Rerun[] }>('', {
  'after its first failure': { of: [] },
  'after a restart': { of: ['restart'] },
  'after a resume': { of: ['resume'] },
  'after two resumes': { of: ['resume', 'resume'] },
  'after a resume and a restart': { of: ['resume', 'restart'] },
})

const retries = dimension<
  Value & {
    readonly settings: PublishSettings
    readonly attempts: number
    readonly key?: true
    readonly id?: true
  }
>('', {
  'with the settings of the run': { settings: {}, attempts: 2 },
  'with Retries 0': { settings: { Retries: '0' }, attempts: 1 },
  'with Retries 2': { settings: { Retries: '2' }, attempts: 3 },
  'with a flow-control key': {
    settings: {},
    key: true,
    attempts: 2,
  },
  'with Retries 2 and a run id': { settings: { Retries: '2' }, attempts: 3, id: true },
  'with a flow-control key and Retries 0': {
    settings: { Retries: '0' },
    key: true,
    attempts: 1,
  },
})

const few = ['a text', 'no bytes', 'every byte']
const payload = without(body, ...allBut(body, ...few))

export const reruns = law({
  id: 'reruns',
  title: 'reruns',
  over: { failing, how, via, history, retries, body: payload },
  never: [{ via: 'in bulk', retries: 'with Retries 2 and a run id' }],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ how: 'by a restart', retries: '*', via: 'with its entry' }, 'queue.restart.retries'],
    [{ how: 'by a resume', retries: '*', via: 'with its entry' }, 'queue.resume.retries'],
    [{ retries: '*' }, 'queue.restart.retries'],
    [{ body: '*' }, 'queue.restart.original-payload'],
    [{ how: 'by a resume' }, 'queue.resume.from-the-failure-point'],
    [{ via: 'in bulk' }, 'queue.bulk.restart-creates-new-runs'],
  ],
  namedRules: [
    'queue.restart.from-the-beginning',
    'queue.restart.discards-step-results',
    'queue.resume.from-the-failure-point',
    'queue.resume.only-failed-or-pending-steps-execute',
    'queue.restart.original-payload',
    'queue.restart.retries',
    'queue.resume.retries',
    'queue.restart.omitted-settings-reuse-the-original',
    'queue.resume.omitted-settings-reuse-the-original',
    'queue.bulk.retries',
    'queue.bulk.originals-reused-when-absent',
  ],
  baseRule: 'queue.restart.creates-a-new-run',
  needs: ['runs'],
  async check(world, { failing, how, via, history, retries, body }) {
    const { before, after } = failing
    const child = failing.invokes ? [{ name: 'child', invoke: world.workflow() }] : []
    const steps = [...child, ...failing.steps]
    const settings = { Retries: '1', 'Retry-Delay': '0' }
    let failed = await failedRun(world, { steps, settings, body: body.of })
    for (const each of history.of) failed = (await failsAgain(world, failed, each)).failed

    const overrides = {
      ...retries.settings,
      ...(retries.id && { 'Workflow-RunId': `${world.id}-again` }),
      ...(retries.key && { 'Flow-Control-Key': world.id, 'Flow-Control-Value': 'parallelism=9' }),
    }
    const { again, failed: last } = await failsAgain(world, failed, how.of, via, overrides)
    const isKept = how.of === 'resume'
    const steady = isKept ? [] : before
    must(last.application.played(again.runId), under(executes[how.of], executedInOrder(...steady)))
    const isOverridden = 'Retries' in retries.settings
    const name = via.bulk ? 'bulk' : how.of
    must(
      last.entry,
      under(
        isOverridden
          ? `queue.${name}.retries`
          : name === 'bulk'
            ? 'queue.bulk.originals-reused-when-absent'
            : `queue.${name}.omitted-settings-reuse-the-original`,
        attempted(again, steady.length + retries.attempts),
      ),
    )

    last.application.mend()
    const whole = await rerunOf(world, last, how.of, via)
    must(
      given(await firstCall(whole)),
      ...(isKept ? [] : [under('queue.restart.original-payload', ofBody(body.of))]),
    )
    must(
      await last.application.ended(whole.runId),
      under(executes[how.of], executedInOrder(...steady, 'fails', ...after)),
    )
  },
})

/** The rules of the steps that execute. */
const executes = {
  restart: 'queue.restart.from-the-beginning',
  resume: 'queue.resume.only-failed-or-pending-steps-execute',
} as const satisfies Record<Rerun, RuleId>

/** Restarts or resumes a failed run, alone or in bulk. */
async function rerunOf(
  { queue }: QueueWorld,
  failed: FailedRun,
  how: Rerun,
  { bulk }: { readonly bulk?: true } = {},
  settings: PublishSettings = {},
): Promise<Again> {
  if (!bulk)
    return againOf(failed, given(await queue.rerun(how, failed.dlqId, { settings }), accepted()))
  const selection = { workflowUrl: failed.application.url, dlqIds: [failed.dlqId] }
  const reply = given(await queue.bulk(how, selection, { settings }), accepted())
  const [made] = referencesIn(reply)
  if (made === undefined || made.workflowRunId === failed.runId)
    throw new Violation([lacks('the id of a new run', made)])
  const { workflowRunId: runId, workflowCreatedAt } = made
  return { runId, reply, application: failed.application, createdAt: Number(workflowCreatedAt) }
}

/** The same for a run that fails again. Waits for its entry. */
async function failsAgain(
  world: QueueWorld,
  run: FailedRun,
  how: Rerun,
  via: { readonly bulk?: true } = {},
  settings: PublishSettings = {},
) {
  const again = await rerunOf(world, run, how, via, settings)
  return { again, failed: (await placedAgain(world, [again]))[0]! }
}
