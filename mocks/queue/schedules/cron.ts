// When a schedule fires: cron expressions of five fields, in UTC unless `CRON_TZ=` names a time zone.

/** An expression that is none. */
export class CronError extends Error {}

export interface Cron {
  /** The first moment after `moment`, in Unix milliseconds; nothing when none comes in eight years. */
  next(moment: number): number | undefined
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

interface Field {
  readonly name: string
  readonly from: number
  readonly to: number
  /** What its numbers from `from` on are also called. */
  readonly names?: readonly string[]
}

const FIELDS: readonly Field[] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day of the month', from: 1, to: 31 },
  { name: 'month', from: 1, to: 12, names: MONTHS },
  // 7 is Sunday, as 0 is.
  { name: 'day of the week', from: 0, to: 7, names: DAYS },
]

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** So long it is at most from one 29th of February to the next. */
const HORIZON = 8 * 366 * 24 * HOUR

/** Reads an expression such as `0 9 * * MON-FRI` or `CRON_TZ=Europe/Berlin 30 4 1,15 * *`. */
export function parseCron(text: string): Cron {
  const [, zone, expression = ''] = /^(?:CRON_TZ=(\S+)\s+)?(.*)$/s.exec(text.trim()) ?? []
  const offset = offsetOf(zone)
  const given = expression.split(/\s+/)
  if (given.length !== FIELDS.length) {
    throw new CronError('expected five fields: minute, hour, day, month and day of the week')
  }
  const [minutes, hours, days, months, weekdays] = FIELDS.map((field, index) =>
    valuesOf(field, given[index]!),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>]
  // Where both days are given, one of them is enough.
  const eitherDay = !given[2]!.startsWith('*') && !given[4]!.startsWith('*')

  function isDay(local: Date): boolean {
    const isDate = days.has(local.getUTCDate())
    const isWeekday = weekdays.has(local.getUTCDay())
    return (
      months.has(local.getUTCMonth() + 1) && (eitherDay ? isDate || isWeekday : isDate && isWeekday)
    )
  }

  return {
    next(moment) {
      let at = (Math.floor(moment / MINUTE) + 1) * MINUTE
      while (at <= moment + HORIZON) {
        // The date that a clock on the wall shows, as if it were in UTC.
        const local = new Date(at + offset(at))
        if (!isDay(local) || !hours.has(local.getUTCHours())) {
          at += HOUR - local.getUTCMinutes() * MINUTE
        } else if (minutes.has(local.getUTCMinutes())) return at
        else at += MINUTE
      }
      return undefined
    },
  }
}

/** The numbers of a field: lists of `*`, numbers and ranges, each perhaps with a step. */
function valuesOf(field: Field, text: string): Set<number> {
  const { name, from, to } = field
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, range = '', step = '1'] = /^([^/]+)(?:\/(\d{1,4}))?$/.exec(part) ?? []
    const [first, last] = boundsOf(field, range, part.includes('/'))
    if (first === undefined || last === undefined || first > last || Number(step) < 1) {
      throw new CronError(`${name}: expected ${from}-${to}, lists, ranges or steps, got "${part}"`)
    }
    for (let value = first; value <= last; value += Number(step)) {
      values.add(field.names === DAYS ? value % 7 : value)
    }
  }
  return values
}

function boundsOf(field: Field, range: string, hasStep: boolean): (number | undefined)[] {
  if (range === '*') return [field.from, field.names === DAYS ? 6 : field.to]
  const [first, last, ...more] = range.split('-').map((text) => valueOf(field, text))
  if (more.length > 0) return []
  // `5/10` is from 5 on.
  return range.includes('-') ? [first, last] : [first, hasStep ? field.to : first]
}

function valueOf({ from, to, names = [] }: Field, text: string): number | undefined {
  const named = names.indexOf(text.toUpperCase())
  if (named >= 0) return from + named
  const value = /^\d{1,2}$/.test(text) ? Number(text) : NaN
  return value >= from && value <= to ? value : undefined
}

/** How many milliseconds the clocks of a time zone are ahead of UTC at a moment. */
function offsetOf(zone: string | undefined): (moment: number) => number {
  if (zone === undefined || zone === 'UTC') return () => 0
  const format = formatOf(zone)
  return (moment) => {
    const parts = format.formatToParts(moment)
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
    const local = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
    )
    return local - Math.floor(moment / MINUTE) * MINUTE
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric' as const
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: numeric, month: numeric, day: numeric },
      ...{ hour: numeric, minute: numeric },
    })
  } catch {
    throw new CronError(`CRON_TZ: expected the name of a time zone, got "${timeZone}"`)
  }
}
