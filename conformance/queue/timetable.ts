// When a message is delivered: section 1 of the contract as a function.

/** The settings of a publish about time. Durations are in milliseconds. */
export interface Schedule {
  /** The delay of the first attempt. */
  readonly delay?: number
  /** The moment of the first attempt, in milliseconds from now. It wins over the delay. */
  readonly notBefore?: number
  /** The number of further attempts if all before them fail. */
  readonly retries?: number
  /** The delay of a retry, by the number of retries before it. */
  readonly retryDelay?: (retried: number) => number
  /** The time after which an attempt without a response has failed. */
  readonly timeout?: number
}

/** The end of an attempt at its destination. */
export type Outcome = 'succeeds' | 'fails' | 'hangs'

/**
 * Returns the moments of all attempts, in milliseconds from now. The last outcome is that of all further
 * attempts.
 */
export function momentsOf(
  { delay = 0, notBefore, retries = 0, retryDelay = () => 0, timeout = 0 }: Schedule,
  outcomes: readonly Outcome[],
): readonly number[] {
  const moments = [Math.max(0, notBefore ?? delay)]
  for (let retried = 0; retried < retries; retried++) {
    const outcome = outcomes[retried] ?? outcomes.at(-1)
    if (outcome === 'succeeds') break
    const lasted = outcome === 'hangs' ? timeout : 0
    moments.push(moments.at(-1)! + lasted + retryDelay(retried))
  }
  return moments
}

/** Returns the moments at which the attempts end. An attempt with a response ends at once. */
export function endsOf(schedule: Schedule, outcomes: readonly Outcome[]): readonly number[] {
  return momentsOf(schedule, outcomes).map(
    (moment, index) =>
      moment + ((outcomes[index] ?? outcomes.at(-1)) === 'hangs' ? (schedule.timeout ?? 0) : 0),
  )
}
