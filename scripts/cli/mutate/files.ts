// The report files that the options of `mutate` require.

import { didYouMean } from '../../../conformance/core/did-you-mean.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { mustBeWritable, partsOf, refuseOtherFile } from '../test/reports.js'

const kinds = ['json', 'html', 'markdown'] as const

interface ReportFile {
  readonly form: (typeof kinds)[number]
  readonly file: string
}

/**
 * Returns the files of the reports. Throws a `UsageError` for an unknown kind, a file that cannot be
 * written or is no report, and a file that occurs twice.
 */
export function filesOf(given: readonly string[]): readonly ReportFile[] {
  const files = given.map((option): ReportFile => {
    const [kind, file] = partsOf(option)
    const form = kinds.find((each) => each === kind)
    if (form === undefined)
      throw new UsageError(
        `--report takes NAME=FILE with NAME ${kinds.join(', ')}, not "${option}"${didYouMean(kind, kinds)}`,
      )
    mustBeWritable(file)
    refuseOtherFile(form, file)
    return { form, file }
  })
  const again = files.find(({ file }, index) =>
    files.some((each, at) => at < index && each.file === file),
  )
  if (again !== undefined)
    throw new UsageError(`${again.file} would be written twice; give each report a file of its own`)
  return files
}
