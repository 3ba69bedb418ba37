// The error of an exploration: the fewest decisions that make a test fail, and their story.

import type { Entry } from '../journal/entry.js'

export class ExploreFailure extends Error {
  override readonly name = 'ExploreFailure'
  /** The deliveries and decisions of the run, with their times. */
  readonly story: string
  /** The decisions, for the option `replay`. */
  readonly replay: string
  /** The number of the run that failed first, from 0. */
  readonly run: number
  readonly seed: number
  /** The journal of the shrunk run. */
  readonly journal: readonly Entry[]

  constructor(
    cause: unknown,
    found: {
      readonly story: string
      readonly replay: string
      readonly run: number
      readonly seed: number
      /** The file with the snapshot of the run. */
      readonly file: string | undefined
      readonly journal: readonly Entry[]
      /** True if the same decisions failed again. */
      readonly isRepeatable: boolean
    },
  ) {
    const { story, replay, run, seed, file, isRepeatable } = found
    const reason = cause instanceof Error ? cause.message : String(cause)
    const lines = [
      reason,
      '',
      replay === '' ? 'The test fails without any decision:' : 'The test fails if this happens:',
      story,
      '',
      ...(isRepeatable
        ? []
        : [
            'The same decisions did not fail again: the application waits for real time, or is random.',
          ]),
      `Found in run ${run} of seed ${seed}. To repeat it: replay: ${JSON.stringify(replay)}`,
      ...(file === undefined
        ? []
        : [`To open it in the console: npx svc-contract mock --clock virtual --seed ${file}`]),
    ]
    super(lines.join('\n'), { cause })
    this.story = story
    this.replay = replay
    this.run = run
    this.seed = seed
    this.journal = found.journal
  }
}

/** The maximum number of lines of a story. */
const MOST_LINES = 60

export interface Event {
  /** The milliseconds since the beginning of the run. */
  readonly at: number
  readonly text: string
}

/** Returns the story as numbered lines. The middle of a long story is left out. */
export function storyOf(events: readonly Event[]): string {
  const lines = events.map(({ at, text }, n) => `${n + 1}. at ${timeOf(at)}: ${text}`)
  const left = lines.length - MOST_LINES
  if (left <= 0) return lines.join('\n')
  const half = MOST_LINES / 2
  return [...lines.slice(0, half), `… ${left} more`, ...lines.slice(-half)].join('\n')
}

/** Returns a time such as `0 s`, `12.5 s` or `15 min 7 s`. */
function timeOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  const seconds = `${(milliseconds % 60_000) / 1000} s`
  return minutes === 0 ? seconds : `${minutes} min ${seconds}`
}
