// Mistakes under the heading: Restart one.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import type { Instructions } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { Run } from '../../queue/runs/run.js'
import type { GivenSetting } from '../../queue/publish/settings.js'
import type { QueueFault, Replacements, Replacing } from './fault.js'
import { result, given } from './parts.js'
import { dating, doing, repeating, rerunFaults, rerunningOne } from './rerun.js'

/** A server whose new runs start with something else than the failed ones. */
const starting = (other: (run: Run, start: Instructions) => Partial<Instructions>): Replacements =>
  result('reruns', 'start', (start, run) => ({ ...start, ...other(run, start) }))

/** A server whose new runs keep only these of the settings of the failed ones. */
const reusing = (
  isReused: (setting: GivenSetting, isOverridden: boolean) => boolean,
): Replacements => ({
  reruns: {
    configuration: (original) => (run, overrides) => {
      const isOverridden = overrides.settings.length > 0
      const configuration = run.configuration.filter((each) => isReused(each, isOverridden))
      return original({ ...run, configuration }, overrides)
    },
  },
})

/** A server that has what was overridden once override again, of all that is known by the same name. */
const remembering =
  (
    nameOf: (letter: DeadLetter) => string,
    afterwards: (queue: Queue, letter: DeadLetter) => Promise<void> = async () => {},
  ): Replacing =>
  () => {
    const overridden = new Map<string, readonly GivenSetting[]>()
    return {
      reruns: {
        entry: (original, queue) => async (how, letter, overrides) => {
          const isNew = ({ name }: GivenSetting) =>
            overrides.settings.every((setting) => setting.name !== name)
          const before = overridden.get(nameOf(letter)) ?? []
          const settings = [...overrides.settings, ...before.filter(isNew)]
          overridden.set(nameOf(letter), settings)
          const run = await original(how, letter, { ...overrides, settings })
          await afterwards(queue, letter)
          return run
        },
      },
    }
  }

const isFlowControl = ({ name }: GivenSetting) => name.startsWith('flow-control-')

const REUSED = [
  'queue.restart.omitted-settings-reuse-the-original',
  'queue.resume.omitted-settings-reuse-the-original',
] as const

/** What is to be as before, as far as no request can override it. */
const CONFIGURED = [
  'queue.restart.original-configuration',
  'queue.resume.omitted-settings-reuse-the-original',
] as const

