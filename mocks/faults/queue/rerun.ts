// Faults of a restart, and the same of a resume.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import { reruns, type Overrides, type Rerun } from '../../queue/dlq/reruns.js'
import { given, prefixed, result, rows } from '../written.js'
import type { Replacements, Table } from './fault.js'
import { forbidden } from './parts.js'

/** Changes the kind and the overrides of a rerun. */
export const rerunning = (
  other: (how: Rerun, overrides: Overrides, letter: DeadLetter) => readonly [Rerun, Overrides],
): Replacements => ({
  'reruns.entry': (original) => (how, letter, overrides) => {
    const [changedHow, changedOverrides] = other(how, overrides, letter)
    return original(changedHow, letter, changedOverrides)
  },
})

/** Changes the overrides of a restart or of a resume. */
export const rerunningOne = (
  how: Rerun,
  other: (overrides: Overrides, letter: DeadLetter) => Overrides,
) =>
  rerunning((asked, overrides, letter) => [
    asked,
    asked === how ? other(overrides, letter) : overrides,
  ])

/** Does the other kind of rerun if `where` is true. */
export const doing = (how: Rerun, instead: Rerun, where: (overrides: Overrides) => boolean) =>
  rerunning((asked, overrides) => [asked === how && where(overrides) ? instead : asked, overrides])

/** Changes the overrides of single requests of one kind. */
const overlooking =
  (how: Rerun) =>
  (other: (overrides: Overrides) => Overrides): Replacements => ({
    'reruns.one': (original, queue) => async (asked, dlqId, overrides) => {
      if (asked !== how) return original(asked, dlqId, overrides)
      const letter = await queue.store.deadLetters.get(dlqId)
      return original(asked, dlqId, whole(other(overrides), letter))
    },
  })

/** Drops a flow-control key without a value, or the reverse, if the failed run has no flow control. */
function whole(overrides: Overrides, letter: DeadLetter | undefined): Overrides {
  const halves = ['flow-control-key', 'flow-control-value']
  const isHalf = halves.filter((name) => has(overrides, name)).length === 1
  const hasOne = typeof letter?.message.flowControlKey === 'string'
  return isHalf && !hasOne ? halves.reduce((all, name) => without(name)(all), overrides) : overrides
}

/** Drops the settings of a name. */
export const without =
  (name: string) =>
  ({ settings, ...rest }: Overrides): Overrides => ({
    ...rest,
    settings: settings.filter((setting) => setting.name !== name),
  })

export const has = ({ settings }: Overrides, name: string) =>
  settings.some((setting) => setting.name === name)

/** Changes workflowCreatedAt in the response. */
export const dating = (other: (createdAt: number) => unknown): Replacements => ({
  'reruns.reference': result((reference, run) =>
    forbidden({ ...reference, workflowCreatedAt: other(run.createdAt) }),
  ),
})

const AFTER_RESTARTS = [
  'queue.restart.omitted-settings-reuse-the-original',
  'queue.resume.omitted-settings-reuse-the-original',
  'queue.bulk.originals-reused-when-absent',
] as const

const AFTER_RESUMES = ['queue.resume.omitted-settings-reuse-the-original'] as const

/** Rules whose scenarios set flow control by a restart. */
const BY_RESTART = [
  'queue.bulk.flow-control-value',
  'queue.dlq-message.flow-control-key',
  'queue.dlq-message.parallelism',
  'queue.dlq-message.period',
  'queue.dlq-message.rate',
  'queue.flow-control.key',
  'queue.flow-control.wait-list-size',
]

/** Returns the faults of one kind of rerun. */
export function rerunFaults(how: Rerun): Table {
  const isRestart = how === 'restart'
  const retries = `queue.${how}.retries` as const
  const value = `queue.${how}.flow-control-value` as const

  return prefixed(how, how, {
    'keeps-run-id: reuses the run id of the failed run': {
      breaks: [
        `queue.${how}.creates-a-new-run`,
        `queue.bulk.${how}-creates-new-runs`,
        'queue.bulk.new-random-run-ids',
        ...(isRestart ? (['queue.restart.new-run-id-is-random'] as const) : []),
      ],
      blocks: [`queue.${how}.*`, ...(isRestart ? BY_RESTART : [])],
      ...rerunningOne(how, ({ runId, ...rest }, { message }) => ({
        ...rest,
        runId: runId ?? message.workflowRunId,
      })),
    },
    ...rows(overlooking(how), {
      'run-id-ignored: ignores Svc-Workflow-Runid': [
        `queue.${how}.workflow-run-id`,
        (all) => ({ ...all, runId: undefined }),
      ],
      'retries-ignored: ignores Svc-Retries': [retries, without('retries')],
      'flow-control-key-ignored: ignores Svc-Flow-Control-Key': [
        [`queue.${how}.flow-control-key`, value],
        without('flow-control-key'),
      ],
      'flow-control-value-ignored: ignores Svc-Flow-Control-Value': [
        [`queue.${how}.flow-control-key`, value],
        without('flow-control-value'),
      ],
      'ignores-key-without-value: ignores flow-control key with no value': [
        `queue.${how}.flow-control-key`,
        (all) => (has(all, 'flow-control-value') ? all : without('flow-control-key')(all)),
      ],
      'ignores-value-without-key: ignores flow-control value with no key': [
        value,
        (all) => (has(all, 'flow-control-key') ? all : without('flow-control-value')(all)),
      ],
    }),
    'overrides-first-message-only: applies new settings only to the first message': {
      breaks: isRestart ? [retries, ...AFTER_RESTARTS] : AFTER_RESUMES,
      'reruns.entry': (original, queue) => async (asked, letter, overrides) => {
        const failed = await queue.store.runs.get(letter.runKey)
        if (asked !== how || !failed) return original(asked, letter, overrides)
        const { configuration } = failed
        const overridden = queue.reruns.configuration(failed, overrides)
        const first = queue.replaced({
          runs: { start: (original) => (start) => original({ ...start, configuration }) },
          reruns: {
            resumedInstructions: (original) => (run, message) =>
              original({ ...run, configuration: overridden }, message),
          },
        })
        return reruns(first).entry(asked, letter, overrides)
      },
    },
    'flow-control-not-applied: sends the first messages without flow control': {
      breaks: [value, ...(isRestart ? (['queue.flow-control.wait-list-size'] as const) : [])],
      ...(isRestart
        ? {
            'reruns.restart': given((run, ...rest) => [
              { ...run, start: { ...run.start, flowControl: undefined } },
              ...rest,
            ]),
          }
        : { 'reruns.resumedInstructions': result((all) => ({ ...all, flowControl: undefined })) }),
    },
  })
}
