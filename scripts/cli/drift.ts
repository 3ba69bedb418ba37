// drift: runs the suite against a service and compares the run with an earlier report, for a nightly job.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialects } from '#generated/dialects.js'
import { scenarios } from '../../conformance/index.js'
import type { Report } from '../../conformance/report/report.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { complain } from './complain.js'
import { withConfig } from './config.js'
import { printDifferences } from './diff.js'
import { readReportFile } from './report-files.js'
import { interruptible } from './signals.js'
import { endingOfTest } from './test.js'
import { endingOfError, exit } from './test/exit.js'
import {
  options as runOptions,
  targetGroups,
  targetOptions,
  type TestValues,
} from './test/options.js'
import { namedTarget } from './test/target.js'
import { configOption, read, type Verb } from './verb.js'

const output = { report: runOptions.report, json: { about: 'print JSON, as diff does' } } as const

const options = { ...targetOptions, ...output, ...configOption }

export const verb: Verb = {
  summary: 'tests a service and compares it with an earlier report',
  positionals: 'REPORT.json [PATTERN…]',
  options,
  groups: { ...targetGroups, Output: output, Configuration: configOption },
  notes: [
    'Runs the scenarios of the report, and compares verdicts and observations.',
    'Exit codes: 0 nothing changed, 1 something changed, 2 a usage error, 3 the target could not be tested.',
  ],
  async run(args) {
    const { values: given, positionals } = read(args, options)
    const values = withConfig('test', runOptions, given, targetOptions)
    const [file, ...patterns] = positionals
    if (file === undefined) throw new UsageError('drift takes the JSON report of an earlier run')
    const before = readReportFile(file)
    const target = namedTarget(values)
    if (target === undefined)
      throw new UsageError('drift tests a service; set --kv-url or --queue-url')
    const isJson = values.json === true
    const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
    try {
      const now = join(folder, 'now.json')
      const asked: TestValues = {
        ...(Object.hasOwn(dialects, before.report.target.dialect) && {
          dialect: before.report.target.dialect,
        }),
        ...values,
        quiet: true,
        report: [...(values.report ?? []), `json=${now}`],
      }
      const only = patterns.length > 0 ? patterns : patternsOf(before.report, target)
      const { code, because } = await interruptible((signal) =>
        endingOfTest(asked, only, signal, isJson ? process.stderr : process.stdout).catch(
          endingOfError,
        ),
      )
      const isJudged = code === exit.fine || code === exit.violated
      if (!isJudged) because.forEach(complain)
      if (!isJudged && !isJson) return code
      const after = { ...readReportFile(now), file: 'now' }
      const compared = printDifferences([before, after], { only: 'common', isJson })
      return isJudged ? compared : code
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

/** Returns the ids of the scenarios in a report, or none if it has all scenarios of the interfaces. */
function patternsOf(report: Report, target: object): readonly string[] {
  const ran = new Set(report.scenarios.map(({ id }) => id))
  const own = scenarios.filter((each) => each.interface in target)
  const both = own.filter(({ id }) => ran.has(id))
  if (both.length === 0)
    throw new UsageError(
      'the report has no scenario of this target; give it the URL of the other interface',
    )
  return both.length === own.length ? [] : both.map(({ id }) => id)
}
