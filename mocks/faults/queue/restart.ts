// Mistakes under the heading: Restart one.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import type { Instructions } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { Run } from '../../queue/runs/run.js'
import type { GivenSetting } from '../../queue/publish/settings.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements, type Replacing } from './fault.js'
import { dating, doing, has, repeating, rerunFaults, rerunningOne } from './rerun.js'

/** A server whose new runs start with something else than the failed ones. */
const starting = shape(
  (other: (run: Run, start: Instructions) => Partial<Instructions>): Replacements => ({
    'reruns.start': result((start, run) => ({ ...start, ...other(run, start) })),
  }),
)

/** A server whose new runs keep only these of the settings of the failed ones. */
const reusing = shape(
  (isReused: (setting: GivenSetting, isOverridden: boolean) => boolean): Replacements => ({
    'reruns.configuration': (original) => (run, overrides) => {
      const isOverridden = overrides.settings.length > 0
      const configuration = run.configuration.filter((each) => isReused(each, isOverridden))
      return original({ ...run, configuration }, overrides)
    },
  }),
)

/** A server that has another value of a setting where only the one beside it is overridden. */
const halving = shape((beside: string, name: string, value: string): Replacements => ({
  'reruns.configuration': result((settings, _, overrides) =>
    has(overrides, beside) && !has(overrides, name)
      ? settings.map((setting) => (setting.name === name ? { ...setting, value } : setting))
      : settings,
  ),
}))

/** A server that has what was overridden once override again, of all that is known by the same name. */
const remembering = shape(
  (
    nameOf: (letter: DeadLetter) => string,
    afterwards: (queue: Queue, letter: DeadLetter) => Promise<void> = async () => {},
  ): Replacing =>
    () => {
      const overridden = new Map<string, readonly GivenSetting[]>()
      return {
        'reruns.entry': (original, queue) => async (how, letter, overrides) => {
          const isNew = ({ name }: GivenSetting) =>
            overrides.settings.every((setting) => setting.name !== name)
          const before = overridden.get(nameOf(letter)) ?? []
          const settings = [...overrides.settings, ...before.filter(isNew)]
          overridden.set(nameOf(letter), settings)
          const run = await original(how, letter, { ...overrides, settings })
          await afterwards(queue, letter)
          return run
        },
      }
    },
)

const isFlowControl = ({ name }: GivenSetting) => name.startsWith('flow-control-')

const PAYLOAD = 'queue.restart.original-payload'
const CONFIGURATION = 'queue.restart.original-configuration'
const DISCARDS = 'queue.restart.discards-step-results'
const NEW_RUNS = 'queue.bulk.restart-creates-new-runs'
const REUSED = [
  'queue.restart.omitted-settings-reuse-the-original',
  'queue.resume.omitted-settings-reuse-the-original',
] as const

/** What is to be as before, as far as no request can override it. */
const CONFIGURED = [CONFIGURATION, 'queue.resume.omitted-settings-reuse-the-original'] as const

const ORIGINALS = 'queue.bulk.originals-reused-when-absent'
const RANDOM_IDS = 'queue.bulk.new-random-run-ids'

/** What is answered of new runs. */
const RESPONSES = [
  'queue.restart.response',
  'queue.resume.response',
  'queue.bulk.response',
] as const

