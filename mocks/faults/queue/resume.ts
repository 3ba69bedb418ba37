// Faults of the heading Resume one.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import type { RawStep, Run } from '../../queue/runs/run.js'
import { each, given, prefixed, result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { doing, rerunFaults, rerunning } from './rerun.js'

/** Changes the steps that a resumed run keeps. */
const keeping = (other: (step: RawStep) => RawStep): Replacements => ({
  'reruns.keptSteps': result((right) => right.map(other)),
})

/** Changes the unsettled messages that a resume continues with. */
const goingOn = (other: (run: Run, letter: DeadLetter) => Partial<DeadLetter>): Replacements => ({
  'reruns.resume': given((run, letter) => [run, { ...letter, ...other(run, letter) }]),
})

/** A step as the application sends it. */
interface Written {
  readonly stepType: string
  readonly out?: string
  readonly waitEventId?: string
}

const written = ({ body }: RawStep) => JSON.parse(Buffer.from(body).toString()) as Written

const isInitial = ({ info }: RawStep) => info.stepId === undefined

/** Drops some completed steps. */
const losing = (isLost: (step: Written) => boolean): Replacements => ({
  'reruns.keptSteps': result((right) =>
    right.filter((step) => isInitial(step) || !isLost(written(step))),
  ),
})

const KEEPS_RESULTS = 'queue.resume.keeps-step-results'

/** Rules that check the step at which a resumed run continues. */
const ONLY_FAILED = 'queue.resume.only-failed-or-pending-steps-execute'

const CONTINUES = [
  'queue.resume.from-the-failure-point',
  KEEPS_RESULTS,
  ONLY_FAILED,
  'queue.resume.code-changes-after-the-failed-step',
  'queue.bulk.resume-creates-new-runs',
] as const

export const resumeFaults = faults({
  ...rerunFaults('resume'),
  ...prefixed('resume', 'resume', {
    'not-delivered: returns a new run but delivers no message': {
      breaks: ['queue.resume.creates-a-new-run', 'queue.bulk.resume-creates-new-runs'],
      blocks: ['queue.resume.*'],
      'reruns.resume': () => async () => {},
    },
    'restarts: starts again from the first step': {
      breaks: CONTINUES,
      ...rerunning((_, overrides) => ['restart', overrides]),
    },
    'with-run-id-restarts: restarts instead if Svc-Workflow-Runid is sent': {
      breaks: [KEEPS_RESULTS],
      ...doing('resume', 'restart', ({ runId }) => runId !== undefined),
    },
    'repeats-last-step: repeats the last successful step': {
      breaks: CONTINUES,
      ...goingOn(({ steps }, { unsettled: [first, ...rest] }) => {
        const last = steps.at(-1)
        if (first === undefined || last === undefined || rest.length > 0) return {}
        const { body, info, callType } = last
        const run = first.run && { ...first.run, info, callType }
        return { unsettled: [{ ...first, body, ...(run && { run }) }] }
      }),
    },
    'skips-failed-step: skips the failed step': {
      breaks: CONTINUES.filter((rule) => rule !== ONLY_FAILED),
      'reruns.resume': (original, queue) => async (run, letter) => {
        const [failed] = letter.unsettled
        const { stepId, targetStep } = failed?.run?.info ?? {}
        if (failed?.run === undefined || stepId === undefined || targetStep !== undefined) {
          return original(run, letter)
        }
        const { id: messageId, body, createdAt, notBefore, run: part } = failed
        const step = { messageId, body, createdAt, notBefore, ...part }
        await queue.store.runs.append(run.key, step)
        const skipped = { stepId: stepId + 1, stepName: 'skipped', stepType: 'Run', out: 'null' }
        await queue.steps.sendResult(run, { ...skipped, concurrent: 1 })
      },
    },
    'drops-step-results: forgets the results of completed steps': {
      breaks: [KEEPS_RESULTS],
      ...keeping((step) => {
        if (isInitial(step)) return step
        const body = Buffer.from(JSON.stringify({ ...written(step), out: undefined }))
        return { ...step, body }
      }),
    },
    'payload-empty: replaces the payload of the run with an empty body': {
      breaks: [KEEPS_RESULTS, 'queue.bulk.resume-creates-new-runs'],
      ...keeping((step) => (isInitial(step) ? { ...step, body: new Uint8Array() } : step)),
    },
    'drops-forwarded-headers: drops the forwarded headers of the failed run': {
      breaks: ['queue.resume.omitted-settings-reuse-the-original'],
      'reruns.resumedInstructions': (original, queue) => (run, message) => ({
        ...original(run, message),
        headers: queue.runs.headers(run),
      }),
    },
    ...each(losing, [KEEPS_RESULTS], {
      'drops-steps-with-null: forgets completed steps that returned null': ({ out }) =>
        out === 'null',
      'drops-completed-waits: forgets completed waits for events': ({ waitEventId }) =>
        waitEventId !== undefined,
    }),
    ...each(goingOn, ['queue.resume.only-failed-or-pending-steps-execute'], {
      'drops-pending-messages: drops all pending steps except the failed step': (
        _,
        { unsettled },
      ) => ({
        unsettled: unsettled.slice(0, 1),
      }),
      'drops-pending-waits: drops pending waits for events': () => ({ waiters: [] }),
    }),
  }),
})
