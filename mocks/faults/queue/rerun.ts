// Mistakes that a server can make alike with a restart and with a resume, one or many.

import type { DeadLetter, DeadLetterFilter } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import type { Overrides, Rerun } from '../../queue/dlq/rerun.js'
import type { Fault } from '../fault.js'
import { forbidden } from './parts.js'

/** A server that runs entries again otherwise than it is told. */
export const rerunning =
  (
    other: (how: Rerun, overrides: Overrides, letter: DeadLetter) => readonly [Rerun, Overrides],
  ): Fault<Queue>['apply'] =>
  (queue) => ({
    ...queue,
    rerunEntry(how, letter, overrides) {
      const [otherwise, others] = other(how, overrides, letter)
      return queue.rerunEntry(otherwise, letter, others)
    },
  })

/** The same of one of the two. */
export const rerunningOne = (
  how: Rerun,
  other: (overrides: Overrides, letter: DeadLetter) => Overrides,
) =>
  rerunning((asked, overrides, letter) => [
    asked,
    asked === how ? other(overrides, letter) : overrides,
  ])

/** A server that does the other one of the two where some overrides are asked for. */
export const doing = (how: Rerun, instead: Rerun, where: (overrides: Overrides) => boolean) =>
  rerunning((asked, overrides) => [asked === how && where(overrides) ? instead : asked, overrides])

/** A server that does with what came of one of the two the same once more, whatever is asked. */
export const repeating =
  (first: Rerun): Fault<Queue>['apply'] =>
  (queue) => {
    const made = new Set<string>()
    return {
      ...queue,
      async rerunEntry(how, letter, overrides) {
        const isMade = made.has(letter.runKey)
        const run = await queue.rerunEntry(isMade ? first : how, letter, overrides)
        if (run && how === first) made.add(run.key)
        return run
      },
    }
  }

/** A server that overlooks what single requests of one kind override. */
const overlooking =
  (how: Rerun, other: (overrides: Overrides) => Overrides): Fault<Queue>['apply'] =>
  (queue) => ({
    ...queue,
    async rerun(asked, dlqId, overrides) {
      if (asked !== how) return queue.rerun(asked, dlqId, overrides)
      const letter = await queue.store.deadLetters.get(dlqId)
      return queue.rerun(asked, dlqId, whole(other(overrides), letter))
    },
  })

/** Overrides without half a flow control, where the failed run has none to complete it. */
function whole(overrides: Overrides, letter: DeadLetter | undefined): Overrides {
  const halves = ['flow-control-key', 'flow-control-value']
  const isHalf = halves.filter((name) => has(overrides, name)).length === 1
  const hasOne = typeof letter?.message.flowControlKey === 'string'
  return isHalf && !hasOne ? halves.reduce((all, name) => without(name)(all), overrides) : overrides
}

/** Overrides without the settings of a name. */
export const without =
  (name: string) =>
  ({ settings, ...rest }: Overrides): Overrides => ({
    ...rest,
    settings: settings.filter((setting) => setting.name !== name),
  })

export const has = ({ settings }: Overrides, name: string) =>
  settings.some((setting) => setting.name === name)

/** What of the overrides of one request is overlooked because of others, or for want of them. */
export const overlooked: readonly (readonly [
  what: string,
  statement: 'retries' | 'flow-control-key' | 'flow-control-value',
  other: (overrides: Overrides) => Overrides,
])[] = [
  [
    'a flow-control key without a value',
    'flow-control-key',
    (all) => (has(all, 'flow-control-value') ? all : without('flow-control-key')(all)),
  ],
  [
    'a flow-control value without a key',
    'flow-control-value',
    (all) => (has(all, 'flow-control-key') ? all : without('flow-control-value')(all)),
  ],
  [
    'a flow-control value that is a rate',
    'flow-control-value',
    ({ settings, ...rest }) => ({
      ...rest,
      settings: settings.filter(({ name, value }) => {
        return name !== 'flow-control-value' || value.includes('parallelism')
      }),
    }),
  ],
  [
    'retries beside a flow-control key',
    'retries',
    (all) => (has(all, 'flow-control-key') ? without('retries')(all) : all),
  ],
]