export const restartFaults: readonly QueueFault[] = [
  ...rerunFaults('restart'),
  replacing('dlq.add')(
    'rerun-entry-has-retries-of-first-run: DLQ entry of a rerun: returns maxRetries of the first run',
    ['queue.restart.retries', 'queue.resume.retries', 'queue.dlq-message.max-retries'],
    (original, queue) => async (entry) => {
      const { workflowUrl } = entry.message
      const { items } = await queue.store.runs.page({ workflowUrl }, { limit: 100 })
      const maxRetries = items.at(-1)!.start.retries
      return original({ ...entry, message: { ...entry.message, maxRetries } })
    },
  ),
  fault(
    'run-ids-sequential: creates sequential run ids',
    ['queue.restart.new-run-id-is-random', RANDOM_IDS],
    () => {
      let runs = 1_000_000
      return { 'runs.newId': () => () => `wfr_${runs++}` }
    },
  ),
  rerunningOne(
    'restart-run-id-derived: restart: derives the new run id from the failed run',
    ['queue.restart.new-run-id-is-random', RANDOM_IDS],
    'restart',
    ({ runId, ...rest }, { message, sequence }) => ({
      ...rest,
      runId: runId ?? `${message.workflowRunId}-restart-of-${sequence}`,
    }),
  ),
  fault(
    'restart-keeps-step-results: restart: keeps the results of completed steps',
    ['queue.restart.from-the-beginning', DISCARDS, NEW_RUNS],
    { 'reruns.keptSteps': given((_, ...asked) => ['resume' as const, ...asked]) },
  ),
  doing(
    'restart-with-run-id-resumes: restart: resumes if a run id is given',
    [DISCARDS],
    'restart',
    'resume',
    ({ runId }) => runId !== undefined,
  ),
  repeating(
    'restart-after-resume-resumes: restart: resumes a run that was created by a resume',
    [DISCARDS],
    'resume',
  ),
  starting(
    'restart-payload-empty: restart: starts with an empty payload',
    [PAYLOAD, NEW_RUNS, 'queue.dlq-message.body-when-utf8'],
    () => ({ body: new Uint8Array() }),
  ),
  starting(
    'restart-payload-as-text: restart: decodes the payload as UTF-8 text',
    [PAYLOAD],
    (_, { body }) => ({
      body: Buffer.from(Buffer.from(body).toString()),
    }),
  ),
  starting(
    'restart-payload-of-last-step: restart: starts with the body of the last step',
    [PAYLOAD, NEW_RUNS],
    ({ steps }, { body }) => ({ body: steps.at(-1)?.body ?? body }),
  ),
  starting(
    'restart-drops-forwarded-headers: restart: drops forwarded headers',
    [CONFIGURATION],
    () => ({ headers: {} }),
  ),
  starting(
    'rerun-drops-failure-callback: rerun: drops the failure callback',
    [CONFIGURATION, ...REUSED],
    () => ({
      failureCallback: undefined,
    }),
  ),
  reusing(
    'rerun-resets-retries: rerun: resets retries to the default',
    {
      breaks: REUSED,
      blocks: [
        'queue.bulk.flow-control-key',
        'queue.bulk.flow-control-value',
        ORIGINALS,
        'queue.bulk.retries',
        'queue.dlq-message.period',
        'queue.dlq-message.rate',
      ],
    },
    ({ name }) => name !== 'retries',
  ),
  ...each(reusing, [...REUSED, ORIGINALS], {
    'rerun-drops-flow-control: rerun: drops flow control': (setting) => !isFlowControl(setting),
    'rerun-override-drops-flow-control: rerun: drops flow control if anything is overridden': (
      setting,
      isOverridden,
    ) => !isOverridden || !isFlowControl(setting),
  }),
  halving(
    'rerun-new-key-drops-value: rerun: a new flow-control key drops the old limit',
    [...REUSED, ORIGINALS],
    'flow-control-key',
    'flow-control-value',
    'parallelism=1000',
  ),
  halving(
    'rerun-new-value-drops-key: rerun: a new flow-control value drops the old key',
    REUSED,
    'flow-control-value',
    'flow-control-key',
    'none',
  ),
  reusing(
    'rerun-drops-method: rerun: sends POST instead of the original method',
    CONFIGURED,
    ({ name }) => name !== 'method',
  ),
  reusing(
    'rerun-drops-timeout: rerun: drops the timeout',
    [...CONFIGURED, 'queue.flow-control.wait-list-size'],
    ({ name }) => name !== 'timeout',
  ),
  reusing(
    'rerun-drops-retry-delay: rerun: drops Svc-Retry-Delay',
    {
      breaks: CONFIGURED,
      blocks: ['queue.bulk.flow-control-value', ORIGINALS, 'queue.bulk.retries'],
    },
    ({ name }) => name !== 'retry-delay',
  ),
  starting(
    'restart-drops-retry-delay: restart: drops Svc-Retry-Delay',
    {
      breaks: [CONFIGURATION],
      blocks: ['queue.bulk.flow-control-value', ORIGINALS, 'queue.bulk.retries'],
    },
    () => ({ retryDelay: undefined }),
  ),
  starting(
    'restart-drops-method: restart: sends POST instead of the original method',
    [CONFIGURATION],
    () => ({ method: 'POST' }),
  ),
  remembering(
    'rerun-reuses-overrides-of-entry: rerun: reuses earlier overrides of the same DLQ entry',
    REUSED,
    ({ id }) => id,
    (queue, letter) => queue.store.deadLetters.add(letter),
  ),
  remembering(
    'rerun-reuses-overrides-of-workflow: rerun: reuses earlier overrides of the same workflow',
    REUSED,
    ({ message }) => `${message.workflowUrl}`,
  ),
  fault('rerun-drops-label: rerun: drops the label', CONFIGURED, {
    'runs.start': given((start) => [start.kept ? { ...start, labels: [] } : start]),
  }),
  starting(
    'rerun-drops-failure-callback-headers: rerun: drops the headers of the failure callback',
    CONFIGURED,
    (_, { failureCallback }) => ({
      failureCallback: failureCallback && { ...failureCallback, headers: {} },
    }),
  ),
  ...each(dating, RESPONSES, {
    'rerun-created-at-in-seconds: rerun: returns workflowCreatedAt in seconds': (createdAt) =>
      Math.floor(createdAt / 1000),
    'rerun-created-at-1-ms-late: rerun: returns workflowCreatedAt 1 ms late': (createdAt) =>
      createdAt + 1,
    'rerun-created-at-as-string: rerun: returns workflowCreatedAt as a string': String,
  }),
]
