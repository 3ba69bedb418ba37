// Mistakes that a server can make alike with a restart and with a resume, one or many.

import type { DeadLetter, DeadLetterFilter } from '../../queue/dlq/dead-letter.js'
import { reruns, type Overrides, type Rerun } from '../../queue/dlq/reruns.js'
import type { QueueFault, Replacements, Replacing } from './fault.js'
import { forbidden, result } from './parts.js'

/** A server that runs entries again otherwise than it is told. */
export const rerunning = (
  other: (how: Rerun, overrides: Overrides, letter: DeadLetter) => readonly [Rerun, Overrides],
): Replacements => ({
  reruns: {
    entry: (original) => (how, letter, overrides) => {
      const [otherwise, others] = other(how, overrides, letter)
      return original(otherwise, letter, others)
    },
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
  (first: Rerun): Replacing =>
  () => {
    const made = new Set<string>()
    return {
      reruns: {
        entry: (original) => async (how, letter, overrides) => {
          const isMade = made.has(letter.runKey)
          const run = await original(isMade ? first : how, letter, overrides)
          if (run && how === first) made.add(run.key)
          return run
        },
      },
    }
  }

/** A server that overlooks what single requests of one kind override. */
const overlooking = (how: Rerun, other: (overrides: Overrides) => Overrides): Replacements => ({
  reruns: {
    one: (original, queue) => async (asked, dlqId, overrides) => {
      if (asked !== how) return original(asked, dlqId, overrides)
      const letter = await queue.store.deadLetters.get(dlqId)
      return original(asked, dlqId, whole(other(overrides), letter))
    },
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
export const selecting = (other: (filter: DeadLetterFilter) => DeadLetterFilter): Replacements =>
  result('reruns', 'filter', other)

/** A server of which the answers tell another moment of a new run. */
export const dating = (other: (createdAt: number) => unknown): Replacements =>
  result('reruns', 'reference', (reference, run) =>
    forbidden({ ...reference, workflowCreatedAt: other(run.createdAt) }),
  )

const AFTER_RESTARTS = [
  'queue.restart.omitted-settings-reuse-the-original',
  'queue.resume.omitted-settings-reuse-the-original',
  'queue.bulk.originals-reused-when-absent',
] as const

const AFTER_RESUMES = ['queue.resume.omitted-settings-reuse-the-original'] as const

/** What is judged by restarts that set flow control. */
const BY_RESTART = [
  'queue.dlq-message.flow-control-key',
  'queue.dlq-message.parallelism',
  'queue.dlq-message.period',
  'queue.dlq-message.rate',
  'queue.flow-control.key',
  'queue.flow-control.wait-list-size',
]

/** What a restart and a resume can do wrong alike. */
export const rerunFaults = (how: Rerun): readonly QueueFault[] => [
  {
    name: `a ${how} has the run id of the run that failed`,
    breaks: [
      `queue.${how}.creates-a-new-run`,
      `queue.bulk.${how}-creates-new-runs`,
      'queue.bulk.new-random-run-ids',
      ...(how === 'restart' ? (['queue.restart.new-run-id-is-random'] as const) : []),
    ],
    blocks: [
      `queue.${how}.*`,
      ...(how === 'restart'
        ? [
            'queue.bulk.flow-control-value',
            'queue.bulk.originals-reused-when-absent',
            'queue.bulk.retries',
            ...BY_RESTART,
          ]
        : []),
    ],
    replace: rerunningOne(how, ({ runId, ...rest }, { message }) => ({
      ...rest,
      runId: runId ?? message.workflowRunId,
    })),
  },
  {
    name: `the id of the new run of a ${how} is ignored`,
    breaks: [`queue.${how}.workflow-run-id`],
    replace: overlooking(how, (overrides) => ({ ...overrides, runId: undefined })),
  },
  {
    name: `the id of the new run of a ${how} is put into lower case`,
    breaks: [`queue.${how}.workflow-run-id`],
    replace: overlooking(how, ({ runId, ...rest }) => ({ ...rest, runId: runId?.toLowerCase() })),
  },
  {
    name: `the retries of a ${how} are ignored`,
    breaks: [`queue.${how}.retries`],
    replace: overlooking(how, without('retries')),
  },
  {
    name: `what a ${how} overrides holds for its first message alone`,
    breaks: [
      `queue.${how}.retries`,
      // Flow control is set by restarts, and judged after them; by resumes, after these alone.
      ...(how === 'restart' ? AFTER_RESTARTS : AFTER_RESUMES),
    ],
    replace: {
      reruns: {
        entry: (original, queue) => async (asked, letter, overrides) => {
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
    },
  },
  {
    name: `the flow control of a ${how} is told and holds nothing up`,
    breaks: [
      `queue.${how}.flow-control-value`,
      // By a restart messages come to wait, unless it sets nothing.
      ...(how === 'restart' ? (['queue.flow-control.wait-list-size'] as const) : []),
    ],
    replace: {
      reruns:
        how === 'restart'
          ? {
              restart: (original) => (run) =>
                original({ ...run, start: { ...run.start, flowControl: undefined } }),
            }
          : {
              resumedInstructions:
                (original) =>
                (...asked) => ({ ...original(...asked), flowControl: undefined }),
            },
    },
  },
  {
    name: `the flow-control key of a ${how} is ignored`,
    breaks: [`queue.${how}.flow-control-key`, `queue.${how}.flow-control-value`],
    replace: overlooking(how, without('flow-control-key')),
  },
  {
    name: `the flow-control value of a ${how} is ignored`,
    breaks: [`queue.${how}.flow-control-key`, `queue.${how}.flow-control-value`],
    replace: overlooking(how, without('flow-control-value')),
  },
  ...overlooked.map(([what, statement, other]): QueueFault => ({
    name: `a ${how} ignores ${what}`,
    breaks: [`queue.${how}.${statement}`],
    replace: overlooking(how, other),
  })),
  {
    name: `a ${how} ignores retries beside a run id`,
    breaks: [`queue.${how}.retries`],
    replace: overlooking(how, (all) => (all.runId === undefined ? all : without('retries')(all))),
  },
]
