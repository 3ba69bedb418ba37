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
    'the entry of a run that was run again tells the retries of the run before',
    ['queue.restart.retries', 'queue.resume.retries', 'queue.dlq-message.max-retries'],
    (original, queue) => async (entry) => {
      const { workflowUrl } = entry.message
      const { items } = await queue.store.runs.page({ workflowUrl }, { limit: 100 })
      const maxRetries = items.at(-1)!.start.retries
      return original({ ...entry, message: { ...entry.message, maxRetries } })
    },
  ),
  fault('run ids are counted', ['queue.restart.new-run-id-is-random', RANDOM_IDS], () => {
    let runs = 1_000_000
    return { 'runs.newId': () => () => `wfr_${runs++}` }
  }),
  rerunningOne(
    'a restart is named after the run that failed',
    ['queue.restart.new-run-id-is-random', RANDOM_IDS],
    'restart',
    ({ runId, ...rest }, { message, sequence }) => ({
      ...rest,
      runId: runId ?? `${message.workflowRunId}-restart-of-${sequence}`,
    }),
  ),
  fault(
    'a restart keeps the results of the steps before',
    ['queue.restart.from-the-beginning', DISCARDS, NEW_RUNS],
    { 'reruns.keptSteps': given((_, ...asked) => ['resume' as const, ...asked]) },
  ),
  doing(
    'a restart with a run id keeps the results of the steps before',
    [DISCARDS],
    'restart',
    'resume',
    ({ runId }) => runId !== undefined,
  ),
  repeating('a restart of what came of a resume resumes', [DISCARDS], 'resume'),
  starting(
    'a restart begins with an empty payload',
    [PAYLOAD, NEW_RUNS, 'queue.dlq-message.body-when-utf8'],
    () => ({ body: new Uint8Array() }),
  ),
  starting('the payload of a restart is read as text', [PAYLOAD], (_, { body }) => ({
    body: Buffer.from(Buffer.from(body).toString()),
  })),
  starting(
    'a restart begins with what the last step was made of',
    [PAYLOAD, NEW_RUNS],
    ({ steps }, { body }) => ({ body: steps.at(-1)?.body ?? body }),
  ),
  starting('a restart forwards no headers', [CONFIGURATION], () => ({ headers: {} })),
  starting('a run that is run again has no failure callback', [CONFIGURATION, ...REUSED], () => ({
    failureCallback: undefined,
  })),
  reusing(
    'a run that is run again has the default retries where none are given',
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
    'a run that is run again has no flow control where none is given': (setting) =>
      !isFlowControl(setting),
    'a run that is run again with any setting loses its flow control': (setting, isOverridden) =>
      !isOverridden || !isFlowControl(setting),
  }),
  halving(
    'another key of flow control loses the limit of before',
    [...REUSED, ORIGINALS],
    'flow-control-key',
    'flow-control-value',
    'parallelism=1000',
  ),
  halving(
    'another limit of flow control loses the key of before',
    REUSED,
    'flow-control-value',
    'flow-control-key',
    'none',
  ),
  reusing('what is run again is a POST', CONFIGURED, ({ name }) => name !== 'method'),
  reusing(
    'what is run again has no timeout of its own',
    [...CONFIGURED, 'queue.flow-control.wait-list-size'],
    ({ name }) => name !== 'timeout',
  ),
  reusing(
    'what is run again is retried after the default backoff',
    {
      breaks: CONFIGURED,
      blocks: ['queue.bulk.flow-control-value', ORIGINALS, 'queue.bulk.retries'],
    },
    ({ name }) => name !== 'retry-delay',
  ),
  starting(
    'a restart is retried after the default backoff',
    {
      breaks: [CONFIGURATION],
      blocks: ['queue.bulk.flow-control-value', ORIGINALS, 'queue.bulk.retries'],
    },
    () => ({ retryDelay: undefined }),
  ),
  starting('a restart is a POST', [CONFIGURATION], () => ({ method: 'POST' })),
  remembering(
    'what is overridden of an entry, which stays, holds when it is run again without',
    REUSED,
    ({ id }) => id,
    (queue, letter) => queue.store.deadLetters.add(letter),
  ),
  remembering(
    'what is overridden of one entry holds for the others of its workflow',
    REUSED,
    ({ message }) => `${message.workflowUrl}`,
  ),
  fault('what is run again has no label', CONFIGURED, {
    'runs.start': given((start) => [start.kept ? { ...start, labels: [] } : start]),
  }),
  starting(
    'what is run again forgets headers of its callback',
    CONFIGURED,
    (_, { failureCallback }) => ({
      failureCallback: failureCallback && { ...failureCallback, headers: {} },
    }),
  ),
  ...each(dating, RESPONSES, {
    'what is answered of a new run tells its creation in seconds': (createdAt) =>
      Math.floor(createdAt / 1000),
    'what is answered of a new run tells its creation a millisecond late': (createdAt) =>
      createdAt + 1,
    'what is answered of a new run tells its creation as a string': String,
  }),
]
