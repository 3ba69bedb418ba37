// Faults of the heading Restart one.

import type { Instructions } from '../../queue/message.js'
import type { Run } from '../../queue/runs/run.js'
import type { GivenSetting } from '../../queue/publish/settings.js'
import { each, given, result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { dating, doing, has, rerunFaults, rerunningOne } from './rerun.js'
import { inSeconds, omitting } from './parts.js'

/** Changes the instructions that a restarted run starts with. */
const starting = (
  other: (run: Run, start: Instructions) => Partial<Instructions>,
): Replacements => ({
  'reruns.start': result((start, run) => ({ ...start, ...other(run, start) })),
})

/** Keeps only some settings of the failed run. */
const reusing = (isReused: (name: string) => boolean): Replacements => ({
  'reruns.configuration': given((run, overrides) => {
    const configuration = run.configuration.filter(({ name }) => isReused(name))
    return [{ ...run, configuration }, overrides]
  }),
})

const PAYLOAD = 'queue.restart.original-payload'
const CONFIGURATION = 'queue.restart.original-configuration'
const DISCARDS = 'queue.restart.discards-step-results'
const NEW_RUNS = 'queue.bulk.restart-creates-new-runs'
const REUSED = [
  'queue.restart.omitted-settings-reuse-the-original',
  'queue.resume.omitted-settings-reuse-the-original',
] as const

/** Rules about settings that no request can override. */
const CONFIGURED = [CONFIGURATION, 'queue.resume.omitted-settings-reuse-the-original'] as const

const ORIGINALS = 'queue.bulk.originals-reused-when-absent'
const RANDOM_IDS = 'queue.bulk.new-random-run-ids'

/** Rules about the response to a rerun. */
const RESPONSES = [
  'queue.restart.response',
  'queue.resume.response',
  'queue.bulk.response',
] as const

export const restartFaults = faults({
  ...rerunFaults('restart'),
  'rerun-entry-has-retries-of-first-run: restart/resume: DLQ entry shows the old maxRetries': {
    breaks: ['queue.restart.retries', 'queue.resume.retries', 'queue.dlq-message.max-retries'],
    'dlq.add': (original, queue) => async (entry) => {
      const { workflowUrl } = entry.message
      const { items } = await queue.store.runs.page({ workflowUrl }, { limit: 100 })
      const maxRetries = items.at(-1)!.start.retries
      return original({ ...entry, message: { ...entry.message, maxRetries } })
    },
  },
  'run-ids-sequential: creates sequential run ids': {
    breaks: ['queue.restart.new-run-id-is-random', RANDOM_IDS],
    replace: () => {
      let runs = 1_000_000
      return { 'runs.newId': () => () => `wfr_${runs++}` }
    },
  },
  'restart-run-id-derived: restart: derives the new run id from the old run id': {
    breaks: ['queue.restart.new-run-id-is-random', RANDOM_IDS],
    ...rerunningOne('restart', ({ runId, ...rest }, { message, sequence }) => ({
      ...rest,
      runId: runId ?? `${message.workflowRunId}-restart-of-${sequence}`,
    })),
  },
  'restart-keeps-step-results: restart: keeps the results of completed steps': {
    breaks: ['queue.restart.from-the-beginning', DISCARDS, NEW_RUNS],
    'reruns.keptSteps': given((_, ...asked) => ['resume' as const, ...asked]),
  },
  'restart-with-run-id-resumes: restart: resumes instead if Svc-Workflow-Runid is sent': {
    breaks: [DISCARDS],
    ...doing('restart', 'resume', ({ runId }) => runId !== undefined),
  },
  'restart-after-resume-resumes: restart: resumes a run that was created by a resume': {
    breaks: ['queue.restart.from-the-beginning'],
    replace: (made = new Set<string>()) => ({
      'reruns.entry': (original) => async (how, letter, overrides) => {
        const isMade = made.has(letter.runKey)
        const run = await original(isMade ? 'resume' : how, letter, overrides)
        if (run && how === 'resume') made.add(run.key)
        return run
      },
    }),
  },
  'restart-payload-empty: restart: sends an empty body, not the original payload': {
    breaks: [PAYLOAD, NEW_RUNS, 'queue.dlq-message.body-when-utf8'],
    ...starting(() => ({ body: new Uint8Array() })),
  },
  "restart-payload-of-last-step: restart: sends the last step's body, not the payload": {
    breaks: [PAYLOAD, NEW_RUNS],
    ...starting(({ steps }, { body }) => ({ body: steps.at(-1)?.body ?? body })),
  },
  'restart-drops-forwarded-headers: restart: drops the forwarded headers of the failed run': {
    breaks: [CONFIGURATION],
    ...starting(() => ({ headers: {} })),
  },
  'rerun-drops-failure-callback: restart/resume: the new run has no failure callback': {
    breaks: [CONFIGURATION, ...REUSED],
    ...starting(omitting('failureCallback')),
  },
  'rerun-resets-retries: restart/resume: does not keep the old Svc-Retries': {
    breaks: REUSED,
    blocks: [
      'queue.bulk.flow-control-key',
      'queue.bulk.flow-control-value',
      ORIGINALS,
      'queue.dlq-message.period',
      'queue.dlq-message.rate',
    ],
    ...reusing((name) => name !== 'retries'),
  },
  'rerun-drops-flow-control: restart/resume: does not keep the old flow control': {
    breaks: [...REUSED, ORIGINALS],
    ...reusing((name) => !name.startsWith('flow-control-')),
  },
  'rerun-new-value-drops-key: restart/resume: new flow-control value drops the old key': {
    breaks: REUSED,
    'reruns.configuration': result((settings, _, overrides) =>
      has(overrides, 'flow-control-value') && !has(overrides, 'flow-control-key')
        ? settings.map((each) =>
            each.name === 'flow-control-key' ? { ...each, value: 'none' } : each,
          )
        : settings,
    ),
  },
  'rerun-drops-callback: restart/resume: the new run has no callback': {
    breaks: CONFIGURED,
    ...starting(omitting('callback')),
  },
  'rerun-drops-timeout: restart/resume: does not keep the old Svc-Timeout': {
    breaks: [...CONFIGURED, 'queue.flow-control.wait-list-size'],
    ...reusing((name) => name !== 'timeout'),
  },
  'rerun-drops-retry-delay: restart/resume: does not keep the old Svc-Retry-Delay': {
    breaks: CONFIGURED,
    blocks: ['queue.bulk.flow-control-value'],
    ...reusing((name) => name !== 'retry-delay'),
  },
  'rerun-reuses-overrides-of-workflow: restart/resume: settings sent once persist for the workflow':
    {
      breaks: REUSED,
      replace: (overridden = new Map<string, readonly GivenSetting[]>()) => ({
        'reruns.entry': given((how, letter, overrides) => {
          const { workflowUrl = '' } = letter.message
          const isNew = ({ name }: GivenSetting) => !has(overrides, name)
          const before = overridden.get(workflowUrl) ?? []
          const settings = [...overrides.settings, ...before.filter(isNew)]
          overridden.set(workflowUrl, settings)
          return [how, letter, { ...overrides, settings }]
        }),
      }),
    },
  ...each(dating, RESPONSES, {
    'rerun-created-at-in-seconds: restart/resume: returns workflowCreatedAt in seconds': inSeconds,
    'rerun-created-at-as-string: restart/resume: returns workflowCreatedAt as a string': String,
  }),
})
