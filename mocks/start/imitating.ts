// Replaces the option `like` by the variants that do what its report has observed.

import { readFileSync } from 'node:fs'
import type { AlarmClock } from '../clock.js'
import { likenessOf, type ObservedReport } from '../faults/like.js'
import type { MockOptions } from './options.js'

/** Returns the options of a mock without `like`. Rejects with a RangeError for a file that is no report. */
export async function imitating({
  like,
  likeViolations = false,
  ...options
}: MockOptions<AlarmClock>): Promise<Omit<MockOptions<AlarmClock>, 'like' | 'likeViolations'>> {
  if (like === undefined) return options
  const { dialect, variants, faults } = likenessOf(
    typeof like === 'string' ? await readReport(like) : like,
  )
  return {
    ...options,
    dialect: options.dialect ?? dialect,
    faults: [...variants, ...(likeViolations ? faults : []), ...(options.faults ?? [])],
  }
}

async function readReport(file: string): Promise<ObservedReport> {
  const { validateReport } = await import('#generated/report.schema.js')
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (validateReport(report)) return report as ObservedReport
    throw new Error(
      'it is no report of format 1, as "svc-contract test --report json=FILE" writes it',
    )
  } catch (cause) {
    throw new RangeError(`like: cannot use ${file}: ${(cause as Error).message}`, { cause })
  }
}
