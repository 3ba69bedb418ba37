// Schedules. Outside the document.

import type { Request } from '../../http/message.js'

export interface Schedule {
  readonly id: string
  readonly cron: string
  /** The destination as in the path of a publish. */
  readonly destination: string
  /** The publish request. */
  readonly request: Request
  readonly createdAt: number
  readonly isPaused: boolean
  /** The next time in Unix milliseconds; undefined if there is none. */
  readonly nextAt: number | undefined
  /** The last time; undefined before the first. */
  readonly lastAt: number | undefined
}
