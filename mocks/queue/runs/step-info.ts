// What steps say of themselves.

/** What a message is to its run: a step of it, a call of a third party, or what came of such a call. */
export type CallType = 'step' | 'toCallback' | 'fromCallback'

/** What a step says of itself. */
export interface StepInfo {
  /** Absent on the initial step (rule `queue.runs.step-id-absent-on-the-initial-step`); 0: a plan. */
  readonly stepId?: number | undefined
  readonly stepName: string
  readonly stepType: string
  /** How many steps run side by side, itself included. */
  readonly concurrent: number
  /** On a plan, which is no result: the step that it is to become. */
  readonly targetStep?: number | undefined
}
