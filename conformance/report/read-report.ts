// Parses a JSON report.

import { validateReport } from '#generated/report.schema.js'
import type { Report } from './report.js'
import { UsageError } from '../core/usage-error.js'

/** A report with the name of its file, for messages. */
export interface NamedReport {
  readonly file: string
  readonly report: Report
}

/** Parses a report of format 1. Throws a `UsageError` that describes the first error. */
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
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`)
  }
}
