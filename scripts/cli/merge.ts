// merge: joins the reports of all shards of a run. Exits with the code of the whole run. A shard is
// a part of a run.

import { noExpectations } from '../../conformance/report/expectations.js'
import { merged, missingShards, notesOnMerge } from '../../conformance/report/merge.js'
import { scenarios as all, staleExpectations, type Report } from '../../conformance/index.js'
import { problemsOf } from '../../conformance/report/unjudged.js'
import type { Detail } from '../../conformance/report/reporters/text.js'
import { printableLines } from '../../conformance/core/printable.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { complain } from './complain.js'
import { readReportFile } from './report-files.js'
import { endingOf, exit, type ExitReason } from './test/exit.js'
import { surroundingsOf } from './test/github.js'
import { options as testOptions } from './test/options.js'
import { deleteOldReports, outputsOf, pageOf, writeOutputs } from './test/reports.js'
import { detailOf, detailOptions, reporterOn } from './terminal.js'
import { read, type Verb } from './verb.js'

const options = {
  'several-targets': { about: 'accept shards of different URLs, such as one mock each' },
  report: testOptions.report,
  ...detailOptions,
} as const

export const verb: Verb = {
  summary: 'joins JSON reports of shards; exits like the whole run',
  positionals: 'FILE…',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    if (positionals.length === 0)
      throw new UsageError(
        'merge takes the JSON reports of all shards of one run: expected at least one file',
      )
    deleteOldReports(
      values,
      positionals.map((file) => ({ option: 'merge', file })),
    )
    const requested = outputsOf(values)
    const detail = detailOf(values)
    const reports = positionals.map(readReportFile)
    const joined = merged(reports, { severalTargets: values['several-targets'] === true })
    for (const note of notesOnMerge(reports)) console.error(`svc-contract: ${printableLines(note)}`)
    const stale = staleExpectations(
      joined.scenarios,
      joined.expectations ?? noExpectations,
      all.map(({ id }) => id),
      new Date(joined.startedAt),
    )
    const missing = missingShards(joined)
    const report: Report = {
      ...joined,
      ...(missing.length > 0 && { missingShards: missing }),
      ...(stale.length > 0 && { stale }),
    }
    const { outputs, before, after } = surroundingsOf(process.env)

    process.stdout.write(before)
    print(report, detail, pageOf(values))
    const { code, because } = endingOfMerge(
      report,
      writeOutputs([...requested, ...outputs], report),
    )
    process.stdout.write(after(report, because.length))
    because.forEach(complain)
    return code
  },
}

/** Prints a report in the format of a run. */
function print(report: Report, detail: Detail, page: string | undefined): void {
  const reporter = reporterOn(process.stdout, report.scenarios.length, {
    progress: false,
    detail,
    page,
  })
  for (const result of report.scenarios) reporter.result?.(result)
  reporter.end(report)
}

function endingOfMerge(report: Report, unwritten: readonly string[]): ExitReason {
  const ended = endingOf({
    report,
    interrupted: report.interrupted === true,
    stale: report.stale ?? [],
    unwritten,
  })
  if (report.missingShards === undefined) return ended
  const problems = problemsOf(report).map(({ message }) => message)
  return { code: exit.couldNotJudge, because: [...unwritten, ...problems] }
}
