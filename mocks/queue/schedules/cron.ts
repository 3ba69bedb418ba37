// Cron expressions with five fields, in UTC or in the time zone of `CRON_TZ=`.

import { Cron as Croner } from 'croner'

/** A syntax error in a cron expression. */
export class CronError extends Error {}

export interface Cron {
  /** Returns the next time after `moment`, in Unix milliseconds. Returns undefined if there is none. */
  next(moment: number): number | undefined
}

/**
 * Parses an expression such as `0 9 * * MON-FRI` or `CRON_TZ=Europe/Berlin 30 4 1,15 * *`. Throws a
 * `CronError` if the syntax is wrong. A time that daylight saving skips fires after the change. A
 * time that daylight saving repeats fires once.
 */
export function parseCron(text: string): Cron {
  const [, zone = 'UTC', expression = ''] = /^(?:CRON_TZ=(\S+)\s+)?(.*)$/s.exec(text.trim()) ?? []
  if (expression.trim().split(/\s+/).length !== 5)
    throw new CronError('expected five fields: minute, hour, day, month and day of the week')
  if (!isTimeZone(zone))
    throw new CronError(`CRON_TZ: expected the name of a time zone, got "${zone}"`)
  const cron = croner(expression, zone)
  return { next: (moment) => cron.nextRun(new Date(moment))?.getTime() }
}

function croner(expression: string, timezone: string): Croner {
  try {
    // Sloppy ranges allow `5/30`, a range that starts at 5.
    return new Croner(expression, { timezone, mode: '5-part', paused: true, sloppyRanges: true })
  } catch (error) {
    throw new CronError((error as Error).message.replace(/^CronPattern: /, ''))
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch {
    return false
  }
}
