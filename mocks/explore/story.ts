// The story of a run: its deliveries and decisions with their times.

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