export const restartFaults: readonly QueueFault[] = [
  ...rerunFaults('restart'),
  {
    name: 'the entry of a run that was run again tells the retries of the run before',
    breaks: ['queue.restart.retries', 'queue.resume.retries', 'queue.dlq-message.max-retries'],
    replace: {
      dlq: {
        add: (original, queue) => async (entry) => {
          const { workflowUrl } = entry.message
          const { items } = await queue.store.runs.page({ workflowUrl }, { limit: 100 })
          const maxRetries = items.at(-1)!.start.retries
          return original({ ...entry, message: { ...entry.message, maxRetries } })
        },
      },
    },
  },
  {
    name: 'run ids are counted',
    breaks: ['queue.restart.new-run-id-is-random', 'queue.bulk.new-random-run-ids'],
    replace: () => {
      let runs = 1_000_000
      return { runs: { newId: () => () => `wfr_${runs++}` } }
    },
  },
  {
    name: 'a restart is named after the run that failed',
    breaks: ['queue.restart.new-run-id-is-random', 'queue.bulk.new-random-run-ids'],
    replace: rerunningOne('restart', ({ runId, ...rest }, { message, sequence }) => ({
      ...rest,
      runId: runId ?? `${message.workflowRunId}-restart-of-${sequence}`,
    })),
  },
  {
    name: 'a restart keeps the results of the steps before',
    breaks: [
      'queue.restart.from-the-beginning',
      'queue.restart.discards-step-results',
      'queue.bulk.restart-creates-new-runs',
    ],
    replace: given('reruns', 'keptSteps', (_, ...asked) => ['resume' as const, ...asked]),
  },
  {
    name: 'a restart with a run id keeps the results of the steps before',
    breaks: ['queue.restart.discards-step-results'],
    replace: doing('restart', 'resume', ({ runId }) => runId !== undefined),
  },
  {
    name: 'a restart of what came of a resume resumes',
    breaks: ['queue.restart.discards-step-results'],
    replace: repeating('resume'),
  },
  {
    name: 'a restart begins with an empty payload',
    breaks: [
      'queue.restart.original-payload',
      'queue.bulk.restart-creates-new-runs',
      'queue.dlq-message.body-when-utf8',
    ],
    replace: starting(() => ({ body: new Uint8Array() })),
  },
  {
    name: 'the payload of a restart is read as text',
    breaks: ['queue.restart.original-payload'],
    replace: starting((_, { body }) => ({ body: Buffer.from(Buffer.from(body).toString()) })),
  },
  {
    name: 'a restart begins with what the last step was made of',
    breaks: ['queue.restart.original-payload', 'queue.bulk.restart-creates-new-runs'],
    replace: starting(({ steps }, { body }) => ({ body: steps.at(-1)?.body ?? body })),
  },
  {
    name: 'a restart forwards no headers',
    breaks: ['queue.restart.original-configuration'],
    replace: starting(() => ({ headers: {} })),
  },
  {
    name: 'a run that is run again has no failure callback',
    breaks: ['queue.restart.original-configuration', ...REUSED],
    replace: starting(() => ({ failureCallback: undefined })),
  },
  {
    name: 'a run that is run again has the default retries where none are given',
    breaks: REUSED,
    blocks: [
      'queue.bulk.flow-control-key',
      'queue.bulk.flow-control-value',
      'queue.bulk.originals-reused-when-absent',
      'queue.bulk.retries',
      'queue.dlq-message.period',
      'queue.dlq-message.rate',
    ],
    replace: reusing(({ name }) => name !== 'retries'),
  },
  {
    name: 'a run that is run again has no flow control where none is given',
    breaks: [...REUSED, 'queue.bulk.originals-reused-when-absent'],
    replace: reusing((setting) => !isFlowControl(setting)),
  },
  {
    name: 'a run that is run again with any setting loses its flow control',
    breaks: [...REUSED, 'queue.bulk.originals-reused-when-absent'],
    replace: reusing((setting, isOverridden) => !isOverridden || !isFlowControl(setting)),
  },
  {
    name: 'another key of flow control loses the limit of before',
    breaks: [...REUSED, 'queue.bulk.originals-reused-when-absent'],
    replace: result('reruns', 'configuration', (settings, _, overrides) => {
      const has = (name: string) => overrides.settings.some((setting) => setting.name === name)
      if (!has('flow-control-key') || has('flow-control-value')) return settings
      const isLimit = ({ name }: GivenSetting) => name === 'flow-control-value'
      const value = 'parallelism=1000'
      return settings.map((setting) => (isLimit(setting) ? { ...setting, value } : setting))
    }),
  },
  {
    name: 'another limit of flow control loses the key of before',
    breaks: REUSED,
    replace: result('reruns', 'configuration', (settings, _, overrides) => {
      const has = (name: string) => overrides.settings.some((setting) => setting.name === name)
      if (!has('flow-control-value') || has('flow-control-key')) return settings
      const isKey = ({ name }: GivenSetting) => name === 'flow-control-key'
      return settings.map((setting) => (isKey(setting) ? { ...setting, value: 'none' } : setting))
    }),
  },
  {
    name: 'what is run again is a POST',
    breaks: CONFIGURED,
    replace: reusing(({ name }) => name !== 'method'),
  },
  {
    name: 'what is run again has no timeout of its own',
    breaks: [...CONFIGURED, 'queue.flow-control.wait-list-size'],
    replace: reusing(({ name }) => name !== 'timeout'),
  },
  {
    name: 'what is run again is retried after the default backoff',
    breaks: CONFIGURED,
    blocks: [
      'queue.bulk.flow-control-value',
      'queue.bulk.originals-reused-when-absent',
      'queue.bulk.retries',
    ],
    replace: reusing(({ name }) => name !== 'retry-delay'),
  },
  {
    name: 'a restart is retried after the default backoff',
    breaks: ['queue.restart.original-configuration'],
    blocks: [
      'queue.bulk.flow-control-value',
      'queue.bulk.originals-reused-when-absent',
      'queue.bulk.retries',
    ],
    replace: starting(() => ({ retryDelay: undefined })),
  },
  {
    name: 'a restart is a POST',
    breaks: ['queue.restart.original-configuration'],
    replace: starting(() => ({ method: 'POST' })),
  },
  {
    name: 'what is overridden of an entry, which stays, holds when it is run again without',
    breaks: REUSED,
    replace: remembering(
      ({ id }) => id,
      (queue, letter) => queue.store.deadLetters.add(letter),
    ),
  },
  {
    name: 'what is overridden of one entry holds for the others of its workflow',
    breaks: REUSED,
    replace: remembering(({ message }) => `${message.workflowUrl}`),
  },
  {
    name: 'what is run again has no label',
    breaks: CONFIGURED,
    replace: given('runs', 'start', (start) => [start.kept ? { ...start, labels: [] } : start]),
  },
  {
    name: 'what is run again forgets headers of its callback',
    breaks: CONFIGURED,
    replace: starting((_, { failureCallback }) => ({
      failureCallback: failureCallback && { ...failureCallback, headers: {} },
    })),
  },
  {
    name: 'what is answered of a new run tells its creation in seconds',
    breaks: ['queue.restart.response', 'queue.resume.response', 'queue.bulk.response'],
    replace: dating((createdAt) => Math.floor(createdAt / 1000)),
  },
  {
    name: 'what is answered of a new run tells its creation a millisecond late',
    breaks: ['queue.restart.response', 'queue.resume.response', 'queue.bulk.response'],
    replace: dating((createdAt) => createdAt + 1),
  },
  {
    name: 'what is answered of a new run tells its creation as a string',
    breaks: ['queue.restart.response', 'queue.resume.response', 'queue.bulk.response'],
    replace: dating(String),
  },
]
