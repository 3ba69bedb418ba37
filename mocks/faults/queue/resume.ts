// Mistakes under the heading: Resume one.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import type { Instructions, Message } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { RawStep, Run } from '../../queue/runs/run.js'
import type { QueueFault, Replacements } from './fault.js'
import { result, given } from './parts.js'
import { doing, has, repeating, rerunFaults, rerunning } from './rerun.js'

/** A server that keeps other steps of a run that is resumed, made of the right ones. */
const keeping = (other: (step: RawStep) => RawStep): Replacements =>
  result('reruns', 'keptSteps', (right) => right.map(other))

/** A server that goes on with something else than what was not settled. */
const goingOn = (other: (run: Run, letter: DeadLetter) => Partial<DeadLetter>): Replacements =>
  given('reruns', 'resume', (run, letter) => [run, { ...letter, ...other(run, letter) }])

/** A server that delivers what was not settled otherwise than the run before. */
const delivering = (other: (queue: Queue, run: Run) => Partial<Instructions>): Replacements => ({
  reruns: {
    resumedInstructions: (original, queue) => (run, message) => ({
      ...original(run, message),
      ...other(queue, run),
    }),
  },
})

const REUSED = 'queue.resume.omitted-settings-reuse-the-original'

/** A message that brings another step. */
const bringing = ({ body, info, callType }: RawStep, message: Message): Message => ({
  ...message,
  body,
  ...(message.run && { run: { ...message.run, info, callType } }),
})

/** A step as an application sends it. */
interface Written {
  readonly stepType: string
  readonly out?: string
  readonly waitEventId?: string
  readonly targetStep?: number
}

const written = ({ body }: RawStep) => JSON.parse(Buffer.from(body).toString()) as Written

/** The step without what it returned. */
const forgotten = (step: RawStep): Uint8Array =>
  Buffer.from(JSON.stringify({ ...written(step), out: undefined }))

/** What of the steps that succeeded can be lost. */
const lost: readonly (readonly [what: string, isLost: (step: Written) => boolean])[] = [
  ['a step that returned null', ({ out }) => out === 'null'],
  ['a step that returned an empty text', ({ out }) => out === '""'],
  ['a wait that is over', ({ waitEventId }) => waitEventId !== undefined],
  ['a sleep that is over', ({ stepType }) => stepType.startsWith('Sleep')],
  ['what an invoked run returned', ({ stepType }) => stepType === 'Invoke'],
]

const isInitial = ({ info }: RawStep) => info.stepId === undefined

export const resumeFaults: readonly QueueFault[] = [
  ...rerunFaults('resume'),
  {
    name: 'a resume is answered and never delivered',
    breaks: ['queue.resume.creates-a-new-run', 'queue.bulk.resume-creates-new-runs'],
    blocks: ['queue.resume.*'],
    replace: { reruns: { resume: () => async () => {} } },
  },
  {
    name: 'a resume begins from the beginning',
    breaks: [
      'queue.resume.from-the-failure-point',
      'queue.resume.keeps-step-results',
      'queue.resume.only-failed-or-pending-steps-execute',
      'queue.resume.code-changes-after-the-failed-step',
      'queue.bulk.resume-creates-new-runs',
    ],
    replace: rerunning((_, overrides) => ['restart', overrides]),
  },
  {
    name: 'a resume with a run id begins from the beginning',
    breaks: ['queue.resume.keeps-step-results'],
    replace: doing('resume', 'restart', ({ runId }) => runId !== undefined),
  },
  {
    name: 'a resume with other retries begins from the beginning',
    breaks: ['queue.resume.keeps-step-results'],
    replace: doing('resume', 'restart', (overrides) => has(overrides, 'retries')),
  },
  {
    name: 'a resume of what came of a restart restarts',
    breaks: ['queue.resume.keeps-step-results'],
    replace: repeating('restart'),
  },
  {
    name: 'a resume repeats the last step that succeeded',
    breaks: [
      'queue.resume.from-the-failure-point',
      'queue.resume.keeps-step-results',
      'queue.resume.only-failed-or-pending-steps-execute',
      'queue.resume.code-changes-after-the-failed-step',
      'queue.bulk.resume-creates-new-runs',
    ],
    replace: goingOn(({ steps }, { unsettled: [first, ...rest] }) => {
      const last = steps.at(-1)
      if (first === undefined || last === undefined || rest.length > 0) return {}
      return { unsettled: [bringing(last, first)] }
    }),
  },
  {
    name: 'a resume goes on behind the step that failed',
    breaks: [
      'queue.resume.from-the-failure-point',
      'queue.resume.keeps-step-results',
      'queue.resume.only-failed-or-pending-steps-execute',
      'queue.resume.code-changes-after-the-failed-step',
      'queue.bulk.resume-creates-new-runs',
    ],
    replace: {
      reruns: {
        resume: (original, queue) => async (run, letter) => {
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
    },
  },
  {
    name: 'a resume forgets what the steps returned',
    breaks: ['queue.resume.keeps-step-results'],
    replace: keeping((step) => (isInitial(step) ? step : { ...step, body: forgotten(step) })),
  },
  {
    name: 'a resume forgets the payload',
    breaks: ['queue.resume.keeps-step-results', 'queue.bulk.resume-creates-new-runs'],
    replace: keeping((step) => (isInitial(step) ? { ...step, body: new Uint8Array() } : step)),
  },
  {
    name: 'a resume forwards no headers',
    breaks: [REUSED],
    replace: delivering((queue, run) => ({ headers: queue.runs.headers(run) })),
  },
  {
    name: 'a resume is a POST',
    breaks: [REUSED],
    replace: delivering(() => ({ method: 'POST' })),
  },
  {
    name: 'a resume has no timeout of its own',
    breaks: [REUSED],
    replace: delivering((queue) => ({ timeout: queue.reading.settings([]).timeout })),
  },
  {
    name: 'a resume is retried after the default backoff',
    breaks: [REUSED],
    replace: delivering(() => ({ retryDelay: undefined })),
  },
  ...lost.map(([what, isLost]): QueueFault => ({
    name: `a resume forgets ${what}`,
    breaks: ['queue.resume.keeps-step-results'],
    replace: result('reruns', 'keptSteps', (right) =>
      right.filter((step) => isInitial(step) || !isLost(written(step))),
    ),
  })),
  {
    name: 'a resume forgets all that is left but what failed',
    breaks: ['queue.resume.only-failed-or-pending-steps-execute'],
    replace: goingOn((_, { unsettled }) => ({ unsettled: unsettled.slice(0, 1) })),
  },
  {
    name: 'a resumed run waits for no event',
    breaks: ['queue.resume.only-failed-or-pending-steps-execute'],
    replace: goingOn(() => ({ waiters: [] })),
  },
]
