// What is kept of a schedule: when it fires, and the request to publish that it then makes. Outside
// the document.

import type { Request } from '../../http/message.js'

export interface Schedule {
  readonly id: string
  readonly cron: string
  /** As it stands behind `/v2/publish/`. */
  readonly destination: string
  /** The request to publish; of one that was made in development the token is that of development. */
  readonly request: Request
  readonly createdAt: number
  readonly isPaused: boolean
  /** The next moment, in Unix milliseconds; nothing when none comes. */
  readonly nextAt: number | undefined
  /** The last moment; nothing before the first. */
  readonly lastAt: number | undefined
}