/** A server that selects the entries of a bulk request by another filter. */
export const selecting =
  (other: (filter: DeadLetterFilter) => DeadLetterFilter): Fault<Queue>['apply'] =>
  (queue) => ({ ...queue, bulkFilter: (selection) => other(queue.bulkFilter(selection)) })

/** A server of which the answers tell another moment of a new run. */
export const dating =
  (other: (createdAt: number) => unknown): Fault<Queue>['apply'] =>
  (queue) => ({
    ...queue,
    runReference(run) {
      const reference = queue.runReference(run)
      return forbidden({ ...reference, workflowCreatedAt: other(run.createdAt) })
    },
  })

/** What a restart and a resume can do wrong alike. */
export const rerunFaults = (how: Rerun): readonly Fault<Queue>[] => [
  {
    name: `a ${how} has the run id of the run that failed`,
    breaks: [
      `queue.${how}.creates-a-new-run`,
      `queue.bulk.${how}-creates-new-runs`,
      'queue.bulk.new-random-run-ids',
      ...(how === 'restart' ? (['queue.restart.new-run-id-is-random'] as const) : []),
    ],
    blocks: [`queue.${how}.*`],
    apply: rerunningOne(how, ({ runId, ...rest }, { message }) => ({
      ...rest,
      runId: runId ?? message.workflowRunId,
    })),
  },
  {
    name: `the id of the new run of a ${how} is ignored`,
    breaks: [`queue.${how}.workflow-run-id`],
    apply: overlooking(how, (overrides) => ({ ...overrides, runId: undefined })),
  },
  {
    name: `the id of the new run of a ${how} is put into lower case`,
    breaks: [`queue.${how}.workflow-run-id`],
    apply: overlooking(how, ({ runId, ...rest }) => ({ ...rest, runId: runId?.toLowerCase() })),
  },
  {
    name: `the retries of a ${how} are ignored`,
    breaks: [`queue.${how}.retries`],
    apply: overlooking(how, without('retries')),
  },
  {
    name: `what a ${how} overrides holds for its first message alone`,
    breaks: [`queue.${how}.retries`],
    apply: (queue) => ({
      ...queue,
      async rerunEntry(asked, letter, overrides) {
        const failed = await queue.store.runs.get(letter.runKey)
        if (asked !== how || !failed) return queue.rerunEntry(asked, letter, overrides)
        const { configuration } = failed
        const overridden = queue.rerunConfiguration(failed, overrides)
        const first: Queue = {
          ...queue,
          startRun: (start) => queue.startRun({ ...start, configuration }),
          resumedInstructions: (run, message) =>
            queue.resumedInstructions({ ...run, configuration: overridden }, message),
        }
        return first.rerunEntry(asked, letter, overrides)
      },
    }),
  },
  {
    name: `the flow control of a ${how} is told and holds nothing up`,
    breaks: [
      `queue.${how}.flow-control-value`,
      // By a restart messages come to wait, unless it sets nothing.
      ...(how === 'restart' ? (['queue.flow-control.wait-list-size'] as const) : []),
    ],
    apply: (queue) =>
      how === 'restart'
        ? {
            ...queue,
            restartRun: (run) =>
              queue.restartRun({ ...run, start: { ...run.start, flowControl: undefined } }),
          }
        : {
            ...queue,
            resumedInstructions: (...asked) => ({
              ...queue.resumedInstructions(...asked),
              flowControl: undefined,
            }),
          },
  },
  {
    name: `the flow-control key of a ${how} is ignored`,
    breaks: [`queue.${how}.flow-control-key`, `queue.${how}.flow-control-value`],
    apply: overlooking(how, without('flow-control-key')),
  },
  {
    name: `the flow-control value of a ${how} is ignored`,
    breaks: [`queue.${how}.flow-control-key`, `queue.${how}.flow-control-value`],
    apply: overlooking(how, without('flow-control-value')),
  },
  ...overlooked.map(([what, statement, other]): Fault<Queue> => ({
    name: `a ${how} ignores ${what}`,
    breaks: [`queue.${how}.${statement}`],
    apply: overlooking(how, other),
  })),
  {
    name: `a ${how} ignores retries beside a run id`,
    breaks: [`queue.${how}.retries`],
    apply: overlooking(how, (all) => (all.runId === undefined ? all : without('retries')(all))),
  },
]
