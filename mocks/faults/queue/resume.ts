// Mistakes under the heading: Resume one.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import type { Instructions, Message } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { RawStep, Run } from '../../queue/runs/run.js'
import { each, given, result, shape } from '../written.js'
import { fault, type QueueFault, type Replacements } from './fault.js'
import { doing, has, repeating, rerunFaults, rerunning } from './rerun.js'

/** A server that keeps other steps of a run that is resumed, made of the right ones. */
const keeping = shape((other: (step: RawStep) => RawStep): Replacements => ({
  'reruns.keptSteps': result((right) => right.map(other)),
}))

/** A server that goes on with something else than what was not settled. */
const goingOn = shape(
  (other: (run: Run, letter: DeadLetter) => Partial<DeadLetter>): Replacements => ({
    'reruns.resume': given((run, letter) => [run, { ...letter, ...other(run, letter) }]),
  }),
)

/** A server that delivers what was not settled otherwise than the run before. */
const delivering = shape(
  (other: (queue: Queue, run: Run) => Partial<Instructions>): Replacements => ({
    'reruns.resumedInstructions': (original, queue) => (run, message) => ({
      ...original(run, message),
      ...other(queue, run),
    }),
  }),
)

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

const isInitial = ({ info }: RawStep) => info.stepId === undefined

/** A server that loses some of the steps that succeeded. */
const losing = shape((isLost: (step: Written) => boolean): Replacements => ({
  'reruns.keptSteps': result((right) =>
    right.filter((step) => isInitial(step) || !isLost(written(step))),
  ),
}))

const KEEPS_RESULTS = 'queue.resume.keeps-step-results'

/** What is judged by where a resumed run goes on. */
const CONTINUES = [
  'queue.resume.from-the-failure-point',
  KEEPS_RESULTS,
  'queue.resume.only-failed-or-pending-steps-execute',
  'queue.resume.code-changes-after-the-failed-step',
  'queue.bulk.resume-creates-new-runs',
] as const

export const resumeFaults: readonly QueueFault[] = [
  ...rerunFaults('resume'),
  fault(
    'a resume is answered and never delivered',
    {
      breaks: ['queue.resume.creates-a-new-run', 'queue.bulk.resume-creates-new-runs'],
      blocks: ['queue.resume.*'],
    },
    { 'reruns.resume': () => async () => {} },
  ),
  rerunning('a resume begins from the beginning', CONTINUES, (_, overrides) => [
    'restart',
    overrides,
  ]),
  doing(
    'a resume with a run id begins from the beginning',
    [KEEPS_RESULTS],
    'resume',
    'restart',
    ({ runId }) => runId !== undefined,
  ),
  doing(
    'a resume with other retries begins from the beginning',
    [KEEPS_RESULTS],
    'resume',
    'restart',
    (overrides) => has(overrides, 'retries'),
  ),
  repeating('a resume of what came of a restart restarts', [KEEPS_RESULTS], 'restart'),
  goingOn(
    'a resume repeats the last step that succeeded',
    CONTINUES,
    ({ steps }, { unsettled: [first, ...rest] }) => {
      const last = steps.at(-1)
      if (first === undefined || last === undefined || rest.length > 0) return {}
      return { unsettled: [bringing(last, first)] }
    },
  ),
  fault('a resume goes on behind the step that failed', CONTINUES, {
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
  }),
  keeping('a resume forgets what the steps returned', [KEEPS_RESULTS], (step) =>
    isInitial(step) ? step : { ...step, body: forgotten(step) },
  ),
  keeping(
    'a resume forgets the payload',
    [KEEPS_RESULTS, 'queue.bulk.resume-creates-new-runs'],
    (step) => (isInitial(step) ? { ...step, body: new Uint8Array() } : step),
  ),
  ...each(delivering, ['queue.resume.omitted-settings-reuse-the-original'], {
    'a resume forwards no headers': (queue, run) => ({ headers: queue.runs.headers(run) }),
    'a resume is a POST': () => ({ method: 'POST' }),
    'a resume has no timeout of its own': (queue) => ({
      timeout: queue.reading.settings([]).timeout,
    }),
    'a resume is retried after the default backoff': () => ({ retryDelay: undefined }),
  }),
  ...each(losing, [KEEPS_RESULTS], {
    'a resume forgets a step that returned null': ({ out }) => out === 'null',
    'a resume forgets a step that returned an empty text': ({ out }) => out === '""',
    'a resume forgets a wait that is over': ({ waitEventId }) => waitEventId !== undefined,
    'a resume forgets a sleep that is over': ({ stepType }) => stepType.startsWith('Sleep'),
    'a resume forgets what an invoked run returned': ({ stepType }) => stepType === 'Invoke',
  }),
  ...each(goingOn, ['queue.resume.only-failed-or-pending-steps-execute'], {
    'a resume forgets all that is left but what failed': (_, { unsettled }) => ({
      unsettled: unsettled.slice(0, 1),
    }),
    'a resumed run waits for no event': () => ({ waiters: [] }),
  }),
]
