// A JSON report that was written before, as a report again.

import { validateReport } from '#generated/report.schema.js'
import type { Report } from './report.js'
import { UsageError } from '../core/usage-error.js'

/** A report and the file that a message about it names. */
export interface NamedReport {
  readonly file: string
  readonly report: Report
}

/** Reads a report of format 1. Throws a `UsageError` that says what of it is wrong, and where. */
export function readReport(text: string, file: string): NamedReport {
  const value = parsed(text, file)
  if (validateReport(value)) return { file, report: value as Report }
  const [{ instancePath, message = 'is wrong' } = { instancePath: '' }] =
    validateReport.errors ?? []
  throw new UsageError(
    `${file} is no report of format 1, as --report json=FILE writes it: ${instancePath || 'it'} ${message}`,
  )
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`)
  }
}
