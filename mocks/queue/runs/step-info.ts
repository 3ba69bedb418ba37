// Fields of steps.

/** A step, a call of a third party, or the outcome of a call. */
export type CallType = 'step' | 'toCallback' | 'fromCallback'

export interface StepInfo {
  /**
   * Absent on the initial step (rule `queue.runs.step-id-absent-on-the-initial-step`); 0 for a
   * plan.
   */
  readonly stepId?: number | undefined
  readonly stepName: string
  readonly stepType: string
  /** The number of parallel steps, itself included. */
  readonly concurrent: number
  /** Only on a plan: the id of the planned step. */
  readonly targetStep?: number | undefined
}
