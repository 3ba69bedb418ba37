// The fields of steps.

/** The kind of a step: a step, a call of a third party, or the outcome of such a call. */
export type CallType = 'step' | 'toCallback' | 'fromCallback'

export interface StepInfo {
  /**
   * The id of the step. The initial step has none (rule
   * `queue.runs.step-id-absent-on-the-initial-step`). A plan has the id 0.
   */
  readonly stepId?: number | undefined
  readonly stepName: string
  readonly stepType: string
  /** The number of parallel steps, including this step. */
  readonly concurrent: number
  /** The id of the planned step. Set only on a plan. */
  readonly targetStep?: number | undefined
}
