// When a schedule fires: cron expressions of five fields, in UTC unless `CRON_TZ=` names a time zone.

import { Cron as Croner } from 'croner'

/** An expression that is none. */
export class CronError extends Error {}

export interface Cron {
  /** The first moment after `moment`, in Unix milliseconds; nothing where none ever comes. */
  next(moment: number): number | undefined
}

/**
 * Reads an expression such as `0 9 * * MON-FRI` or `CRON_TZ=Europe/Berlin 30 4 1,15 * *`. A time that
 * daylight saving skips fires when the clocks have moved on, one that it repeats fires once. Throws a
 * `CronError` that says what is wrong.
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
    // Sloppy ranges: `5/30` is from 5 on.
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
