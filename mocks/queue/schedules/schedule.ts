// The type of a schedule. The contract does not define schedules.

import type { Request } from '../../http/message.js'

export interface Schedule {
  readonly id: string
  readonly cron: string
  /** The destination in the form of the path of a publish. */
  readonly destination: string
  /** The request that the schedule publishes. */
  readonly request: Request
  readonly createdAt: number
  readonly isPaused: boolean
  /** The next time in Unix milliseconds, or undefined if there is none. */
  readonly nextAt: number | undefined
  /** The last time in Unix milliseconds, or undefined before the first time. */
  readonly lastAt: number | undefined
}

/** Returns the next time of a schedule, or `Infinity` if the schedule is paused or has none. */
export const dueAt = ({ isPaused, nextAt = Infinity }: Schedule): number =>
  isPaused ? Infinity : nextAt
